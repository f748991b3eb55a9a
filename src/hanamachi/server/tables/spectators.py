"""What who looks on may see: a table's rule, which stands there before anybody sits down.

`public`: what everybody at the table may know. `seat`: that, or what a player knows who allows it. `referee`:
all that is hidden from no seat any more: in a game without secrets everything, in others once it is over.
"""

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.server.tables.model import Playing, Snapshot, may_watch, people_at, seats_of
from hanamachi.server.tables.transitions import Transition, playing

POLICIES = ("public", "seat", "referee")


def check_policy(watching: str) -> str:
    if watching not in POLICIES:
        raise Refused("bad_watching", value=watching, known=POLICIES)
    return watching


def lends(snapshot: Snapshot, seat: Seat) -> bool:
    """Whether others may look through this seat's eyes now."""
    return isinstance(snapshot, Playing) and snapshot.setup.watching == "seat" and seat in snapshot.side.shown


def check_eyes(snapshot: Snapshot, guest: str, seat: Seat) -> None:
    """Who plays here has no other eyes than their own."""
    if not may_watch(snapshot, guest):
        raise Refused("no_spectators")
    if seats_of(snapshot, guest):
        raise Refused("own_eyes")
    if not lends(snapshot, seat):
        raise Refused("no_consent")


def show(seat: Seat, *, on: bool) -> Transition:
    """A player lets others look through their eyes, or no longer."""

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
    """Whether all is open to who looks on while the game goes on: where nothing is hidden from any seat."""
    return snapshot.setup.watching == "referee" and not snapshot.table.game.secrets
