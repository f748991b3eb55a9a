"""The bots of Geisha's Road, and its judge, which searches like the strongest of them."""

from pathlib import Path

from hanamachi.bots.curve import read
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
    curve=read(Path(__file__).with_name("curve.json")),
    edition=4,
    warm=("student", "adept", "master"),
)
