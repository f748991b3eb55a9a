"""Remember which guests of an address are in the match queue: an address may have only a few entries."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection

JOINING_SECONDS = 30.0  # within which a guest who asked to join is in the queue
REMEMBERED = 10_000  # addresses; the one that was quiet for longest is forgotten first


class AddressEntries:
    """The guests who asked to join from each address. Guests without an entry are forgotten."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, remembered: int = REMEMBERED) -> None:
        self.clock, self.remembered = clock, remembered
        self.guests: OrderedDict[str, dict[str, float]] = OrderedDict()  # by address: when each asked

    def add(self, address: str, guest: str) -> set[str]:
        """Note that a guest asks to join; return the other guests of this address."""
        here = self.guests.setdefault(address, {})
        here[guest] = self.clock()
        self.guests.move_to_end(address)
        if len(self.guests) > self.remembered:
            self.guests.popitem(last=False)
        return here.keys() - {guest}

    def keep(self, address: str, queued: Collection[str]) -> None:
        """Forget the guests who are not in the queue, except those who asked a moment ago."""
        before = self.clock() - JOINING_SECONDS
        here = self.guests.get(address, {})
        for guest in [each for each, then in here.items() if then < before and each not in queued]:
            del here[guest]
