"""The message of the day, who may sign up, which guests may come, and limits that change while the server runs."""

from typing import Any

import pytest

from hanamachi.server.db.schema import DEEDS, ONE_TIME
from hanamachi.server.moderation.house_rules import house as told
from tests.server.moderation.hosts import Desk, House
from tests.server.support.members import rows, sign_up
from tests.server.support.once.in_turn import in_turn
from tests.server.support.talkers import talker
from tests.server.support.visitors import guest, open_table, problem, two_players

PASSWORD = "seven small teapots"


def house_says(house: House, lang: str = "en", **headers: str) -> Any:
    return house.client.get(f"/api/house?lang={lang}", headers=headers)


def test_the_message_of_the_day_is_shown_in_three_languages(house: House, desk: Desk) -> None:
    texts = {"en": "Club evening <b>now</b>", "fr": "Soirée du club", "pl": "Wieczór klubu"}
    page = desk.ask("PUT", "/message", texts | {"seconds": 3_600})
    assert {lang: page["message"][lang] for lang in texts} == texts
    assert {lang: house_says(house, lang).json()["message"] for lang in texts} == texts
    assert house_says(house).json()["until"] == page["message"]["until"]
    desk.put("/message", en="Only English")
    assert house_says(house, "pl").json()["message"] == "Only English"
    desk.put("/message")
    assert house_says(house).json()["message"] == ""
    for text in ("a\u202eb", "\x00", "x" * 301):
        assert desk.refused("PUT", "/message", en=text)[0] == 400
    assert [deed["why"] for deed in desk.get("/log")["deeds"]][1] == "en: Only English"


def test_a_browser_keeps_the_message_until_it_changes(house: House, desk: Desk) -> None:
    desk.put("/message", en="Hello")
    first = house_says(house)
    tag = first.headers["etag"]
    assert house_says(house, **{"if-none-match": tag}).status_code == 304
    assert house_says(house, "fr").headers["cache-control"] == "no-cache"
    desk.put("/message", en="Good evening")
    assert house_says(house, **{"if-none-match": tag}).json()["message"] == "Good evening"


def test_a_message_ends(house: House, desk: Desk) -> None:
    desk.put("/message", en="Soon over", seconds=60)
    rules = house.server.moderation.now.rules
    assert rules.message.until is not None
    assert told(rules, "en", rules.message.until - 1).message == "Soon over"
    assert told(rules, "en", rules.message.until).message == ""
    assert desk.refused("PUT", "/message", en="x", seconds=5) == (409, "bad_seconds")


def joins(house: House, name: str, invitation: str = "") -> Any:
    """Sign up in a browser of one's own."""
    house.client.cookies.clear()
    browser = {"user-agent": "Mozilla/5.0 Firefox"}
    house.client.put("/api/me", json={"name": "Sora"}, headers=browser)
    body = {"name": name, "password": PASSWORD, "invitation": invitation}
    return house.client.post("/api/account", json=body, headers=browser)


def test_registration_is_open_invited_or_closed(house: House, desk: Desk) -> None:
    assert joins(house, "Mika").status_code == 201
    desk.put("/registration", registration="invited")
    assert problem(joins(house, "Rin")) == (409, "invitation_needed")
    assert problem(joins(house, "Rin", "wrong")) == (409, "bad_invitation")
    made = desk.post("/invitations", status=201)
    assert (made["waiting"], desk.get()["invitations"]) == (1, 1)
    assert joins(house, "Rin", made["code"]).status_code == 201
    assert problem(joins(house, "Aki", made["code"])) == (409, "bad_invitation")
    desk.put("/registration", registration="closed")
    made = desk.post("/invitations", status=201)
    assert problem(joins(house, "Aki", made["code"])) == (409, "registration_closed")
    assert desk.ask("DELETE", "/invitations")["invitations"] == 0
    assert house_says(house).json()["registration"] == "closed"
    assert made["code"] not in str(rows(house.database, ONE_TIME) + rows(house.database, DEEDS))


def test_a_sign_up_that_fails_does_not_use_an_invitation_up(house: House, desk: Desk) -> None:
    desk.put("/registration", registration="invited")
    code = desk.post("/invitations", status=201)["code"]
    assert problem(joins(house, "Haru", code))[1] == "name_taken"
    assert joins(house, "Rin", code).status_code == 201


def new_guest(house: House) -> Any:
    house.client.cookies.clear()
    answer = house.client.put("/api/me", json={"name": "Sora"})
    house.client.cookies.clear()
    return answer


def test_guests_come_freely_by_link_or_not_at_all(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    seats = [{"kind": "me"}, {"kind": "open"}]
    hidden, public = (open_table(house.client, mika, seats=seats, public=each) for each in (False, True))
    desk.put("/guests", guests="link")
    assert problem(new_guest(house)) == (409, "guests_by_link")
    sit = {"seat": 1, "name": "Sora"}
    assert problem(house.client.post(f"/api/tables/{public}/seats", json=sit)) == (409, "guests_by_link")
    assert house.client.post(f"/api/tables/{hidden}/seats", json=sit).status_code == 200
    house.client.cookies.clear()
    desk.put("/guests", guests="closed")
    assert problem(new_guest(house)) == (409, "guests_closed")
    begin = house.client.post("/api/tables", json={"game": "okiya", "seats": seats}, headers=mika)
    assert problem(begin) == (409, "members_alone")
    rin = sign_up_member(house, desk)
    assert open_table(house.client, rin, seats=seats)
    with house.client.websocket_connect("/ws", headers=mika) as socket:
        socket.send_json({"type": "queue", "game": "okiya"})
        while (told := socket.receive_json())["type"] != "declined":
            pass
        assert told["reason"] == "members_alone"
    desk.put("/guests", guests="open")
    assert new_guest(house).status_code == 200


def names_itself(house: House, **wish: Any) -> Any:
    """What a visitor is told who gives a name."""
    house.client.cookies.clear()
    return house.client.put("/api/me", json={"name": "Rin", **wish})


@pytest.mark.parametrize("guests", ["link", "closed"])
def test_whoever_may_sign_up_comes_in_where_new_guests_may_not(house: House, desk: Desk, guests: str) -> None:
    desk.put("/guests", guests=guests)
    refused = (409, "guests_by_link" if guests == "link" else "guests_closed")
    assert problem(names_itself(house)) == refused
    assert names_itself(house, signs_up=True).status_code == 200
    desk.put("/registration", registration="invited")
    code = desk.post("/invitations", status=201)["code"]
    assert problem(names_itself(house, invitation=code)) == refused
    assert problem(names_itself(house, signs_up=True)) == refused
    assert problem(names_itself(house, signs_up=True, invitation="wrong")) == refused
    assert names_itself(house, signs_up=True, invitation=code).status_code == 200
    body = {"name": "Rin", "password": PASSWORD, "invitation": code}
    assert house.client.post("/api/account", json=body).status_code == 201
    assert problem(names_itself(house, signs_up=True, invitation=code)) == refused  # it is used up
    desk.put("/registration", registration="closed")
    assert problem(names_itself(house, signs_up=True)) == refused


def sign_up_member(house: House, desk: Desk) -> dict[str, str]:
    desk.put("/guests", guests="open")
    rin = sign_up(house.client, house.database, "Rin")
    desk.put("/guests", guests="closed")
    return rin


def test_a_limit_changes_while_the_server_runs(house: House, desk: Desk) -> None:
    table, mika, _ = two_players(house.client, talk="all")
    usual = {each["name"]: each for each in desk.get("/limits")}
    assert usual["talk"]["value"] == usual["talk"]["usual"]
    with talker(house.client, mika, table, 0) as a:
        assert a.say("one") == a.say("two") == ""
        changed = {each["name"]: each for each in desk.put("/limits", name="talk", value=1, rate=1)}
        assert (changed["talk"]["value"], changed["talk"]["rate"]) == (1, 1)
        assert a.say("three") in ("too_many", "talk_too_fast")
        desk.put("/limits", name="talk", value=None)
    assert {each["name"]: each for each in desk.get("/limits")} == usual
    desk.put("/limits", name="bot_places", value=5)
    assert house.server.engines.bots.turns.places == 5
    bots = next(fact for fact in desk.get()["health"] if fact["id"] == "bots")
    assert bots["most"] == 5
    assert [deed["what"] for deed in desk.get("/log")["deeds"]] == ["bot_places=5", "talk=", "talk=1/1"]


@in_turn(
    ("body", "reason"),
    [
        ({"name": "body", "value": 1}, "fixed_limit"),
        ({"name": "", "value": 1}, "fixed_limit"),
        ({"name": "talk", "value": 0, "rate": 1}, "limit_out_of_bounds"),
        ({"name": "talk", "value": 10, "rate": 1e9}, "limit_out_of_bounds"),
        ({"name": "talk", "value": 10}, "limit_out_of_bounds"),
        ({"name": "public_tables", "value": 10, "rate": 1}, "limit_out_of_bounds"),
        ({"name": "bot_places", "value": 9}, "limit_out_of_bounds"),
    ],
)
def test_a_limit_has_bounds(desk: Desk, body: dict[str, Any], reason: str) -> None:
    assert desk.refused("PUT", "/limits", **body) == (409, reason)
    assert desk.get("/log")["deeds"] == []


def test_health_is_told_in_plain_numbers(house: House, desk: Desk) -> None:
    found = {fact["id"]: fact for fact in desk.get()["health"]}
    assert {"answer_time", "bots", "backup", "workers", "version"} <= set(found)
    assert (found["backup"]["value"], found["backup"]["state"]) == (None, "look")
    assert found["version"]["text"]
