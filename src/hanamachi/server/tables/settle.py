"""Work out what follows by itself when a table changes: the one list of automatic consequences.

1. Offers and questions that the change made moot expire.
2. If a round ended, the table waits for the players who read how it ended.
3. An answer window opens or closes; none opens during that break.
4. The clock of the player who decided is charged, and the clock of the next one starts.
"""

from collections.abc import Callable, Collection

from hanamachi.core.game import Seat
from hanamachi.server.tables.clock_rules import Moment, timed
from hanamachi.server.tables.model import Playing, Snapshot
from hanamachi.server.tables.offers import without_expired_offers
from hanamachi.server.tables.round_break import round_ended


def settle(
    before: Snapshot,
    after: Snapshot,
    at: Moment,
    *,
    readers: Callable[[Playing], Collection[str]],
    reached: Callable[[Playing], frozenset[Seat]],
) -> Snapshot:
    """Return `after` with its consequences. `readers` returns the players who want to read how a round ended,
    `reached` the seats that can be asked now."""
    if not isinstance(after, Playing):
        return after
    settled = without_expired_offers(before, after)
    if round_ended(before, settled):
        settled = settled.with_side(readers=tuple(sorted(readers(settled))))
    return timed(before, with_due_window(settled, reached), at)


def with_due_window(snapshot: Playing, reached: Callable[[Playing], frozenset[Seat]]) -> Playing:
    """Return the table with the answer window that is due; the same value if that is open already."""
    if snapshot.table.game.silence is None:
        return snapshot
    return snapshot.with_window(frozenset() if snapshot.side.readers else reached(snapshot))
