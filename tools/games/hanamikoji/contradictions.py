"""Play moves of Hanamikoji on by two adepts, in imagined worlds weighted by the story."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from hanamachi.bots.bot import Bot
from hanamachi.bots.hanamikoji.adept import adept
from hanamachi.bots.hanamikoji.favours import favour, rounds_left
from hanamachi.bots.hanamikoji.judge import mindfully, some
from hanamachi.bots.hanamikoji.student import favours
from hanamachi.core.game import NATURE, Move, Told
from hanamachi.games.hanamikoji.imagine import laid
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import legal
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, unpacked
from hanamachi.games.hanamikoji.packing import pack, told
from hanamachi.games.hanamikoji.pieces import spread
from hanamachi.games.hanamikoji.rules import State
from hanamachi.games.hanamikoji.view import HanamikojiView
from tools.research.calibration.games import Choice, Setting

SETTING = Setting(2, {})
LEVEL = "adept"  # plays the games in which contradictions are looked for


def worlds(choice: Choice, count: int, seed: int) -> list[State]:
    """Return states that the deciding seat holds possible, each as often as it is probable."""
    view, listed = choice.view, np.empty(MOST_MOVES, np.int16)
    known = told(view)
    deals = mindfully(view, known, choice.story, listed[: legal(known, listed)]).deals
    picks = some(deals, count, np.array([seed], np.uint64))
    rival = 1 - view.seat
    found = []
    for row in deals.states[picks]:
        fields = at.POOL, at.DISCARDS + rival, at.SECRETS + rival, at.HANDS + rival
        found.append(laid(view, [card for field in fields for card in spread(unpacked(int(row[field])))]))
    return found


def played_on(state: State, move: Move, story: list[Told], seed: int) -> float:
    """Return the chance to win after a move that two adepts play on to the end of the round."""
    seat, now, dice = state.actor, state.round, Random(seed)
    bots, heard = [adept(seed), adept(seed + 1)], [[*story], [*story]]
    after: Any = state
    while after.actor is not None and not (after.round > now and after.actor != NATURE):
        if after is not state:
            move = after.draw(dice) if after.actor == NATURE else chosen(after, bots, heard)
        for other in (0, 1):
            heard[other].append(Told(after.actor, after.veil(move, other)))
        after = after.play(move)
    return (value(after, int(seat or 0)) + 1) / 2


def chosen(state: State, bots: Sequence[Bot[HanamikojiView]], heard: Sequence[list[Told]]) -> Move:
    """Return the move of the bot that decides."""
    assert state.actor is not None
    return bots[state.actor].choose(state.view(state.actor), state.moves(), heard[state.actor])


def value(state: State, seat: int) -> float:
    """Return the worth of a finished round to a seat, from -1 to 1, when the next one has been dealt."""
    outcome = state.outcome()
    if outcome:
        return 0.0 if len(outcome.winners) != 1 else 1.0 if seat in outcome.winners else -1.0
    row, table = pack(state), favours()
    first = int(row[at.STARTER])
    tokens = favour(row[at.TOKENS + first], row[at.TOKENS + 1 - first])
    found = float(table[len(table) - rounds_left(row) - 1, tokens])
    return found if seat == first else -found
