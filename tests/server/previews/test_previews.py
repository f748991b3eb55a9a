"""Previews of links over the network: what they tell of whom, and that asking for them leaves no trace."""

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.core.table import Refused
from hanamachi.pictures.picture import Picture
from hanamachi.server.app import Server, app_of
from hanamachi.server.edge import static
from hanamachi.server.previews import painter
from hanamachi.server.previews.painter import MOST, Painter, version_of
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.runtime.process_pool import ProcessPool, TaskFailed
from hanamachi.server.storage.store import Store
from tests.server.support.once.in_turn import in_turn
from tests.server.support.visitors import HOST, Seat, finish, guest, open_table, problem, sit, two_players

BOT = {"user-agent": "TelegramBot (like TwitterBot)"}
OPEN = [{"kind": "me"}, {"kind": "open"}]
Tags = dict[str, str]


class House(TestClient):
    """A house whose parts can be looked at, and what its painter was asked to draw."""

    def __init__(self, server: Server) -> None:
        super().__init__(app_of(server), base_url=HOST)
        self.server, self.drawn = server, list[Picture]()

    def tags(self, path: str, **headers: str) -> Tags:
        """What a chat program reads of a link."""
        answer = self.get(path, headers=BOT | headers)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)"', answer.text)
        return {name: unescape(content) for name, content in found}

    def picture(self, tags: Tags) -> Picture:
        """What the picture of a preview shows."""
        answer = self.get(tags["og:image"], headers=BOT)
        assert answer.headers["content-type"] == "image/png"
        assert "set-cookie" not in answer.headers
        return self.drawn[-1]


@pytest.fixture
def house(
    database: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[House]:
    (tmp_path / "index.html").write_text("<head><title>Hanamachi</title></head>")
    monkeypatch.setattr(static, "STATIC", tmp_path)
    monkeypatch.setattr("hanamachi.server.previews.service.FRESH", 0.0)
    server = Server(Store(database), "127.0.0.1", None, getattr(request, "param", Limits()))
    client = House(server)

    async def do(_who: str, _png: Any, picture: Picture) -> bytes:
        client.drawn.append(picture)
        return b"PNG"

    monkeypatch.setattr(server.engines.pictures, "do", do)
    server.painter.can_draw = True
    with client:
        yield client


def test_a_private_table_tells_its_game_and_its_hosts_name(house: House) -> None:
    table, mika, rin = two_players(house)
    for path in (f"/t/{table}", f"/r/{table}", f"/r/{table}/12?eyes=0"):
        tags = house.tags(path)
        assert tags["og:title"] == tags["twitter:title"] == "Okiya · Mika’s table"
        assert tags["og:url"] == HOST + path.partition("?")[0]
        assert "Rin" not in str(tags)
        house.drawn.clear()
        kept = house.server.painter.kept
        kept.clear()
        picture = house.picture(tags)
        assert (picture.game, picture.lines, picture.names, picture.view) == (
            "okiya", ("Mika’s table",), (), None,
        )  # fmt: skip
    before = house.tags(f"/t/{table}")
    with house.websocket_connect("/ws", headers=mika) as one, house.websocket_connect("/ws", headers=rin):
        Seat(one, table, 0).send(type="resign", seat=0)
    assert house.tags(f"/t/{table}") == before


def test_without_spectators_a_listed_table_is_private(house: House) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=OPEN, public=True, spectators=False)
    assert house.tags(f"/t/{table}")["og:description"].startswith("Place four geishas")


def test_a_public_table_is_shown_as_its_gallery_sees_it(house: House) -> None:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, game="hanamikoji", seats=OPEN, public=True)
    tags = house.tags(f"/t/{table}")
    assert (tags["og:title"], tags["og:description"]) == ("Hanamikoji · Mika’s table", "1 seat free")
    assert house.picture(tags).view is None
    sit(house, rin, table, 1)
    tags = house.tags(f"/t/{table}")
    assert (tags["og:title"], tags["og:description"]) == ("Hanamikoji · Mika – Rin", "A game to watch")
    picture = house.picture(tags)
    assert picture.names == ("Mika", "Rin")
    assert picture.view is not None
    assert b'"hand":null' in bytes(picture.view)
    assert b'"seat":null' in bytes(picture.view)


def test_a_replay_tells_neither_result_nor_length(house: House) -> None:
    table, mika, rin = two_players(house, public=True)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        one, other = Seat(a, table, 0), Seat(b, table, 1)
        early = house.tags(f"/r/{table}")
        first = house.picture(early)
        while not one.last["result"]:
            mover = one if one.last["choices"] else other
            if mover.last["choices"]:
                mover.play()
            else:
                mover.hear()
            if mover is other:
                one.hear()
            elif not one.last["result"]:
                other.hear()
    for path in (f"/r/{table}", f"/t/{table}", f"/r/{table}/9"):
        tags = house.tags(path)
        assert tags["og:description"] == early["og:description"] == "A game to watch again"
        assert tags["og:title"] == "Okiya · Mika – Rin"
        house.server.painter.kept.clear()
        assert house.picture(tags) == first


def test_a_preview_leaves_no_trace(house: House) -> None:
    """No room is opened, no seat is taken, no link is used up, nobody is seen."""
    mika = guest(house, "Mika")
    wish = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "reserved", "name": "Rin"}], "public": True}
    opened = house.post("/api/tables", json=wish, headers=mika).json()
    token = opened["links"]["1"]
    house.cookies.clear()
    before = house.get(f"/api/tables/{opened['id']}", headers=mika).json()
    house.server.rooms.rooms.clear()
    tags = house.tags(f"/t/{opened['id']}?seat={token}")
    house.picture(tags)
    assert token not in str(tags)
    assert not house.server.rooms.rooms
    assert house.get(f"/api/tables/{opened['id']}", headers=mika).json() == before
    assert sit(house, guest(house, "Rin"), opened["id"], 1, token)["seats"][1]["name"] == "Rin"


def test_the_language_is_the_querys_or_the_browsers(house: House) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=OPEN, public=True)
    assert house.tags(f"/t/{table}", **{"accept-language": "fr-FR"})["og:title"] == "Okiya · Table de Mika"
    tags = house.tags(f"/t/{table}?lang=pl", **{"accept-language": "fr"})
    assert (tags["og:title"], tags["og:locale"]) == ("Okiya · Stół: Mika", "pl_PL")
    assert house.picture(tags).lang == "pl"


@in_turn(
    "path",
    "/ /lobby /t/ /t/nothing /r/nothing/3 /study /study/nothing /puzzles/okiya /puzzles/okiya/nothing "
    f"/puzzles/none/1/2 /t/%3Cscript%3E /t/{'x' * 500}".split(),
)
def test_of_other_pages_nothing_is_told(house: House, path: str) -> None:
    assert house.tags(path) == {}


def test_a_name_cannot_write_into_the_page(house: House) -> None:
    mika = guest(house, '"><script>a</script>')
    table = open_table(house, mika, seats=OPEN, public=True)
    page = house.get(f"/t/{table}").text
    assert "<script>a" not in page
    assert "script" in house.tags(f"/t/{table}")["og:title"]


def test_a_puzzle_shows_its_task_and_its_position(house: House) -> None:
    id_ = house.get("/api/puzzles/today?game=hanamikoji").json()["id"]
    set_ = house.get(f"/api/puzzles/{id_}?lang=en").json()
    tags = house.tags(f"/puzzles/hanamikoji/{id_}")
    assert (tags["og:title"], tags["og:description"]) == ("Hanamikoji · A puzzle", set_["task"])
    picture = house.picture(tags)
    assert picture.view is not None
    assert picture.lines == ("A puzzle", set_["task"])
    night = house.get(f"/api/puzzles/{id_}/picture?theme=night")
    assert night.status_code == 200
    assert house.drawn[-1].night


def shared_study(house: House, who: dict[str, str], table: str) -> str:
    study = house.post("/api/studies", json={"table": table, "name": "The fan"}, headers=who).json()["id"]
    assert house.tags(f"/study/{study}") == {}  # not shared: nothing is told
    edit(house, who, study, kind="share", on=True)
    return str(study)


def edit(house: House, who: dict[str, str], study: str, **wish: Any) -> Any:
    revision = house.get(f"/api/studies/{study}", headers=who).json()["revision"]
    return house.post(f"/api/studies/{study}/edits", json={"revision": revision} | wish, headers=who)


def test_a_study_has_the_gallerys_picture_until_its_owner_chooses_eyes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, game="hanamikoji", seats=[{"kind": "me"}, {"kind": "shared"}])
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        finish(seat)
    study = shared_study(house, mika, table)
    tags = house.tags(f"/study/{study}/8")
    assert (tags["og:title"], tags["og:description"]) == ("Hanamikoji · The fan", "A study")
    picture = house.picture(tags)
    assert b'"hand":null' in bytes(picture.view or b"")
    assert picture.names == ("Seat 1", "Seat 2")  # the table was private
    assert problem(edit(house, mika, study, kind="picture", seat=2)) == (409, "no_seat")
    assert edit(house, mika, study, kind="picture", seat=1).status_code == 200
    assert house.get(f"/api/studies/{study}", headers=mika).json()["picture"] == 1
    assert b'"seat":1' in bytes(house.picture(house.tags(f"/study/{study}/8")).view or b"")
    own = house.get(f"/api/studies/{study}/picture?at=8&eyes=0", headers=mika)
    assert own.headers["cache-control"] == "no-store"
    assert b'"seat":0' in bytes(house.drawn[-1].view or b"")
    assert house.tags(f"/study/{study}/99999")["og:title"] == tags["og:title"]
    monkeypatch.setattr("hanamachi.server.analysis.studies.rows.is_silenced", lambda *_: True)
    assert house.tags(f"/study/{study}/8") == {}  # a host has muted its author


def test_a_seats_picture_is_for_that_seat_until_the_game_is_over(house: House) -> None:
    table, mika, rin = two_players(house, game="hanamikoji", public=True)
    url = f"/api/tables/{table}/picture"
    assert house.get(f"{url}?eyes=0", headers=mika).status_code == 200
    assert b'"seat":0' in bytes(house.drawn[-1].view or b"")
    assert problem(house.get(f"{url}?eyes=0", headers=rin)) == (409, "not_your_seat")
    assert problem(house.get(f"{url}?eyes=0")) == (409, "not_your_seat")
    assert problem(house.get(f"{url}?seq=9999")) == (409, "no_such_row")
    assert house.get(url).status_code == 200
    assert house.drawn[-1].lines == ("Mika – Rin",)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        finish(seat)
    assert house.get(f"{url}?eyes=0&theme=night", headers=rin).status_code == 200
    assert "Rin wins" in house.drawn[-1].lines
    assert house.drawn[-1].night
    assert house.get(f"{url}?eyes=0&seq=8", headers=rin).status_code == 200
    assert house.drawn[-1].lines == ("Mika – Rin",)


@pytest.mark.parametrize("house", [Limits(pictures=Rate(20, 1), link_previews=Rate(5, 1))], indirect=True)
def test_a_picture_asked_a_thousand_times_is_drawn_once(house: House) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=OPEN, public=True)
    tags = house.tags(f"/t/{table}")
    answers = [house.get(tags["og:image"]) for _ in range(1_000)]
    statuses = [answer.status_code for answer in answers]
    assert (statuses.count(200), statuses.count(429)) == (20, 980)
    assert len(house.drawn) == 1
    assert problem(answers[-1]) == (429, "too_many")
    assert int(answers[-1].headers["retry-after"]) > 0
    told = [bool(house.tags(f"/t/{table}")) for _ in range(10)]
    assert told == [True] * 4 + [False] * 6  # and the page is sent all the same


def test_a_browser_asks_whether_a_picture_has_changed(house: House) -> None:
    mika = guest(house, "Mika")
    url = house.tags(f"/t/{open_table(house, mika, seats=OPEN, public=True)}")["og:image"]
    answer = house.get(url)
    assert answer.headers["cache-control"].startswith("public, max-age=")
    assert house.get(url, headers={"if-none-match": answer.headers["etag"]}).status_code == 304


def test_without_the_parts_of_pictures_words_are_told(house: House) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=OPEN, public=True)
    house.server.painter.can_draw = False
    tags = house.tags(f"/t/{table}")
    assert (tags["og:title"], tags["twitter:card"]) == ("Okiya · Mika’s table", "summary")
    assert "og:image" not in tags
    assert problem(house.get(f"/api/previews/t/{table}.png")) == (409, "no_pictures")
    assert problem(house.get("/api/previews/none/x.png")) == (404, "no_table")


def asked(number: int) -> Picture:
    return Picture(game="okiya", lines=(str(number),))


class Slow(ProcessPool):
    """A pool whose work waits for a sign."""

    def __init__(self) -> None:
        super().__init__()
        self.go, self.asked = asyncio.Event(), 0

    async def do(self, _who: str, _wanted: Any, *_given: Any) -> bytes:
        self.asked += 1
        await self.go.wait()
        return b"PNG"


async def twice() -> None:
    pool = Slow()
    mine = Painter(pool)
    mine.can_draw = True
    one, other = (asyncio.create_task(mine.png(asked(1), "a")) for _ in range(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(mine.png(asked(n), "a")) for n in range(2, painter.WAITING + 1)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="took_too_long"):
        await mine.png(asked(-1), "a")
    pool.go.set()
    assert {await one, await other} == {b"PNG"}
    assert pool.asked == len(await asyncio.gather(*waiting)) + 1
    for number in range(MOST + 50):
        await mine.png(asked(number), "a")
    assert len(mine.kept) == MOST
    assert version_of(asked(0)) not in mine.kept
    pool.close()


def test_who_asks_for_what_is_being_drawn_waits_for_it() -> None:
    asyncio.run(twice())


async def lost() -> None:
    class Broken(ProcessPool):
        async def do(self, _who: str, _wanted: Any, *_given: Any) -> bytes:
            raise TaskFailed("the worker crashed")

    mine = Painter(Broken())
    mine.can_draw = True
    for _ in range(2):
        with pytest.raises(Refused, match="took_too_long"):
            await mine.png(asked(1), "a")
    assert not mine.drawing
    mine.pool.close()


def test_a_painter_that_crashes_is_asked_again() -> None:
    asyncio.run(lost())
