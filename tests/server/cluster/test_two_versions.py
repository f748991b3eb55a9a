"""Two versions of one house on one database: a newer one only adds, and an older one plays on beside it."""

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from hanamachi.core.log import BotTakes
from hanamachi.games import GAMES
from hanamachi.server.db import schema
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import META, SINCE, migrate
from hanamachi.server.db.startup import CannotOpen, prepare
from hanamachi.server.storage.rehydrate import Newer, rehydrate
from hanamachi.server.storage.table_rows import load
from tests.postgres import Postgres
from tests.server.cluster.test_worker import Worker, worker
from tests.server.support.visitors import finish, two_players

VERSIONS = Path(schema.__file__).parent / "migrations"


def revisions() -> list[str]:
    """All from the oldest that may stand beside this one."""
    config = Config()
    config.set_main_option("script_location", str(VERSIONS))
    found = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    return [revision for revision in reversed(found) if revision >= SINCE]


def shape(url: str) -> dict[str, dict[str, Any]]:
    with closing(sa.create_engine(url, poolclass=sa.NullPool).connect()) as db:
        found = sa.inspect(db)
        return {
            table: {column["name"]: column for column in found.get_columns(table)}
            for table in found.get_table_names()
        }


def test_a_newer_shape_only_adds(tmp_path: Path) -> None:
    """Expand: whatever an older worker reads is there, and whatever it writes is enough. What is to go, goes when
    SINCE rises."""
    url = url_of(str(tmp_path / "house.db"))
    migrate(url, SINCE)
    for _, newer in pairwise(revisions()):
        before = shape(url)
        migrate(url, newer)
        after = shape(url)
        for table, columns in before.items():
            assert columns.keys() <= after[table].keys(), (newer, table)
            for name, column in after[table].items():
                old = columns.get(name)
                same = old and (str(old["type"]), old["nullable"]) == (
                    str(column["type"]),
                    column["nullable"],
                )
                optional = old is None and (column["nullable"] or column["default"] is not None)
                assert same or optional, (newer, table, name)


TOMORROW = """
ALTER TABLE tables ADD COLUMN mood text;
ALTER TABLE rows ADD COLUMN worth float NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN hat text;
CREATE TABLE moods (id text PRIMARY KEY);
UPDATE alembic_version SET version_num = '9999';
CREATE FUNCTION of_tomorrow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_TABLE_NAME = 'rows' THEN NEW.row := (NEW.row::jsonb || '{"took": 1.5}')::text; END IF;
  IF TG_TABLE_NAME = 'seats' THEN NEW.held := (NEW.held::jsonb || '{"hat": "straw"}')::text; END IF;
  IF TG_TABLE_NAME = 'tables' THEN NEW.setup := (NEW.setup::jsonb || '{"mood": {"sky": "grey"}}')::text; END IF;
  IF TG_TABLE_NAME = 'tables' THEN NEW.aside := (NEW.aside::jsonb || '{"whim": [1]}')::text; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER t BEFORE INSERT OR UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION of_tomorrow();
CREATE TRIGGER t BEFORE INSERT OR UPDATE ON seats FOR EACH ROW EXECUTE FUNCTION of_tomorrow();
CREATE TRIGGER t BEFORE INSERT OR UPDATE ON rows FOR EACH ROW EXECUTE FUNCTION of_tomorrow();
"""


def do(url: str, *statements: str) -> None:
    with sa.create_engine(url_of(url), poolclass=sa.NullPool).begin() as db:
        for statement in statements:
            db.exec_driver_sql(statement)


@pytest.fixture
def tomorrow(postgres: Postgres) -> Iterator[str]:
    """A database to which a newer house has added: columns, a table, and fields in all that is written."""
    with postgres.fresh("newest") as url:
        do(url, TOMORROW)
        yield url


def test_workers_of_today_play_on_where_a_newer_one_has_added(tomorrow: str) -> None:
    """They open, and whatever the newer one says in addition is passed over: a whole game, with a question between
    players at different workers."""
    prepare(tomorrow)
    with worker(tomorrow) as one, worker(tomorrow) as other:
        table, mika, rin = two_players(one.client, takebacks=True)
        with one.seat(mika, table, 0) as a, other.seat(rin, table, 1) as b:
            mover, rival = (a, b) if a.last["choices"] else (b, a)
            seq = mover.last["seq"]
            mover.play()
            rival.until(lambda told: told.get("seq") == seq + 1)
            mover.send(type="asktakeback", seat=mover.seat)
            rival.until(lambda told: told.get("takeback") is not None)
            rival.send(type="answertakeback", seat=rival.seat, agree=True)
            for each in (a, b):
                assert each.until(lambda told: told.get("seq") == seq + 2)["takeback"] is None
            while not a.last["result"]:
                mover, rival = (a, b) if a.last["choices"] else (b, a)
                seq = mover.play()["seq"]
                rival.until(lambda told, seq=seq: told.get("seq", 0) >= seq)
            assert finish(b)["result"]
        news_of_tomorrow(tomorrow, table, other)


def news_of_tomorrow(url: str, table: str, other: Worker) -> None:
    """A row of a kind that nobody knows today: no table is called damaged for it, a newer worker must be asked."""
    do(
        url,
        f"""UPDATE rows SET row = '{{"type": "danced", "seat": 0}}' WHERE table_id = '{table}' AND seq = 9""",
    )
    with sa.create_engine(url_of(url), poolclass=sa.NullPool).connect() as db:
        stored = load(db, table)
        assert stored is not None
        with pytest.raises(Newer):
            rehydrate(stored, GAMES)
    answer = other.client.get(f"/api/tables/{table}")
    assert answer.json()["reason"] == "newer_rules"


def test_what_a_worker_of_the_oldest_shape_writes_is_played_on(postgres: Postgres) -> None:
    """Its tables are known to it by their columns of then; what has come since stays empty."""
    with postgres.fresh() as url:
        migrate(url_of(url), SINCE)
        then = sa.MetaData()
        engine = sa.create_engine(url_of(url), poolclass=sa.NullPool)
        then.reflect(engine)
        migrate(url_of(url))
        with worker(url) as one:
            table, mika, rin = two_players(one.client)
            names = [name for name in ("tables", "seats", "rows") if name in META.tables]
            with engine.begin() as db:
                for name in names:
                    key = then.tables[name].c["id" if name == "tables" else "table_id"]
                    snapshot = [
                        dict(row._mapping)
                        for row in db.execute(sa.select(then.tables[name]).where(key == table))
                    ]
                    for row in snapshot:
                        row |= {key.name: "older"} | ({"number": 99} if name == "tables" else {})
                    db.execute(sa.insert(then.tables[name]), snapshot)
            with one.seat(mika, "older", 0) as a, one.seat(rin, "older", 1) as b:
                mover = a if a.last["choices"] else b
                assert mover.play()["seq"] > 1


def test_who_would_take_something_away_from_workers_that_are_open_is_refused(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    with postgres.fresh("newest") as url:
        monkeypatch.setattr(schema, "SINCE", "9999")
        prepare(url)
        do(url, "INSERT INTO workers (id, until) VALUES ('w', extract(epoch FROM now()) + 60)")
        with pytest.raises(CannotOpen, match=r"^older_workers"):
            prepare(url)


def test_every_kind_of_row_is_known() -> None:
    from hanamachi.server.storage.rehydrate import is_news
    from hanamachi.server.storage.table_rows import text

    assert not is_news(text(BotTakes(0, "novice")).encode())
    assert is_news(b'{"type":"danced","seat":0}')
    assert not is_news(b'{"seat":0}')
    assert not is_news(b"no JSON")
