"""Observations in OpenSpiel's interface: as a flat tensor, by named parts, or as a string."""

from typing import Any

import msgspec
import numpy as np
import pyspiel

from hanamachi.adapters.openspiel.moment import Moment
from hanamachi.adapters.setting import Setting
from hanamachi.adapters.stories import ear
from hanamachi.adapters.tensors import encoder, information_text, layout, observation_text

PRIVATE = pyspiel.PrivateInfoType


def observer(
    setting: Setting, most_lines: int, kind: Any, parameters: Any = None
) -> "Observer | PrivateObserver":
    """Return the observer of a player, of spectators (no private facts), or of private facts alone."""
    if parameters:
        raise pyspiel.SpielError(f"There are no parameters of observations here: {parameters}.")
    if kind.private_info == PRIVATE.ALL_PLAYERS:
        raise pyspiel.SpielError("Nobody observes what is private to all players.")
    if not kind.public_info:
        return PrivateObserver(setting)
    gallery = kind.private_info == PRIVATE.NONE
    return Observer(setting, most_lines if kind.perfect_recall else None, gallery=gallery)


class Observer:
    """Writes `tensor` and its parts in `dict`. With perfect recall the part `story` has a line for each
    ply."""

    def __init__(self, setting: Setting, lines: int | None, *, gallery: bool) -> None:
        self.setting, self.lines, self.gallery = setting, lines, gallery
        self.fields, self.ear = layout(setting), ear(setting)
        self.tensor = np.zeros(self.fields.size + (lines or 0) * self.ear.line_bits, np.float32)
        self.dict = {field.name: self._part(field.offset, field.shape) for field in self.fields.fields}
        if lines is not None:
            self.dict["story"] = self._part(self.fields.size, (lines, self.ear.line_bits))

    def _part(self, offset: int, shape: tuple[int, ...]) -> Any:
        return self.tensor[offset : offset + int(np.prod(shape))].reshape(shape)

    def set_from(self, state: Any, player: int) -> None:
        moment, seat = state.moment, None if self.gallery else player
        self.tensor[: self.fields.size] = moment.observation(seat)
        if self.lines is not None:
            told = np.frombuffer(moment.story_bits(seat, self.ear), np.int8)
            self.tensor[self.fields.size : self.fields.size + len(told)] = told
            self.tensor[self.fields.size + len(told) :] = 0

    def string_from(self, state: Any, player: int) -> str:
        moment, seat = state.moment, None if self.gallery else player
        view = moment.state.view(seat)
        if self.lines is not None:
            return information_text(view, moment.story(seat))
        return observation_text(self.setting.name, view)


class PrivateObserver:
    """Describes as a string the facts that a player sees and spectators do not."""

    def __init__(self, setting: Setting) -> None:
        self.encoder = encoder(setting.name)
        self.tensor, self.dict = None, dict[str, Any]()

    def set_from(self, state: Any, player: int) -> None:
        """Do nothing: private facts have no tensor."""

    def string_from(self, state: Any, player: int) -> str:
        moment: Moment = state.moment
        own, open_to_all = (self.encoder.glance(moment.state.view(seat)) for seat in (player, None))
        private = {key: value for key, value in own.items() if value != open_to_all[key]}
        return msgspec.json.encode(private, order="sorted").decode()
