"""The review of a finished game: what each decision was worth, told as it is thought."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.bots.ladder import Ladder
from hanamachi.core.game import NATURE
from hanamachi.core.value import Value
from hanamachi.games import GAMES
from hanamachi.games.geishas_road.pieces import CARD_NAMES
from hanamachi.games.okiya import GAME
from hanamachi.games.okiya.moves import Begin, Lay
from hanamachi.games.okiya.solver import solve
from hanamachi.server.analysis import opinions
from hanamachi.server.analysis.review import REMEMBERED, followed
from hanamachi.server.app import Server, make_app
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.model import SeatHolder, Setup
from tests.server.support.visitors import HOST, ME_AND_BOT, Seat, finish, guest, open_table, problem, sit


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as client:
        yield client


def reviewed(house: TestClient, table: str, lang: str = "en") -> Any:
    """The whole review, once it is done."""
    for _ in range(2400):
        review = house.get(f"/api/tables/{table}/review?lang={lang}").json()
        if review["done"]:
            return review
        time.sleep(0.05)
    raise TimeoutError("the review takes too long")


def test_a_finished_game_is_reviewed_by_the_exact_solver(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=ME_AND_BOT)
    assert problem(house.get(f"/api/tables/{table}/review")) == (409, "not_finished")
    with house.websocket_connect("/ws", headers=mika) as socket:
        last = finish(Seat(socket, table, 0))
    review = reviewed(house, table)
    told = [frame["line"] for frame in last["frames"] if frame["line"]["move"]]
    assert told
    assert review["count"] == len(review["decisions"]) > 1
    replay = house.get(f"/api/tables/{table}/replay?eyes=open").json()["frames"]
    for each in review["decisions"]:
        line = replay[each["seq"] + 1]["line"]
        assert line["seat"] == each["seat"]
        assert each["played"]["chance"] <= each["moves"][0]["chance"]
        assert {move["chance"] for move in each["moves"]} <= {0, 0.5, 1}
        best = each["moves"][0]
        assert best["chance"] == {"win": 1, "draw": 0.5, "loss": 0}[best["value"]["result"]]
    loser = 1 - last["result"]["winners"][0]  # whose last choice cannot have been a winning one
    assert [d["played"]["chance"] for d in review["decisions"] if d["seat"] == loser][-1:] != [1]
    polish = reviewed(house, table, "pl")["decisions"][0]["moves"][0]
    assert polish["notation"] == review["decisions"][0]["moves"][0]["notation"]
    assert polish["label"] != review["decisions"][0]["moves"][0]["label"]


def test_a_review_is_kept_over_a_restart(tmp_path: Path) -> None:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as house:
        mika = guest(house, "Mika")
        table = open_table(house, mika, seats=ME_AND_BOT)
        with house.websocket_connect("/ws", headers=mika) as socket:
            finish(Seat(socket, table, 0))
        review = reviewed(house, table)
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as house:
        assert house.get(f"/api/tables/{table}/review").json() == review  # nobody had to think again


def test_another_edition_of_a_judge_forms_opinions_of_its_own(tmp_path: Path) -> None:
    async def both() -> tuple[Any, Any]:
        store = Store(str(tmp_path / "house.db"))
        await store.open()
        setup = Setup(format=2, game="okiya", version=1, options={}, host="g", seed="00" * 32)
        await store.add_table("t", setup, (SeatHolder("open"), SeatHolder("open")))
        await store.database.write(opinions.save("t", "judge 1 1", 20, Opinion([0.5])))
        found = [await store.database.read(opinions.saved_opinions("t", f"judge {n} 1")) for n in (1, 2)]
        await store.close()
        return found[0], found[1]

    assert asyncio.run(both()) == ({20: Opinion([0.5])}, {})


def test_who_may_not_watch_gets_no_review(house: TestClient) -> None:
    mika, aki = guest(house, "Mika"), guest(house, "Aki")
    table = open_table(house, mika, spectators=False)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
    assert problem(house.get(f"/api/tables/{table}/review", headers=aki)) == (409, "no_spectators")


@pytest.fixture
def unjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game has a judge."""
    monkeypatch.setattr("hanamachi.server.analysis.review.ladder_of", Ladder)


@pytest.mark.usefixtures("unjudged")
def test_a_game_without_a_judge_is_not_reviewed(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, game="geishas_road")
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
    assert problem(house.get(f"/api/tables/{table}/review")) == (409, "no_review_for_game")


def decide(seat: Seat) -> None:
    """The first move of whatever is asked of this seat."""
    seat.until(lambda message: message["asked"] == seat.seat)
    seat.send(type="submit", seat=seat.seat, seq=seat.last["seq"], move=seat.last["choices"][0]["move"])


def test_a_hint_is_for_whoever_is_asked_and_for_nobody_else(house: TestClient) -> None:
    """It tells of a hand: the rival and the gallery must not hear it while the game goes on."""
    mika, rin, aki = guest(house, "Mika"), guest(house, "Rin"), guest(house, "Aki")
    both = [{"kind": "me"}, {"kind": "open"}]
    options = {"box": "small", "starter": "first"}
    table = open_table(house, mika, game="hanamikoji", seats=both, options=options, hints=True)
    sit(house, rin, table, 1)
    path = f"/api/tables/{table}/advice"
    for other in (rin, aki, {}):
        assert problem(house.get(path, headers=other)) == (409, "not_your_seat")
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        advice = house.get(path, headers=mika).json()
        assert (advice["seq"], advice["seat"]) == (seat.last["seq"], 0)
        chances = [move["chance"] for move in advice["moves"]]
        assert chances == sorted(chances, reverse=True)
        legal = {choice["notation"]: choice["label"] for choice in seat.last["choices"]}
        assert all(legal[move["notation"]] == move["label"] for move in advice["moves"])
        hidden = sum(hold["places"]["hand"] for hold in advice["holds"])
        assert hidden == pytest.approx(seat.last["view"]["hands"][1])
        assert house.get(f"{path}?seq={seat.last['seq']}", headers=mika).json() == advice
        assert problem(house.get(f"{path}?seq=2", headers=mika)) == (409, "no_decision")
        assert problem(house.get(f"{path}?seq=999", headers=mika)) == (409, "no_such_row")
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
    assert house.get(f"{path}?seq={advice['seq']}", headers=aki).json() == advice


def hinted(house: TestClient, table: str, who: dict[str, str], **params: Any) -> Any:
    return house.get(f"/api/tables/{table}/advice", headers=who, params=params)


def an_offer(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """The best move after which the rival decides: a Gift or a Competition, told with all its cards."""
    return next(move for move in moves if len(move["then"]) > 2)


def test_a_hint_of_several_steps_tells_them_all(house: TestClient) -> None:
    """In the Road an action is chosen, then its cards: the hint has both, and each step is legal in its turn."""
    mika, rin, aki = guest(house, "Mika"), guest(house, "Rin"), guest(house, "Aki")
    both = [{"kind": "me"}, {"kind": "open"}]
    options = {"mode": "advanced", "starter": "first"}
    table = open_table(house, mika, game="geishas_road", seats=both, options=options, hints=True)
    sit(house, rin, table, 1)
    for other in (rin, aki, {}):
        assert problem(hinted(house, table, other)) == (409, "not_your_seat")
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        best = an_offer(hinted(house, table, mika).json()["moves"])
        french = an_offer(hinted(house, table, mika, lang="fr").json()["moves"])
        words = GAMES["geishas_road"].text.words("en")
        held = [words(f"card.{CARD_NAMES[card]}") for card in seat.last["view"]["hand"]]
        assert best["label"].startswith(("Gift", "Competition"))
        assert any(card in best["label"] for card in held)
        assert french["label"] != best["label"]
        assert french["then"] == best["then"]
        first = next(each["move"] for each in seat.last["choices"] if each["notation"] == best["notation"])
        for step in [first, *best["then"]]:
            assert step in [each["move"] for each in seat.last["choices"]]
            seat.send(type="submit", seat=0, seq=seat.last["seq"], move=step)
            seat.hear()
        assert seat.last["asked"] == 1
    assert problem(hinted(house, table, mika)) == (409, "not_your_seat")
    assert hinted(house, table, rin).json()["seat"] == 1


@pytest.mark.parametrize("seats", [3, 6])
def test_mai_star_has_hints_for_whoever_is_asked(house: TestClient, seats: int) -> None:
    """Whatever is asked of a seat, in a window of reaction too; never for another seat."""
    mika, aki = guest(house, "Mika"), guest(house, "Aki")
    people = [{"kind": "me"}, *ME_AND_BOT[1:] * (seats - 1)]
    table = open_table(house, mika, game="mai_star", seats=people, hints=True)
    asked = set()
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        for _ in range(8):
            seat.until(lambda message: message["asked"] == 0 or message["result"])
            asked.add(seat.last["view"]["prompt"]["ask"])
            assert problem(hinted(house, table, aki)) == (409, "not_your_seat")
            advice = hinted(house, table, mika, seq=seat.last["seq"]).json()
            legal = {each["notation"] for each in seat.last["choices"]}
            assert {move["notation"] for move in advice["moves"]} <= legal
            assert all(move["label"].startswith(("You ", "No ")) for move in advice["moves"])
            chances = [move["chance"] for move in advice["moves"]]
            assert chances == sorted(chances, reverse=True)
            decide(seat)
            seat.hear()
    assert len(asked) > 1


def test_a_line_ends_where_it_does_not_fit() -> None:
    """What was told from elsewhere may name a step that is none, or go on when another decides."""
    hanamikoji = GAMES["hanamikoji"]
    state: Any = hanamikoji.start(2, hanamikoji.options(starter="first"))
    while state.actor == NATURE:
        state = state.play(state.draw(Random(1)))
    assert len(followed(state, [0, 0, 0])) == 1
    assert followed(state, [99]) == []


def test_where_nothing_is_hidden_a_hint_is_for_everybody_and_tells_all_moves(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, layout="5XH9C164Q", starter=0, hints=True)
    with house.websocket_connect("/ws", headers=mika) as socket:
        legal = {choice["notation"] for choice in Seat(socket, table, 0).last["choices"]}
    moves = house.get(f"/api/tables/{table}/advice").json()["moves"]
    assert {move["notation"] for move in moves} == legal
    orders = [msgspec.convert(move["value"], Value).order for move in moves]
    assert orders == sorted(orders)


def test_bots_and_judge_of_an_installed_package_are_at_home(house: TestClient) -> None:
    """A table of the fifth game: its novice plays, its judge gives hints and reviews."""
    mika = guest(house, "Mika")
    novice = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    table = open_table(house, mika, game="tsukimi", seats=novice, hints=True)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        advice = house.get(f"/api/tables/{table}/advice", headers=mika).json()
        assert {move["notation"] for move in advice["moves"]} <= {
            choice["notation"] for choice in seat.last["choices"]
        }
        assert "value" not in advice["moves"][0]
        finish(seat)
    review = reviewed(house, table)
    assert review["count"] == len(review["decisions"]) > 1
    assert {each["seat"] for each in review["decisions"]} == {0, 1}


def test_where_the_table_allows_no_hints_there_are_none(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, game="hanamikoji", seats=ME_AND_BOT)
    assert problem(house.get(f"/api/tables/{table}/advice", headers=mika)) == (409, "no_hints_here")


@pytest.mark.usefixtures("unjudged")
def test_a_game_without_a_judge_has_no_hints(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, game="geishas_road", hints=True)
    assert problem(house.get(f"/api/tables/{table}/advice", headers=mika)) == (409, "no_hints_for_game")


def test_hanamikoji_is_reviewed_by_what_each_knew(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, game="hanamikoji", seats=ME_AND_BOT, options={"starter": "first"})
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        first = seat.last["seq"]
        decide(seat)
        seat.until(lambda message: message["asked"] == 0 and message["seq"] > first)
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
    review = reviewed(house, table)
    assert review["count"] == len(review["decisions"]) > 1
    for each in review["decisions"]:
        assert 0 <= each["unknown"] <= 0.5
        assert each["played"]["chance"] <= each["moves"][0]["chance"]
        frames = house.get(f"/api/tables/{table}/replay?eyes={each['seat']}").json()["frames"]
        view = frames[each["seq"]]["view"]
        held = sum(hold["places"].get("hand", 0) for hold in each["holds"])
        assert held == pytest.approx(view["hands"][1 - each["seat"]])
        secrets = sum(hold["places"].get("secret", 0) for hold in each["holds"])
        assert secrets == pytest.approx(int(view["secrets"][1 - each["seat"]]))


@pytest.mark.parametrize(("game", "bots"), [("geishas_road", 1), ("mai_star", 2)])
def test_every_game_of_the_house_is_reviewed(house: TestClient, game: str, bots: int) -> None:
    mika = guest(house, "Mika")
    seats = [*ME_AND_BOT, *ME_AND_BOT[1:] * (bots - 1)]
    table = open_table(house, mika, game=game, seats=seats)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        decide(seat)
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
    review = reviewed(house, table)
    assert review["count"] == len(review["decisions"]) > 0
    for each in review["decisions"]:
        assert each["played"]["chance"] <= each["moves"][0]["chance"] <= 1


def test_the_study_thinks_apart_from_the_bots(tmp_path: Path) -> None:
    """Whatever is reviewed, no bot waits for it: not for a thinker, not for the processor."""
    house = Server(Store(str(tmp_path / "house.db")), "127.0.0.1", None, Limits())
    assert house.reviewer.study is house.engines.study is not house.automation.bots.pool
    assert house.engines.study.patience > house.engines.bots.patience == 0


def test_opinions_of_few_tables_stay_in_memory_and_none_is_lost_while_it_is_formed(tmp_path: Path) -> None:
    """Each is some kilobytes, and the database keeps those of finished games."""
    reviewer = Server(Store(str(tmp_path / "house.db")), "127.0.0.1", None, Limits()).reviewer
    reviewer.thinking.add("0")
    for n in range(REMEMBERED + 50):
        reviewer.opinions[str(n)] = {0: Opinion([0.5])}
        reviewer.remember_hint(str(n), 0, Opinion([0.5]))
    reviewer.forget_done()
    assert len(reviewer.advised) == REMEMBERED <= 100
    assert list(reviewer.opinions) == ["0", *(str(n) for n in range(50, REMEMBERED + 50))]


def test_the_judge_of_okiya_is_exact() -> None:
    state: Any = GAME.start(2, GAME.options()).play(Begin(0))
    for tile in range(16):
        state = state.play(Lay(tile))
    moves = state.moves()
    opinion, values = ladder_of("okiya").opinion(state.view(0), moves, []), solve(state).moves
    assert opinion.values == [values[move.square] for move in moves]
    assert [chance == 1 for chance in opinion.chances] == [value.result == "win" for value in opinion.values]
    assert opinion.values[opinion.ranked()[0]] == solve(state).best
