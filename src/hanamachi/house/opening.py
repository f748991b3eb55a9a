"""What a table is opened with: its host's wishes, a rematch, a lesson."""

import secrets
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.bots import UnknownLevel, level_name, levels
from hanamachi.core import fair
from hanamachi.core.game import Game, Seat
from hanamachi.core.options import choose, chosen
from hanamachi.core.table import Refused
from hanamachi.games.okiya.layout import decode
from hanamachi.house.live import Live
from hanamachi.house.store import Held, Setup
from hanamachi.house.window import USUAL, bounded
from hanamachi.house.wire import Rematch
from hanamachi.locales import catalogue

LESSON_WORDS = "lesson"
PATIENCE = 60
KINDS = ("open", "reserved", "bot", "shared", "me")


class SeatWish(Struct, frozen=True):
    """What a new table's host wants of a seat."""

    kind: str = "open"
    level: str | None = None


class TableWish(Struct, frozen=True, kw_only=True):
    """A new table as its host asks for it."""

    game: str
    options: dict[str, Any] = {}
    seats: list[SeatWish]
    spectators: bool = True
    takebacks: bool = False
    hints: bool = False
    layout: str | None = None  # a garden given by its code (Okiya)
    starter: int | None = None  # with a layout: who begins
    lesson: str | None = None  # a lesson's name, which fixes all chance; its seats are all the host's
    unhurried: bool = False  # bots take a moment before they move, as people do
    window: float = USUAL  # seconds until an answer is told whose time must tell nothing
    patience: int = PATIENCE  # seconds for which the seat of somebody who is away is kept
    stand_in: str | None = None  # the level of the bot that may come then


def setup_of(wish: TableWish, game: Game, guest: str) -> Setup:
    """A new table's set-up, if it can be."""
    options = choose(game.options, wish.options)
    game.start(len(wish.seats), options)
    if wish.layout:
        if game.name != "okiya":
            raise Refused("no_layouts")
        decode(wish.layout)
    elif wish.starter is not None:
        raise Refused("starter_without_layout")
    if wish.starter not in (None, 0, 1):
        raise Refused("no_seat")
    return Setup(
        game=game.name,
        version=game.version,
        options=chosen(options),
        host=guest,
        seed=(lesson_seed(wish) if wish.lesson else fair.new_seed()).hex(),
        spectators=wish.spectators,
        takebacks=wish.takebacks,
        hints=wish.hints,
        layout=wish.layout,
        starter=wish.starter,
        lesson=wish.lesson,
        unhurried=wish.unhurried,
        window=bounded(wish.window),
    )


def rematch_setup(live: Live, message: Rematch) -> Setup:
    """The same set-up, or a new one; the sides change by the seats."""
    options = live.setup.options
    if message.options is not None:
        picked = choose(live.game.options, message.options)
        live.game.start(len(live.seats), picked)
        options = chosen(picked)
    layout, starter = live.garden() if message.same_layout else (None, None)
    return msgspec.structs.replace(
        live.setup,
        options=options,
        seed=fair.new_seed().hex(),
        parent=live.id,
        layout=layout,
        starter=starter,
        taken_over=[],
        lesson=None,
    )


def lesson_seed(wish: TableWish) -> bytes:
    """The same cards for everybody who takes this lesson: it is no game against anybody."""
    if any(seat.kind not in ("me", "shared") for seat in wish.seats):
        raise Refused("lesson_alone")
    return sha256(f"lesson {wish.lesson}".encode()).digest()


def held_as(wish: SeatWish, guest: str, name: str, words: str, game: Game, seat: Seat) -> Held:
    """A seat as the host wants it."""
    match wish.kind:
        case "bot":
            level = wish.level or "random"
            if level not in levels(game.name):
                raise UnknownLevel("unknown_level", level=level, known=tuple(levels(game.name)))
            return Held("bot", level=level, name=level_name(level, catalogue("house")("en")), words="")
        case "me":
            return Held("guest", name, guest, words=words)
        case "shared":
            return Held("shared", f"{name} {seat + 1}", guest, words=words)
        case "reserved":
            return Held("reserved", token=secrets.token_urlsafe(8))
        case "open":
            return Held("open")
        case other:
            raise Refused("bad_seat_kind", kind=other, known=KINDS)
