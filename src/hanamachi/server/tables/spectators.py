"""What who looks on may see: a table's rule, which stands there before anybody sits down.

`public`: what everybody at the table may know. `seat`: that, or what a player knows who allows it. `referee`:
all that is hidden from no seat any more: in a game without secrets everything, in others once it is over.
"""

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.server.tables.model import Kept, Playing, may_watch, people_at, seats_of
from hanamachi.server.tables.transitions import Deed, playing

POLICIES = ("public", "seat", "referee")


def check_policy(watching: str) -> str:
    if watching not in POLICIES:
        raise Refused("bad_watching", value=watching, known=POLICIES)
    return watching


def lends(kept: Kept, seat: Seat) -> bool:
    """Whether others may look through this seat's eyes now."""
    return isinstance(kept, Playing) and kept.setup.watching == "seat" and seat in kept.aside.shown


def check_eyes(kept: Kept, guest: str, seat: Seat) -> None:
    """Who plays here has no other eyes than their own."""
    if not may_watch(kept, guest):
        raise Refused("no_spectators")
    if seats_of(kept, guest):
        raise Refused("own_eyes")
    if not lends(kept, seat):
        raise Refused("no_consent")


def show(seat: Seat, *, on: bool) -> Deed:
    """A player lets others look through their eyes, or no longer."""

    def deed(kept: Kept) -> Kept:
        here = playing(kept)
        if here.setup.watching != "seat":
            raise Refused("no_lending")
        if seat not in people_at(here):
            raise Refused("gave_up")
        shown = {*here.aside.shown, seat} if on else set(here.aside.shown) - {seat}
        return here.saying(shown=tuple(sorted(shown)))

    return deed


def referees(kept: Playing) -> bool:
    """Whether all is open to who looks on while the game goes on: where nothing is hidden from any seat."""
    return kept.setup.watching == "referee" and not kept.table.game.secrets
