"""Writes that fail: what fails takes its whole commit with it."""

import asyncio
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from hanamachi.core.words import Refusal
from hanamachi.server.db import key_value
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import NotSaved, WriteScope
from hanamachi.server.db.prepared import Prepared
from hanamachi.server.db.schema import SETTINGS
from tests.postgres import Postgres

PUT = Prepared(sa.insert(SETTINGS))
GET = Prepared(sa.select(SETTINGS.c.value).where(SETTINGS.c.name == sa.bindparam("name")))
LOCKING = WriteScope(["t"])


def put(db: sa.Connection, name: str) -> None:
    PUT(db, [{"name": name, "value": "1"}])


def names(path: str, *changes: Callable[[sa.Connection], Any]) -> tuple[list[Any], list[str]]:
    """Run writes one after the other. Return the type of what each answers, and the names that are stored."""

    async def run() -> tuple[list[Any], list[str]]:
        database = Database(path)
        await database.open()
        answers = []
        for change in changes:
            try:
                answers.append(await database.write(change, LOCKING))
            except Refusal as refusal:
                answers.append(type(refusal))
        found = await database.read(lambda db: sorted(key_value.with_prefix(db, "x")))
        await database.close()
        return answers, found

    return asyncio.run(run())


def test_a_statement_that_fails_takes_the_commit_with_it(database: str) -> None:
    """Also those that were sent before it, and nobody waited for their answers."""

    def twice(db: sa.Connection) -> None:
        put(db, "x2")
        put(db, "x1")
        put(db, "x3")

    answers, found = names(database, lambda db: put(db, "x1"), twice, lambda db: put(db, "x4"))
    assert (answers, found) == ([None, NotSaved, None], ["x1", "x4"])


def test_a_statement_of_sqlalchemy_sees_what_was_sent_before_it(database: str) -> None:
    def both(db: sa.Connection) -> str | None:
        put(db, "x1")
        seen = key_value.get(db, "x1")
        put(db, "x2")
        return seen

    answers, found = names(database, both, both, lambda db: GET.scalar(db, {"name": "x2"}))
    assert (answers, found) == (["1", NotSaved, "1"], ["x1", "x2"])


def test_a_refusal_leaves_nothing_and_the_connection_goes_on(database: str) -> None:
    def refuse(db: sa.Connection) -> None:
        put(db, "x1")
        raise Refusal("stale", seq=0, now=0)

    answers, found = names(database, refuse, lambda db: put(db, "x2"))
    assert (answers, found) == ([Refusal, None], ["x2"])


def test_a_cut_connection_costs_no_write(postgres: Postgres) -> None:
    async def run(url: str) -> list[str]:
        database = Database(url)
        await database.open()
        await database.write(lambda db: put(db, "x1"), LOCKING)
        assert postgres.cut(1)
        await database.write(lambda db: put(db, "x2"), LOCKING)
        found = await database.read(lambda db: sorted(key_value.with_prefix(db, "x")))
        await database.close()
        return found

    with postgres.fresh("newest") as url:
        assert asyncio.run(run(url)) == ["x1", "x2"]
