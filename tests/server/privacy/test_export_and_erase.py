"""What is kept about whom: names stand with their guests alone, and whoever wishes is told all, or forgotten."""

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hanamachi.core import record
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.db.schema import FORGOTTEN, META
from hanamachi.server.privacy import erase, sections
from hanamachi.server.runtime.digests import digest
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, sit, two_players

PAGE = Path(__file__).parents[3] / "web" / "src" / "account" / "privacy"
SHARED = [{"kind": "shared", "name": "Ume"}, {"kind": "shared", "name": "Koto"}]


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


def who_is(headers: dict[str, str]) -> str:
    return headers["cookie"].partition("=")[2].rpartition(".")[0]


def everything(database: str) -> str:
    """All that lies in the database, as text."""
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.connect() as db:
        return "\n".join(
            str(tuple(row)) for table in META.sorted_tables for row in db.execute(table.select())
        )


def forget(house: TestClient, who: dict[str, str]) -> None:
    answer = house.delete("/api/me", headers=who)
    assert answer.status_code == 204, answer.text
    assert "max-age=0" in answer.headers["set-cookie"].lower()


def seats(house: TestClient, who: dict[str, str], table: str, lang: str = "en") -> list[tuple[str, str]]:
    found = house.get(f"/api/tables/{table}?lang={lang}", headers=who).json()["table"]["seats"]
    return [(seat["kind"], seat["name"]) for seat in found]


def export(house: TestClient, who: dict[str, str]) -> Any:
    answer = house.get("/api/me/export", headers=who)
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    return answer.json()


def said(heard: Any) -> str:
    return " ".join(frame["line"]["said"] for frame in heard["frames"])


def test_a_new_name_is_told_at_once_in_every_line_and_in_lists(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    with house.websocket_connect("/ws", headers=rin) as socket:
        one = Seat(socket, table, 1)
        assert "Mika takes a seat." in said(one.last)
        house.put("/api/me", json={"name": "Rin"}, headers=mika)
        heard = one.until(lambda message: message["table"]["seats"][0]["name"] == "Rin")
        assert (heard["from_seq"], heard["table"]["seats"][1]["name"]) == (0, "Rin 2")
        assert "Rin takes a seat." in said(heard)
        assert "Mika" not in json.dumps(heard)
    house.cookies.clear()
    assert house.get("/api/me", headers=rin).json()["tables"][0]["names"] == ["Rin", "Rin 2"]


def test_whoever_is_forgotten_is_someone_everywhere(house: TestClient, database: str) -> None:
    """Of two players the other has won; the log, lists, the replay and the record say who is left."""
    table, mika, rin = two_players(house)
    with house.websocket_connect("/ws", headers=rin) as socket:
        one = Seat(socket, table, 1)
        forget(house, mika)
        heard = one.until(lambda message: message["result"])
        assert (heard["result"]["reason"], heard["result"]["winners"]) == ("resigned", [1])
    house.cookies.clear()
    shown = [
        house.get(f"/api/me?lang={lang}", headers=rin).json()["tables"][0] for lang in ("en", "fr", "pl")
    ]
    assert [one["names"][0] for one in shown] == ["Someone", "Quelqu’un", "Ktoś"]
    assert shown[0]["result"] == "won"
    told = house.get(f"/api/tables/{table}/replay", headers=rin).text
    assert "Someone resigns." in told
    file = house.get(f"/api/tables/{table}/record", headers=rin)
    assert file.json()["seats"] == ["Someone", "Rin"]
    assert record.prove(record.read(file.content, GAMES)) > 0
    snapshot = everything(database)
    assert "Mika" not in snapshot
    assert who_is(mika) not in snapshot
    assert digest(who_is(mika)) in snapshot


def files_with(folder: Path, text: str) -> list[str]:
    return [path.name for path in sorted(folder.iterdir()) if text.encode() in path.read_bytes()]


def test_no_file_of_sqlite_holds_a_deleted_name(tmp_path: Path, newest: Path) -> None:
    """N13: neither a page that is free now nor the write-ahead log."""
    file = Path(shutil.copy(newest, tmp_path / "house.db"))
    with TestClient(make_app(str(file)), base_url=HOST) as house:
        guests = [guest(house, f"Violet {n:03}") for n in range(300)]  # more than a page of them
        for n, each in enumerate(guests[:40]):
            house.put("/api/me", json={"name": f"Vermilion {n:03} {'o' * 20}"}, headers=each)
        open_table(house, guests[0], seats=SHARED)
        assert files_with(tmp_path, "Vermilion 000")
        assert files_with(tmp_path, "Violet 120")
        with closing(sqlite3.connect(file, check_same_thread=False)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM guests").fetchall()  # it looks at the moment before
            later = Timer(0.5, reader.rollback)
            later.start()
            for n in (0, 120):
                forget(house, guests[n])
            later.join()
        gone = ("Vermilion 000", "Violet 000", "Violet 120", "Koto", who_is(guests[120]))
        assert [files_with(tmp_path, name) for name in gone] == [[]] * len(gone)
        assert files_with(tmp_path, "Violet 121")


def test_the_street_hears_of_it_at_once(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    with house.websocket_connect("/ws", headers=rin) as socket:
        socket.send_json({"type": "street", "lang": "en"})
        assert socket.receive_json()["tables"][0]["names"] == ["Mika", "Rin"]
        forget(house, mika)
        told = socket.receive_json()["tables"][0]
        assert (told["id"], told["names"]) == (table, ["Someone", "Rin"])


def test_who_looks_on_as_somebody_forgotten_is_turned_away(house: TestClient) -> None:
    table, mika, _ = two_players(house)
    with house.websocket_connect("/ws", headers=mika) as socket:
        Seat(socket, table, 0)
        forget(house, mika)
        with pytest.raises(WebSocketDisconnect):
            listen(socket)


def test_a_move_that_is_being_kept_stands_and_then_the_game_is_given_up(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    with (
        house.websocket_connect("/ws", headers=rin) as hers,
        house.websocket_connect("/ws", headers=mika) as mine,
    ):
        other, one = Seat(hers, table, 1), Seat(mine, table, 0)
        mover = one if one.last["choices"] else other
        choice, seq = mover.last["choices"][0]["move"], mover.last["seq"]
        mover.send(type="submit", seat=mover.seat, seq=seq, move=choice)
        forget(house, mika)
        other.until(lambda message: message["result"])
    house.cookies.clear()
    frames = house.get(f"/api/tables/{table}/replay", headers=rin).json()["frames"]
    happened = [(frame["line"]["event"] or frame["line"]["move"])["type"] for frame in frames[seq + 1 :]]
    assert happened in (["Take", "resigned"], ["resigned"])


def listen(socket: Any) -> None:
    while True:
        socket.receive_json()


def test_deleting_again_changes_nothing_and_an_old_cookie_makes_a_new_guest(
    house: TestClient, database: str
) -> None:
    mika = guest(house, "Mika")
    forget(house, mika)
    forget(house, mika)
    house.cookies.clear()
    assert problem(house.delete("/api/me")) == (404, "not_known")
    assert problem(house.get("/api/me/export")) == (404, "not_known")
    wish = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert problem(house.post("/api/tables", json=wish, headers=mika)) == (404, "no_name")
    house.put("/api/me", json={"name": "Mika"}, headers=mika)
    assert house.cookies["hanamachi"] != mika["cookie"].partition("=")[2]
    assert who_is(mika) not in everything(database)


def test_tables_that_wait(house: TestClient) -> None:
    """The host's is called off, a seat at another's is free again."""
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    three = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    hers, mine = (open_table(house, who, game="mai_star", seats=three) for who in (mika, rin))
    for who, table in ((rin, hers), (mika, mine)):
        sit(house, who, table, 1)
    forget(house, mika)
    house.cookies.clear()
    assert seats(house, rin, hers) == [("closed", "")] * 3
    assert seats(house, rin, mine) == [("guest", "Rin"), ("open", ""), ("open", "")]


@pytest.mark.parametrize(("gone", "left"), [(0, "closed"), (1, "guest")])
def test_a_rematch_is_called_off_with_who_offered_it_and_declined_by_who_goes(
    house: TestClient, gone: int, left: str
) -> None:
    table, *players = two_players(house)
    with house.websocket_connect("/ws", headers=players[0]) as socket:
        one = Seat(socket, table, 0)
        one.send(type="resign", seat=0)
        one.until(lambda message: message["result"])
        one.send(type="rematch", seat=0)
        child = one.until(lambda message: message["table"]["child"])["table"]["child"]
    forget(house, players[gone])
    house.cookies.clear()
    found = house.get(f"/api/tables/{child}", headers=players[1 - gone]).json()["table"]["seats"]
    assert {seat["kind"] for seat in found} == {left}
    assert any(seat["declined"] for seat in found) == (left == "guest")


def test_at_a_table_of_many_a_bot_plays_on(house: TestClient) -> None:
    mika, rin, aya = (guest(house, name) for name in ("Mika", "Rin", "Aya"))
    table = open_table(house, mika, game="mai_star", seats=[{"kind": "me"}, *[{"kind": "open"}] * 2])
    for seat, who in ((1, rin), (2, aya)):
        sit(house, who, table, seat)
    forget(house, mika)
    house.cookies.clear()
    found = house.get(f"/api/tables/{table}", headers=rin).json()["table"]["seats"]
    assert [(seat["name"], seat["gone"]) for seat in found] == [
        ("Someone", True),
        ("Rin", False),
        ("Aya", False),
    ]


def test_names_that_a_host_typed_or_brought_go_with_the_host(house: TestClient, database: str) -> None:
    table, mika, rin = two_players(house)
    forgetful = guest(house, "Nao")
    open_table(house, forgetful, seats=SHARED)
    with house.websocket_connect("/ws", headers=mika) as socket:
        one = Seat(socket, table, 0)
        one.send(type="resign", seat=0)
        one.until(lambda message: message["result"])
    file = house.get(f"/api/tables/{table}/record", headers=rin).content
    brought = house.post(
        "/api/records", content=file, headers=forgetful | {"content-type": "application/json"}
    )
    assert seats(house, rin, brought.json()["id"]) == [("guest", "Mika"), ("guest", "Rin")]
    forget(house, forgetful)
    house.cookies.clear()
    assert seats(house, rin, brought.json()["id"]) == [("guest", "Someone"), ("guest", "Someone 2")]
    assert not any(name in everything(database) for name in ("Nao", "Ume", "Koto", who_is(forgetful)))


def test_a_house_that_fell_in_between_gives_the_games_up_when_it_opens(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fall(*_: object) -> None:
        return

    with TestClient(make_app(database), base_url=HOST) as house, monkeypatch.context() as patch:
        table, mika, rin = two_players(house)
        patch.setattr(erase, "give_up", fall)
        forget(house, mika)
        house.cookies.clear()
        assert seats(house, rin, table)[0] == ("guest", "Someone")
    monkeypatch.setattr("hanamachi.server.app.SETTLED", 0.0)
    with (
        TestClient(make_app(database), base_url=HOST) as house,
        house.websocket_connect("/ws", headers=rin) as to,
    ):
        assert Seat(to, table, 1).until(lambda message: message["result"])["result"]["reason"] == "resigned"


def test_nobody_sits_down_who_is_being_forgotten(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name was read before, the seat is written after."""
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, rin, seats=[{"kind": "me"}, {"kind": "open"}])
    forget(house, mika)

    monkeypatch.setattr("hanamachi.server.edge.api.tables.name_of_player", lambda *_, **__: "Mika")
    answer = house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=mika)
    assert problem(answer) == (400, "forgotten")
    wish = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert problem(house.post("/api/tables", json=wish, headers=mika)) == (400, "forgotten")
    house.cookies.clear()
    assert seats(house, rin, table) == [("guest", "Rin"), ("open", "")]


def test_an_export_holds_everything_of_ones_own(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    with (
        house.websocket_connect("/ws", headers=mika) as one,
        house.websocket_connect("/ws", headers=rin) as other,
    ):
        first, second = Seat(one, table, 0), Seat(other, table, 1)
        second.send(type="resign", seat=1)
        first.until(lambda message: message["result"])
    waits = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "open"}])
    found = export(house, mika)
    assert found["guest"][0]["name"] == "Mika"
    assert [one["table"] for one in found["seats"]] == sorted([table, waits])
    assert {one["words"] for one in found["seats"]} == {"plum crane moon"}
    assert [one["id"] for one in found["opened"]] == [table, waits]
    over, open_one = found["games"]
    assert (over["table"]["id"], over["mine"], over["record"]["seats"]) == (table, [0], ["Mika", "Rin"])
    assert open_one["table"]["id"] == waits
    assert "record" not in open_one
    assert [one["table"]["id"] for one in export(house, rin)["games"]] == [table]


def test_an_export_never_tells_what_is_hidden(house: TestClient, database: str) -> None:
    """Of a game that goes on: no seed, nobody else's cards, and the lines that this seat heard."""
    table, mika, rin = two_players(house, game="hanamikoji")
    mine, hers = export(house, mika), export(house, rin)
    seeds = [part[:64] for part in everything(database).split('"seed":"')[1:]]
    assert len(seeds) == 1
    assert seeds[0] not in json.dumps([mine, hers])
    for found, headers, seat in ((mine, mika, 0), (hers, rin, 1)):
        with house.websocket_connect("/ws", headers=headers) as socket:
            heard = Seat(socket, table, seat).last
        (seen,) = found["games"][0]["seen"]
        assert seen["seat"] == seat
        assert [line["move"] for line in seen["lines"]] == [
            frame["line"]["move"] for frame in heard["frames"]
        ]
    cards = [
        sorted(str(line["move"]) for line in found["games"][0]["seen"][0]["lines"]) for found in (mine, hers)
    ]
    assert cards[0] != cards[1]


def test_who_opened_a_closed_table_for_others_is_not_told_their_game(house: TestClient) -> None:
    mika, rin, aya = (guest(house, name) for name in ("Mika", "Rin", "Aya"))
    table = open_table(house, mika, game="hanamikoji", seats=[{"kind": "open"}] * 2, spectators=False)
    for seat, who in enumerate((rin, aya)):
        sit(house, who, table, seat)
    assert export(house, mika)["games"] == [{"table": table, "reason": "no_spectators"}]
    assert export(house, rin)["games"][0]["mine"] == [0]


def test_a_game_that_cannot_be_read_hinders_no_export(house: TestClient, database: str) -> None:
    table, mika, _ = two_players(house)
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.begin() as db:
        tables = META.tables["tables"]
        setup = db.scalars(sa.select(tables.c.setup)).one().replace('"okiya"', '"unheard_of"')
        db.execute(sa.update(tables).values(setup=setup))
    assert export(house, mika)["games"] == [{"table": table, "reason": "unknown_game"}]


def test_every_table_of_the_schema_has_its_section() -> None:
    told = [name for section in sections.SECTIONS for name in section.tables]
    assert sorted([*told, *sections.WITH_A_TABLE, *sections.OF_THE_HOUSE]) == sorted(META.tables)


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_the_page_speaks_of_every_table_of_the_schema(lang: str) -> None:
    words = json.loads((PAGE / f"{lang}.json").read_text("utf-8"))
    keys = [key.removeprefix("privacy.table.") for key in words if key.startswith("privacy.table.")]
    assert sorted(keys) == sorted(key for name in META.tables for key in (name, f"{name}.what"))


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_the_page_says_that_postgresql_and_copies_keep_what_was_deleted_for_a_while(lang: str) -> None:
    said = json.loads((PAGE / f"{lang}.json").read_text("utf-8"))["privacy.long.how"]
    assert "PostgreSQL" in said
    assert re.search("copies|kopie", said)


def test_a_house_from_a_copy_forgets_again(house: TestClient, database: str) -> None:
    _, mika, rin = two_players(house)
    engine = make_engine(url_of(database), 1, "IMMEDIATE")
    with engine.begin() as db:
        assert erase.erase_again(db, {digest(who_is(mika)), "0" * 64}) == 1
        assert db.scalars(sa.select(FORGOTTEN.c.digest)).all() == [digest(who_is(mika))]
        assert erase.erase_again(db, {digest(who_is(mika))}) == 0
    engine.dispose()
    assert house.get("/api/me", headers=mika).json() == {
        "name": "",
        "tables": [],
        "member": False,
        "news": False,
        "host": False,
        "notices": [],
    }
    house.cookies.clear()
    assert house.get("/api/me", headers=rin).json()["tables"][0]["names"] == ["Someone", "Rin"]
