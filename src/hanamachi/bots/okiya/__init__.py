"""The bots of Okiya, from one that sees a win in one move to a perfect one, and its exact judge."""

from hanamachi.bots.ladder import Ladder

LADDER = Ladder(
    game="okiya",
    levels={
        "novice": "hanamachi.bots.okiya.look_ahead:novice",
        "apprentice": "hanamachi.bots.okiya.look_ahead:apprentice",
        "student": "hanamachi.bots.okiya.look_ahead:student",
        "adept": "hanamachi.bots.okiya.far_sighted:adept",
        "perfect": "hanamachi.bots.okiya.perfect:perfect",
    },
    judge="hanamachi.bots.okiya.judge:judge",
    edition=2,
    exact=True,
    warm=("adept", "perfect"),
)
