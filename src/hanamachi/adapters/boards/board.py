"""The interface of a board: a batch of games of one setting in arrays, each at a decision or over."""

from typing import Any, NamedTuple, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.core.game import Seat
from hanamachi.games.kernels.compiling import inner

Ids: TypeAlias = NDArray[np.int64]  # by game: the action id
Seats: TypeAlias = NDArray[np.int64]
Rewards: TypeAlias = NDArray[np.float32]  # by game and seat
Ends: TypeAlias = NDArray[np.int8]  # by game: ON, OVER or CUT
Observations: TypeAlias = NDArray[np.int8]  # by game: an observation, or a mask
Words: TypeAlias = NDArray[np.uint64]  # by game: the state of splitmix64
Numbers: TypeAlias = NDArray[np.int64]

ON, OVER, CUT = range(3)
NOBODY = -1
FAIR = -1  # returned by `check` if every id is legal


class News(NamedTuple):
    """Arrays into which a step writes the results of each game."""

    actors: Seats
    rewards: Rewards
    ends: Ends


class Board(Protocol):
    """A batch of games. All arrays passed in have its length. Only `check` verifies that actions are
    legal."""

    actors: Seats  # by game: the seat to decide, or NOBODY when it is over

    def part(self, first: int, end: int) -> Self:
        """Return a view of some of the games. Nothing is copied."""

    def begin(self, seeds: Words) -> None:
        """Start a new game everywhere."""

    def renew(self, ends: Ends) -> None:
        """Start a new game where one has ended."""

    def check(self, ids: Ids) -> int:
        """Return the first game whose action id is not legal, or FAIR."""

    def step(self, ids: Ids, rewards: Rewards, ends: Ends) -> None:
        """Play a decision in each game."""

    def see(self, seat: Seat, observations: Observations) -> None:
        """Write one seat's observation of each game."""

    def look(self, observations: Observations, masks: Observations) -> None:
        """Write the deciding seat's observation and mask of its legal actions, for each game."""

    def sample(self, dice: Words, ids: Ids) -> None:
        """Draw a legal action in each game."""


@inner
def digits(out: Any, first: int, number: int) -> None:
    """Write a number as two digits to base 100."""
    out[first] = number // 100
    out[first + 1] = number % 100


@inner
def pay(rewards: Any, winner: int) -> None:
    """Write the rewards of two players: 1 and -1, or 0 without a single winner."""
    rewards[0] = rewards[1] = 0
    if winner == 0 or winner == 1:
        rewards[winner] = 1
        rewards[1 - winner] = -1


def seeds(seed: int, count: int) -> Words:
    """Return a well-mixed random seed for each game."""
    words: Words = np.random.SeedSequence(seed).generate_state(count, np.uint64).astype(np.uint64)
    return words
