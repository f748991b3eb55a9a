"""Copies of a house: made while games go on, put back where none is, and looked through."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.cli import main
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from hanamachi.server.db.engine import is_shared, url_of
from hanamachi.server.db.schema import FORGOTTEN, GUESTS
from hanamachi.server.ops.backup import CannotCopy, backup, restore
from hanamachi.server.ops.check import check
from hanamachi.server.runtime.digests import digest
from tests.postgres import Postgres
from tests.server.support.visitors import HOST, Seat, guest, open_table, two_players


def test_a_house_comes_back_as_it_was_while_games_went_on(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    copy = tmp_path / "copy"
    with TestClient(make_app(database), base_url=HOST) as house:
        table, mika, rin = two_players(house)
        with (
            house.websocket_connect("/ws", headers=mika) as a,
            house.websocket_connect("/ws", headers=rin) as b,
        ):
            seats = [Seat(a, table, 0), Seat(b, table, 1)]
            for n in range(6):
                mover = next(seat for seat in seats if seat.last["choices"])
                mover.play()
                seats[1 - seats.index(mover)].hear()
                if n == 2:
                    backup(database, copy)
                    then = mover.last["seq"]
    assert copy.stat().st_mode & 0o777 == 0o600
    if is_shared(database):
        server: Postgres = request.getfixturevalue("postgres")
        with server.fresh() as other:
            comes_back(copy, other, table, mika, then)
    else:
        comes_back(copy, str(tmp_path / "other.db"), table, mika, then)


def comes_back(copy: Path, database: str, table: str, mika: dict[str, str], seq: int) -> None:
    restore(copy, database)
    with pytest.raises(CannotCopy, match="house_exists"):
        restore(copy, database)
    with (
        TestClient(make_app(database), base_url=HOST) as house,
        house.websocket_connect("/ws", headers=mika) as a,
    ):
        assert Seat(a, table, 0).last["seq"] == seq
    assert [looked.wrong for looked in check(database, GAMES)] == [()]


SPOILED = {
    "damaged_log": "DELETE FROM rows WHERE seq = 10",
    "wrong_turn": "UPDATE tables SET turn = 1 - turn",
    "wrong_result": "UPDATE tables SET finished = NOT finished",
    "unknown_game": """UPDATE tables SET setup = replace(setup, '"okiya"', '"go"')""",
    "newer_rules": """UPDATE tables SET setup = replace(setup, '"version":1', '"version":99')""",
    "named_row": """UPDATE rows SET row = replace(row, '"seat":0,"name":""', '"seat":0,"name":"Mika"')""",
    "lost_rematch": "UPDATE tables SET child = 'nowhere'",
}


@pytest.fixture
def house_with_a_game(database: str) -> str:
    with TestClient(make_app(database), base_url=HOST) as house:
        two_players(house)
    return database


@pytest.mark.parametrize("fault", SPOILED)
def test_what_is_wrong_is_said(
    house_with_a_game: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = sa.create_engine(url_of(house_with_a_game), poolclass=sa.NullPool)
    with engine.begin() as db:
        db.exec_driver_sql(SPOILED[fault])
    with pytest.raises(SystemExit) as ended:
        main(["check", "--database", house_with_a_game, "--lang", "en"])
    assert ended.value.code == 1
    assert capsys.readouterr().out.endswith("Tables with problems: 1.\n")
    assert [looked.wrong for looked in check(house_with_a_game, GAMES)] == [(fault,)]


def test_who_was_forgotten_after_the_copy_was_made_is_forgotten_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game that went on in the copy is given up when the house opens."""
    path, copy, other, names = (str(tmp_path / name) for name in ("house.db", "copy", "other.db", "list"))
    with TestClient(make_app(path), base_url=HOST) as house:
        _, mika, rin = two_players(house)
        backup(path, Path(copy))
        assert house.delete("/api/me", headers=mika).status_code == 204
    digest = said(capsys, "forgotten", "--database", path)
    Path(names).write_text(f"{digest}\n")
    told = said(capsys, "restore", copy, "--forgotten", names, "--database", other)
    assert told.endswith("Players deleted again: 1.")
    with TestClient(make_app(other), base_url=HOST) as house:
        assert house.get("/api/me", headers=rin).json()["tables"][0]["names"] == ["Someone", "Rin"]
    assert said(capsys, "forgotten", "--database", other) == digest
    Path(names).write_text("Mika")
    assert "is not a list" in said(capsys, "restore", copy, "--forgotten", names, "--database", "x.db")
    assert "There is no server data" in said(capsys, "forgotten", "--database", "x.db")


def test_who_came_back_with_a_copy_is_noticed(house_with_a_game: str) -> None:
    engine = sa.create_engine(url_of(house_with_a_game), poolclass=sa.NullPool)
    with engine.begin() as db:
        somebody = db.scalars(sa.select(GUESTS.c.id)).first() or ""
        db.execute(sa.insert(FORGOTTEN).values(digest=digest(somebody), at=0.0))
    assert [looked.wrong for looked in check(house_with_a_game, GAMES)] == [("not_forgotten",)]


def test_a_result_that_was_written_otherwise_is_found(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        table, mika, _ = two_players(house)
        with house.websocket_connect("/ws", headers=mika) as a:
            seat = Seat(a, table, 0)
            seat.send(type="resign", seat=0)
            seat.until(lambda told: told.get("result"))
    assert [looked.wrong for looked in check(database, GAMES)] == [()]
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.begin() as db:
        db.exec_driver_sql("UPDATE seats SET came = 'won'")
        db.exec_driver_sql("UPDATE tables SET result = replace(result, 'resigned', 'flagged')")
    assert [looked.wrong for looked in check(database, GAMES)] == [("wrong_result", "wrong_outcome")]


def said(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    with pytest.raises(SystemExit):
        main([*command, "--lang", "en"])
    told = capsys.readouterr()
    return (told.out + told.err).strip()


def damaged(copy: Path, how: str) -> Path:
    """The copy of a house after something happened to it."""
    data = copy.read_bytes()
    half = len(data) // 2
    broken = copy.with_name("damaged")
    broken.write_bytes(
        {"cut": data[:half], "overwritten": data[:512] + b"\xff" * half + data[half + 512 :]}[how]
    )
    return broken


@pytest.mark.parametrize("how", ["cut", "overwritten"])
def test_a_damaged_copy_leaves_nothing_behind(
    house_with_a_game: str,
    how: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """N11: so the good copy can be put back afterwards."""
    copy = tmp_path / "copy"
    backup(house_with_a_game, copy)
    broken = damaged(copy, how)
    if is_shared(house_with_a_game):
        server: Postgres = request.getfixturevalue("postgres")
        with server.fresh() as other:
            nothing_is_left(copy, broken, other, capsys)
            return
    before = sorted(tmp_path.iterdir())
    nothing_is_left(copy, broken, str(tmp_path / "other.db"), capsys)
    assert sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / "other.db"])


def nothing_is_left(copy: Path, broken: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "The copy failed" in said(capsys, "restore", str(broken), "--database", database)
    assert "There is no server data in" in said(capsys, "check", "--database", database)
    assert "is restored from" in said(capsys, "restore", str(copy), "--database", database)
    assert said(capsys, "check", "--database", database).endswith("Tables with problems: 0.")


def test_what_is_no_house_is_called_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file without anything in it, a database without tables, and a copy of something else."""
    empty, other = tmp_path / "empty.db", tmp_path / "other.db"
    empty.touch()
    assert said(capsys, "check", "--database", str(empty)) == f"There is no server data in {empty}."
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE birds (name TEXT)")
    assert said(capsys, "check", "--database", str(other)) == f"There is no server data in {other}."
    assert "is not a copy of a server" in said(
        capsys, "restore", str(other), "--database", str(tmp_path / "x.db")
    )
    assert not (tmp_path / "x.db").exists()


def test_the_commands_say_what_they_did_and_why_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, copy, other = (str(tmp_path / name) for name in ("house.db", "copy", "other.db"))
    assert said(capsys, "backup", copy, "--database", database) == f"There is no server data in {database}."
    with TestClient(make_app(database), base_url=HOST) as house:
        open_table(house, guest(house, "Mika"))
    assert said(capsys, "backup", copy, "--database", database).startswith(f"The server is saved in {copy} (")
    assert "already exists" in said(capsys, "backup", copy, "--database", database)
    assert said(capsys, "restore", copy, "--database", other) == f"The server is restored from {copy}."
    assert "nothing is overwritten" in said(capsys, "restore", copy, "--database", other)
    assert said(capsys, "check", "--database", other).endswith("Tables with problems: 0.")
    (tmp_path / "text").write_text("no copy")
    assert "is not a copy of a server" in said(
        capsys, "restore", str(tmp_path / "text"), "--database", "x.db"
    )
    assert "goes into a file" in said(capsys, "restore", copy, "--database", "postgresql://nowhere/x")
    assert "cannot be read" in said(capsys, "restore", str(tmp_path / "none"), "--database", "x.db")
