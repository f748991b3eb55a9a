"""A vector environment: many games at once. Each step takes one decision in every game.

    env = VectorEnv("hanamikoji", 4096)
    env.reset(seed=1)
    env.step(actions)                     # one action id for each game; ended games begin anew at once
    env.look()                            # writes env.observations and env.masks

All results are NumPy arrays that are updated in place: `actors` (the seat to decide), `rewards` by seat and
`ends` (ON, OVER or CUT) after the last step, `observations` and `masks` after the last look. Where a game has
ended, rewards and ends belong to the ended game; actors, observations and masks to the new one.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanamachi.adapters.actions import BadAction, actions
from hanamachi.adapters.boards import new_board
from hanamachi.adapters.boards.board import CUT, FAIR, ON, OVER, Board, Ids, Words, seeds
from hanamachi.adapters.setting import Setting, limit, sentence, setting
from hanamachi.adapters.tensors import layout
from hanamachi.core.words import Refusal

__all__ = ["CUT", "ON", "OVER", "VectorEnv"]


class Part:
    """The games of one thread: views of the environment's arrays."""

    def __init__(self, env: "VectorEnv", first: int, end: int) -> None:
        some = slice(first, end)
        self.first, self.board = first, env.board.part(first, end)
        self.ids, self.rewards, self.ends = env.ids[some], env.rewards[some], env.ends[some]
        self.observations, self.masks, self.dice = env.observations[some], env.masks[some], env.dice[some]

    def wrong(self) -> int:
        return self.board.check(self.ids)

    def step(self) -> None:
        self.board.step(self.ids, self.rewards, self.ends)

    def renew(self) -> None:
        self.board.renew(self.ends)

    def step_and_renew(self) -> None:
        self.step()
        self.renew()

    def look(self) -> None:
        self.board.look(self.observations, self.masks)

    def sample(self) -> None:
        self.board.sample(self.dice, self.ids)


class VectorEnv:
    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seats: int | None = None,
        threads: int = 2,
        max_plies: int | None = None,
        **options: Any,
    ) -> None:
        """Create the games. `max_plies` truncates a game after so many decisions."""
        try:
            self.setting: Setting = setting(game, seats, options)
            self.max_plies = limit(max_plies)
            counted(num_envs=num_envs, threads=threads)
        except Refusal as refusal:
            raise ValueError(sentence(refusal)) from refusal
        self.num_envs, self.layout, self.actions = num_envs, layout(self.setting), actions(self.setting)
        self.board: Board = new_board(self.setting, num_envs)
        self.actors = self.board.actors
        self.ids = np.zeros(num_envs, np.int64)
        self.plies = np.zeros(num_envs, np.int64)
        self.rewards = np.zeros((num_envs, self.setting.seats), np.float32)
        self.ends = np.zeros(num_envs, np.int8)
        self.observations = np.zeros((num_envs, self.layout.size), np.int8)
        self.masks = np.zeros((num_envs, len(self.actions)), np.int8)
        self.dice: Words = seeds(0, num_envs)
        edges = [num_envs * n // threads for n in range(threads + 1)]
        self.parts = [Part(self, *ends) for ends in pairwise(edges)]
        self.pool = ThreadPoolExecutor(max(1, threads - 1))
        self.reset()

    def reset(self, seed: int = 0, deals: ArrayLike | None = None) -> None:
        """Start a new game everywhere, and reseed `sample`. The same seed deals the same cards.

        `deals` gives each game the number of its deal: games with the same number meet the same chance, as in
        duplicate bridge. (In Okiya and Hanamikoji the cards are the same whatever is played.)
        """
        words = seeds(seed, 2 * self.num_envs)
        self.board.begin(words[: self.num_envs] if deals is None else words[np.asarray(deals)])
        self.dice[:] = words[self.num_envs :]
        self.plies[:] = self.ends[:] = 0
        self.rewards[:] = 0
        self.look()

    def step(self, ids: ArrayLike) -> None:
        """Play one decision in each game. If any id is illegal, raise an error and change nothing."""
        self._take(ids)
        self._everywhere(Part.step_and_renew if self.max_plies is None else Part.step)
        if self.max_plies is not None:
            self._cut(self.max_plies)

    def look(self) -> None:
        """Write the observation and mask of the deciding seat of each game."""
        self._everywhere(Part.look)

    def sample(self) -> Ids:
        """Return a random legal action for each game, in an array that is reused."""
        self._everywhere(Part.sample)
        return self.ids

    @property
    def terminated(self) -> NDArray[np.bool_]:
        over: NDArray[np.bool_] = self.ends == OVER
        return over

    @property
    def truncated(self) -> NDArray[np.bool_]:
        cut: NDArray[np.bool_] = self.ends == CUT
        return cut

    def close(self) -> None:
        self.pool.shutdown()

    def _take(self, ids: ArrayLike) -> None:
        given = np.asarray(ids)
        if given.shape != self.ids.shape or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(
                sentence(BadAction("bad_ids", n=self.num_envs, got=f"{given.dtype} {given.shape}"))
            )
        if given is not self.ids:
            self.ids[:] = given
        wrong = self._everywhere(Part.wrong)
        for part, place in zip(self.parts, wrong, strict=True):
            if place != FAIR:
                game = part.first + place
                raise ValueError(sentence(BadAction("masked_in", id=str(self.ids[game]), game=game)))

    def _cut(self, most: int) -> None:
        self.plies += 1
        self.ends[(self.plies >= most) & (self.ends == ON)] = CUT
        self.plies[self.ends != ON] = 0
        self._everywhere(Part.renew)

    def _everywhere(self, deed: Callable[[Part], Any]) -> Sequence[Any]:
        """Call a method of every part in parallel. This thread runs the first."""
        first, *others = self.parts
        running = [self.pool.submit(deed, part) for part in others]
        return [deed(first), *(each.result() for each in running)]


def counted(**numbers: int) -> None:
    for name, number in numbers.items():
        if type(number) is not int or number < 1:
            raise BadAction("not_positive", flag=name, value=str(number))
