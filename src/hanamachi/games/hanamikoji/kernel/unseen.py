"""Forget the cards that a seat cannot see, and deal them anew."""

from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.cards import drawn, total
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import entry


@entry
def forget(state: Row) -> int:
    """Keep only what the deciding seat knows: the rival's hidden cards go into the pool. Return the rival's
    hand size."""
    rival = 1 - state[at.SEAT]
    held = total(state[at.HANDS + rival])
    state[at.POOL] += state[at.HANDS + rival] + state[at.SECRETS + rival] + state[at.DISCARDS + rival]
    state[at.HANDS + rival] = state[at.SECRETS + rival] = state[at.DISCARDS + rival] = 0
    return held


@entry
def imagine(state: Row, held: int, rng: Chance) -> None:
    """Deal the cards that the deciding seat cannot see, uniformly. Call `forget` or packing.py's `told`
    before.

    The rival's hand (`held` cards), the Secret and the discards are drawn from the pool of unseen cards.
    """
    rival = 1 - state[at.SEAT]
    used = at.TOKENS_OF[state[at.RULES] & at.SMALL] & ~state[at.UNUSED + rival]
    for _ in range(held):
        state[at.HANDS + rival] += drawn(state, rng)
    if used & 1:
        state[at.SECRETS + rival] = drawn(state, rng)
    if used & 2:
        state[at.DISCARDS + rival] = drawn(state, rng)
        state[at.DISCARDS + rival] += drawn(state, rng)
