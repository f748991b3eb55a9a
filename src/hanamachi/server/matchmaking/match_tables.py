"""Open the table of a match: check a request for a match, and seat the players that were matched."""

from collections.abc import Sequence
from random import SystemRandom

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.bots import ladder_of
from hanamachi.core.table import Refused
from hanamachi.core.user_text import all_said
from hanamachi.games import GAMES
from hanamachi.server.db.schema import GUESTS
from hanamachi.server.matchmaking.pairing import Match, MatchRequest
from hanamachi.server.protocol.messages import Queue
from hanamachi.server.ratings import eligibility
from hanamachi.server.tables import time_control
from hanamachi.server.tables.clock_rules import first_move_time
from hanamachi.server.tables.creation import Opening, TableWish, opening
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import SeatHolder
from hanamachi.server.tables.time_control import NoClock


def request_of(message: Queue, most_text: int) -> MatchRequest:
    """Return the request of a `queue` message, or refuse one that no table could be opened for.

    `most_text`: the longest text that may stand in it."""
    game = GAMES.get(message.game)
    if game is None:
        raise NotFound("unknown_game", name=message.game, known=tuple(GAMES))
    all_said(msgspec.to_builtins(message), most_text)
    players = tuple(sorted(set(message.players or game.seats)))
    if not set(players) <= set(game.seats):
        raise Refused("bad_seats", seats=max(players), players=game.players)
    if isinstance(message.clock, NoClock):
        usual = time_control.usual(game)
        raise Refused(
            "strangers_need_clock", minutes=usual.base // time_control.MINUTE, seconds=usual.increment
        )
    request = MatchRequest(
        game.name, players, message.options, message.clock, message.public, message.unrated
    )
    open_for(request, players[0])
    return request


def open_for(
    request: MatchRequest,
    people: int,
    bots: int = 0,
    level: str = "",
    *,
    patience: int = 60,
    stand_in: str | None = None,
) -> Opening:
    """Return a new table for a request, with open seats for people; refuse options that cannot be had."""
    seats = [{"kind": "open"}] * people + [{"kind": "bot", "level": level}] * bots
    given = {"game": request.game, "options": request.options, "public": request.public, "seats": seats}
    try:
        table = msgspec.convert(given, TableWish)
        return opening(replace(table, clock=request.clock, patience=patience, stand_in=stand_in), "", "")
    except msgspec.ValidationError as error:
        raise Refused("bad_wish", problem=str(error)) from error


def table_of_match(match: Match, names: dict[str, str], until: float) -> Opening:
    """Return the table of a match: players in random seats, no host, open until `until`."""
    game = match.request.game
    clock, level = match.request.clock or time_control.usual(GAMES[game]), ladder_of(game).names[-1]
    made = open_for(replace(match.request, clock=clock), len(match.entries), match.bots, level)
    people = [SeatHolder("guest", names[entry.guest], entry.guest) for entry in match.entries]
    seats = [*people, *made.seats[len(people) :]]
    SystemRandom().shuffle(seats)
    first = first_move_time(made.setup.clock, len(seats))
    setup = replace(made.setup, until=until, first_move=first, rated=is_rated(match))
    return eligibility.rated_if_possible(Opening(setup, tuple(seats)))


def is_rated(match: Match) -> bool:
    """True if all players of a match are members, and nobody wanted an unrated game."""
    return not match.request.unrated and all(entry.rating is not None for entry in match.entries)


def names_of(db: sa.Connection, guests: Sequence[str]) -> dict[str, str]:
    """Return the names of these guests; deleted ones have none."""
    found = db.execute(sa.select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.id.in_(guests)))
    return {row.id: row.name for row in found}
