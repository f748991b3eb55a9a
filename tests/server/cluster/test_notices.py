"""Change notices between workers of this commit and of the commit before, which run side by side.

A notice only gains fields at its end: an older worker ignores what it does not know, and a newer one takes the
default for what is missing.
"""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec import Struct

from hanamachi.server.db.notify import MOST_BYTES, AddedRows, ChangeNotice, parts


class NoticeBefore(Struct, frozen=True, array_like=True):
    """A frozen copy of the notice before this version. Do not change it: add a copy when the notice grows."""

    worker: str
    tables: Sequence[str] = ()
    my_tables: Sequence[str] = ()
    closing: bool = False
    guests: Sequence[str] = ()
    lobby: bool = False


SENT_BEFORE = [  # payloads of NOTIFY as it was written then
    (b'["w1",["t1","t2"],["t1"],false,[],false]', ChangeNotice("w1", ["t1", "t2"], ["t1"])),
    (b'["w1",[],[],true,[],false]', ChangeNotice("w1", [], [], closing=True, guests=[])),
    (
        b'["w1",["t1"],["t1"],false,["g1"],true]',
        ChangeNotice("w1", ["t1"], ["t1"], guests=["g1"], lobby=True),
    ),
]


def values(notice: Struct) -> list[object]:
    """The values that both versions have, in their order: a notice travels as an array, without names."""
    count = len(NoticeBefore.__struct_fields__)
    found = [getattr(notice, field) for field in notice.__struct_fields__[:count]]
    return [list(each) if isinstance(each, (list, tuple)) else each for each in found]


@pytest.mark.parametrize(("payload", "notice"), SENT_BEFORE)
def test_a_notice_of_the_commit_before_is_read(payload: bytes, notice: ChangeNotice) -> None:
    assert values(msgspec.json.decode(payload, type=ChangeNotice)) == values(notice)


@pytest.mark.parametrize(("payload", "notice"), SENT_BEFORE)
def test_a_worker_of_the_commit_before_reads_our_notice(payload: bytes, notice: ChangeNotice) -> None:
    sent = msgspec.json.encode(notice)
    assert sent.startswith(payload.removesuffix(b"]"))
    assert values(msgspec.json.decode(sent, type=NoticeBefore)) == values(notice)


PAYLOAD = 8_000  # bytes that PostgreSQL takes


def test_a_long_notice_is_split_and_rows_stay_with_their_table() -> None:
    tables = [f"table-{n:04}" for n in range(900)]
    added = [AddedRows(table, 1, 7, ['{"type":"played"}' * 10]) for table in tables[::3]]
    notice = ChangeNotice("w", tables, tables[::2], guests=["g"], lobby=True, added=added)
    found = list(parts(notice))
    assert max(len(msgspec.json.encode(part)) for part in found) < PAYLOAD
    assert [table for part in found for table in part.tables] == tables
    assert [table for part in found for table in part.my_tables] == tables[::2]
    assert [rows for part in found for rows in part.added] == added
    assert all(rows.table in part.tables for part in found for rows in part.added)
    assert [list(part.guests) for part in found] == [["g"], *([[]] * (len(found) - 1))]


def test_talk_at_many_tables_is_told_in_notices_of_its_own() -> None:
    """As when somebody is erased who talked everywhere."""
    tables = [f"table-{n:04}" for n in range(2000)]
    found = list(parts(ChangeNotice("w", tables[:3], guests=["g"], talk=tables)))
    assert max(len(msgspec.json.encode(part)) for part in found) < PAYLOAD
    assert [table for part in found for table in part.talk] == tables
    assert [list(part.tables) for part in found if part.tables] == [tables[:3]]


def test_rows_that_no_notice_can_carry_are_left_out() -> None:
    long = AddedRows("t", 1, 0, ["x" * MOST_BYTES])
    (found,) = parts(ChangeNotice("w", ["t"], added=[long]))
    assert (found.tables, found.added) == (["t"], [])
