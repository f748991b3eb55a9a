"""Puzzles over the API: set, answered once, rated, counted by day and theme; without a name and as a guest."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.games import GAMES
from hanamachi.puzzles import puzzle as files
from hanamachi.puzzles.puzzle import shipped
from hanamachi.server.app import make_app
from hanamachi.server.db import timestamps
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.db.schema import PUZZLE_ANSWERS, PUZZLE_PLAYERS, PUZZLE_RATINGS
from hanamachi.server.runtime.limits import Limits, Rate
from tests.server.support.once.in_turn import in_turn
from tests.server.support.visitors import HOST, guest, problem

OKIYA = {puzzle.id: puzzle for puzzle in shipped(GAMES["okiya"])}
DAY = 86_400.0


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


def get(house: TestClient, path: str, who: dict[str, str] | None = None) -> Any:
    answer = house.get(f"/api/puzzles{path}", headers=who)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(house: TestClient, path: str, who: dict[str, str] | None = None, **body: Any) -> Any:
    answer = house.post(f"/api/puzzles{path}", json=body, headers=who)
    assert answer.status_code == 200, answer.text
    return answer.json()


def places(id_: str) -> tuple[int, int]:
    """A right place and a wrong one."""
    worths = OKIYA[id_].line.worths
    return worths.index(min(each for each in worths if each > 0)), worths.index(min(worths))


def winning(kind: str = "only_move") -> str:
    return next(id_ for id_, puzzle in OKIYA.items() if puzzle.line.kind == kind)


def answered(house: TestClient, id_: str, place: int, who: dict[str, str] | None = None) -> Any:
    card = get(house, f"/{id_}", who)
    return post(house, f"/{id_}/answer", who, move=card["choices"][place]["move"])


def ask(database: str, query: Any) -> Any:
    engine = make_engine(url_of(database), 1, "")
    with engine.begin() as db:
        found = db.execute(query)
        rows = found.all() if found.returns_rows else []
    engine.dispose()
    return rows


def test_a_guest_answers_once_and_both_are_rated(house: TestClient, database: str) -> None:
    mika, rin, id_ = guest(house, "Mika"), guest(house, "Rin"), winning()
    right, wrong = places(id_)
    before = get(house, f"/{id_}", mika)
    assert before["answered"] is None
    assert (before["kind"], before["game"], before["tries"]) == ("only_move", "okiya", 0)
    verdict = answered(house, id_, right, mika)
    assert (verdict["verdict"], verdict["place"], verdict["right"]) == ("right", right, [right])
    assert verdict["rating"]["before"] == 1500 < verdict["rating"]["after"]
    assert verdict["days"] == {"row": 1, "today": True, "week": [False] * 6 + [True]}
    assert [each["right"] for each in verdict["worths"]] == [
        place == right for place in range(len(verdict["worths"]))
    ]
    assert verdict["proof"]["replies"]
    assert answered(house, id_, right, mika) == verdict  # the answer was lost on its way: it comes again
    again = house.post(
        f"/api/puzzles/{id_}/answer", json={"move": before["choices"][wrong]["move"]}, headers=mika
    )
    assert problem(again) == (409, "puzzle_answered")
    assert problem(house.post(f"/api/puzzles/{id_}/show", headers=mika)) == (409, "puzzle_answered")
    card = get(house, f"/{id_}", mika)
    assert card["answered"] == verdict
    assert (card["tries"], card["solved"]) == (1, 1)
    assert card["rating"] < before["rating"]
    other = answered(house, id_, wrong, rin)
    assert other["verdict"] == "wrong"
    assert other["rating"]["after"] < 1500
    assert get(house, f"/{id_}", rin)["tries"] == 2
    assert [row.tries for row in ask(database, sa.select(PUZZLE_RATINGS))] == [2]


def test_near_shown_and_hinted_answers_cost_nothing(house: TestClient, database: str) -> None:
    mika = guest(house, "Mika")
    slow = winning("win_in")
    worths = OKIYA[slow].line.worths
    near = answered(house, slow, worths.index(max(worths)), mika)
    assert (near["verdict"], near["rating"]) == ("near", None)
    first, second = (id_ for id_, each in list(OKIYA.items())[:40] if each.line.kind == "only_move"), None
    id_, second = next(first), next(first)
    shown = post(house, f"/{id_}/show", mika)
    assert (shown["verdict"], shown["place"], shown["rating"]) == ("shown", None, None)
    wrong = post(house, f"/{second}/hint", mika)["wrong"]
    right, _ = places(second)
    assert wrong
    assert right not in wrong
    assert get(house, f"/{second}", mika)["answered"] is None
    hinted = answered(house, second, right, mika)
    assert (hinted["verdict"], hinted["rating"]) == ("right", None)
    assert ask(database, sa.select(PUZZLE_PLAYERS)) == []
    verdicts = {row.puzzle: row.verdict for row in ask(database, sa.select(PUZZLE_ANSWERS))}
    assert verdicts == {slow: "near", id_: "shown", second: "right"}


def test_who_has_no_name_may_answer_and_nothing_is_stored(house: TestClient, database: str) -> None:
    id_ = winning()
    right, wrong = places(id_)
    assert answered(house, id_, wrong)["verdict"] == "wrong"
    verdict = answered(house, id_, right)
    assert (verdict["verdict"], verdict["rating"], verdict["days"]) == ("right", None, None)
    assert ask(database, sa.select(PUZZLE_ANSWERS)) == []


def test_the_puzzle_of_the_day_is_the_same_for_all_and_changes_by_date(
    house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    mika, now = guest(house, "Mika"), 20_000 * DAY + 80_000
    clock = [now]
    monkeypatch.setattr(timestamps, "now", lambda _db: clock[0])
    today = get(house, "/today?game=okiya", mika)
    assert today["id"] == get(house, "/today?game=okiya")["id"]
    assert today["day"] == "2024-10-04"
    hall = get(house, "", mika)
    assert hall["seconds"] == 6400
    assert {each["game"]: each["today"] for each in hall["games"]}["okiya"] == today["id"]
    assert get(house, "/today")["game"] == hall["first"]
    answered(house, today["id"], places(today["id"])[1], mika)
    assert [each["done"] for each in get(house, "", mika)["games"] if each["game"] == "okiya"] == [True]
    seen = {today["id"]}
    for day in range(1, 4):
        clock[0] = now + day * DAY
        tomorrow = get(house, "/today?game=okiya", mika)
        seen.add(tomorrow["id"])
        if day < 3:
            days = answered(house, tomorrow["id"], places(tomorrow["id"])[1], mika)["days"]
            assert days["row"] == day + 1
    assert len(seen) == 4
    assert get(house, "", mika)["days"] == {
        "row": 3,
        "today": False,
        "week": [False] * 3 + [True] * 3 + [False],
    }
    clock[0] = now + 5 * DAY
    assert get(house, "", mika)["days"]["row"] == 0
    assert get(house, f"/{today['id']}", mika)["answered"] is not None
    clock[0] = now + 31 * DAY  # it has come back, unrated
    assert get(house, f"/{today['id']}", mika)["answered"] is None
    again = answered(house, today["id"], places(today["id"])[0], mika)
    assert (again["verdict"], again["rating"]) == ("right", None)


def test_the_next_puzzle_is_new_of_its_theme_and_near_ones_rating(house: TestClient) -> None:
    mika = guest(house, "Mika")
    theme = next(each for each in get(house, "", mika)["games"] if each["game"] == "okiya")["themes"][0]
    card = get(house, f"/next?game=okiya&theme={theme['theme']}", mika)
    assert OKIYA[card["id"]].line.theme == theme["theme"]
    right, _ = places(card["id"])
    assert answered(house, card["id"], right, mika)["theme"] == theme["theme"]
    after = next(each for each in get(house, "", mika)["games"] if each["game"] == "okiya")
    assert after["themes"][0]["solved"] == theme["solved"] + 1
    assert after["rating"] > 1500
    assert all(get(house, "/next?game=okiya", mika)["id"] != card["id"] for _ in range(3))
    assert problem(house.get("/api/puzzles/next?game=okiya&theme=none")) == (404, "no_puzzle_theme")
    assert problem(house.get("/api/puzzles/next?game=chess")) == (404, "no_puzzles")
    assert problem(house.get("/api/puzzles/next")) == (404, "no_puzzles")


def test_bad_answers_are_refused_with_a_sentence(house: TestClient) -> None:
    mika, id_ = guest(house, "Mika"), winning()
    path = f"/api/puzzles/{id_}/answer"
    other = get(house, f"/{next(each for each in OKIYA if each != id_)}")
    foreign = [each["move"] for each in other["choices"]]
    mine = [each["move"] for each in get(house, f"/{id_}")["choices"]]
    odd = [move for move in foreign if move not in mine] or [{"type": "Take", "square": 99}]
    for move in (*odd, None, {}, [], "a1", 3, {"type": "Take", "square": True}, {"type": "Fly"}):
        answer = house.post(path, json={"move": move}, headers=mika)
        assert answer.status_code in (400, 409), (move, answer.text)
        assert answer.json()["sentence"]
    json_type = {"content-type": "application/json"}
    assert problem(house.post(path, content=b"{", headers=mika | json_type)) == (400, "bad_json")
    for lost in ("nosuchid", "x" * 500, "%2e"):
        assert problem(house.get(f"/api/puzzles/{lost}"))[0] == 404
        assert problem(house.post(f"/api/puzzles/{lost}/answer", json={"move": mine[0]}))[0] == 404
    assert get(house, f"/{id_}", mika)["answered"] is None


def test_too_many_requests_are_refused(database: str) -> None:
    limits = Limits(puzzles=Rate(2, 0.1), strangers=Rate(2, 0.1))
    with TestClient(make_app(database, limits=limits), base_url=HOST) as house:
        for who in (guest(house, "Mika"), {}):
            codes = [house.get("/api/puzzles", headers=who).status_code for _ in range(4)]
            assert codes == [200, 200, 429, 429]


def test_a_house_with_a_damaged_file_opens_and_says_so(
    database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    real = files.file_of

    def spoilt(game: str) -> Path:
        if game != "okiya":
            return real(game)
        path = tmp_path / "okiya.xz"
        path.write_bytes(real(game).read_bytes()[:-20])
        return path

    monkeypatch.setattr(files, "file_of", spoilt)
    with caplog.at_level(logging.ERROR), TestClient(make_app(database), base_url=HOST) as house:
        assert "okiya are damaged" in caplog.text
        hall = get(house, "")
        assert hall["damaged"] == ["okiya"]
        assert "okiya" not in [each["game"] for each in hall["games"]]
        assert problem(house.get("/api/puzzles/today?game=okiya")) == (404, "no_puzzles")
        assert house.get("/api/games").status_code == 200


def test_all_is_exported_and_erased(house: TestClient, database: str) -> None:
    mika, id_ = guest(house, "Mika"), winning()
    answered(house, id_, places(id_)[0], mika)
    told = house.get("/api/me/export", headers=mika).json()
    assert [(each["puzzle"], each["verdict"]) for each in told["puzzles"]] == [(id_, "right")]
    assert [(each["game"], each["tries"]) for each in told["puzzle_ratings"]] == [("okiya", 1)]
    assert house.delete("/api/me", headers=mika).status_code == 204
    assert ask(database, sa.select(PUZZLE_ANSWERS)) == []
    assert ask(database, sa.select(PUZZLE_PLAYERS)) == []
    assert len(ask(database, sa.select(PUZZLE_RATINGS))) == 1  # about nobody


@in_turn("game", ["hanamikoji", "geishas_road", "mai_star"])
@in_turn("lang", ["en", "fr", "pl"])
def test_every_game_is_set_and_shown_in_every_language(house: TestClient, game: str, lang: str) -> None:
    card = get(house, f"/today?game={game}&lang={lang}")
    assert card["task"]
    assert card["words"]
    assert len(card["choices"]) > 1
    shown = post(house, f"/{card['id']}/show?lang={lang}")
    assert shown["reason"]
    assert "{" not in json.dumps([card["task"], shown["reason"]])


def test_an_answered_puzzle_opens_as_a_study_at_its_position(house: TestClient) -> None:
    mika = guest(house, "Mika")
    hanamikoji = shipped(GAMES["hanamikoji"])[0].id
    for id_ in (winning(), hanamikoji):
        early = house.post("/api/studies", json={"puzzle": id_}, headers=mika)
        assert problem(early) == (409, "puzzle_not_answered")
        house.post(f"/api/puzzles/{id_}/hint", headers=mika)  # there may be none
        assert house.post("/api/studies", json={"puzzle": id_}, headers=mika).status_code == 409
        card = get(house, f"/{id_}", mika)
        post(house, f"/{id_}/show", mika)
        opened = house.post("/api/studies", json={"puzzle": id_}, headers=mika)
        assert opened.status_code == 201, opened.text
        study, at = opened.json()["id"], opened.json()["at"]
        eyes = card["seat"]
        path = house.get(f"/api/studies/{study}/path?at={at}&eyes={eyes}", headers=mika).json()
        assert path["frames"][-1]["view"] == card["view"]
        asked = house.get(f"/api/studies/{study}/choices?at={at}&eyes={eyes}", headers=mika).json()
        assert asked["choices"] == card["choices"]
    assert problem(house.post("/api/studies", json={"puzzle": "nothing"}, headers=mika))[1] == "no_puzzle"


def test_the_hall_lists_the_newest_answers(house: TestClient) -> None:
    mika, id_ = guest(house, "Mika"), winning()
    assert get(house, "", mika)["past"] == []
    assert get(house, "")["past"] == []
    right, _ = places(id_)
    verdict = answered(house, id_, right, mika)
    (past,) = get(house, "", mika)["past"]
    assert (past["puzzle"], past["game"], past["verdict"]) == (id_, "okiya", "right")
    assert past["rating"] == verdict["rating"]
    assert past["theme"] in {each["name"] for each in get(house, "", mika)["games"][0]["themes"]}
