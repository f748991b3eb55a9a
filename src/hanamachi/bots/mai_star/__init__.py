"""Mai-Star's opponents."""

from hanamachi.bots.ladder import Ladder

LADDER = Ladder(
    game="mai_star",
    levels={
        "novice": "hanamachi.bots.mai_star.novice:novice",
        "student": "hanamachi.bots.mai_star.student:student",
    },
    warm=("student",),
)
