"""The games and states in OpenSpiel's interface. Chance is explicit, one card per node; the rules engine
plays."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pyspiel

from hanamachi.adapters.actions import actions
from hanamachi.adapters.openspiel.lengths import length
from hanamachi.adapters.openspiel.moment import TERMINAL, Moment, first
from hanamachi.adapters.openspiel.observer import observer
from hanamachi.adapters.openspiel.parameters import limit_of, setting_of, specification
from hanamachi.adapters.setting import Setting, sentence
from hanamachi.core.game import Game
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES, OURS


def type_of(game: Game) -> Any:
    kind = pyspiel.GameType
    known = kind.Information
    return kind(
        short_name=game.name,
        long_name=game.text.words("en")("name"),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known.IMPERFECT_INFORMATION if game.secrets else known.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
    )


def info_of(setting: Setting, decisions: int) -> Any:
    """Return OpenSpiel's description of a setting. A sole winner gets 1, which the others pay together."""
    table = actions(setting)
    return pyspiel.GameInfo(
        num_distinct_actions=len(table),
        max_chance_outcomes=len(table.nature),
        num_players=setting.seats,
        min_utility=-1.0 / (setting.seats - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=decisions,
    )


class HouseGame(pyspiel.Game):
    """A game of this package. Each subclass names one."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        try:
            self.setting = setting_of(self.name, given)
            bound = self.setting.game.bound(self.setting.seats, self.setting.options)
            self.limit = limit_of(given, bound)
        except Refusal as refusal:
            raise pyspiel.SpielError(sentence(refusal)) from refusal
        self.length = length(self.setting, self.limit)
        self.lines = bound if self.limit is None else min(self.limit, bound or self.limit)
        self.first = first(self.setting, self.limit)
        super().__init__(TYPES[self.name], info_of(self.setting, self.length.decisions), given)

    def new_initial_state(self) -> "HouseState":
        return HouseState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.length.chances

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return observer(self.setting, self.lines or 0, kind, params)


class HouseState(pyspiel.State):
    """A state of OpenSpiel. Its one attribute is an immutable `Moment`, which clones share."""

    def __init__(self, game: HouseGame) -> None:
        super().__init__(game)
        self.moment: Moment = game.first

    def current_player(self) -> int:
        return self.moment.player

    def is_terminal(self) -> bool:
        return self.moment.player == TERMINAL

    def _legal_actions(self, _player: int) -> list[int]:
        return self.moment.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.moment.outcomes()

    def _apply_action(self, action: int) -> None:
        try:
            self.moment = self.moment.after(action)
        except Refusal as refusal:
            raise pyspiel.SpielError(sentence(refusal, self.moment.setting.name)) from refusal

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.moment.table
        move = (table.nature if player == pyspiel.PlayerId.CHANCE else table.decisions)[action]
        return self.moment.setting.game.text.write(move)

    def returns(self) -> list[float]:
        return self.moment.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "HouseState":
        """Return a state that this player cannot distinguish from this one, uniform over hidden cards
        (`imagine`)."""
        other = HouseState(self.get_game())
        other.moment = self.moment.imagined(player, Random(sampler()))
        return other

    def __str__(self) -> str:
        ended = "cut off\n" if self.moment.cut else ""
        return ended + msgspec.json.encode(self.moment.state).decode()


# Classes, not functions: OpenSpiel holds them until after Python has ended, when a function cannot be freed.
GAME_CLASSES: dict[str, Any] = {
    game.name: type(f"{game.name.title().replace('_', '')}Game", (HouseGame,), {"name": game.name})
    for game in OURS
}
TYPES: dict[str, Any] = {}


def register_all() -> None:
    """Register the games with OpenSpiel. A second call does no harm."""
    for name in GAME_CLASSES:
        if name not in TYPES:
            TYPES[name] = type_of(GAMES[name])
            pyspiel.register_game(TYPES[name], GAME_CLASSES[name])
