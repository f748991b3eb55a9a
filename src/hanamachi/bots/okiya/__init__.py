"""Okiya's opponents, from one who sees a win in one to one who never errs, and its exact judge."""

from hanamachi.bots.ladder import Ladder

LADDER = Ladder(
    game="okiya",
    levels={
        "novice": "hanamachi.bots.okiya.look_ahead:novice",
        "student": "hanamachi.bots.okiya.look_ahead:student",
        "perfect": "hanamachi.bots.okiya.perfect:perfect",
    },
    judge="hanamachi.bots.okiya.judge:judge",
    exact=True,
    warm=("perfect",),
)
