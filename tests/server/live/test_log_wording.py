"""The log says "you" to you: in every game, from the same phrases."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hanamachi.core.words import LANGUAGES, Words
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.app import make_app
from tests.server.support.visitors import HOST, Seat, guest, open_table, two_players

NAMED = ("who", "to", "owner", "starter", "player")  # the holes in which somebody who acts is named


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as client:
        yield client


def unspoken(words: Words, manner: str) -> set[str]:
    """Phrases that begin with somebody and have no form for them."""
    phrases = {key: text for key, text in words.phrases.items() if key.startswith(f"{manner}.")}
    begun = {(key, hole) for key, text in phrases.items() for hole in NAMED if text.startswith(f"{{{hole}}}")}
    return {key for key, hole in begun if f"you.{hole}.{key}" not in words.phrases}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_whatever_is_told_of_somebody_can_be_told_to_them(game: str, lang: str) -> None:
    assert unspoken(GAMES[game].text.words(lang), "tell") == set()
    assert unspoken(GAMES[game].text.words(lang), "decided") == set()
    assert unspoken(catalogue("house")(lang), "event") == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_every_question_can_be_told_to_those_who_are_not_asked(game: str, lang: str) -> None:
    words = GAMES[game].text.words(lang)
    assert set(words.under("gallery")) == set(words.under("ask"))
    assert all("{who}" in phrase for phrase in words.under("gallery").values())


def told(seat: Seat) -> list[str]:
    return [frame["line"]["said"] for frame in seat.last["frames"] if frame["line"]["seat"] in (0, 1)]


def test_each_player_is_you_and_the_gallery_hears_names(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    with (
        house.websocket_connect("/ws", headers=mika) as one,
        house.websocket_connect("/ws", headers=rin) as other,
        house.websocket_connect("/ws", headers=guest(house, "Aki")) as third,
    ):
        players = [Seat(one, table, 0), Seat(other, table, 1)]
        mover = 0 if players[0].last["choices"] else 1
        players[mover].play()
        said = told(players[mover])
        assert said == [said[0]]
        assert said[0].startswith("You take ")
        name = ["Mika", "Rin"][mover]
        players[1 - mover].hear()
        assert told(players[1 - mover])[0].startswith(f"{name} takes ")
        gallery = Seat(third, table, None)
        assert told(gallery)[0].startswith(f"{name} takes ")
        asked = f"{['Rin', 'Mika'][mover]} is choosing a tile that matches"
        assert gallery.last["ask"].startswith(asked)
        assert players[mover].last["ask"].startswith(asked)


def test_on_a_shared_screen_everybody_has_a_name(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "shared", "name": "Kiku"}])
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        if not seat.last["choices"]:
            seat = Seat(socket, table, 1)
        seat.play()
        assert told(seat)[0].split(" takes ")[0] in ("Mika", "Kiku")


def test_a_bot_that_plays_for_itself_takes_a_seat(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika)
    with house.websocket_connect("/ws", headers=mika) as socket:
        first = [frame["line"]["said"] for frame in Seat(socket, table, 0).last["frames"][:2]]
    assert first == ["You take a seat.", "Random takes a seat."]


def test_it_is_told_by_which_rule_is_asked_and_whether_a_move_could_be_taken_back(house: TestClient) -> None:
    table, mika, rin = two_players(house, takebacks=True)
    with (
        house.websocket_connect("/ws", headers=mika) as one,
        house.websocket_connect("/ws", headers=rin) as other,
    ):
        players = [Seat(one, table, 0), Seat(other, table, 1)]
        mover = 0 if players[0].last["choices"] else 1
        assert players[mover].last["rule"] == "O4"
        assert not players[mover].last.get("undoes", False)
        players[mover].play()
        players[1 - mover].hear()
        assert players[mover].last["undoes"]
        assert not players[1 - mover].last.get("undoes", False)


def test_a_decision_of_several_moves_is_told_once_where_it_ends(house: TestClient) -> None:
    table, mika, rin = two_players(house, game="geishas_road", options={"mode": "basic", "starter": "first"})
    with (
        house.websocket_connect("/ws", headers=mika) as one,
        house.websocket_connect("/ws", headers=rin) as other,
    ):
        actor, rival = Seat(one, table, 0), Seat(other, table, 1)
        begun = actor.last["seq"]
        while not any(frame["line"].get("decided") for frame in actor.last["frames"]):
            actor.play()
        rival.until(lambda message: message["seq"] == actor.last["seq"])
        rows = [
            frame["line"] for frame in Seat(other, table, 1).last["frames"] if frame["line"]["seq"] >= begun
        ]
        made = [row for row in rows if row["seat"] == 0]
        assert len(made) > 1
        assert all(row["said"].startswith("Mika ") for row in made)
        assert [bool(row.get("decided")) for row in made] == [False] * (len(made) - 1) + [True]
        assert made[-1]["decided"].startswith("Mika ")
