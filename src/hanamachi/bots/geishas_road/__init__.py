"""The opponents of Geisha's Road."""

from hanamachi.bots.ladder import Ladder

LADDER = Ladder(
    game="geishas_road",
    levels={
        "novice": "hanamachi.bots.geishas_road.novice:novice",
        "student": "hanamachi.bots.geishas_road.student:student",
    },
    warm=("student",),
)
