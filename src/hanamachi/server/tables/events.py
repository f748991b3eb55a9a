"""Describe what happened to a table, as values that the other packages can subscribe to."""

from typing import Literal

from msgspec import Struct

from hanamachi.server.tables.model import Snapshot

Origin = Literal["here", "elsewhere"]


class TableChanged(Struct, frozen=True):
    """A change of a table was committed. `origin`: by this process, or by another worker of the cluster."""

    table: str
    before: Snapshot
    after: Snapshot
    origin: Origin


class TalkChanged(Struct, frozen=True):
    """Lines were said at a table, or deleted, or their author was muted: by this process, or another."""

    table: str


class TableOpened(Struct, frozen=True):
    """This process committed a new table."""

    table: str
    snapshot: Snapshot
