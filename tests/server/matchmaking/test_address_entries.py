"""Count the queue entries of an address, in bounded memory."""

from hanamachi.server.matchmaking.address_entries import JOINING_SECONDS, AddressEntries


def test_guests_without_an_entry_and_quiet_addresses_are_forgotten() -> None:
    now = 0.0
    entries = AddressEntries(lambda: now, remembered=2)
    assert entries.add("a", "mika") == set()
    assert entries.add("a", "rin") == {"mika"}
    entries.keep("a", ["rin"])
    assert entries.add("a", "aki") == {"mika", "rin"}  # Mika may be joining
    now = JOINING_SECONDS + 1
    entries.keep("a", ["rin"])
    assert entries.add("a", "mika") == {"rin"}
    for address in ("b", "c"):
        entries.add(address, "kiku")
    assert entries.add("a", "aki") == set()
