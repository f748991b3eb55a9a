"""The bars that bots of Hanamikoji must pass in the long run."""

from tools.research.meetings import Meeting

COMMANDS = {
    "student": "py:hanamachi.bots.hanamikoji.student:student",
    "former master": "py:tools.research.former:hanamikoji_master",
}
BARS = [
    Meeting("hanamikoji", "adept", "student", 65, deals=1000),
    Meeting("hanamikoji", "master", "student", 76, deals=2000),
    Meeting("hanamikoji", "master", "former master", 55, deals=1000),
    Meeting("hanamikoji", "master", "random", 97.5, deals=1000),
]
