"""Decide which tables may be rated, before anybody sits down.

A rated game is one of members with the standard options of its game, on a clock, without hints and without
takebacks; or a game of members and bots whose strength was measured. Who sits there is looked up when it
begins.
"""

from msgspec.structs import replace

from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.ratings.levels import levels_of
from hanamachi.server.ratings.lists import RatingList, list_of
from hanamachi.server.tables.creation import WINDOWS, Opening
from hanamachi.server.tables.model import SeatHolder, Setup

PEOPLE = ("guest", "open", "reserved")  # kinds of seats in which one member each may sit


def checked(setup: Setup, seats: tuple[SeatHolder, ...]) -> RatingList:
    """Return the list in which a game at this table would count. Refuse what cannot be rated, and say why."""
    game = GAMES[setup.game]
    found = list_of(game, setup.options)
    if found is None:
        raise Refused("rated_options")
    if setup.window < min(WINDOWS.values()):  # only programs answer in less
        raise Refused("rated_options")
    if setup.layout or setup.lesson or setup.taken_over:
        raise Refused("rated_start")
    if setup.clock is None or setup.clock.plays_on:
        raise Refused("rated_clock")
    if setup.hints or setup.takebacks:
        raise Refused("rated_help")
    check_seats(seats, found)
    return found


def check_seats(seats: tuple[SeatHolder, ...], rating_list: RatingList) -> None:
    if any(held.kind not in (*PEOPLE, "bot") for held in seats):
        raise Refused("rated_seats")
    if not any(held.kind in PEOPLE for held in seats):
        raise Refused("rated_seats")
    known = levels_of(rating_list.name)
    if any(held.kind == "bot" and held.level not in known for held in seats):
        raise Refused("rated_level")


def is_possible(setup: Setup, seats: tuple[SeatHolder, ...]) -> bool:
    """Return True if a game at this table could be rated."""
    try:
        checked(setup, seats)
    except Refusal:
        return False
    return True


def rated_if_possible(wanted: Opening) -> Opening:
    """Return a new table, which is rated only if it can be: a rematch may have other options."""
    if not wanted.setup.rated or is_possible(wanted.setup, wanted.seats):
        return wanted
    return replace(wanted, setup=replace(wanted.setup, rated=False))
