"""The bots of Geisha's Road, and its judge, which searches like the strongest of them."""

from hanamachi.bots.ladder import Ladder

LADDER = Ladder(
    game="geishas_road",
    levels={
        "novice": "hanamachi.bots.geishas_road.novice:novice",
        "student": "hanamachi.bots.geishas_road.levels:student",
        "adept": "hanamachi.bots.geishas_road.levels:adept",
        "master": "hanamachi.bots.geishas_road.levels:master",
    },
    judge="hanamachi.bots.geishas_road.judge:judge",
    edition=3,
    warm=("student", "adept", "master"),
)
