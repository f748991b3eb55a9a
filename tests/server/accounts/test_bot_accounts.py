"""Bot accounts: what a token signs in, what it never opens, and how it ends."""

from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from hanamachi.server.accounts import bot_accounts
from hanamachi.server.db.schema import BOTS, GUESTS, META
from hanamachi.server.protocol.close_codes import SESSION_ENDED
from hanamachi.server.runtime.digests import digest
from hanamachi.server.storage.reserved_names import is_marked, look_of
from tests.server.support.members import (
    Headers,
    lose,
    rated_table,
    rows,
    say,
    sign_up,
    user_id,
    write,
)
from tests.server.support.once.in_turn import in_turn
from tests.server.support.visitors import guest, open_table, problem, sit

BLITZ = {"type": "live", "base": 600, "increment": 5}


def make(house: TestClient, owner: Headers, name: str) -> Headers:
    """A bot account; the headers of its program."""
    answer = house.post("/api/me/bots", json={"name": name}, headers=owner)
    assert answer.status_code == 201, answer.text
    assert answer.json()["name"] == f"{name} [bot]"
    return {"authorization": f"Bearer {answer.json()['token']}"}


@pytest.fixture
def mika(house: TestClient, database: str) -> Headers:
    return sign_up(house, database, "Mika")


@pytest.fixture
def rin(house: TestClient, database: str) -> Headers:
    return sign_up(house, database, "Rin")


def name_of(house: TestClient, who: Headers) -> str:
    return str(house.get("/api/me", headers=who).json()["name"])


# Who they are.


def test_a_token_acts_as_a_bot_of_its_own_name(house: TestClient, mika: Headers) -> None:
    bot = make(house, mika, "Kitsune")
    answer = house.get("/api/me", headers=bot)
    assert answer.json()["name"] == "Kitsune [bot]"
    assert "set-cookie" not in answer.headers
    found = house.get("/api/me/bots", headers=mika).json()
    assert [(each["name"], each["used"] is not None) for each in found] == [("Kitsune [bot]", True)]
    assert house.get("/api/members/Kitsune [bot]", headers=mika).json()["owner"] == "Mika"
    assert house.get("/api/members/Mika", headers=mika).json()["owner"] is None


def test_the_token_counts_instead_of_a_cookie(house: TestClient, mika: Headers) -> None:
    bot = make(house, mika, "Kitsune")
    assert name_of(house, mika | bot) == "Kitsune [bot]"
    wrong = {"authorization": "Bearer hmbot_of_nobody"}
    assert problem(house.get("/api/me", headers=mika | wrong)) == (401, "bad_token")
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        house.websocket_connect("/ws", headers=mika | wrong),
    ):
        pass
    assert problem(denied.value) == (401, "bad_token")


def test_only_a_digest_of_the_token_is_stored(house: TestClient, mika: Headers, database: str) -> None:
    token = make(house, mika, "Kitsune")["authorization"].removeprefix("Bearer ")
    assert [row["digest"] for row in rows(database, BOTS)] == [digest(token)]
    for table in META.sorted_tables:
        assert token not in str(rows(database, table))
    assert token not in house.get("/api/me/export", headers=mika).text


@in_turn("name", ["Kit [bot]", "Kit[BOT]", "Kit (b0t)", "Kit [bоt]", "Kit \uff3bbot\uff3d"])
def test_people_have_no_name_like_those_of_bots(house: TestClient, database: str, name: str) -> None:
    assert is_marked(look_of(name))
    assert problem(house.put("/api/me", json={"name": name})) == (400, "name_of_bots")


def test_a_talbot_or_a_robot_is_nobody_special() -> None:
    assert not any(is_marked(look_of(name)) for name in ("Talbot", "Robot", "bot", "Bo [t]"))


def test_guests_have_no_bots_and_members_need_a_proof(
    house: TestClient, mika: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert problem(house.post("/api/me/bots", json={"name": "K"}, headers=guest(house, "Ume"))) == (
        409,
        "no_member",
    )
    monkeypatch.setattr("hanamachi.server.accounts.credentials.PROOF_SECONDS", -1.0)
    for path in ("", "/token", "/delete"):
        asked = house.post(f"/api/me/bots{path}", json={"name": "K"}, headers=mika)
        assert problem(asked) == (403, "proof_needed")


def test_a_member_has_so_many_bots_and_each_a_name_of_its_own(house: TestClient, mika: Headers) -> None:
    for name in ("One", "Two", "Three"):
        make(house, mika, name)
    assert problem(house.post("/api/me/bots", json={"name": "Four"}, headers=mika)) == (409, "too_many_bots")
    house.post("/api/me/bots/delete", json={"name": "One [bot]"}, headers=mika)
    again = house.post("/api/me/bots", json={"name": "two"}, headers=mika)
    assert problem(again) == (400, "name_taken")


# What a token does not open.


@pytest.fixture
def kitsune(house: TestClient, mika: Headers) -> Headers:
    return make(house, mika, "Kitsune")


@in_turn(
    ("method", "path"),
    [
        ("GET", "/api/account"),
        ("POST", "/api/account/codes"),
        ("GET", "/api/me/bots"),
        ("POST", "/api/me/bots"),
        ("GET", "/api/me/export"),
        ("PUT", "/api/me"),
        ("DELETE", "/api/me"),
        ("POST", "/api/device/code"),
        ("POST", "/api/challenges"),
        ("POST", "/api/records"),
        ("GET", "/api/tables/x/advice"),
        ("GET", "/api/tables/x/review"),
    ],
)
def test_accounts_and_judges_are_closed_to_bots(
    house: TestClient, kitsune: Headers, method: str, path: str
) -> None:
    body = None if method == "GET" else {"name": "Another"}
    assert problem(house.request(method, path, json=body, headers=kitsune)) == (403, "not_for_bots")
    assert name_of(house, kitsune) == "Kitsune [bot]"


def test_a_bot_never_sits_in_its_owners_seat(house: TestClient, mika: Headers) -> None:
    bot = make(house, mika, "Kitsune")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "bot", "level": "random"}])
    with house.websocket_connect("/ws", headers=bot) as socket:
        socket.send_json({"type": "watch", "table": table, "seat": 0})
        told = socket.receive_json()
        while told["type"] != "declined":
            told = socket.receive_json()
        assert told["reason"] == "not_your_seat"


def test_a_bot_cannot_be_named_while_it_sits_down(house: TestClient, mika: Headers, rin: Headers) -> None:
    bot = make(house, mika, "Kitsune")
    table = open_table(house, rin, seats=[{"kind": "me"}, {"kind": "open"}])
    asked = house.post(f"/api/tables/{table}/seats", json={"seat": 1, "name": "Rin"}, headers=bot)
    assert problem(asked) == (403, "not_for_bots")


def test_bots_are_never_in_the_quick_match(house: TestClient, mika: Headers) -> None:
    with house.websocket_connect("/ws", headers=make(house, mika, "Kitsune")) as socket:
        socket.send_json({"type": "queue", "game": "okiya", "clock": BLITZ})
        told = socket.receive_json()
        while told["type"] != "declined":
            told = socket.receive_json()
        assert told["reason"] == "not_for_bots"


def test_a_bot_plays_so_many_games_at_once(
    house: TestClient, mika: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = make(house, mika, "Kitsune")
    for _ in range(20):
        open_table(house, bot, seats=[{"kind": "me"}, {"kind": "open"}])
    wish = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert problem(house.post("/api/tables", json=wish, headers=bot)) == (409, "too_many_games")


# Rated games.


def test_rated_games_of_bots_have_a_board_of_their_own(
    house: TestClient, database: str, mika: Headers, rin: Headers
) -> None:
    one, other = make(house, mika, "Kitsune"), make(house, rin, "Tanuki")
    told = lose(house, one, other)
    assert told["counted"]
    assert told["seats"][0]["change"] < 0 < told["seats"][1]["change"]

    def settle(db: Any) -> None:
        db.execute(sa.update(META.tables["ratings"]).values(deviation=60.0))

    write(database, settle)
    people = house.get("/api/ratings/okiya", headers=rin).json()
    bots = house.get("/api/ratings/okiya?of=bots", headers=rin).json()
    assert (people["top"], people["mine"]) == ([], None)
    assert [row["name"] for row in bots["top"]] == ["Tanuki [bot]", "Kitsune [bot]"]


def test_people_and_bots_play_no_rated_game(house: TestClient, mika: Headers, rin: Headers) -> None:
    bot = make(house, rin, "Tanuki")
    wish = {"rated": True, "clock": BLITZ, "seats": [{"kind": "me"}, {"kind": "open"}]}
    for host, comes in ((mika, bot), (bot, mika)):
        table = open_table(house, host, **wish)
        asked = house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=comes)
        assert problem(asked) == (409, "rated_bots_apart")
    free = open_table(house, mika, seats=wish["seats"])
    assert sit(house, bot, free, 1)["started"]


def test_two_bots_of_one_owner_play_no_rated_game(house: TestClient, mika: Headers) -> None:
    one, other = make(house, mika, "One"), make(house, mika, "Two")
    table = open_table(house, one, rated=True, clock=BLITZ, seats=[{"kind": "me"}, {"kind": "open"}])
    asked = house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=other)
    assert problem(asked) == (409, "rated_same_owner")


# The end.


def test_a_new_token_ends_the_last_one_and_its_sockets(house: TestClient, mika: Headers) -> None:
    bot = make(house, mika, "Kitsune")
    with house.websocket_connect("/ws", headers=bot) as socket:
        answer = house.post("/api/me/bots/token", json={"name": "Kitsune [bot]"}, headers=mika)
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json()
    assert ended.value.code == SESSION_ENDED
    assert problem(house.get("/api/me", headers=bot)) == (401, "bad_token")
    assert name_of(house, {"authorization": f"bearer {answer.json()['token']}"}) == "Kitsune [bot]"
    other = house.post("/api/me/bots/token", json={"name": "Tanuki [bot]"}, headers=mika)
    assert problem(other) == (409, "no_such_bot")


def test_a_bot_ends_with_its_owner(house: TestClient, database: str, mika: Headers, rin: Headers) -> None:
    one, other = make(house, mika, "Kitsune"), make(house, rin, "Tanuki")
    rated_table(house, one, other)
    bot = next(row["guest"] for row in rows(database, BOTS) if row["owner"] == user_id(mika))
    assert house.delete("/api/me", headers=mika).status_code == 204
    assert problem(house.get("/api/me", headers=one)) == (401, "bad_token")
    assert {row["owner"] for row in rows(database, BOTS)} == {user_id(rin)}
    assert bot not in [row["id"] for row in rows(database, GUESTS)]
    assert "Kitsune" not in str([rows(database, each) for each in META.sorted_tables])
    assert [each["over"] for each in house.get("/api/me", headers=other).json()["tables"]] == [True]
    assert len(rows(database, META.tables["results"])) == 1  # Tanuki's, who won


def test_deleting_a_bot_gives_up_its_games_alone(house: TestClient, mika: Headers, rin: Headers) -> None:
    one, other = make(house, mika, "Kitsune"), make(house, rin, "Tanuki")
    rated_table(house, one, other)
    left = house.post("/api/me/bots/delete", json={"name": "Kitsune [bot]"}, headers=mika)
    assert left.json() == []
    assert name_of(house, mika) == "Mika"
    assert [each["over"] for each in house.get("/api/me", headers=other).json()["tables"]] == [True]


def test_a_token_is_long_and_says_what_it_is() -> None:
    tokens = {bot_accounts.new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(token.startswith("hmbot_") and len(token) == 49 for token in tokens)


def test_a_bot_gives_up_a_game_by_its_own_hand(house: TestClient, mika: Headers, rin: Headers) -> None:
    one, other = make(house, mika, "Kitsune"), make(house, rin, "Tanuki")
    table = rated_table(house, one, other)
    say(house, one, table, 0, type="resign")
    assert house.get(f"/api/tables/{table}/record", headers=other).json()["result"]["ranks"] == [2, 1]
