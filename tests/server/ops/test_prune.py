"""hanamachi prune: old games are packed to the byte; lists, replays, records, reviews and erasing never notice."""

import io
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.cli import main
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.db.schema import OPINIONS, ROWS, TABLES
from hanamachi.server.ops.check import check
from hanamachi.server.ops.prune import CannotPrune, count, prune, seconds_of
from hanamachi.server.storage import archive
from hanamachi.server.storage.rehydrate import Newer, rehydrate
from hanamachi.server.storage.table_rows import StoredTable, load
from tests.kept.houses import unpack
from tests.server.support.visitors import HOST, Seat, guest, open_table, two_players


def engine_of(database: str) -> sa.Engine:
    return sa.create_engine(url_of(database), poolclass=sa.NullPool)


def rows_of(database: str, table: str) -> list[str]:
    with engine_of(database).begin() as db:
        return list(db.scalars(sa.select(ROWS.c.row).where(ROWS.c.table_id == table).order_by(ROWS.c.seq)))


def stored(database: str, table: str) -> StoredTable:
    engine = make_engine(url_of(database), 1, "")
    with engine.begin() as db:
        found = load(db, table)
    engine.dispose()
    assert found is not None
    return found


def pack_all(database: str) -> int:
    return sum(done.games for done in prune(database, 0))


def give_up(house: TestClient, table: str, who: dict[str, str], seat: int = 0) -> None:
    with house.websocket_connect("/ws", headers=who) as socket:
        player = Seat(socket, table, seat)
        player.send(type="resign", seat=seat)
        player.until(lambda told: told.get("result"))


def two_games(house: TestClient) -> tuple[str, str, dict[str, str], dict[str, str]]:
    """One that is over, with a clock and some moves, and one that goes on."""
    over, mika, rin = two_players(house, clock={"type": "live", "base": 300, "increment": 5})
    with (
        house.websocket_connect("/ws", headers=mika) as a,
        house.websocket_connect("/ws", headers=rin) as b,
    ):
        seats = [Seat(a, over, 0), Seat(b, over, 1)]
        for _ in range(4):
            for seat in seats:
                seat.until(lambda told: "choices" in told)  # and not a ping of the clock
            mover = next(seat for seat in seats if seat.last["choices"])
            seq = mover.last["seq"]
            mover.play()
            for seat in seats:
                seat.until(lambda told, seq=seq: told.get("seq", 0) > seq)
    give_up(house, over, mika)
    return over, open_table(house, mika), mika, rin


def seen(house: TestClient, table: str, who: dict[str, str]) -> list[Any]:
    """All that a player can read about a finished game."""
    paths = [f"/api/tables/{table}{rest}" for rest in ("", "/replay?eyes=0", "/record")]
    read = [patiently(house, path, who) for path in (*paths, "/api/me/games?state=finished")]
    exported = patiently(house, "/api/me/export", who)
    return [*read, exported["games"], exported["seats"]]


def patiently(house: TestClient, path: str, who: dict[str, str]) -> Any:
    """Ask again on a machine that is too busy."""
    while (answer := house.get(path, headers=who)).status_code != 200:
        assert answer.json()["reason"] == "took_too_long", answer.text
    return answer.json()


def test_whoever_looks_at_a_packed_game_sees_no_difference(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        over, running, mika, rin = two_games(house)
        before, kept = seen(house, over, mika), stored(database, over)
        assert kept.clocks is not None
        assert kept.clocks.took, "seconds of decisions are packed, too"
        assert pack_all(database) == 1
        assert pack_all(database) == 0, "nothing is packed twice"
        assert len(rows_of(database, over)) == 1
        assert len(rows_of(database, running)) > 1, "games that go on are never touched"
        assert stored(database, over) == kept
        assert seen(house, over, mika) == before
    with TestClient(make_app(database), base_url=HOST) as house:  # not from the memory of a room
        assert seen(house, over, mika) == before
        with house.websocket_connect("/ws", headers=rin) as socket:
            assert Seat(socket, over, 1).last["result"]
    assert [looked.wrong for looked in check(database, GAMES)] == [(), ()]
    assert [looked.rows for looked in check(database, GAMES)] == [
        len(kept.rows),
        len(stored(database, running).rows),
    ]


def test_a_packed_game_is_reviewed_offered_again_and_erased(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        over, _, mika, rin = two_games(house)
        assert house.get(f"/api/tables/{over}/review", headers=mika).status_code == 200
        pack_all(database)
        with engine_of(database).begin() as db:
            db.execute(sa.delete(OPINIONS))
        assert house.get(f"/api/tables/{over}/review", headers=rin).status_code == 200
        with house.websocket_connect("/ws", headers=mika) as socket:
            player = Seat(socket, over, 0)
            player.send(type="rematch", seat=0)
            child = player.until(lambda told: told["table"]["child"])["table"]["child"]
        assert stored(database, over).child == child
        assert len(rows_of(database, over)) == 1
        assert house.delete("/api/me", headers=mika).status_code == 204
        listed = house.get("/api/me/games", headers=rin).json()["games"]
        assert [one["names"] for one in listed if one["id"] == over] == [["Someone", "Rin"]]
    assert not [looked for looked in check(database, GAMES) if looked.wrong]


def test_players_go_on_beside_it(database: str) -> None:
    """Rooms that are open know the rows that were packed under them."""
    with TestClient(make_app(database), base_url=HOST) as house:
        over, running, mika, _ = two_games(house)
        with (
            house.websocket_connect("/ws", headers=mika) as a,
            house.websocket_connect("/ws", headers=mika) as b,
        ):
            watched, playing = Seat(a, over, 0), Seat(b, running, 0)
            playing.until(lambda told: told.get("choices"))
            assert pack_all(database) == 1
            seq = playing.last["seq"]
            assert playing.play()["seq"] > seq
            watched.send(type="rematch", seat=0)
            assert watched.hear()["table"]["child"]


def test_only_games_that_are_old_enough_are_packed(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        old, _, mika, _ = two_games(house)
        new = open_table(house, mika)
        give_up(house, new, mika)
    year = seconds_of("365d")
    assert count(database, year).games == 0
    with engine_of(database).begin() as db:
        db.execute(sa.update(TABLES).where(TABLES.c.id == old).values(moved=TABLES.c.moved - year - 60))
    found = count(database, year)
    assert (found.games, found.rows) == (1, len(rows_of(database, old)))
    (done, nothing) = prune(database, year)
    assert (done.games, nothing.games) == (1, 0)
    assert done.before == found.before > done.after > 0
    assert len(rows_of(database, new)) > 1


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE tables SET damaged = TRUE",
        "UPDATE tables SET result = NULL",
        "UPDATE tables SET finished = FALSE",
        "UPDATE rows SET row = '{' WHERE seq = 3",
        "DELETE FROM rows WHERE seq = 3",
    ],
)
def test_what_cannot_be_brought_back_is_left_alone(database: str, spoil: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        two_games(house)
    with engine_of(database).begin() as db:
        db.exec_driver_sql(spoil)
        before = db.execute(sa.select(ROWS).order_by(ROWS.c.table_id, ROWS.c.seq)).all()
    assert pack_all(database) == 0
    with engine_of(database).begin() as db:
        assert db.execute(sa.select(ROWS).order_by(ROWS.c.table_id, ROWS.c.seq)).all() == before


def test_a_server_that_is_too_old_refuses_a_packed_game_and_changes_nothing(database: str) -> None:
    """It reads the rows as they are."""
    with TestClient(make_app(database), base_url=HOST) as house:
        over, *_ = two_games(house)
    kept = stored(database, over)
    pack_all(database)
    rows = [(seq, row.encode()) for seq, row in enumerate(rows_of(database, over))]
    as_read = StoredTable(kept.setup, kept.seats, rows)
    with pytest.raises(Newer):
        rehydrate(as_read, GAMES)


def test_games_of_older_rules_are_packed_as_they_are_and_stay_packed_when_upgraded(tmp_path: Path) -> None:
    plain, packed = (str(tmp_path / name) for name in ("plain.db", "packed.db"))
    unpack("0002", plain)
    with TestClient(make_app(plain), base_url=HOST), engine_of(plain).connect() as db:
        while db.scalar(sa.select(TABLES.c.id).where(TABLES.c.finished, TABLES.c.result.is_(None))):
            db.rollback()  # until the server has written down how these games ended
    shutil.copy(plain, packed)
    with engine_of(packed).begin() as db:
        over = list(db.scalars(sa.select(TABLES.c.id).where(TABLES.c.finished, TABLES.c.result.is_not(None))))
    assert len(over) > 2
    assert pack_all(packed) == len(over)
    for path in (plain, packed):
        with TestClient(make_app(path), base_url=HOST) as house:
            who = guest(house, "Rin")
            for table in over:
                assert house.get(f"/api/tables/{table}", headers=who).status_code in (200, 403)
    for table in over:
        assert stored(packed, table) == stored(plain, table)
        assert len(rows_of(packed, table)) == 1
    assert list(check(packed, GAMES)) == list(check(plain, GAMES))


def test_names_that_older_workers_wrote_are_not_packed(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        over, *_ = two_games(house)
    with engine_of(database).begin() as db:
        db.exec_driver_sql(
            'UPDATE rows SET row = replace(row, \'"seat":0,"name":""\', \'"seat":0,"name":"Mika"\')'
        )
    pack_all(database)
    assert not [row for _, row in stored(database, over).rows if b"Mika" in row]


def copied(database: str, table: str, times: int) -> None:
    """Copy a finished game many times, as years would."""
    with closing(sqlite3.connect(database)) as db:
        for name in ("tables", "seats", "rows"):
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            key = "id" if name == "tables" else "table_id"
            values = ", ".join(
                "? || " + column if column == key else "number + ?" if column == "number" else column
                for column in columns
            )
            for n in range(times):
                given = [n if "number" in value else f"{n}x" for value in values.split(", ") if "?" in value]
                db.execute(f"INSERT INTO {name} SELECT {values} FROM {name} WHERE {key} = ?", [*given, table])
        db.commit()


def test_after_kill_9_nothing_is_lost_and_the_next_call_goes_on(tmp_path: Path) -> None:
    database, games = str(tmp_path / "house.db"), 400
    with TestClient(make_app(database), base_url=HOST) as house:
        over, *_ = two_games(house)
    copied(database, over, games)
    kept = stored(database, over)
    command = [
        sys.executable,
        "-m",
        "hanamachi",
        "prune",
        "--older-than",
        "0d",
        "--yes",
        "--database",
        database,
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not 0 < (left := count(database, 0).games) <= games:  # until the first few are packed
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    left = count(database, 0).games
    assert 0 < left <= games
    assert not [looked for looked in check(database, GAMES) if looked.wrong]
    assert pack_all(database) == left
    for n in (0, games // 2, games - 1):
        assert stored(database, f"{n}x{over}").rows == kept.rows


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(["prune", *args, "--lang", "en"])
    told = capsys.readouterr()
    return int(ended.value.code or 0), (told.out + told.err).strip()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_command_asks_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "house.db")
    with TestClient(make_app(database), base_url=HOST) as house:
        over, *_ = two_games(house)
    rows = len(rows_of(database, over))
    where = ("--database", database, "--older-than", "0d")
    found = f"Finished games that are old enough: 1, with {rows} rows, 0.00 MB."
    assert said(capsys, *where, "--dry-run") == (0, found)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code, told = said(capsys, *where)
    assert (code, told.splitlines()[1][:34]) == (2, "Without a terminal there is no way")
    monkeypatch.setattr("sys.stdin", Terminal("no\n"))
    assert said(capsys, *where)[0] == 1
    assert len(rows_of(database, over)) == rows
    monkeypatch.setattr("sys.stdin", Terminal("Yes\n"))
    code, told = said(capsys, *where)
    assert (code, "Games packed: 1;" in told) == (0, True)
    assert len(rows_of(database, over)) == 1
    assert said(capsys, *where) == (0, "Finished games that are old enough: 0, with 0 rows, 0.00 MB.")


@pytest.mark.parametrize("age", ["", "1", "year", "-1d", "1.5y", "999999d", "٣d"])
def test_an_age_is_a_number_of_days_weeks_or_years(age: str) -> None:
    with pytest.raises(CannotPrune, match="bad_age"):
        seconds_of(age)


def test_ages() -> None:
    assert [seconds_of(age) for age in ("1d", "2w", "1y")] == [86_400, 14 * 86_400, 365 * 86_400]


def test_what_is_no_database_of_today_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(name: str) -> str:
        return said(capsys, "--older-than", "1y", "--yes", "--database", str(tmp_path / name))[1]

    assert "There is no server data" in told("missing.db")
    assert not (tmp_path / "missing.db").exists()
    (tmp_path / "empty.db").touch()
    assert "There is no server data" in told("empty.db")
    (tmp_path / "text.db").write_text("no database " * 100)
    assert "cannot be packed now" in told("text.db")
    unpack("0003", str(tmp_path / "old.db"))
    assert "is of an older version: start the server once" in told("old.db")


def test_a_database_that_is_locked_is_told_and_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, newest: Path
) -> None:
    path = shutil.copy(newest, tmp_path / "house.db")
    monkeypatch.setattr("hanamachi.server.db.engine.PRAGMAS", ("busy_timeout=0",))
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotPrune, match="cannot_prune"):
            pack_all(str(path))
    assert pack_all(str(path)) == 0


def test_the_archive_is_smaller() -> None:
    rows = [(n, b'{"type":"played","seat":0,"move":{"type":"take","tile":%d}}' % n) for n in range(60)]
    row = archive.packed(rows, {3: 1.25})
    assert archive.unpacked(row) == (rows, {3: 1.25})
    assert archive.is_packed(row)
    assert len(row) < sum(len(data) for _, data in rows) / 5
