"""Hanamikoji's opponents, the mind that the strongest share, and the judge who borrows it."""

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
    warm=("student", "adept", "master"),
)
