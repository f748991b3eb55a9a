"""The bots of Mai-Star, the learned policy of the strongest, and the judge, which uses the same playouts."""

from pathlib import Path

from hanamachi.bots.curve import read
from hanamachi.bots.ladder import Ladder

LADDER = Ladder(
    game="mai_star",
    levels={
        "novice": "hanamachi.bots.mai_star.novice:novice",
        "apprentice": "hanamachi.bots.mai_star.apprentice:apprentice",
        "student": "hanamachi.bots.mai_star.levels:student",
        "adept": "hanamachi.bots.mai_star.levels:adept",
        "master": "hanamachi.bots.mai_star.levels:master",
    },
    judge="hanamachi.bots.mai_star.judge:judge",
    curve=read(Path(__file__).with_name("curve.json")),
    edition=6,
    warm=("student", "adept", "master"),
)
