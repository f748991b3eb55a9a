"""Rated games: which tables may be rated, which results count, and what they do to the ratings."""

from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.server.accounts import members
from hanamachi.server.db.schema import RATING_HISTORY, RATINGS, RESULT_SEATS, RESULTS, SEATS, TABLES
from hanamachi.server.ratings.rebuild import rebuild
from hanamachi.server.ratings.results import MOST_AGAINST_BOTS, MOST_TOGETHER
from tests.server.support.members import (
    LIVE,
    Headers,
    lose,
    rated_table,
    rating_id,
    ratings_at,
    rows,
    say,
    sign_up,
    user_id,
    write,
)
from tests.server.support.once.in_turn import in_turn
from tests.server.support.visitors import ME_AND_BOT, guest, open_table, problem
from tests.server.support.visitors import say as words

TWO = [{"kind": "me"}, {"kind": "open"}]
GOOD: dict[str, Any] = {"game": "okiya", "rated": True, "clock": LIVE, "seats": TWO}


def test_a_result_moves_both_ratings(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    told = lose(house, mika, sora)
    loser, winner = told["seats"]
    assert told["rated"]
    assert told["list_name"] == "okiya"
    assert loser["change"] == loser["rating"] - 1500 < 0 < winner["change"] == winner["rating"] - 1500
    assert loser["provisional"]
    assert winner["provisional"]
    (result,) = rows(database, RESULTS)
    assert (result["game"], result["number"], result["list"], result["ranks"]) == (
        "okiya",
        1,
        "okiya",
        "[2,1]",
    )
    seats = rows(database, RESULT_SEATS)
    assert [row["rating_id"] for row in seats] == [rating_id(database, each) for each in (mika, sora)]
    assert {user_id(mika), user_id(sora)}.isdisjoint(str(rows(database, RESULTS) + seats))


@pytest.fixture
def member(house: TestClient, database: str) -> Headers:
    return sign_up(house, database, "Mika")


@in_turn(
    ("wish", "reason"),
    [
        ({"options": {"match": "points"}}, "rated_options"),
        ({"window": 1}, "rated_options"),
        ({"clock": None}, "rated_clock"),
        ({"clock": LIVE | {"plays_on": True}}, "rated_clock"),
        ({"hints": True}, "rated_help"),
        ({"takebacks": True}, "rated_help"),
        ({"layout": "5XH9C164Q", "starter": 0}, "rated_start"),
        ({"seats": [{"kind": "shared"}, {"kind": "shared"}]}, "rated_seats"),
        (
            {"seats": [{"kind": "bot", "level": "student"}, {"kind": "bot", "level": "student"}]},
            "rated_seats",
        ),
        (
            {"game": "mai_star", "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 2]},
            "rated_level",
        ),
    ],
)
def test_what_cannot_be_rated_is_refused_with_the_reason(
    house: TestClient, member: Headers, wish: dict[str, Any], reason: str
) -> None:
    answer = house.post("/api/tables", json=GOOD | wish, headers=member)
    assert problem(answer) == (409, reason)


def test_guests_neither_open_rated_tables_nor_sit_down_at_them(house: TestClient, database: str) -> None:
    rin, mika = guest(house, "Rin"), sign_up(house, database, "Mika")
    assert problem(house.post("/api/tables", json=GOOD, headers=rin)) == (409, "members_only")
    table = open_table(house, mika, **GOOD)
    answer = house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=rin)
    assert problem(answer) == (409, "members_only")
    assert house.get(f"/api/tables/{table}", headers=rin).json()["table"]["rated"]


def test_a_bot_that_joins_a_rated_table_must_have_a_rating(house: TestClient, database: str) -> None:
    mika = sign_up(house, database, "Mika")
    three = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "novice"}]
    table = open_table(house, mika, game="mai_star", seats=three, clock=LIVE, rated=True)
    body = {"seat": 1, "level": "random"}
    assert problem(house.post(f"/api/tables/{table}/bots", json=body, headers=mika)) == (409, "rated_level")


def test_a_player_who_is_at_both_seats_plays_no_rated_game(house: TestClient, database: str) -> None:
    """As after joining the games of another guest."""
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    table = open_table(house, mika, **GOOD)
    body = {"seat": 1}
    assert house.post(f"/api/tables/{table}/seats", json=body, headers=sora).status_code == 200
    here = SEATS.c.table_id == table
    held = sa.update(SEATS).where(here, SEATS.c.seat == 1)
    joined = {"guest": user_id(mika), "held": f'{{"kind":"guest","guest":"{user_id(mika)}"}}'}
    write(database, lambda db: db.execute(held.values(joined)))
    told = words(house, mika, table, house.get(f"/api/tables/{table}").json()["table"]["commitment"])
    assert told["started"]
    kept = write(database, lambda db: db.scalar(sa.select(TABLES.c.rated).where(TABLES.c.id == table)))
    assert kept is None


def test_unrated_games_and_games_that_are_called_off_count_for_nothing(
    house: TestClient, database: str
) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    table = rated_table(house, mika, sora, rated=False)
    say(house, mika, table, 0, type="resign")
    told = house.get(f"/api/tables/{table}/ratings", headers=mika).json()
    assert not told["rated"]
    assert told["counted"] is None
    assert rows(database, RESULTS) == rows(database, RATINGS) == []


def test_two_members_count_five_games_a_day(house: TestClient, database: str) -> None:
    mika, sora, kiku = (sign_up(house, database, name) for name in ("Mika", "Sora", "Kiku"))
    games = [lose(house, mika, sora) for _ in range(MOST_TOGETHER + 1)]
    assert [each["counted"] for each in games] == [True] * MOST_TOGETHER + [False]
    assert all(seat["change"] is None for seat in games[-1]["seats"])
    assert lose(house, kiku, mika)["counted"]  # with somebody else
    other = lose(house, sora, mika, game="hanamikoji")
    assert other["counted"] is False  # neither does another game
    back = {"at": RESULTS.c.at - 86_401}
    write(database, lambda db: db.execute(sa.update(RESULTS).values(back)))
    assert lose(house, mika, sora)["counted"]


def test_ten_games_a_day_against_bots_count(house: TestClient, database: str) -> None:
    mika = sign_up(house, database, "Mika")
    wish = {"seats": [{"kind": "me"}, {"kind": "bot", "level": "student"}]}
    games = [lose(house, mika, **wish) for _ in range(MOST_AGAINST_BOTS + 1)]
    assert [each["counted"] for each in games] == [True] * MOST_AGAINST_BOTS + [False]
    bot = games[0]["seats"][1]
    assert bot == {"rating": 1500, "deviation": 0, "provisional": False, "fixed": True, "change": None}
    assert {row["rating_id"] for row in rows(database, RATINGS)} == {rating_id(database, mika)}


def test_a_table_of_three_counts_for_each(house: TestClient, database: str) -> None:
    """Who gives up is last; the others go on and would share the rest."""
    players = [sign_up(house, database, name) for name in ("Mika", "Sora", "Kiku")]
    table = rated_table(house, *players, game="mai_star")
    for seat in (0, 1, 2):
        say(house, players[seat], table, seat, type="resign")
    told = ratings_at(house, table, players[0])
    assert [seat["change"] for seat in told["seats"]] == [0, 0, 0]  # all gave up, so all are equal
    assert len({row["rating"] for row in rows(database, RATINGS)}) == 1


def test_judges_hints_and_bots_are_closed_while_a_rated_game_runs(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    trial = open_table(house, mika, hints=True)  # a game against a bot, with hints
    done = open_table(house, mika)
    say(house, mika, done, 0, type="resign")
    table = rated_table(house, mika, sora)
    closed = (409, "rated_game_runs")
    again = {"cookie": mika["cookie"]}  # in every session
    assert problem(house.get(f"/api/tables/{trial}/advice", headers=again)) == closed
    assert problem(house.get(f"/api/tables/{done}/review", headers=again)) == closed
    assert (
        problem(house.post("/api/tables", json={"game": "okiya", "seats": ME_AND_BOT}, headers=mika))
        == closed
    )
    body = {"seq": 5, "seat": 0, "level": "random"}
    assert problem(house.post(f"/api/tables/{done}/play-on", json=body, headers=mika)) == closed
    with pytest.raises(AssertionError, match="rated game"):
        move(house, mika, trial)
    other = {"game": "hanamikoji", "seats": ME_AND_BOT}
    assert house.post("/api/tables", json=other, headers=mika).status_code == 201  # another game
    assert house.get(f"/api/tables/{done}/replay", headers=mika).status_code == 200
    rin = guest(house, "Rin")
    assert (
        house.post("/api/tables", json={"game": "okiya", "seats": ME_AND_BOT}, headers=rin).status_code == 201
    )
    say(house, mika, table, 0, type="resign")
    assert house.get(f"/api/tables/{done}/review", headers=mika).status_code == 200
    move(house, mika, trial)


def move(house: TestClient, who: dict[str, str], table: str) -> None:
    """Make the first move there is, as soon as one is asked for."""
    with house.websocket_connect("/ws", headers=who) as socket:
        socket.send_json({"type": "watch", "table": table, "seat": 0, "seq": 0, "lang": "en"})
        while True:
            told = socket.receive_json()
            if told["type"] == "declined":
                raise AssertionError(told["sentence"])
            if told["type"] == "updates" and told["choices"]:
                made = told["choices"][0]["move"]
                socket.send_json({"type": "submit", "seat": 0, "seq": told["seq"], "move": made})
                break
        seq = told["seq"]
        while told["type"] != "updates" or told["seq"] == seq:
            told = socket.receive_json()
            if told["type"] == "declined":
                raise AssertionError(told["sentence"])


def test_a_rebuild_gives_the_same_numbers(house: TestClient, database: str) -> None:
    names = ("Mika", "Sora", "Kiku", "Rin")
    players = [sign_up(house, database, name) for name in names]
    for one in range(4):
        for other in range(one):
            lose(house, players[one], players[other], game=("okiya", "hanamikoji")[one % 2])
    before = rows(database, RATINGS), rows(database, RATING_HISTORY)
    found = rebuild(database)
    assert (found.results, found.changed) == (6, 0)
    assert (rows(database, RATINGS), rows(database, RATING_HISTORY)) == before
    write(database, lambda db: db.execute(sa.update(RATINGS).values(rating=1.0)))
    assert rebuild(database).changed == len(before[0])
    assert rows(database, RATINGS) == before[0]
    lose(house, players[0], players[3])  # the server goes on from there
    assert rebuild(database).changed == 0


def test_the_loser_who_leaves_for_good_has_lost(house: TestClient, database: str) -> None:
    """A member who is erased gives up, and the winner gets what is due. Nothing leads to the other results."""
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    lost = lose(house, mika, sora)
    table = rated_table(house, mika, sora)
    mine = rating_id(database, mika)
    assert house.delete("/api/me", headers=mika).status_code == 204
    told = house.get(f"/api/tables/{table}/ratings", headers=sora).json()
    assert lost["counted"]
    assert told["counted"] is None
    assert len(rows(database, RESULTS)) == 2
    assert mine in {row["rating_id"] for row in rows(database, RESULT_SEATS)}
    for row in rows(database, TABLES):
        assert (row["rated"], row["counted"]) == ("[]", None)
    assert write(database, lambda db: members.member_of(db, user_id(mika))) is None


def test_a_rematch_with_other_options_is_not_rated(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    for options, rated in (({}, True), ({"match": "points"}, False)):
        table = rated_table(house, mika, sora)
        say(house, mika, table, 0, type="resign")
        with house.websocket_connect("/ws", headers=mika) as socket:
            socket.send_json({"type": "watch", "table": table, "seat": 0, "seq": 0, "lang": "en"})
            socket.send_json({"type": "rematch", "seat": 0, "options": options})
            child = None
            while not child:
                told = socket.receive_json()
                child = told["table"]["child"] if told["type"] == "updates" else None
        assert house.get(f"/api/tables/{child}", headers=mika).json()["table"]["rated"] is rated
