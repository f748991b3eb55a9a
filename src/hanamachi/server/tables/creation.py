"""Create tables: check a host's wishes and build the set-up of a table, rematch, lesson or continued game."""

import secrets
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.bots import UnknownLevel, level_name, levels
from hanamachi.core import fair
from hanamachi.core.game import Game, Layouts, Seat
from hanamachi.core.log import Placed, Played, line
from hanamachi.core.options import choose, chosen
from hanamachi.core.table import Refused, Table
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.runtime.digests import digest
from hanamachi.server.tables import time_control
from hanamachi.server.tables.absence import BY_CLOCK
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import FORMAT, Playing, SeatHolder, Setup, TalkPolicy
from hanamachi.server.tables.spectators import check_policy
from hanamachi.server.tables.time_control import Clock

LESSON_WORDS = "lesson"
KINDS = ("open", "reserved", "bot", "shared", "me")
WINDOW = range(1, 31)  # seconds
WINDOWS = {"short": 2.5, "usual": 4.0, "long": 20.0}  # seconds; the last is long enough for a screen reader
PATIENCE = range(15, 601)  # seconds


class SeatWish(Struct, frozen=True):
    """A seat as the host of a new table wishes it."""

    kind: str = "open"
    level: str | None = None
    name: str | None = None  # of the player, on a shared screen


class TableWish(Struct, frozen=True, kw_only=True):
    """A new table as its host wishes it."""

    game: str
    options: dict[str, Any] = {}
    seats: list[SeatWish]
    spectators: bool = True
    takebacks: bool = False
    hints: bool = False
    layout: str | None = None  # a start given by its code, in games that have such
    starter: int | None = None  # with a layout: who begins
    lesson: str | None = None  # a lesson's name, which fixes all chance; its seats are all the host's
    unhurried: bool = False  # bots take a moment before they move, as people do
    window: float = 4  # seconds of an answer window
    patience: int = 60  # seconds for which an absent player's seat is kept
    stand_in: str | None = None  # the level of the bot that may stand in then
    clock: Clock | None = None  # the time control
    public: bool = False  # listed in the lobby, where any user may take an open seat
    watching: str = "public"  # what spectators may see: public, seat (with its consent) or referee
    rated: bool = False  # the result counts; all players must be members
    talk: TalkPolicy = "phrases"  # what may be said at the table: all, phrases (ready-made ones) or off


class Opening(Struct, frozen=True):
    """A table that is about to be added: its set-up, its seats, and the secrets of its links."""

    setup: Setup
    seats: tuple[SeatHolder, ...]
    links: dict[Seat, str] = {}


def opening(wish: TableWish, guest: str, name: str) -> Opening:
    """Build a new table from a host's wishes, or refuse them."""
    game = GAMES.get(wish.game)
    if game is None:
        raise NotFound("unknown_game", name=wish.game, known=tuple(GAMES))
    if len(wish.seats) not in game.seats:
        raise Refused("bad_seats", seats=len(wish.seats), players=game.players)
    links = {n: secrets.token_urlsafe(8) for n, seat in enumerate(wish.seats) if seat.kind == "reserved"}
    words = LESSON_WORDS if wish.lesson else None
    seats = [
        held_as(seat, guest, name, words, game, n, links.get(n, "")) for n, seat in enumerate(wish.seats)
    ]
    return Opening(setup_of(wish, game, guest), tuple(seats), links)


def setup_of(wish: TableWish, game: Game, guest: str) -> Setup:
    """Check a host's wishes and return the set-up."""
    options = choose(game.options, wish.options)
    game.start(len(wish.seats), options)
    check_layout(wish, game)
    if wish.stand_in is not None:
        check_level(wish.stand_in, game)
    return Setup(
        format=FORMAT,
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
        window=within(wish.window, WINDOW, "bad_window"),
        patience=int(within(wish.patience, PATIENCE, "bad_patience")),
        stand_in=wish.stand_in,
        clock=clock_of(wish),
        public=wish.public,
        watching=check_policy(wish.watching),
        talk=wish.talk,
        absence_rule=BY_CLOCK,
        rated=wish.rated,
    )


def clock_of(wish: TableWish) -> Clock | None:
    """Return the clock that the host chose. Refuse an impossible one, and any in a lesson."""
    time_control.check(wish.clock)
    if wish.clock and wish.lesson:
        raise Refused("no_clock_in_lessons")
    return wish.clock


def within(seconds: float, bounds: range, reason: str) -> float:
    if not bounds[0] <= seconds <= bounds[-1]:
        raise Refused(reason, least=bounds[0], most=bounds[-1])
    return seconds


def check_layout(wish: TableWish, game: Game) -> None:
    if wish.layout:
        layouts_of(game).read(wish.layout)
    if wish.starter is not None:
        check_starter(wish, game)


def check_starter(wish: TableWish, game: Game) -> None:
    if not wish.layout:
        raise Refused("starter_without_layout")
    if layouts_of(game).begins is None:
        raise Refused("layout_without_starter")
    if wish.starter not in range(len(wish.seats)):
        raise Refused("no_seat")


def layouts_of(game: Game) -> Layouts:
    if game.layouts is None:
        raise Refused("no_layouts")
    return game.layouts


def check_level(level: str, game: Game) -> None:
    if level not in levels(game.name):
        raise UnknownLevel("unknown_level", level=level, known=tuple(levels(game.name)))


def lesson_seed(wish: TableWish) -> bytes:
    """Return the seed of a lesson, which gives each learner the same cards. Refuse opponents."""
    if any(seat.kind not in ("me", "shared") for seat in wish.seats):
        raise Refused("lesson_alone")
    return sha256(f"lesson {wish.lesson}".encode()).digest()


def held_as(
    wish: SeatWish, guest: str, name: str, words: str | None, game: Game, seat: Seat, token: str = ""
) -> SeatHolder:
    """Return a seat as the host wishes it."""
    match wish.kind:
        case "bot":
            return bot(wish.level or "random", game)
        case "me":
            return SeatHolder("guest", name, guest, words=words)
        case "shared":
            return SeatHolder("shared", wish.name or f"{name} {seat + 1}", guest, words=words)
        case "reserved":
            return SeatHolder("reserved", token=digest(token))
        case "open":
            return SeatHolder("open")
        case other:
            raise Refused("bad_seat_kind", kind=other, known=KINDS)


def rematch(
    table_id: str,
    here: Playing,
    seat: Seat,
    *,
    wanted: dict[str, Any] | None = None,
    same_layout: bool = False,
    level: str | None = None,
) -> Opening:
    """Return the rematch that a seat offers, with every player one seat further: the same set-up or other
    `wanted` options, and another `level` for its bots. Each player accepts by sending new shuffle words."""
    options, game = here.setup.options, here.table.game
    if wanted is not None:
        picked = choose(game.options, wanted)
        game.start(len(here.seats), picked)
        options = chosen(picked)
    layout, starter = first_layout(here.table) if same_layout else (None, None)
    setup = replace(
        here.setup,
        format=FORMAT,
        version=game.version,
        options=options,
        seed=fair.new_seed().hex(),
        parent=table_id,
        until=None,
        offered_by=(seat - 1) % len(here.seats),
        layout=layout,
        starter=starter,
        taken_over=[],
        lesson=None,
        absence_rule=BY_CLOCK,
    )
    seats = [asked_again(held, level, game) for held in here.seats]
    return Opening(setup, (*seats[1:], seats[0]))


def seat_before(seat: Seat, seats: int) -> Seat:
    """Return where the player in this seat of a rematch sat in the game before."""
    return (seat + 1) % seats


def asked_again(held: SeatHolder, level: str | None, game: Game) -> SeatHolder:
    """Return a seat for the rematch: people must accept again, and a bot may get another level."""
    if held.kind != "bot":
        return replace(held, words=None)
    return bot(level, game) if level else held


def bot(level: str, game: Game) -> SeatHolder:
    """Return a bot's seat."""
    check_level(level, game)
    return SeatHolder("bot", level=level, name=level_name(level, catalogue("house")("en")), words="")


def first_layout(table: Table) -> tuple[str, Seat | None]:
    """Return the code of the layout with which this game began, and the seat that began."""
    layouts = layouts_of(table.game)
    moves = [row.move for row in table.rows if isinstance(row, Played | Placed)]
    return layouts.write(moves), layouts.starter(moves, len(table.names))


def played_on(
    table_id: str, here: Playing, guest: str, name: str, seq: int, seat: Seat, level: str
) -> Opening:
    """Build a new game that continues another one from one of its moments: against bots of a level, or
    without one against friends."""
    if not 0 <= seq <= here.seq:
        raise Refused("no_such_row")
    if not 0 <= seat < len(here.seats):
        raise Refused("no_seat")
    rows = here.table.rows
    moves = [
        (row.seat, msgspec.to_builtins(row.move))
        for n in line(rows[:seq])
        if isinstance(row := rows[n], Played | Placed)
    ]
    setup = replace(
        here.setup,
        format=FORMAT,
        seed=fair.new_seed().hex(),
        host=guest,
        parent=table_id,
        public=False,
        until=None,
        offered_by=None,
        layout=None,
        starter=None,
        taken_over=moves,
        lesson=None,
        clock=None,
        absence_rule=BY_CLOCK,
        first_move=None,
        rated=False,
    )
    rival = SeatWish("bot", level) if level else SeatWish("open")
    wishes = [SeatWish("me") if n == seat else rival for n in range(len(here.seats))]
    held = [held_as(wish, guest, name, "", here.table.game, n) for n, wish in enumerate(wishes)]
    return Opening(setup, tuple(held))
