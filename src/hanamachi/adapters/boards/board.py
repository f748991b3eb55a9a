"""What a board is: so many games of one setting in arrays, each owing a decision or over."""

from typing import Any, NamedTuple, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.core.game import Seat
from hanamachi.games.kernels.compiling import inner

Ids: TypeAlias = NDArray[np.int64]  # an action for each game
Seats: TypeAlias = NDArray[np.int64]
Rewards: TypeAlias = NDArray[np.float32]  # by game and seat
Ends: TypeAlias = NDArray[np.int8]  # by game: ON, OVER or CUT
Sights: TypeAlias = NDArray[np.int8]  # by game: an observation, or a mask
Words: TypeAlias = NDArray[np.uint64]  # by game: the state of splitmix64
Numbers: TypeAlias = NDArray[np.int64]

ON, OVER, CUT = range(3)
NOBODY = -1
FAIR = -1  # what is legal everywhere: no game is wrong


class News(NamedTuple):
    """What a step writes down of each game."""

    actors: Seats
    rewards: Rewards
    ends: Ends


class Board(Protocol):
    """The arrays that are given are of its own length. Nothing is checked but by `check`."""

    actors: Seats  # by game: who must decide; NOBODY when it is over

    def part(self, first: int, end: int) -> Self: ...  # some of the games; nothing is copied
    def begin(self, seeds: Words) -> None: ...  # a new game everywhere
    def renew(self, ends: Ends) -> None: ...  # a new game where one has ended
    def check(self, ids: Ids) -> int: ...  # the first game where an id is not legal, or FAIR
    def step(self, ids: Ids, rewards: Rewards, ends: Ends) -> None: ...  # a decision in each game
    def see(self, seat: Seat, sights: Sights) -> None: ...  # what one seat observes in each game
    def look(self, sights: Sights, masks: Sights) -> None: ...  # what who must decide sees, and may do
    def sample(self, dice: Words, ids: Ids) -> None: ...  # any legal action in each game


@inner
def digits(out: Any, first: int, number: int) -> None:
    """Two digits to base 100."""
    out[first] = number // 100
    out[first + 1] = number % 100


@inner
def pay(rewards: Any, winner: int) -> None:
    """Two players: 1 and -1, or nothing without a single winner."""
    rewards[0] = rewards[1] = 0
    if winner == 0 or winner == 1:
        rewards[winner] = 1
        rewards[1 - winner] = -1


def seeds(seed: int, count: int) -> Words:
    """A word of chance for each game, far from each other."""
    words: Words = np.random.SeedSequence(seed).generate_state(count, np.uint64).astype(np.uint64)
    return words
