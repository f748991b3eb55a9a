"""Who looks on sees what the table's rule allows: the public view, a seat that consents, everything that is hidden
from nobody."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from hanamachi.core.game import Seat as SeatNumber
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from tests.server.live.test_leaks import retelling, some_story
from tests.server.support import wiretap
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, two_players
from tests.server.support.wiretap import heard


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as client:
        yield client


def refused(socket: Any) -> str:
    while (told := socket.receive_json())["type"] != "declined":
        pass
    assert told["sentence"]
    return str(told["reason"])


def test_eyes_are_lent_with_consent_and_taken_back(house: TestClient) -> None:
    table, mika, rin = two_players(house, game="hanamikoji", watching="seat")
    kiku = guest(house, "Kiku")
    with (
        house.websocket_connect("/ws", headers=mika) as a,
        house.websocket_connect("/ws", headers=kiku) as c,
    ):
        mine = Seat(a, table, 0)
        looks = Seat(c, table, None)
        assert looks.last["table"]["watching"] == "seat"
        hidden = looks.last["view"]
        c.send_json({"type": "watch", "table": table, "through": 0})
        assert refused(c) == "no_consent"
        mine.send(type="show", seat=0, on=True)
        looks.until(lambda told: told.get("shown") == [0])
        looks.send(type="watch", table=table, through=0)
        seen = looks.until(lambda told: told.get("borrowed"))
        mine.until(lambda told: told.get("shown") == [0])
        assert seen["view"] == mine.last["view"] != hidden
        assert seen["choices"] == []
        assert not seen["undoes"]
        c.send_json({"type": "watch", "table": table, "through": 1})
        assert refused(c) == "no_consent"
        mine.send(type="show", seat=0, on=False)
        assert refused(c) == "no_consent"
        back = looks.until(lambda told: told.get("type") == "updates" and not told["borrowed"])
        assert back["view"] == hidden
        assert back["from_seq"] == 0
    with house.websocket_connect("/ws", headers=rin) as b:
        b.send_json({"type": "watch", "table": table, "through": 0})
        assert refused(b) == "own_eyes"


def test_no_rule_no_eyes(house: TestClient) -> None:
    table, mika, _ = two_players(house, game="hanamikoji")
    with house.websocket_connect("/ws", headers=mika) as a:
        mine = Seat(a, table, 0)
        mine.send(type="show", seat=0, on=True)
        assert refused(a) == "no_lending"
    body = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "open"}], "watching": "all"}
    assert problem(house.post("/api/tables", json=body, headers=mika)) == (409, "bad_watching")
    closed = open_table(house, mika, spectators=False, watching="seat")
    with house.websocket_connect("/ws", headers=guest(house, "Kiku")) as c:
        c.send_json({"type": "watch", "table": closed, "through": 0})
        assert refused(c) == "no_spectators"


@pytest.mark.parametrize(("game", "status"), [("okiya", 200), ("hanamikoji", 409)])
def test_a_referee_sees_all_where_nothing_is_hidden(house: TestClient, game: str, status: int) -> None:
    table, mika, _ = two_players(house, game=game, watching="referee")
    kiku = guest(house, "Kiku")
    opened = house.get(f"/api/tables/{table}/replay?eyes=open", headers=kiku)
    assert opened.status_code == status
    with house.websocket_connect("/ws", headers=mika) as a:
        mine = Seat(a, table, 0)
        mine.send(type="resign", seat=0)
        mine.until(lambda told: told.get("result"))
    assert house.get(f"/api/tables/{table}/replay?eyes=open", headers=kiku).status_code == 200


def by_rule(monkeypatch: pytest.MonkeyPatch, watching: str) -> None:
    plain = wiretap.wanted

    def wanted(game: Any, seats: int) -> Any:
        setup, held = plain(game, seats)
        return replace(setup, watching=watching), held

    monkeypatch.setattr(wiretap, "wanted", wanted)


def lent(monkeypatch: pytest.MonkeyPatch, seat: SeatNumber) -> None:
    """Whoever looks on does so through these eyes, as soon as the game has begun."""
    plain_watch, plain_seated = wiretap.Tap.watch, wiretap.seated

    async def seated(server: Any, room: Any, nature: Any) -> Any:
        taps = await plain_seated(server, room, nature)
        await taps[seat].watch()
        await taps[seat].say(type="show", seat=seat, on=True)
        return taps

    async def watch(tap: wiretap.Tap, seq: int = 0, *, pictures: bool = False) -> None:
        if tap.seat is not None:
            return await plain_watch(tap, seq, pictures=pictures)
        how = {"lang": "en", "words": True, "pictures": pictures, "through": seat}
        return await tap.say(type="watch", table=wiretap.TABLE, seq=seq, **how)

    monkeypatch.setattr(wiretap, "seated", seated)
    monkeypatch.setattr(wiretap.Tap, "watch", watch)


@pytest.mark.parametrize("watching", ["seat", "referee"])
@pytest.mark.parametrize("name", ["hanamikoji", "geishas_road"])
def test_the_gallery_hears_the_same_over_retellings_by_every_rule(
    name: str, watching: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_rule(monkeypatch, watching)
    assert differs(name, None, None, seeds=3)


@pytest.mark.parametrize("name", ["hanamikoji", "mai_star"])
def test_borrowed_eyes_see_what_their_seat_knows_and_no_more(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_rule(monkeypatch, "seat")
    lent(monkeypatch, 0)
    assert differs(name, 0, None, seeds=4)


def differs(name: str, knows: SeatNumber | None, ears: SeatNumber | None, seeds: int) -> bool:
    """Stories that are the same to one seat are heard alike. Tells whether there were any others."""
    game: Any = GAMES[name]
    found = 0
    for seed in range(seeds):
        story = some_story(game, game.seats[0], Random(seed))
        other = retelling(story, knows, Random(seed))
        found += other != story.moves
        assert heard(name, game.seats[0], story.moves, ears) == heard(name, game.seats[0], other, ears)
    return found > 0


def test_borrowed_eyes_see_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test above tests something: another hand is heard."""
    by_rule(monkeypatch, "seat")
    lent(monkeypatch, 0)
    story = some_story(GAMES["hanamikoji"], 2, Random(3))
    other = retelling(story, None, Random(3))
    assert heard("hanamikoji", 2, story.moves, None) != heard("hanamikoji", 2, other, None)
