"""Decide what spectators may see, by a policy that is set before players sit down.

`public`: what all at the table may know. `seat`: also what a player sees who allows it. `referee`: also what
is hidden from no seat: everything in a game without secrets, in others only after the end.
"""

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.server.tables.model import Playing, Snapshot, may_watch, people_at, seats_of
from hanamachi.server.tables.transitions import Transition, playing

POLICIES = ("public", "seat", "referee")


def check_policy(watching: str) -> str:
    """Refuse an unknown policy."""
    if watching not in POLICIES:
        raise Refused("bad_watching", value=watching, known=POLICIES)
    return watching


def lends(snapshot: Snapshot, seat: Seat) -> bool:
    """Return True if spectators may see what this seat sees now."""
    return isinstance(snapshot, Playing) and snapshot.setup.watching == "seat" and seat in snapshot.side.shown


def check_eyes(snapshot: Snapshot, guest: str, seat: Seat) -> None:
    """Refuse a user who may not see what this seat sees. Players see their own seat alone."""
    if not may_watch(snapshot, guest):
        raise Refused("no_spectators")
    if seats_of(snapshot, guest):
        raise Refused("own_eyes")
    if not lends(snapshot, seat):
        raise Refused("no_consent")


def show(seat: Seat, *, on: bool) -> Transition:
    """Let spectators see what this seat sees, or stop it."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        if here.setup.watching != "seat":
            raise Refused("no_lending")
        if seat not in people_at(here):
            raise Refused("gave_up")
        shown = {*here.side.shown, seat} if on else set(here.side.shown) - {seat}
        return here.with_side(shown=tuple(sorted(shown)))

    return transition


def referees(snapshot: Playing) -> bool:
    """Return True if spectators see everything during the game."""
    return snapshot.setup.watching == "referee" and not snapshot.table.game.secrets
