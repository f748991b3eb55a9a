"""What one visitor may ask of the house, in the house itself; and odd things that it answers in words."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hanamachi.server.accounts.cookie_keys import change_keys
from hanamachi.server.app import make_app
from hanamachi.server.runtime.limits import Limits, Rate
from tests.server.support.visitors import (
    HOST,
    ME_AND_BOT,
    Seat,
    finish,
    guest,
    open_table,
    problem,
    sit,
    two_players,
)

JSON = {"content-type": "application/json"}
FEW = Rate(2, 0.1)
SMALL = Limits(
    tables=Rate(6, 0.1),
    all_tables=Rate(8, 0.1),
    bots_alone=FEW,
    imports=FEW,
    studies=FEW,
    reviews=Rate(1, 0.1),
    strangers=Rate(4, 0.1),
    guests=Rate(3, 0.1),
    watches=Rate(3, 0.1),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = tmp_path_factory.mktemp("house") / "house.db"
    with TestClient(make_app(str(database)), base_url=HOST) as client:
        yield client


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[TestClient]:
    """A house with little patience."""
    with TestClient(make_app(str(tmp_path / "house.db"), limits=SMALL), base_url=HOST) as client:
        yield client


def statuses(*answers: Any) -> list[int]:
    assert all(answer.status_code != 429 or problem(answer)[1] == "too_many" for answer in answers)
    return [answer.status_code for answer in answers]


def test_a_guest_opens_so_many_tables_and_another_goes_on(strict: TestClient) -> None:
    """H3: 3,000 by one guest, all 201."""
    mika, rin = guest(strict, "Mika"), guest(strict, "Rin")
    wish = {"game": "okiya", "seats": ME_AND_BOT}
    answers = [strict.post("/api/tables", json=wish, headers=mika) for _ in range(7)]
    assert statuses(*answers) == [201] * 6 + [429]
    assert answers[-1].headers["retry-after"] == "600"
    assert statuses(*(strict.post("/api/tables", json=wish, headers=rin) for _ in range(3))) == [
        201,
        201,
        429,
    ]


def test_a_guest_opens_few_tables_for_bots_alone(strict: TestClient) -> None:
    """H3: 60 master-against-master tables by one guest."""
    mika = guest(strict, "Mika")
    wish = {"game": "okiya", "seats": [{"kind": "bot"}, {"kind": "bot"}]}
    answers = [strict.post("/api/tables", json=wish, headers=mika) for _ in range(3)]
    assert statuses(*answers) == [201, 201, 429]
    assert statuses(strict.post("/api/tables", json=wish | {"seats": ME_AND_BOT}, headers=mika)) == [201]


def test_no_more_tables_for_bots_that_owe_moves(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """H3: another's novice answered after 26 s."""
    mika = guest(house, "Mika")
    monkeypatch.setattr("hanamachi.server.live.automation.Automation.due", lambda _self, _host: 12)
    wish = {"game": "okiya", "seats": ME_AND_BOT}
    assert problem(house.post("/api/tables", json=wish, headers=mika)) == (409, "bots_busy")
    wish["seats"] = [{"kind": "me"}, {"kind": "open"}]
    assert house.post("/api/tables", json=wish, headers=mika).status_code == 201


def test_so_many_new_guests_come_from_one_address(strict: TestClient) -> None:
    for _ in range(3):
        mika = guest(strict, "Mika")
    refused = strict.put("/api/me", json={"name": "Rin"})
    assert statuses(refused) == [429]
    assert strict.put("/api/me", json={"name": "Mika Ito"}, headers=mika).status_code == 200  # known already


def finished(house: TestClient, who: dict[str, str]) -> str:
    """A game that was given up."""
    table = open_table(house, who, seats=ME_AND_BOT)
    with house.websocket_connect("/ws", headers=who) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda told: told["result"])
    return table


def test_so_many_records_replays_and_reviews(strict: TestClient) -> None:
    """H3: reviews asked for without a cookie kept another's hint waiting for 68 s."""
    mika = guest(strict, "Mika")
    one, two = finished(strict, mika), finished(strict, mika)
    record = strict.get(f"/api/tables/{one}/record").content
    bring = [strict.post("/api/records", content=record, headers=mika | JSON) for _ in range(3)]
    assert statuses(*bring) == [201, 201, 429]
    assert statuses(*(strict.get(f"/api/tables/{one}/replay", headers=mika) for _ in range(3))) == [
        200,
        200,
        429,
    ]
    assert (
        statuses(*(strict.get(f"/api/tables/{one}/review", headers=mika) for _ in range(5))) == [200] * 5
    )  # one
    assert statuses(strict.get(f"/api/tables/{two}/review", headers=mika)) == [429]
    assert statuses(strict.get(f"/api/tables/{two}/review")) == [
        200
    ]  # strangers of one address, all together
    assert statuses(*(strict.get(f"/api/tables/{one}/replay") for _ in range(4))) == [200, 200, 200, 429]


def test_words_and_lessons_have_a_length(house: TestClient) -> None:
    """H3: two seats with 1 MB of words each made every update 2 MB."""
    mika = guest(house, "Mika")
    opened = house.post("/api/tables", json={"game": "okiya", "seats": ME_AND_BOT}, headers=mika).json()
    words, path = (
        {"words": "x" * 201, "commitment": opened["commitment"]},
        f"/api/tables/{opened['id']}/words",
    )
    assert problem(house.post(path, json=words, headers=mika)) == (400, "too_many_signs")
    assert problem(house.post(path, json=words | {"words": "a\u202eb"}, headers=mika)) == (400, "bad_signs")
    assert house.post(path, json=words | {"words": "x" * 200}, headers=mika).status_code == 200
    lesson = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "me"}], "lesson": "x" * 61}
    assert problem(house.post("/api/tables", json=lesson, headers=mika)) == (400, "too_many_signs")


@pytest.mark.parametrize(
    "odd",
    [
        {"layout": "x" * 101},
        {"options": {"x" * 101: 1}},
        {"options": {"match": "x" * 101}},
        {"stand_in": "x\x1b"},
    ],
)
def test_every_text_of_a_wish_has_a_length(house: TestClient, odd: dict[str, Any]) -> None:
    mika = guest(house, "Mika")
    wish = {"game": "okiya", "seats": ME_AND_BOT} | odd
    assert problem(house.post("/api/tables", json=wish, headers=mika))[1] in ("too_many_signs", "bad_signs")


def test_an_invitation_is_for_a_table_and_not_for_a_novel(house: TestClient) -> None:
    """H3: 236 ms of processor time for 2,000 characters; M3: more than 2,300 were a DataOverflowError."""
    for table in ("x" * 61, "x" * 2_000, "x" * 5_000):
        assert problem(house.get("/api/invite", params={"table": table}))[0] == 400
        assert problem(house.get("/api/invite", params={"table": "t", "seat": table}))[0] == 400
    assert (
        house.get("/api/invite", params={"table": "ż/ó?ł", "seat": "1.abc"})
        .json()["addresses"][0]
        .endswith("/t/%C5%BC%2F%C3%B3%3F%C5%82?seat=1.abc")
    )


def test_who_talks_too_fast_is_told_so_and_who_goes_on_is_not_listened_to(tmp_path: Path) -> None:
    limits = Limits(messages=Rate(5, 0.1), refusals=3)
    app = make_app(str(tmp_path / "house.db"), limits=limits)
    with TestClient(app, base_url=HOST) as house, house.websocket_connect("/ws") as socket:
        for _ in range(8):
            socket.send_json({"type": "ping"})
        heard = [socket.receive_json() for _ in range(8)]
        assert [each["type"] for each in heard] == ["pong"] * 5 + ["declined"] * 3
        assert {each["reason"] for each in heard[5:]} == {"too_many"}
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1008


def test_who_watches_one_table_after_the_other_is_told_to_wait(strict: TestClient) -> None:
    """H2: four sockets repeating `watch` dropped both players."""
    mika = guest(strict, "Mika")
    table = open_table(strict, mika)
    with strict.websocket_connect("/ws", headers=mika) as socket:
        for _ in range(4):
            socket.send_json({"type": "watch", "table": table, "seat": 0})
        while (heard := socket.receive_json())["type"] != "declined":
            pass
        assert heard["reason"] == "too_many"


ODD = [
    "",
    "[" * 20_000,
    '{"type":' * 2_000,
    '{"type":"watch"}',
    "null",
    '{"type":"submit","seat":0,"seq":1,"move":' + "[" * 9_000 + "]" * 9_000 + "}",
]


@pytest.mark.parametrize("text", [*ODD, b"\x00\x01", b"", b'{"type":"ping"}'])
def test_an_odd_message_is_declined_and_the_socket_lives(house: TestClient, text: str | bytes) -> None:
    """M3: any binary frame was a KeyError, deep JSON a RecursionError."""
    with house.websocket_connect("/ws") as socket:
        socket.send_bytes(text) if isinstance(text, bytes) else socket.send_text(text)
        socket.send_json({"type": "ping"})
        assert [socket.receive_json()["type"], socket.receive_json()["type"]] == ["declined", "pong"]


@pytest.mark.parametrize("seq", [-1, -(10**6), 10**6, 2**62])
def test_a_move_at_any_seq_is_answered(house: TestClient, seq: int) -> None:
    """M3: `submit` with a seq below minus the log's length was an IndexError."""
    table, mika, _ = two_players(house)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        move = {"type": "Take", "square": 0}
        seat.send(type="submit", seat=0, seq=seq, move=move)
        assert seat.hear()["type"] == "declined"


@pytest.mark.parametrize("number", ["9" * 5_000, "-1", "٣", "1e3", "", "0x1", "999999999"])
def test_any_number_in_an_address_is_answered(house: TestClient, number: str) -> None:
    """M3: more than 4,300 digits were a ValueError."""
    mika = guest(house, "Mika")
    table = open_table(house, mika)
    for path in (f"advice?seq={number}", f"replay?eyes={number}"):
        answer = house.get(f"/api/tables/{table}/{path}", headers=mika)
        assert answer.status_code == 200 or problem(answer)[0] in (400, 409)
    option = {"game": "okiya", "seats": ME_AND_BOT, "options": {"target": number}}
    assert house.post("/api/tables", json=option, headers=mika).status_code in (201, 400)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        *(("okiya", name) for name in ("@", "@wait:x", "@level.novice", "#1", "{0}", "%s")),
        *((game, "@") for game in ("hanamikoji", "geishas_road", "mai_star")),
    ],
)
def test_a_player_may_be_called_anything_and_the_rival_plays_on(
    house: TestClient, game: str, name: str
) -> None:
    """A name that looks like the key of a phrase closed the socket of everybody at the table."""
    mallory, rin = guest(house, name), guest(house, "Rin")
    third = [{"kind": "bot", "level": "random"}] if game == "mai_star" else []
    table = open_table(house, mallory, game=game, seats=[{"kind": "me"}, {"kind": "open"}, *third])
    sit(house, rin, table, 1)
    with house.websocket_connect("/ws", headers=rin) as socket:
        socket.send_json({"type": "watch", "table": table, "seat": 1, "words": True, "lang": "pl"})
        while (told := socket.receive_json())["type"] != "updates":
            pass
        assert told["words"]
        assert told["frames"][0]["line"]["said"] == f"{name} zajmuje miejsce."
    assert house.get(f"/api/tables/{table}/replay", headers=rin).status_code == 200


def test_a_seats_token_may_have_any_letters(house: TestClient) -> None:
    """M3: compare_digest takes no letters outside of ASCII."""
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "reserved"}])
    wish = {"seat": 1, "token": "żółw \u202e"}
    assert problem(house.post(f"/api/tables/{table}/seats", json=wish, headers=rin)) == (409, "seat_taken")


@pytest.mark.parametrize("data", [b'{"game":"\xff"}', b"[" * 200_000, b"{" * 5, b"", b"\xef\xbb\xbf{}"])
def test_a_record_of_any_bytes_is_answered(house: TestClient, data: bytes) -> None:
    """M3: bad UTF-8, and nesting without end."""
    mika = guest(house, "Mika")
    assert problem(house.post("/api/records", content=data, headers=mika | JSON))[0] == 400


def test_health_tells_nothing_of_tables(house: TestClient) -> None:
    """M5: it named the number of tables to anybody."""
    assert house.get("/healthz").json() == {"alive": True, "program": "hanamachi"}
    ready = house.get("/readyz").json()
    assert list(ready) == ["disk", "bots", "bots_run_in"]
    assert ready["bots_run_in"] == "local processes"


def test_what_is_personal_is_not_kept_on_the_way_and_what_is_not_is_asked_for_again(
    house: TestClient,
) -> None:
    """M2: answers carried no `no-store`."""
    mika = guest(house, "Mika")
    table = open_table(house, mika)
    for path in ("/api/me", f"/api/tables/{table}", f"/api/tables/{table}/replay"):
        assert house.get(path, headers=mika).headers["cache-control"] == "no-store"
    for path in ("/api/games", "/api/words/okiya"):
        first = house.get(path)
        assert first.headers["cache-control"] == "no-cache"
        assert house.get(path, headers={"if-none-match": first.headers["etag"]}).status_code == 304


def test_with_new_keys_nobody_loses_games(tmp_path: Path) -> None:
    """M2: keys could not be changed."""
    database = str(tmp_path / "house.db")
    with TestClient(make_app(database), base_url=HOST) as house:
        mika = guest(house, "Mika")
        table = open_table(house, mika)
    change_keys(database)
    with TestClient(make_app(database), base_url=HOST) as house:
        mine = house.get("/api/me", headers=mika)
        assert [one["id"] for one in mine.json()["tables"]] == [table]
        fresh = {"cookie": f"hanamachi={mine.cookies['hanamachi']}"}
        assert fresh != mika
    change_keys(database)
    with TestClient(make_app(database), base_url=HOST) as house:
        assert house.get("/api/me", headers=mika).json()["name"] == ""
        house.cookies.clear()
        assert house.get("/api/me", headers=fresh).json()["name"] == "Mika"
        with house.websocket_connect("/ws", headers=fresh) as socket:
            assert finish(Seat(socket, table, 0))["result"]


def test_a_table_by_an_address_of_the_public_is_the_same_table(tmp_path: Path) -> None:
    """M2: a guest who came before the house was secure finds their games."""
    database = str(tmp_path / "house.db")
    with TestClient(make_app(database), base_url=HOST) as house:
        mika = guest(house, "Mika")
        table = open_table(house, mika)
    with TestClient(
        make_app(database, public_url="https://tea.example"), base_url="https://tea.example"
    ) as house:
        mine = house.get("/api/me", headers=mika)
        assert [one["id"] for one in mine.json()["tables"]] == [table]
        assert "__Host-hanamachi" in mine.cookies
        house.cookies = mine.cookies
        assert house.get("/api/me").json()["name"] == "Mika"


def test_the_loop_reports_what_nobody_waited_for(house: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        asyncio.get_running_loop().call_soon(dict[str, str]().__getitem__, "a hand")
        await asyncio.sleep(0)

    assert house.portal
    house.portal.call(fail)
    assert [line.message for line in caplog.records if line.name == "hanamachi"] == [
        "unhandled error in a background task"
    ]
