"""The explorer over the API: walks, first actions, and the public games of the house, on both databases."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from hanamachi.core.game import NATURE
from hanamachi.core.table import Table
from hanamachi.explorer import file as files
from hanamachi.explorer.exact import any_layout
from hanamachi.games import GAMES
from hanamachi.games.okiya.layout import decode
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.solver import solve
from hanamachi.server.app import make_app
from hanamachi.server.explorer.house import LEAST
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.storage import table_rows
from hanamachi.server.tables.model import SeatHolder, Setup
from tests.server.support.members import rated_table, sign_up, write
from tests.server.support.once.in_turn import in_turn
from tests.server.support.visitors import HOST, guest, problem

LAYOUT = any_layout(GAMES["okiya"], Random(1))
SEEDS = [bytes([n]) * 32 for n in range(40)]
GAME = "hanamikoji"


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


def walk(house: TestClient, who: dict[str, str] | None = None, **query: str) -> Any:
    return house.get("/api/explorer/okiya/walk", params=query, headers=who)


def openings(house: TestClient, game: str = GAME, **query: Any) -> Any:
    answer = house.get(f"/api/explorer/{game}/openings", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def counted(house: TestClient, **query: Any) -> Any:
    """The first actions, once all games of the house are counted."""
    for _ in range(30):
        found = openings(house, **query)
        if not found["house"]["waiting"]:
            return found
    raise AssertionError("games are still waiting")


def test_a_walk_has_the_solvers_values(house: TestClient) -> None:
    found = walk(house, layout=LAYOUT, moves="d1,a1").json()
    assert (found["layout"], found["seat"], found["end"]) == (LAYOUT, 0, "")
    assert [step["notation"] for step in found["path"]] == ["d1", "a1"]
    state = GAMES["okiya"].start(2, GAMES["okiya"].options())
    for move in GAMES["okiya"].layouts.moves(LAYOUT, 0):  # type: ignore[union-attr]
        state = state.play(move)
    for name in ("d1", "a1"):
        state = state.play(GAMES["okiya"].text.read(name, GAMES["okiya"].text.words("en")))
    assert isinstance(state, State)
    assert state.layout == decode(LAYOUT)
    values = {GAMES["okiya"].text.write(move): solve(state).moves[move.square] for move in state.moves()}  # type: ignore[attr-defined]
    assert {move["notation"]: move["value"] for move in found["moves"]} == {
        name: msgspec.to_builtins(value) for name, value in values.items()
    }
    assert set(found["turns"]) == {"turn", "mirror"}
    assert found["view"]["legal"]


def test_a_walk_without_a_layout_begins_somewhere(house: TestClient) -> None:
    found = walk(house).json()
    assert walk(house, layout=found["layout"]).json()["moves"] == found["moves"]
    assert found["path"] == []
    points = walk(house, layout=found["layout"], match="points").json()
    assert all(move["value"]["points"] is not None for move in points["moves"])
    assert points["options"] == {"match": "points"}


@in_turn(
    ("query", "expected"),
    [
        ({"layout": "nonsense"}, (400, "bad_layout")),
        ({"layout": LAYOUT, "moves": "b2"}, (400, "bad_move")),
        ({"layout": LAYOUT, "moves": "\x00"}, (400, "bad_signs")),
        ({"layout": LAYOUT, "moves": ",".join(["a1"] * 1000)}, (400, "too_many_steps")),
        ({"layout": LAYOUT, "match": "best of nine"}, (400, "bad_option")),
        ({"layout": LAYOUT, "colour": "blue"}, (400, "unknown_option")),
    ],
)
def test_a_bad_walk_is_refused_in_words(
    house: TestClient, query: dict[str, Any], expected: tuple[int, str]
) -> None:
    for lang in ("en", "fr", "pl"):
        assert problem(walk(house, lang=lang, **query)) == expected


def test_what_is_not_explored_is_not_there(house: TestClient) -> None:
    for path in ("hanamikoji/walk", "chess/walk"):
        assert problem(house.get(f"/api/explorer/{path}")) == (404, "no_walk")
    for path in ("okiya/openings", "mai_star/openings", "chess/openings"):
        assert problem(house.get(f"/api/explorer/{path}")) == (404, "no_openings")
    kinds = {card["name"]: card["explorer"] for card in house.get("/api/games").json()}
    assert (
        kinds.items()
        >= {
            "okiya": "walk",
            "hanamikoji": "openings",
            "geishas_road": "openings",
            "mai_star": None,
        }.items()
    )


def test_it_is_closed_during_a_rated_game(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    assert walk(house, mika, layout=LAYOUT).status_code == 200
    rated_table(house, mika, sora, game="okiya")
    assert problem(walk(house, mika, layout=LAYOUT))[1] == "rated_game_runs"
    assert walk(house, guest(house, "Rin"), layout=LAYOUT).status_code == 200


def test_looks_are_limited(database: str) -> None:
    limits = Limits(explorer=Rate(3, 0.1), strangers=Rate(2, 0.1))
    with TestClient(make_app(database, limits=limits), base_url=HOST) as house:
        mika = guest(house, "Mika")
        for who, most in ((mika, 3), ({}, 2)):
            codes = [walk(house, who, layout=LAYOUT).status_code for _ in range(4)]
            assert codes == [200] * most + [429] * (4 - most)


@in_turn("game", ["hanamikoji", "geishas_road"])
@in_turn("lang", ["en", "fr", "pl"])
def test_the_file_is_told_step_by_step(house: TestClient, game: str, lang: str) -> None:
    found, path = openings(house, game, lang=lang), list[str]()
    games = found["made"]["games"]
    while True:
        assert sum(row["tally"]["games"] for row in found["rows"]) == games
        assert sum(row["tally"]["share"] for row in found["rows"]) == pytest.approx(1)
        assert found["starter"] == (len(path) < 2)
        for row in found["rows"]:
            won = row["tally"]["won"]
            assert 0 <= won["low"] <= won["mean"] <= won["high"] <= 1
            assert row["house"] is None
        row = found["rows"][0]
        if not row["more"]:
            break
        path.append(row["step"])
        games = row["tally"]["games"]
        found = openings(house, game, lang=lang, path=",".join(path))
        assert [each["step"] for each in found["path"]] == path
    assert len(path) >= 2
    assert found["note"]


@in_turn(
    ("query", "reason"),
    [
        ({"path": "nothing"}, "no_such_steps"),
        ({"path": "gift,gift,gift,gift,gift"}, "no_such_steps"),
        ({"path": ",".join(["gift"] * 1000)}, "no_such_steps"),
        ({"setting": "9"}, "no_setting"),
        ({"setting": "-1"}, "no_setting"),
        ({"setting": "x" * 500}, "no_setting"),
    ],
)
def test_steps_that_nobody_took_are_refused(house: TestClient, query: dict[str, str], reason: str) -> None:
    assert problem(house.get(f"/api/explorer/{GAME}/openings", params=query)) == (409, reason)


def played(seed: bytes) -> Table:
    """A whole game that is the same for each seed."""
    dice, words = Random(seed), ("", "")
    table = Table.begin(GAMES[GAME], ("Mika", "Sora"), GAMES[GAME].options(), seed, words).deal()
    while table.actor is not None:
        assert table.actor != NATURE
        table = table.submit(table.actor, table.seq, dice.choice(table.state.moves()))
    return table


def keep(database: str, name: str, table: Table, **setup: Any) -> None:
    """Keep a game as if it had been played on this server."""
    about = Setup(
        format=table.format,
        game=GAME,
        version=GAMES[GAME].version,
        options={},
        host="mika",
        seed=table.seed.hex(),
        **setup,
    )
    seats = [SeatHolder("guest", each, words="") for each in table.names]
    rows = [msgspec.json.encode(row).decode() for row in table.rows]
    write(
        database,
        lambda db: table_rows.add_table(db, name, about, seats, rows, turn=-1, result=table.result),
    )


def test_public_games_of_the_house_are_counted(house: TestClient, database: str) -> None:
    assert counted(house)["house"] == {"games": 0, "waiting": 0, "least": LEAST}
    tables = [played(seed) for seed in SEEDS[:12]]
    for number, table in enumerate(tables):
        keep(database, f"public{number}", table, public=True)
    found = counted(house)
    assert found["house"]["games"] == 12
    shown = [row["house"] for row in found["rows"] if row["house"]]
    assert all(tally["games"] >= LEAST for tally in shown)
    for number in range(30):  # the same game thirty times: its first step is told
        keep(database, f"again{number}", tables[0], public=True)
    found = counted(house)
    assert found["house"]["games"] == 42
    (most,) = [row for row in found["rows"] if row["house"] and row["house"]["games"] >= 30]
    assert most["house"]["won"]["low"] < most["house"]["won"]["mean"] < most["house"]["won"]["high"]
    assert most["more"]


def test_private_games_change_no_byte(house: TestClient, database: str) -> None:
    for number in range(LEAST + 2):
        keep(database, f"public{number}", played(SEEDS[0]), public=True)
    before = counted(house)
    assert before["house"]["games"] == LEAST + 2
    private: list[dict[str, Any]] = [
        {},
        {"public": True, "spectators": False},
        {"public": True, "lesson": "round"},
        {"public": True, "taken_over": [(0, {})]},
    ]
    for number, setup in enumerate(private):
        for seed in SEEDS[1:14]:
            keep(database, f"private{number}{seed.hex()[:2]}", played(seed), **setup)
    assert counted(house) == before
    path = next(row["step"] for row in before["rows"] if row["house"])
    assert counted(house, path=path)["house"] == before["house"]


def test_what_few_have_played_is_not_told(house: TestClient, database: str) -> None:
    for number in range(LEAST - 1):
        keep(database, f"public{number}", played(SEEDS[0]), public=True)
    found = counted(house)
    assert found["house"]["games"] == LEAST - 1
    assert [row["house"] for row in found["rows"]] == [None] * len(found["rows"])


def test_damaged_games_are_left_out(house: TestClient, database: str) -> None:
    table = played(SEEDS[3])
    keep(database, "whole", table, public=True)
    cut = msgspec.structs.replace(table, log=msgspec.structs.replace(table.log, rows=table.rows[:20]))
    keep(database, "cut", cut, public=True)
    assert counted(house)["house"]["games"] == 1


def test_a_damaged_file_leaves_the_rest_alone(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "damaged.xz"
    damaged.write_bytes(b"nonsense")
    monkeypatch.setattr(files, "file_of", lambda _game: damaged)
    with TestClient(make_app(database), base_url=HOST) as house:
        found = openings(house)
        assert (found["damaged"], found["made"], found["rows"]) == (True, None, [])
        assert walk(house, layout=LAYOUT).status_code == 200
        keep(database, "whole", played(SEEDS[3]), public=True)
        assert counted(house)["house"]["games"] == 1
