"""Change notices between workers of this commit and of the commit before, which run side by side.

A notice only gains fields at its end: an older worker ignores what it does not know, and a newer one takes the
default for what is missing.
"""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec import Struct

from hanamachi.server.db.notify import ChangeNotice


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
