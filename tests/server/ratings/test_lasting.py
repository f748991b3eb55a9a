"""What outlives games and members: results stay when games are pruned, members erased, old copies restored."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.cli import main
from hanamachi.server.app import make_app
from hanamachi.server.db.engine import is_shared
from hanamachi.server.db.schema import (
    CLOCKS,
    OPINIONS,
    RATING_HISTORY,
    RATINGS,
    RESULT_SEATS,
    RESULTS,
    ROWS,
    SEATS,
    TABLES,
    WINDOWS,
)
from hanamachi.server.ops.backup import backup, listed, restore
from hanamachi.server.privacy.erase import erase_again
from hanamachi.server.ratings.rebuild import rebuild
from tests.postgres import Postgres
from tests.server.support.members import lose, rating_id, rows, sign_up, write
from tests.server.support.visitors import HOST


def prune(db: sa.Connection) -> None:
    """Delete all games, as a host does with old ones."""
    for table in (ROWS, CLOCKS, WINDOWS, OPINIONS, SEATS):
        db.execute(sa.delete(table))
    db.execute(sa.delete(TABLES))


def numbers(database: str) -> list[list[dict[str, Any]]]:
    return [rows(database, table) for table in (RESULTS, RESULT_SEATS, RATINGS, RATING_HISTORY)]


def test_ratings_outlive_games_members_and_old_copies(
    house: TestClient, database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    mika, sora, kiku = (sign_up(house, database, name) for name in ("Mika", "Sora", "Kiku"))
    lose(house, mika, sora)
    lose(house, sora, kiku)
    old = tmp_path / "old"
    backup(database, old)
    then = numbers(database)
    lose(house, kiku, mika)
    gone = rating_id(database, mika)
    assert house.delete("/api/me", headers=mika).status_code == 204
    write(database, prune)
    before = numbers(database)
    assert rebuild(database).changed == 0
    assert numbers(database) == before
    assert gone in {row["rating_id"] for row in rows(database, RESULT_SEATS)}
    assert house.get("/api/members/Mika").status_code == 404
    assert "Mika" not in str([row["name"] for row in house.get("/api/ratings/okiya").json()["top"]])
    forgotten = set(listed(database))

    def comes_back(other: str) -> None:
        restore(old, other)
        assert write(other, lambda db: erase_again(db, forgotten)) == 1
        with TestClient(make_app(other), base_url=HOST) as again:
            assert again.get("/api/members/Mika").status_code == 404
            assert again.get("/api/members/Sora").status_code == 200
        assert numbers(other) == then
        assert rebuild(other).changed == 0
        assert numbers(other) == then
        assert gone in {row["rating_id"] for row in rows(other, RESULT_SEATS)}
        tables = [row for row in rows(other, TABLES) if row["rated"]]
        assert [row["counted"] for row in tables if row["rated"] == "[]"] == [None]
        assert all(gone not in row["rated"] for row in tables)

    if is_shared(database):
        server: Postgres = request.getfixturevalue("postgres")
        with server.fresh() as other:
            comes_back(other)
    else:
        comes_back(str(tmp_path / "other.db"))


def test_the_command_says_what_it_did(
    house: TestClient, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lose(house, sign_up(house, database, "Mika"), sign_up(house, database, "Sora"))
    for flags, said in (
        (["--lang", "en"], "Results: 1, not yet rated: 0, ratings: 2."),
        (["--rebuild", "--lang", "en"], "Results: 1, ratings: 2. Ratings that changed: 0."),
        (["--rebuild", "--lang", "fr"], "Résultats\u00a0: 1"),
        (["--lang", "pl"], "Wyniki: 1"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["ratings", "--database", database, *flags])
        assert ended.value.code == 0
        assert said in capsys.readouterr().out


def test_a_member_takes_their_ratings_along(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    told = lose(house, mika, sora)
    (mine,) = house.get("/api/me/export", headers=mika).json()["ratings"]
    assert (mine["list"], mine["games"], round(mine["rating"])) == ("okiya", 1, told["seats"][0]["rating"])
    (result,) = mine["results"]
    assert (result["rank"], result["players"], result["before"]) == (2, 2, 1500)
    assert rating_id(database, sora) not in str(mine)
