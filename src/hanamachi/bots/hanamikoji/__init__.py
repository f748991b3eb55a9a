"""The bots of Hanamikoji, the network-guided search of the strongest (`mind`), and the judge."""

from pathlib import Path

from hanamachi.bots.curve import read
from hanamachi.bots.ladder import Ladder

LADDER = Ladder(
    game="hanamikoji",
    levels={
        "novice": "hanamachi.bots.hanamikoji.novice:novice",
        "student": "hanamachi.bots.hanamikoji.levels:student",
        "adept": "hanamachi.bots.hanamikoji.adept:adept",
        "master": "hanamachi.bots.hanamikoji.master:master",
    },
    judge="hanamachi.bots.hanamikoji.judge:judge",
    curve=read(Path(__file__).with_name("curve.json")),
    edition=3,
    warm=("student", "adept", "master"),
)
