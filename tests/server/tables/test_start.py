"""A fair start: the commitment is shown before the last player's words are known, in two steps."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.core import fair, record
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from tests.server.support.visitors import (
    HOST,
    ME_AND_BOT,
    Seat,
    finish,
    guest,
    open_table,
    problem,
    say,
    sit,
    two_players,
)


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


def opened(house: TestClient, who: dict[str, str], seats: list[dict[str, str]]) -> Any:
    return house.post("/api/tables", json={"game": "okiya", "seats": seats}, headers=who).json()


def table_of(house: TestClient, who: dict[str, str], table: str) -> Any:
    return house.get(f"/api/tables/{table}", headers=who).json()["table"]


def test_a_game_against_a_bot_starts_with_words_that_follow_the_commitment(house: TestClient) -> None:
    """M6: the house drew the seed when it knew the words, and had dealt before anybody saw a commitment."""
    mika = guest(house, "Mika")
    new = opened(house, mika, ME_AND_BOT)
    table = f"/api/tables/{new['id']}"
    waiting = table_of(house, mika, new["id"])
    assert not waiting["started"]
    assert waiting["commitment"] == new["commitment"]
    for commitment in ("", "0" * 64):
        words = {"words": "plum", "commitment": commitment}
        assert problem(house.post(f"{table}/words", json=words, headers=mika)) == (409, "commitment_unseen")
    assert say(house, mika, new["id"], new["commitment"])["started"]
    words = {"words": "other", "commitment": new["commitment"]}
    assert problem(house.post(f"{table}/words", json=words, headers=mika)) == (409, "words_given")
    with house.websocket_connect("/ws", headers=mika) as socket:
        end = finish(Seat(socket, new["id"], 0))
    assert fair.commitment(bytes.fromhex(end["seed"])) == new["commitment"]
    snapshot = record.read(house.get(f"{table}/record").content, GAMES)
    assert snapshot.fairness.words == ("plum crane moon", "")
    assert record.prove(snapshot) > 0


def test_nothing_begins_before_everybody_has_given_words(house: TestClient) -> None:
    mika, rin, aki = (guest(house, name) for name in ("Mika", "Rin", "Aki"))
    new = opened(house, mika, [{"kind": "me"}, {"kind": "open"}])
    say(house, mika, new["id"], new["commitment"])
    body = {"words": "mine", "commitment": new["commitment"]}
    stranger = house.post(f"/api/tables/{new['id']}/words", json=body, headers=aki)
    assert problem(stranger) == (409, "not_your_seat")
    taken = house.post(f"/api/tables/{new['id']}/seats", json={"seat": 1}, headers=rin).json()
    assert [seat["ready"] for seat in taken["table"]["seats"]] == [True, False]
    assert (taken["mine"], taken["table"]["started"], taken["table"]["words"]) == ([1], False, [])
    assert say(house, rin, new["id"], new["commitment"])["words"] == ["plum crane moon"] * 2


@pytest.mark.parametrize("words", ["x" * 201, "\x1b[2J", "\u202e"])
def test_words_are_short_and_can_be_read(house: TestClient, words: str) -> None:
    """H3: a megabyte of words was sent to everybody with every move."""
    mika = guest(house, "Mika")
    new = opened(house, mika, ME_AND_BOT)
    body = {"words": words, "commitment": new["commitment"]}
    assert house.post(f"/api/tables/{new['id']}/words", json=body, headers=mika).status_code == 400
    assert not table_of(house, mika, new["id"])["started"]


def resigned(house: TestClient) -> tuple[str, dict[str, str], dict[str, str]]:
    """A game that is over, and the table of the rematch that its loser offered."""
    table, mika, rin = two_players(house)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.hear()
        seat.send(type="rematch", seat=0)
        child = seat.hear()["table"]["child"]
    return str(child), mika, rin


def test_a_rematch_is_an_offer_that_each_accepts_by_new_words(house: TestClient) -> None:
    child, mika, rin = resigned(house)
    offer = table_of(house, rin, child)
    assert [seat["name"] for seat in offer["seats"]] == ["Rin", "Mika"]
    assert (offer["started"], offer["offered_by"], offer["offered_from"]) == (False, 1, 0)
    assert [seat["ready"] for seat in offer["seats"]] == [False, False]
    declined = house.post(f"/api/tables/{child}/decline", headers=rin).json()
    assert [seat["declined"] for seat in declined["table"]["seats"]] == [True, False]
    assert problem(house.post(f"/api/tables/{child}/decline", headers=mika)) == (409, "no_offer")
    assert not say(house, mika, child, offer["commitment"])["started"]
    begun = say(house, rin, child, offer["commitment"])  # after all
    assert begun["started"]
    assert not any(seat["declined"] for seat in begun["seats"])


def test_a_rematch_is_found_again_after_a_restart(database: str) -> None:
    """Low: the parent forgot it."""
    with TestClient(make_app(database), base_url=HOST) as house:
        child, mika, rin = resigned(house)
        parent = table_of(house, mika, child)["parent"]
    with TestClient(make_app(database), base_url=HOST) as house:
        assert table_of(house, rin, parent)["child"] == child
        listed = house.get("/api/me", headers=rin).json()["tables"]
        assert [(one["id"], one["yours"]) for one in listed] == [(child, True), (parent, False)]
        mine = house.get("/api/me", headers=mika).json()["tables"]
        assert not any(one["yours"] for one in mine)  # whoever offered waits
        commitment = table_of(house, rin, child)["commitment"]
        say(house, rin, child, commitment)
        assert say(house, mika, child, commitment)["started"]


def test_there_is_nothing_to_decline_at_an_ordinary_table(house: TestClient) -> None:
    mika = guest(house, "Mika")
    new = opened(house, mika, [{"kind": "me"}, {"kind": "open"}])
    assert problem(house.post(f"/api/tables/{new['id']}/decline", headers=mika)) == (409, "no_offer")


def test_a_seat_that_was_taken_stays_taken_without_words(house: TestClient) -> None:
    mika, rin, aki = (guest(house, name) for name in ("Mika", "Rin", "Aki"))
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "open"}])
    house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=rin)
    taken = house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=aki)
    assert problem(taken) == (409, "seat_taken")
    with pytest.raises(AssertionError):
        sit(house, aki, table, 1)
