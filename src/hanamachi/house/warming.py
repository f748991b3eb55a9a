"""The first answer of a bot may be slow, because its kernel is compiled then. So when the house opens it asks
everybody once, in the study: what is compiled is kept on disk, for every process and for the next time.
"""

from random import Random

import msgspec

from hanamachi.bots import LEVELS
from hanamachi.bots.judge import JUDGES
from hanamachi.core.game import NATURE, Game
from hanamachi.games import GAMES
from hanamachi.house.thinkers import Lost, Question, Thinkers


async def warm(study: Thinkers) -> None:
    """One question after the other, so that somebody who wants a hint need not wait for the last."""
    for game, levels in LEVELS.items():
        for level in levels:
            await asked(study, first_question(GAMES[game], level))
        if game in JUDGES:
            await asked(study, first_question(GAMES[game], ""))


async def asked(study: Thinkers, question: Question) -> None:
    try:
        await (study.ask if question.level else study.judge)("", question)
    except Lost:
        return  # whoever meets this bot will hear of it


def first_question(game: Game, level: str) -> Question:
    """The first decision of some game; a judge has no level."""
    state, rng = game.start(game.seats[0], game.options()), Random(1)
    while state.actor == NATURE:
        state = state.play(state.draw(rng))
    view, moves = state.view(state.actor), state.moves()
    return Question(game.name, level, 1, *(msgspec.json.encode(part) for part in (view, moves, [])))
