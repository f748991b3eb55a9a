"""One seat of a game as a Gymnasium environment (extra `gymnasium`); bots take the other seats.

    import gymnasium, hanamachi.adapters.gymnasium
    env = gymnasium.make("hanamachi/hanamikoji-v0", opponents="student")

The reward comes at the end: 1 for a sole victory, which the losers pay in equal parts. `action_masks()` is
what sb3-contrib's MaskablePPO calls; the mask is also in `info`. Games run on the rules engine, not on a
kernel, because bots need views and stories.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import error, spaces
from numpy.typing import NDArray

from hanamachi.adapters.actions import BadAction, actions, check
from hanamachi.adapters.picture import picture
from hanamachi.adapters.setting import BadSetting, limit, returns, sentence, setting
from hanamachi.adapters.tensors import Tensor, layout, observation
from hanamachi.bots import Bot, UnknownLevel, dismiss, levels, make_bot
from hanamachi.core.game import NATURE, Move, Seat, State, Told
from hanamachi.core.words import Refusal
from hanamachi.games import OURS

LEAST, MOST = -1, 127
NAMES = tuple(game.name for game in OURS)
ON_ILLEGAL = ("error", "loss")


class SeatEnv(gymnasium.Env):
    """The environment of one seat.

    `seat` is the learner's; `opponents` is a level of the ladder, or one level for each other seat in order.

    An illegal action is an error. With `illegal="loss"` it loses the game, for tools that try any action,
    such as Gymnasium's check_env.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 Gymnasium's own way
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        seat: Seat = 0,
        opponents: str | Sequence[str] = "novice",
        seats: int | None = None,
        max_plies: int | None = None,
        illegal: str = "error",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        try:
            self.setting, self.max_plies = setting(game, seats, options), limit(max_plies)
            self.rivals = rivals(game, self.setting.seats, seat, opponents)
        except Refusal as refusal:
            raise error.Error(
                sentence(refusal, game if not isinstance(refusal, BadSetting) else None)
            ) from refusal
        if illegal not in ON_ILLEGAL:
            raise error.Error(f"illegal is one of {', '.join(ON_ILLEGAL)}, not {illegal}.")
        self.seat, self.illegal, self.render_mode = seat, illegal, render_mode
        self.table = actions(self.setting)
        self.action_space = spaces.Discrete(len(self.table))
        self.observation_space = spaces.Box(LEAST, MOST, (layout(self.setting).size,), np.int8)
        self.bots: dict[Seat, Bot] = {}
        self.state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tensor, dict[str, Any]]:
        super().reset(seed=seed)
        self.close()
        self.chance = Random(int(self.np_random.integers(1 << 62)))
        self.bots = {
            seat: make_bot(self.setting.name, level, self.chance.getrandbits(40))
            for seat, level in self.rivals.items()
        }
        self.heard: dict[Seat, list[Told]] = {seat: [] for seat in self.bots}
        self.plies, self.lost = 0, False
        self.state = self.setting.start()
        self._go_on()
        return self._seen()

    def step(self, action: Any) -> tuple[Tensor, float, bool, bool, dict[str, Any]]:
        if self.state is None:
            raise error.ResetNeeded("The game has not begun: reset() first.")
        if self._over() or self._cut():
            raise error.ResetNeeded(sentence(BadAction("game_over")))
        legal = self.table.legal(self.state)
        try:
            check(action, len(self.table), legal)
        except BadAction as refusal:
            if self.illegal == "error" or not self.action_space.contains(action):
                raise error.InvalidAction(sentence(refusal)) from refusal
            self.lost = True
        if not self.lost:
            self._play(self.table.decisions[action])
            self._go_on()
        seen, info = self._seen()
        return seen, self._reward(), self._over(), self._cut() and not self._over(), info

    def action_masks(self) -> NDArray[np.bool_]:
        mask = np.zeros(len(self.table), np.bool_)
        if self.state is not None and self.state.actor == self.seat and not self.lost:
            mask[self.table.legal(self.state)] = True
        return mask

    def render(self) -> str | NDArray[np.uint8]:
        """Return the table as this seat sees it: as text, or with `rgb_array` as a picture of the text."""
        assert self.state is not None
        text = self.setting.game.text
        names = ["you" if seat == self.seat else f"seat {seat}" for seat in range(self.setting.seats)]
        lines = text.table(self.state.view(self.seat), text.words("en"), names)
        return picture(lines) if self.render_mode == "rgb_array" else lines

    def close(self) -> None:
        for bot in self.bots.values():
            dismiss(bot)

    def _over(self) -> bool:
        return self.lost or (self.state is not None and self.state.actor is None)

    def _cut(self) -> bool:
        return self.max_plies is not None and self.plies >= self.max_plies

    def _reward(self) -> float:
        if self.lost:
            return -1 / (self.setting.seats - 1)  # as every seat that has not won
        assert self.state is not None
        outcome = self.state.outcome()
        return returns(outcome)[self.seat] if outcome else 0.0

    def _seen(self) -> tuple[Tensor, dict[str, Any]]:
        assert self.state is not None
        seen = observation(self.setting.name, self.state.view(self.seat))
        return seen, {"action_mask": self.action_masks().astype(np.int8)}

    def _go_on(self) -> None:
        """Let nature and bots move until the learner must decide or the game is over."""
        assert self.state is not None
        while self.state.actor not in (None, self.seat) and not self._cut():
            seat = self.state.actor
            assert seat is not None
            self._play(self.state.draw(self.chance) if seat == NATURE else self._chosen(seat))

    def _chosen(self, seat: Seat) -> Move:
        assert self.state is not None
        moves = self.state.moves()
        if len(moves) == 1:
            return moves[0]
        return self.bots[seat].choose(self.state.view(seat), moves, list(self.heard[seat]))

    def _play(self, move: Move) -> None:
        state = self.state
        assert state is not None
        assert state.actor is not None
        for seat, lines in self.heard.items():
            lines.append(Told(state.actor, state.veil(move, seat)))
        self.plies += state.actor != NATURE
        self.state = state.play(move)


def rivals(game: str, seats: int, seat: Seat, opponents: str | Sequence[str]) -> dict[Seat, str]:
    """Return the level of each opponent by seat."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadSetting("no_seat_number", seat=str(seat), most=seats - 1)
    others = [other for other in range(seats) if other != seat]
    wanted = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(wanted) != len(others):
        raise BadSetting("bad_opponents", n=len(others), got=len(wanted))
    for level in wanted:
        if level not in levels(game):
            raise UnknownLevel("unknown_level", level=level, known=tuple(levels(game)))
    return dict(zip(others, wanted, strict=True))


def register_all() -> None:
    """Register the environments with Gymnasium, once."""
    for name in NAMES:
        if f"hanamachi/{name}-v0" not in gymnasium.registry:
            gymnasium.register(f"hanamachi/{name}-v0", f"{__name__}:SeatEnv", kwargs={"game": name})


register_all()
