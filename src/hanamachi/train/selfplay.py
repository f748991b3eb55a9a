"""Define what a game must provide to be trained by ppo.py, and the batches it returns.

An episode is a whole game, or a round with a value at its end. All have the same number of steps.
"""

from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.train.run import Weights

Bits: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float32]


class Batch(NamedTuple):
    """Decisions, indexed [step, episode], and the final worth of each episode."""

    features: Bits  # [.., critic features]: those of the player first, then the hidden ones
    legal: Bits  # [.., moves]
    moves: NDArray[np.int16]
    chances: Floats  # the probability with which the move was chosen
    choices: NDArray[np.int16]  # the number of legal moves; 0 if there was no such step
    half: NDArray[np.int8]  # the network that was asked
    sign: Floats  # 1 for seat 0, -1 for seat 1: the games are zero-sum
    worth: Floats  # [episode], from the side of seat 0


class SelfPlay(Protocol):
    """A two-player game as the trainer sees it."""

    features: int
    critic_features: int
    moves: int
    halves: int  # the number of networks that share the decisions

    def play(self, weights: Weights, rng: np.random.Generator) -> Batch:
        """Play some thousand episodes by the network against itself."""

    def learn(self) -> dict[str, float]:
        """Train the game's own model from the last batch, if it has one. Return numbers for the log."""

    def measure(self, weights: Weights, old: list[Weights], seed: int) -> dict[str, float]:
        """Return numbers for the log: win rates against fixed opponents and old weights."""

    def keep(self) -> dict[str, NDArray[np.generic]]:
        """Return what a checkpoint must contain to resume later."""

    def restore(self, kept: dict[str, NDArray[np.generic]]) -> None: ...
