"""Studies over the network: begun, changed, asked about, shared, taken away, on both databases."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.bots import ladder_of
from hanamachi.core.game import NATURE
from hanamachi.games import GAMES
from hanamachi.server.analysis.study_tree import tree
from hanamachi.server.analysis.study_tree.file import opened
from hanamachi.server.app import make_app
from hanamachi.server.db.schema import REPORTS, STUDIES
from hanamachi.server.runtime.limits import Limits, Rate
from tests.server.support.members import rated_table, rows, sign_up, write
from tests.server.support.visitors import (
    HOST,
    ME_AND_BOT,
    Seat,
    finish,
    guest,
    open_table,
    problem,
    two_players,
)

Headers = dict[str, str]


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


class Reader:
    """A user with a study open, through some eyes."""

    def __init__(self, house: TestClient, who: Headers, study: str, eyes: str = "open") -> None:
        self.house, self.who, self.study, self.eyes = house, who, study, eyes

    def ask(self, what: str = "", **about: Any) -> Any:
        query = {"eyes": self.eyes, "lang": "en"} | about
        return self.house.get(f"/api/studies/{self.study}{what}", params=query, headers=self.who)

    @property
    def tree(self) -> Any:
        return self.ask().json()

    def choices(self, at: int) -> Any:
        return self.ask("/choices", at=at).json()

    def path(self, at: int) -> Any:
        return self.ask("/path", at=at).json()

    def try_edit(self, kind: str, at: int = 0, revision: int | None = None, **wish: Any) -> Any:
        known = self.tree["revision"] if revision is None else revision
        body = {"revision": known, "kind": kind, "at": at, "eyes": self.eyes} | wish
        return self.house.post(f"/api/studies/{self.study}/edits", json=body, headers=self.who)

    def edit(self, kind: str, at: int = 0, **wish: Any) -> int:
        answer = self.try_edit(kind, at, **wish)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["at"])

    def moment(self, at: int) -> Any:
        return next(each for each in self.tree["moments"] if each["id"] == at)


def begin(house: TestClient, who: Headers, eyes: str = "open", **wish: Any) -> Reader:
    answer = house.post("/api/studies", json=wish, headers=who)
    assert answer.status_code == 201, answer.text
    return Reader(house, who, answer.json()["id"], eyes)


def finished(house: TestClient, who: Headers, **wish: Any) -> str:
    table = open_table(house, who, seats=ME_AND_BOT, **wish)
    with house.websocket_connect("/ws", headers=who) as socket:
        finish(Seat(socket, table, 0))
    return table


def test_other_moves_are_played_beside_a_finished_game(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = finished(house, mika)
    study = begin(house, mika, table=table, name="What if?")
    trunk = study.tree["moments"]
    assert [each["id"] for each in trunk] == list(range(len(trunk)))
    assert study.tree["info"]["seats"][0]["name"] == "Mika"
    assert study.tree["table"] == table
    at = next(each["parent"] for each in trunk[1:] if each["line"]["seat"] == 0)
    other = next(
        each for each in study.choices(at)["choices"] if each["move"] != trunk[at + 1]["line"]["move"]
    )
    new = study.edit("move", at, seat=0, move=other["move"])
    assert new == len(trunk)
    assert study.moment(new)["parent"] == at
    path = study.path(new)
    assert path["moments"] == [*range(at + 1), new]
    assert path["frames"][-1]["line"]["move"] == other["move"]
    again = study.edit("move", at, seat=0, move=other["move"])
    assert again == new, "the same move is no second branch"
    assert study.edit("move", at, seat=0, move=trunk[at + 1]["line"]["move"]) == at + 1
    assert house.get("/api/studies", headers=mika).json()[0]["name"] == "What if?"


def test_the_game_that_is_studied_stays(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, table=finished(house, mika))
    assert problem(study.try_edit("delete", 3)) == (409, "trunk_stays")
    assert problem(study.try_edit("move", 10_000, seat=0, move={})) == (400, "bad_move_format")
    move = study.choices(0)["choices"][0]["move"]
    assert problem(study.try_edit("move", 10_000, seat=NATURE, move=move)) == (409, "no_such_moment")
    assert problem(study.ask("/path", at=10_000)) == (409, "no_such_moment")
    assert problem(study.ask("/path", at="x")) == (409, "no_such_moment")


def test_branches_are_named_noted_and_deleted(house: TestClient) -> None:
    study = begin(house, guest(house, "Mika"), game="okiya")
    start = len(study.tree["moments"]) - 1
    first = study.choices(start)
    one = study.edit("move", start, seat=first["seat"], move=first["choices"][0]["move"])
    two = study.edit("move", start, seat=first["seat"], move=first["choices"][1]["move"])
    study.edit("name", one, text="  The  corner ")
    study.edit("note", one, text="Why not?")
    study.edit("note", start, text="It begins")
    assert (study.moment(one)["name"], study.moment(one)["note"]) == ("The corner", "Why not?")
    assert study.moment(start)["note"] == "It begins"
    assert problem(study.try_edit("name", one, text="x" * 81)) == (400, "too_many_signs")
    assert problem(study.try_edit("note", one, text="a\u202eb")) == (400, "bad_signs")
    study.edit("note", one, text=" ")
    assert "note" not in study.moment(one)
    assert study.edit("delete", one) == start
    assert [each["id"] for each in study.tree["moments"]][start + 1 :] == [two]
    three = study.edit("move", start, seat=first["seat"], move=first["choices"][0]["move"])
    assert three > two, "a number is given once"


def test_a_change_from_an_older_revision_is_refused(house: TestClient) -> None:
    study = begin(house, guest(house, "Mika"), game="okiya")
    study.edit("name", 0, text="one")
    assert problem(study.try_edit("name", 0, revision=0, text="two")) == (409, "stale_study")
    assert study.moment(0)["name"] == "one"


def test_chance_is_chosen_with_open_cards_and_thrown_through_a_seats_eyes(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="hanamikoji")
    chances = study.choices(0)
    assert chances["seat"] == NATURE
    new = study.edit("move", 0, seat=NATURE, move=chances["choices"][0]["move"])
    assert study.choices(new)["seat"] == NATURE, "nothing follows by itself"
    thrown = study.edit("throw", new)
    assert study.choices(thrown)["seat"] in (0, 1)
    decider = study.choices(thrown)["seat"]
    own = Reader(house, mika, study.study, str(decider))
    after = own.edit("move", thrown, seat=decider, move=own.choices(thrown)["choices"][0]["move"])
    assert own.choices(own.path(after)["moments"][-1])["seat"] != NATURE


def test_the_moves_of_another_seat_are_closed(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="hanamikoji")
    at = len(study.tree["moments"]) - 1
    seat = study.choices(at)["seat"]
    other = Reader(house, mika, study.study, str(1 - seat))
    assert other.choices(at)["closed"]
    assert other.choices(at)["choices"] == []
    move = study.choices(at)["choices"][0]["move"]
    assert problem(other.try_edit("move", at, seat=seat, move=move)) == (409, "not_these_eyes")
    assert problem(other.ask("/advice", at=at)) == (409, "not_these_eyes")
    assert problem(other.ask("/choices", at=at, eyes="7")) == (409, "no_seat")


def test_a_hidden_card_is_changed_into_one_that_the_story_allows(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="hanamikoji")
    at = len(study.tree["moments"]) - 1
    eyes = study.choices(at)["seat"]
    own = Reader(house, mika, study.study, str(eyes))
    (place,) = own.choices(at)["hidden"]
    assert (place["place"], place["seat"], place["name"]) == ("hand", 1 - eyes, "Hand")
    for card in place["cards"]:
        new = own.edit("card", at, place="hand", seat=1 - eyes, card=card)
        world = own.moment(new)["world"]
        assert (world["card"], world["of"]) == (place["cards"][card], 1 - eyes)
        assert own.path(new)["frames"][-1]["view"] == own.path(at)["frames"][-1]["view"]
        rival = Reader(house, mika, study.study, str(1 - eyes)).path(new)["frames"][-1]["view"]
        item = list(GAMES["hanamikoji"].hidden.cards).index(card)  # type: ignore[union-attr]
        assert rival["hand"][item] > 0
    impossible = {"place": "hand", "seat": 1 - eyes, "card": "item.nothing"}
    assert problem(own.try_edit("card", at, **impossible)) == (409, "card_not_possible")
    assert problem(study.try_edit("card", at, **impossible)) == (409, "eyes_of_nobody")
    again = own.edit("again", at)
    assert own.path(again)["frames"][-1]["view"] == own.path(at)["frames"][-1]["view"]


def test_a_changed_card_is_pointed_out_while_these_eyes_know_where_it_lies(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="hanamikoji")
    at = len(study.tree["moments"]) - 1
    eyes = study.choices(at)["seat"]
    own, rival = (Reader(house, mika, study.study, str(seat)) for seat in (eyes, 1 - eyes))
    names = GAMES["hanamikoji"].hidden.cards  # type: ignore[union-attr]
    held = rival.path(at)["frames"][-1]["view"]["hand"]
    (place,) = own.choices(at)["hidden"]
    card = next(card for card in place["cards"] if not held[names.index(card)])
    new = own.edit("card", at, place="hand", seat=1 - eyes, card=card)
    laid = {"place": "hand", "of": 1 - eyes, "card": names.index(card)}
    for reader in (own, rival, study):
        path = reader.path(new)
        assert path["laid"] == {str(new): laid}
        assert path["moments"][-2:] == [at - 1, new]
    before = study.path(at)["frames"][-2]["open"]
    assert study.path(new)["frames"][-2]["open"] == before, "before the change the cards lie as they did"
    secret = next(each for each in own.choices(new)["choices"] if each["move"]["type"] == "Secret")
    then = own.edit("move", new, seat=eyes, move=secret["move"])
    assert own.path(then)["laid"][str(then)] == laid, "the rival has only drawn"
    keep = next(
        each
        for each in rival.choices(then)["choices"]
        if each["move"] == {"type": "Secret", "item": laid["card"]}
    )
    gone = rival.edit("move", then, seat=1 - eyes, move=keep["move"])
    for reader in (own, rival, study):
        assert str(gone) not in reader.path(gone)["laid"]


def test_a_judge_counts_on_a_changed_card_and_with_open_cards_on_all(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="hanamikoji")
    at = len(study.tree["moments"]) - 1
    eyes = study.choices(at)["seat"]
    own = Reader(house, mika, study.study, str(eyes))
    before = own.ask("/advice", at=at).json()
    held = Reader(house, mika, study.study, str(1 - eyes)).path(at)["frames"][-1]["view"]["hand"]
    (place,) = own.choices(at)["hidden"]
    names = GAMES["hanamikoji"].hidden.cards  # type: ignore[union-attr]
    card = next(card for card in place["cards"] if not held[names.index(card)])
    new = own.edit("card", at, place="hand", seat=1 - eyes, card=card)
    assert own.choices(new)["counted"]
    after = own.ask("/advice", at=new).json()
    assert {hold["key"]: hold["chance"] for hold in after["holds"]}[card] == pytest.approx(1)
    assert [each["chance"] for each in after["moves"]] != [each["chance"] for each in before["moves"]]
    openly = study.ask("/advice", at=new).json()
    assert {hold["chance"] > 0.999 or hold["chance"] < 0.001 for hold in openly["holds"]} == {True}
    assert study.ask("/advice", at=at).json()["moves"] != openly["moves"], "another world, other chances"
    again = own.edit("again", at)
    assert own.ask("/advice", at=again).json() == before, "these eyes know nothing new"


def test_an_answer_to_an_open_offer_is_played_through_any_eyes(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="hanamikoji")
    at = len(study.tree["moments"]) - 1
    eyes = study.choices(at)["seat"]
    own = Reader(house, mika, study.study, str(eyes))
    gift = next(each for each in own.choices(at)["choices"] if each["move"]["type"] == "Gift")
    offered = own.edit("move", at, seat=eyes, move=gift["move"])
    asked = own.choices(offered)
    assert asked["seat"] == 1 - eyes
    assert {each["move"]["type"] for each in asked["choices"]} == {"TakeOne"}
    taken = own.edit("move", offered, seat=1 - eyes, move=asked["choices"][0]["move"])
    assert own.choices(taken)["closed"], "what the rival does next follows from its cards"


def test_a_game_is_played_on_from_a_branch(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="hanamikoji")
    at = len(study.tree["moments"]) - 1
    seat = study.choices(at)["seat"]
    move = study.choices(at)["choices"][-1]["move"]
    new = study.edit("move", at, seat=seat, move=move)
    where = f"/api/studies/{study.study}/play-on"
    for level in ("novice", ""):
        answer = house.post(where, json={"at": new, "seat": seat, "level": level}, headers=mika)
        assert answer.status_code == 201, answer.text
        card = house.get(f"/api/tables/{answer.json()['id']}", headers=mika).json()
        assert card["mine"] == [seat]
        assert card["table"]["seats"][1 - seat]["kind"] == ("bot" if level else "open")
        assert not card["table"].get("rated")
    assert problem(house.post(where, json={"at": new, "seat": 5, "level": ""}, headers=mika)) == (
        409,
        "no_seat",
    )
    assert problem(house.post(where, json={"at": new, "seat": 0, "level": "genius"}, headers=mika)) == (
        400,
        "unknown_level",
    )
    gone = {"at": 10_000, "seat": 0, "level": ""}
    assert problem(house.post(where, json=gone, headers=mika)) == (409, "no_such_moment")


def test_nothing_is_hidden_in_an_open_game(house: TestClient) -> None:
    study = begin(house, guest(house, "Mika"), eyes="0", game="okiya")
    at = len(study.tree["moments"]) - 1
    assert study.choices(at)["hidden"] == []
    assert study.choices(at)["choices"], "for any seat"
    assert problem(study.try_edit("again", at)) == (409, "nothing_hidden")


def test_a_bot_of_any_level_answers_and_its_answer_is_kept(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="hanamikoji")
    at = len(study.tree["moments"]) - 1
    seat = study.choices(at)["seat"]
    other = Reader(house, mika, study.study, str(1 - seat))
    for level in ("random", "novice"):
        body = {"at": at, "level": level, "eyes": other.eyes}
        answer = house.post(f"/api/studies/{study.study}/answers?lang=en", json=body, headers=mika).json()
        assert answer["seat"] == seat
        assert answer["said"] == answer["shares"][0]["said"]
        assert sum(each["times"] for each in answer["shares"]) <= answer["asked"]
        assert answer["asked"] > 1
        kept = other.edit("keep", at, text=answer["id"])
        made = [each for each in other.tree["moments"] if each["parent"] == at and not each.get("trunk")]
        assert answer["said"] in [each["line"]["said"] for each in made]
        assert kept >= made[0]["id"], "and what chance does then"
    assert problem(other.try_edit("keep", at, text="nothing")) == (409, "answer_forgotten")
    unknown = {"at": at, "level": "genius"}
    assert problem(house.post(f"/api/studies/{study.study}/answers", json=unknown, headers=mika)) == (
        400,
        "unknown_level",
    )


def test_a_bot_that_is_asked_a_hundred_times_gets_a_pause(database: str) -> None:
    with TestClient(make_app(database, limits=Limits(study_answers=Rate(3, 0.1))), base_url=HOST) as house:
        mika = guest(house, "Mika")
        study = begin(house, mika, game="okiya")
        body = {"at": len(study.tree["moments"]) - 1, "level": "random"}
        asked = [
            house.post(f"/api/studies/{study.study}/answers", json=body, headers=mika) for _ in range(100)
        ]
        assert [each.status_code for each in asked] == [200] * 3 + [429] * 97
        assert problem(asked[-1]) == (429, "too_many")


def test_a_judge_says_what_each_move_is_worth(house: TestClient) -> None:
    study = begin(house, guest(house, "Mika"), game="okiya")
    at = len(study.tree["moments"]) - 1
    advice = study.ask("/advice", at=at).json()
    assert len(advice["moves"]) == len(study.choices(at)["choices"])
    assert {each["notation"] for each in advice["moves"]} == {
        each["notation"] for each in study.choices(at)["choices"]
    }
    assert problem(study.ask("/advice", at=0)) == (409, "no_decision")
    assert ladder_of("okiya").exact
    assert all(each["value"] for each in advice["moves"])
    best = advice["moves"][0]
    move = next(each for each in study.choices(at)["choices"] if each["notation"] == best["notation"])["move"]
    new = study.edit("move", at, seat=advice["seat"], move=move)
    for each in best["line"]:  # what is expected to follow can be played
        assert study.choices(new)["seat"] == each["seat"]
        new = study.edit("move", new, seat=each["seat"], move=each["move"])
    assert len(best["line"]) == 3


def test_only_a_finished_game_that_one_may_see_is_studied(house: TestClient) -> None:
    table, mika, rin = two_players(house, spectators=False)
    kiku = guest(house, "Kiku")
    assert problem(house.post("/api/studies", json={"table": table}, headers=mika)) == (409, "not_finished")
    assert problem(house.post("/api/studies", json={"table": table}, headers=kiku)) == (409, "no_spectators")
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda last: last["result"])
    assert problem(house.post("/api/studies", json={"table": table}, headers=kiku)) == (409, "no_spectators")
    study = begin(house, mika, table=table)
    assert problem(Reader(house, rin, study.study).ask()) == (404, "no_such_study")
    study.edit("share", on=True)
    assert Reader(house, rin, study.study).tree["mine"] is False
    assert problem(Reader(house, kiku, study.study).ask()) == (409, "no_spectators")
    assert problem(Reader(house, kiku, study.study).ask("/file")) == (409, "no_spectators")


def test_a_lesson_is_studied_before_it_ends(house: TestClient) -> None:
    mika = guest(house, "Mika")
    seats = [{"kind": "me"}, {"kind": "shared", "name": "Rin"}]
    table = open_table(house, mika, seats=seats, lesson="first", spectators=False)
    study = begin(house, mika, table=table)
    assert len(study.tree["moments"]) > 1
    assert problem(house.post("/api/studies", json={"table": table}, headers=guest(house, "Rin"))) == (
        409,
        "no_spectators",
    )


def test_a_shared_study_is_read_copied_and_reported(house: TestClient, database: str) -> None:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    study = begin(house, mika, game="okiya", name="Look")
    study.edit("name", 1, text="rude words")
    study.edit("share", on=True)
    other = Reader(house, rin, study.study)
    assert problem(other.try_edit("name", 1, text="mine")) == (409, "not_your_study")
    report = f"/api/studies/{study.study}/reports"
    assert problem(house.post(report, json={"at": 1}, headers=mika)) == (409, "own_line")
    assert problem(house.post(report, json={"at": 2}, headers=rin)) == (409, "nothing_written")
    for _ in range(2):
        assert house.post(report, json={"at": 1}, headers=rin).status_code == 204
    (row,) = rows(database, REPORTS)
    assert (row["table_id"], row["side"], row["number"]) == (study.study, "study", 1)
    told = [(line["name"], line["text"]) for line in msgspec.json.decode(row["lines"])]
    assert told == [("Mika", "Look"), ("Mika", "rude words")]
    copy = house.post(f"/api/studies/{study.study}/copy", headers=rin).json()["id"]
    own = Reader(house, rin, copy)
    own.edit("name", 1, text="kind words")
    assert study.moment(1)["name"] == "rude words"
    study.edit("share", on=False)
    assert problem(other.ask()) == (404, "no_such_study")
    assert house.delete(f"/api/studies/{study.study}", headers=mika).status_code == 204
    assert problem(study.ask()) == (404, "no_such_study")


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_study_is_taken_away_and_brought_again(house: TestClient, form: str) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, eyes="0", game="hanamikoji")
    at = len(study.tree["moments"]) - 1
    study.edit("card", at, place="hand", seat=1, card=next(iter(study.choices(at)["hidden"][0]["cards"])))
    study.edit("note", at, text="Here")
    file = study.ask("/file", form=form)
    assert file.headers["content-disposition"].endswith(('.json"', '.txt"'))
    body = file.json() if form == "json" else {"text": file.text}
    answer = house.post("/api/studies/import", json=body, headers=mika)
    assert answer.status_code == 201, answer.text
    brought = Reader(house, mika, answer.json()["id"])
    assert [each["note"] for each in brought.tree["moments"] if "note" in each] == ["Here"]
    assert problem(study.ask("/file", form="pdf")) == (409, "unknown_form")


def test_a_damaged_file_is_refused_with_a_sentence(house: TestClient) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="okiya")
    whole = study.ask("/file").json()
    cases = {
        "broken_study_seal": whole | {"last": 99},
        "not_a_study": {"text": "a poem"},
        "bad_study_line": {"text": study.ask("/file", form="text").text + "\n1. 9: hello\n"},
        "unknown_game": {"text": "game: chess 1\nplayers: A / B\noptions: {}\n"},
        "text_of_other_version": {"text": "game: okiya 99\nplayers: A / B\noptions: {}\n"},
        "bad_options": {"text": 'game: okiya 1\nplayers: A / B\noptions: {"x": 1}\n'},
        "bad_record_seats": {"text": "game: okiya 1\nplayers: A\noptions: {}\n"},
    }
    for reason, body in cases.items():
        answer = house.post("/api/studies/import", json=body, headers=mika)
        assert answer.json()["reason"] == reason, answer.text
        assert answer.json()["sentence"]


def test_a_study_has_a_limit_of_branches_and_a_user_of_studies(database: str) -> None:
    with TestClient(make_app(database, limits=Limits(my_studies=2)), base_url=HOST) as house:
        mika = guest(house, "Mika")
        study = begin(house, mika, game="okiya")
        many = stored(database, study.study)
        at = len(many.trunk)
        nodes = tuple(
            tree.Node(id=at + n, parent=0, ply=many.trunk[0]) for n in range(1, tree.MOST_NODES + 1)
        )
        full = msgspec.structs.replace(many, nodes=nodes, last=at + len(nodes))
        change(database, study.study, msgspec.json.encode(full).decode())
        move = study.choices(at)["choices"][0]["move"]
        seat = study.choices(at)["seat"]
        assert problem(study.try_edit("move", at, seat=seat, move=move)) == (409, "too_many_branches")
        begin(house, mika, game="okiya")
        third = house.post("/api/studies", json={"game": "okiya"}, headers=mika)
        assert problem(third) == (409, "too_many_studies")


def stored(database: str, study: str) -> tree.Study:
    (row,) = (row for row in rows(database, STUDIES) if row["id"] == study)
    return opened(row["study"].encode(), GAMES)


def change(database: str, study: str, text: str) -> None:
    write(database, lambda db: db.execute(sa.update(STUDIES).where(STUDIES.c.id == study).values(study=text)))


def test_a_study_outlives_a_restart(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        mika = guest(house, "Mika")
        study = begin(house, mika, game="hanamikoji")
        at = len(study.tree["moments"]) - 1
        first = study.choices(at)
        new = study.edit("move", at, seat=first["seat"], move=first["choices"][0]["move"])
        before = study.ask().content
    with TestClient(make_app(database), base_url=HOST) as house:
        again = Reader(house, mika, study.study)
        assert again.ask().content == before
        assert again.edit("name", new, text="still here") == new


def test_studies_are_closed_while_a_rated_game_of_the_kind_runs(house: TestClient, database: str) -> None:
    mika, rin = sign_up(house, database, "Mika"), sign_up(house, database, "Rin")
    study, other = begin(house, mika, game="okiya"), begin(house, mika, game="hanamikoji")
    rated_table(house, mika, rin)
    for answer in (
        study.ask(),
        study.ask("/path", at=0),
        study.ask("/choices", at=0),
        study.ask("/advice", at=0),
        house.post(f"/api/studies/{study.study}/copy", headers=mika),
        house.post(f"/api/studies/{study.study}/answers", json={"at": 0, "level": "random"}, headers=mika),
        house.post("/api/studies", json={"game": "okiya"}, headers=mika),
    ):
        assert problem(answer) == (409, "rated_game_runs")
    body = {"revision": 0, "kind": "throw"}
    edit = house.post(f"/api/studies/{study.study}/edits", json=body, headers=mika)
    assert problem(edit) == (409, "rated_game_runs")
    assert study.ask("/file").status_code == 200, "what is mine can be taken away"
    assert other.ask().status_code == 200


def test_a_user_takes_their_studies_along_and_is_erased_from_them(house: TestClient, database: str) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, game="okiya", name="Mine")
    told = house.get("/api/me/export", headers=mika).json()
    assert [each["name"] for each in told["studies"]] == ["Mine"]
    assert house.delete("/api/me", headers=mika).status_code == 204
    assert rows(database, STUDIES) == []
    assert problem(Reader(house, guest(house, "Rin"), study.study).ask()) == (404, "no_such_study")


def test_players_are_named_as_they_are_called_now(house: TestClient, tmp_path: Path) -> None:
    mika = guest(house, "Mika")
    study = begin(house, mika, table=finished(house, mika))
    house.put("/api/me", json={"name": "Momo"}, headers=mika)
    assert study.tree["info"]["seats"][0]["name"] == "Momo"
