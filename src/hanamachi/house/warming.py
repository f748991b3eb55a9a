"""The first answer of a bot may be slow, because its kernel is compiled then. So when the house opens it asks
those who have one, in the study: what is compiled is kept on disk, for every process and for the next time.
"""

from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

from hanamachi.bots import ladder_of
from hanamachi.core.game import Game
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.house.errands import Question, answer, judge, question
from hanamachi.house.workers import Lost, Workers


async def warm(study: Workers) -> None:
    """One question after the other, so that somebody who wants a hint need not wait for the last."""
    for game in GAMES.values():
        ladder, asked = ladder_of(game.name), first_question(game)
        for level in ladder.warm:
            await heard(study.do("", answer, asked, level, 1))
        if ladder.judge:
            await heard(study.do("", judge, asked, None))


async def heard(thought: Awaitable[Any]) -> None:
    """Whoever meets a bot that fails will hear of it."""
    with suppress(Lost, Refusal):
        await thought


def first_question(game: Game) -> Question:
    """The first decision of some game."""
    names = [""] * game.seats[0]
    table = Table.begin(game, names, game.options(), bytes(32), names).deal()
    return question(table, table.seq)
