"""Store the opinions of judges on finished games, so that each is formed once."""

from collections.abc import Callable

import msgspec
import sqlalchemy as sa

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.server.db.schema import OPINIONS
from hanamachi.server.tables.model import Setup


def judge_of(setup: Setup) -> str:
    """Return the key of the opinions on a game: the judge, its edition and its curve, the version of the
    log."""
    ladder = ladder_of(setup.game)
    curve = f" {ladder.curve.slope} {ladder.curve.shift}" if ladder.curve else ""
    return f"{ladder.judge} {ladder.edition}{curve} {setup.version}"


def save(table: str, judge: str, seq: int, opinion: Opinion) -> Callable[[sa.Connection], None]:
    text = msgspec.json.encode(opinion).decode()

    def job(db: sa.Connection) -> None:
        db.execute(sa.delete(OPINIONS).where(*_of(table, judge), OPINIONS.c.seq == seq))
        db.execute(sa.insert(OPINIONS).values(table_id=table, judge=judge, seq=seq, opinion=text))

    return job


def saved_opinions(table: str, judge: str) -> Callable[[sa.Connection], dict[int, Opinion | None]]:
    """Return the stored opinions by the row of their decision."""

    def job(db: sa.Connection) -> dict[int, Opinion | None]:
        found = db.execute(sa.select(OPINIONS.c.seq, OPINIONS.c.opinion).where(*_of(table, judge)))
        return {seq: msgspec.json.decode(text, type=Opinion) for seq, text in found}

    return job


def _of(table: str, judge: str) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return OPINIONS.c.table_id == table, OPINIONS.c.judge == judge
