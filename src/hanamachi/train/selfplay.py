"""What a game gives to be trained by ppo.py, and what it gets back.

An episode is a whole game, or a round with a value at its end. All have the same number of steps.
"""

from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.train.run import Weights

Bits: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float32]


class Batch(NamedTuple):
    """Decisions, [step, episode], and what each episode was worth in the end."""

    features: Bits  # [.., critic features]: those of the player first, then the hidden ones
    legal: Bits  # [.., moves]
    moves: NDArray[np.int16]
    chances: Floats  # with which the move was chosen
    choices: NDArray[np.int16]  # how many moves were legal; 0: there was no such step
    half: NDArray[np.int8]  # which of the nets was asked
    sign: Floats  # 1 for seat 0, -1 for seat 1: the games are zero-sum
    worth: Floats  # [episode], for seat 0


class SelfPlay(Protocol):
    """A game for two as the trainer sees it."""

    features: int
    critic_features: int
    moves: int
    halves: int  # how many nets share the decisions

    def play(self, weights: Weights, rng: np.random.Generator) -> Batch:
        """Some thousand episodes by the network against itself."""

    def learn(self) -> dict[str, float]:
        """Whatever the game learns of its own from the last batch; numbers for the log."""

    def measure(self, weights: Weights, old: list[Weights], seed: int) -> dict[str, float]:
        """Win rates against fixed opponents and old weights; numbers for the log."""

    def keep(self) -> dict[str, NDArray[np.generic]]:
        """What must be kept with a checkpoint, to go on later."""

    def restore(self, kept: dict[str, NDArray[np.generic]]) -> None: ...
