"""Before the house opens: one sentence if it cannot, and a database that is nobody else's to read."""

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from hanamachi.cli import sentence
from hanamachi.locales import catalogue
from hanamachi.server.accounts import cookie_keys
from hanamachi.server.db.connection import Database
from hanamachi.server.db.schema import MIGRATIONS, shapes
from hanamachi.server.db.startup import CannotOpen, in_words, prepare
from tests.postgres import Postgres


def refused(database: Path | str) -> str:
    with pytest.raises(CannotOpen) as refusal:
        prepare(str(database))
    assert sentence(refusal.value, catalogue("house")("en")).count("\n") == 0
    return refusal.value.reason


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    prepare(str(path))
    return path


def test_a_plain_path_is_enough_and_the_file_is_ours_alone(database: Path) -> None:
    """M4: it was made 0644 and holds the key of all cookies."""
    assert database.stat().st_mode & 0o777 == 0o600


def test_files_beside_it_are_ours_alone_and_older_ones_are_tightened(database: Path) -> None:
    """M4: -wal and -shm too."""
    database.chmod(0o644)
    with sqlite3.connect(database) as db:  # it stays open: so the log stays, too
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("INSERT INTO settings VALUES ('x', 'y')")
        db.commit()
        beside = sorted(database.parent.iterdir())
        assert [path.name for path in beside] == ["house.db", "house.db-shm", "house.db-wal"]
        prepare(str(database))
        assert {path.stat().st_mode & 0o777 for path in beside} == {0o600}
    db.close()


def test_a_file_that_is_no_database_is_said_to_be_damaged(tmp_path: Path) -> None:
    """Low: a traceback of more than 100 lines."""
    path = tmp_path / "house.db"
    path.write_bytes(b"something else" * 1000)
    assert refused(path) == "damaged_database"


@pytest.mark.parametrize("damage", ["half", "scrambled"])
def test_a_damaged_database_is_said_to_be_damaged(database: Path, damage: str) -> None:
    """Low: a traceback of more than 100 lines."""
    data = database.read_bytes()
    database.write_bytes(data[:6_000] if damage == "half" else data[:100] + b"\x5a" * 8_000 + data[8_100:])
    assert refused(database) == "damaged_database"


def test_no_permission_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(tmp_path) == "no_permission"
    assert refused(tmp_path / "nowhere" / "house.db") == "no_permission"

    def not_mine(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", not_mine)
    assert refused(tmp_path / "house.db") == "no_permission"


def test_a_database_in_use_is_said_to_be(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamachi.server.db.engine.PRAGMAS", ("busy_timeout=1",))
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert refused(database) == "busy_database"
    other.close()


def test_a_database_of_a_newer_house_is_not_touched(database: Path) -> None:
    db = sqlite3.connect(database)
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.execute("UPDATE settings SET value = '9998' WHERE name = 'since'")
    db.commit()
    db.close()
    assert refused(database) == "newer_database"


def test_a_database_that_cannot_hold_every_name_is_said(postgres: Postgres) -> None:
    """Without a locale initdb makes SQL_ASCII, in which text came back as bytes: a traceback."""
    with postgres.fresh("template0 ENCODING 'SQL_ASCII'") as url:
        assert refused(url) == "not_utf8"
    with postgres.fresh() as url:
        prepare(url)


def test_what_is_no_database_at_all_is_said() -> None:
    assert refused("nosuch://somewhere") == "bad_database"
    assert refused("postgresql+nosuch://me:secret@nowhere/x") == "bad_database"


def test_a_full_disk_is_said() -> None:
    db = sqlite3.connect(":memory:")
    db.execute("PRAGMA max_page_count=1")
    with pytest.raises(sqlite3.OperationalError) as full:
        db.execute("CREATE TABLE one (column)")
    wrapped = sa.exc.OperationalError("", {}, full.value)
    said = sentence(in_words(wrapped, "house.db"), catalogue("house")("en"))
    assert said == "The disk is full, so the database house.db cannot be written: database or disk is full."
    db.close()


def test_the_command_says_one_sentence_and_ends(database: Path) -> None:
    """Low: a damaged database or a full disk at start. No file may grow beyond what the database has."""

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, 4_096))

    command = [
        sys.executable,
        "-m",
        "hanamachi",
        "serve",
        "--port",
        "0",
        "--database",
        str(database),
        "--lang",
        "en",
    ]
    run = subprocess.run(command, capture_output=True, text=True, preexec_fn=no_room)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"The database {database} cannot be read or written: disk I/O error.\n"


async def keys(database: Path) -> list[bytes]:
    opened = Database(str(database))
    found = await opened.write(cookie_keys.keys)
    await opened.close()
    return found


def test_keys_can_be_changed_and_the_last_one_is_still_known(database: Path) -> None:
    """M2: no rotation."""
    first = asyncio.run(keys(database))
    cookie_keys.change_keys(str(database))
    second = asyncio.run(keys(database))
    assert second[1:] == first[:1]
    cookie_keys.change_keys(str(database))
    third = asyncio.run(keys(database))
    assert third[1] == second[0]
    assert first[0] not in third[:2]


def test_a_start_that_needs_no_migration_does_not_load_alembic(database: Path) -> None:
    """Loading it took a third of a second start."""
    code = "import sys; from hanamachi.server.db.startup import prepare; prepare(sys.argv[1]); assert 'alembic' not in sys.modules"
    subprocess.run([sys.executable, "-c", code, str(database)], check=True)


def test_files_of_migrations_are_named_after_them() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    found = ScriptDirectory.from_config(config).walk_revisions()
    assert shapes() == [script.revision for script in found][::-1]
