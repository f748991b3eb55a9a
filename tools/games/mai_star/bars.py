"""The bars that bots of Mai-Star must pass in the long run."""

from tools.research.meetings import Meeting

COMMANDS = {"student": "py:hanamachi.bots.mai_star.student:student"}
BARS = [
    Meeting("mai_star", "adept", "student", 45, seats=3),
    Meeting("mai_star", "master", "student", 55, seats=3),
    Meeting("mai_star", "master", "student", 26, seats=6),
    Meeting("mai_star", "master", "student", 55, {"management": True}, seats=3),
]
