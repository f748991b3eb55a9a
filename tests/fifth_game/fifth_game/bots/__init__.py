"""Tsukimi's opponents and its judge: named here, imported when called for."""

from hanamachi.bots.ladder import Ladder

LADDER = Ladder(
    game="tsukimi",
    levels={"novice": "fifth_game.bots.novice:novice"},
    judge="fifth_game.bots.judge:judge",
)
