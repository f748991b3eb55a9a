"""Decide who may study what, and who may read a study. A study of a game shows what the game would show."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.locales import catalogue
from hanamachi.server.analysis.studies.rows import StoredStudy
from hanamachi.server.live.room import Room
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, Snapshot, may_watch, seats_of
from hanamachi.server.tables.players import names_in

Visit = Callable[[str], AbstractAsyncContextManager[Room]]


def may_be_studied(snapshot: Snapshot, user: str) -> Playing:
    """Return the game at a table if this user may study it: a finished one that they may watch, or a lesson
    of theirs."""
    if not isinstance(snapshot, Playing):
        raise Refused("not_started")
    if not may_watch(snapshot, user):
        raise Refused("no_spectators")
    own_lesson = snapshot.setup.lesson and len(seats_of(snapshot, user)) == len(snapshot.seats)
    if snapshot.table.result is None and not own_lesson:
        raise Refused("not_finished")
    return snapshot


async def check_reader(study: StoredStudy, user: str, visit: Visit) -> None:
    """Refuse who may not read a study: others than its owner need its link, and must be allowed to see the
    game."""
    if user == study.owner:
        return
    if not study.shared:
        raise NotFound("no_such_study")
    if study.table is not None:
        async with visit(study.table) as room:
            if not may_watch(room.snapshot, user):
                raise Refused("no_spectators")


async def names_of(study: StoredStudy, lang: str, visit: Visit) -> tuple[str, ...]:
    """Return the present names of the players of the game that is studied; none if a study names its own."""
    if study.table is None:
        return ()
    try:
        async with visit(study.table) as room:
            return tuple(names_in(room.snapshot.seats, lang))
    except Refusal:
        return ()


def seat_names(names: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """Return names of seats, those that nobody named by their numbers."""
    house = catalogue("house")(lang)
    return tuple(name or house("study_seat", number=seat) for seat, name in enumerate(names, 1))
