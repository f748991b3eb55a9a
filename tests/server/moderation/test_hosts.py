"""Becoming a host by a link that works once, in one browser; and what everybody else gets: nothing."""

import re
from typing import Any

from starlette.testclient import TestClient

from hanamachi.server.db.schema import DEEDS, HOSTS, ONE_TIME
from hanamachi.server.moderation import hosts
from tests.server.moderation.hosts import Desk, House, age_proof, make_host
from tests.server.support.members import rows, sign_up, user_id, write
from tests.server.support.once.in_turn import in_turn
from tests.server.support.visitors import guest, problem
from tools.build.wire_calls import HOST_CALLS

BROWSER = {"user-agent": "Mozilla/5.0 Firefox"}


def link(house: House, name: str = "") -> str:
    return str(write(house.database, lambda db: hosts.offer_link(db, name)))


def bind(house: House, secret: str, who: dict[str, str] | None = None) -> Any:
    house.client.cookies.clear()
    return house.client.post("/api/host/link", json={"link": secret}, headers=who or {})


def cookie_of(answer: Any) -> str:
    found = re.search(r"hanamachi-host=([^;]+)", answer.headers["set-cookie"])
    assert found
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    return found[1]


def with_link(who: dict[str, str], secret: str) -> dict[str, str]:
    return {"cookie": f"{who['cookie']}; hanamachi-host={secret}"}


def test_a_member_becomes_host_by_a_link(house: House) -> None:
    haru = sign_up(house.client, house.database, "Haru")
    answer = bind(house, link(house), haru)
    assert answer.json()["state"] == "ready"
    mine = with_link(haru, cookie_of(answer))
    house.client.cookies.clear()
    page = house.client.post("/api/host/link/use", headers=mine)
    assert page.status_code == 200, page.text
    assert (page.json()["name"], page.json()["hosts"]) == ("Haru", ["Haru"])
    assert house.client.get("/api/me", headers=haru).json()["host"] is True
    assert [row["kind"] for row in rows(house.database, DEEDS)] == ["grant"]
    again = house.client.post("/api/host/link/use", headers=mine)
    assert problem(again) == (404, "not_found")


def test_a_guest_has_to_sign_up_first_and_the_same_browser_goes_on(house: House) -> None:
    mika = guest(house.client, "Mika")
    answer = bind(house, link(house), mika)
    assert (answer.json()["state"], answer.json()["name"]) == ("sign_up", "")
    secret = cookie_of(answer)
    house.client.cookies.clear()
    assert house.client.post("/api/host/link/use", headers=with_link(mika, secret)).status_code == 409
    haru = with_link(sign_up(house.client, house.database, "Haru"), secret)  # new cookies, the same browser
    house.client.cookies.clear()
    assert house.client.get("/api/host/link", headers=haru).json()["state"] == "ready"
    assert house.client.post("/api/host/link/use", headers=haru).status_code == 200


def test_a_link_works_once_and_in_one_browser(house: House) -> None:
    """Whoever finds it in a log, or opens it again, finds nothing."""
    secret = link(house)
    house.client.get(f"/host?link={secret}")  # a preview fetches pages, and uses nothing up
    house.client.head("/host")
    first = bind(house, secret, sign_up(house.client, house.database, "Haru"))
    assert first.status_code == 200
    thief = sign_up(house.client, house.database, "Rin")
    assert problem(bind(house, secret, thief)) == (404, "not_found")
    assert problem(house.client.get("/api/host/link", headers=thief)) == (404, "not_found")
    assert problem(house.client.post("/api/host/link/use", headers=thief)) == (404, "not_found")
    assert problem(bind(house, first.cookies["hanamachi-host"], thief)) == (404, "not_found")
    assert rows(house.database, HOSTS) == []


def test_a_link_for_one_member_is_of_no_use_to_others(house: House) -> None:
    sign_up(house.client, house.database, "Haru")
    rin = sign_up(house.client, house.database, "Rin")
    answer = bind(house, link(house, "haru"), rin)
    assert (answer.json()["state"], answer.json()["wanted"]) == ("sign_up", "Haru")
    house.client.cookies.clear()
    used = house.client.post("/api/host/link/use", headers=with_link(rin, cookie_of(answer)))
    assert problem(used) == (409, "other_member")


def test_a_link_is_too_old_after_fifteen_minutes(house: House) -> None:
    haru = sign_up(house.client, house.database, "Haru")
    late, bound = link(house), cookie_of(bind(house, link(house, "Haru"), haru))
    write(house.database, lambda db: db.execute(ONE_TIME.update().values(until=ONE_TIME.c.until - 901)))
    assert problem(bind(house, late, haru)) == (404, "not_found")
    house.client.cookies.clear()
    assert problem(house.client.post("/api/host/link/use", headers=with_link(haru, bound))) == (
        404,
        "not_found",
    )


def test_a_new_link_makes_the_one_before_it_void(house: House) -> None:
    before, after = link(house), link(house)
    assert bind(house, before).status_code == 404
    assert bind(house, after).status_code == 200


@in_turn("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])
def test_who_is_no_host_gets_what_an_unknown_path_gets(house: House, method: str) -> None:
    strangers: list[dict[str, str]] = [
        {},
        guest(house.client, "Mika"),
        sign_up(house.client, house.database, f"Rin {method}"),
    ]
    paths = {
        "",
        "/",
        "/nothing",
        "//",
        *(call.call.split("/api/host")[1].partition("?")[0] for call in HOST_CALLS),
    }
    for who in strangers:
        house.client.cookies.clear()
        unknown = told(house.client, method, "/api/nowhere", who)
        assert unknown[0] == 404
        for path in sorted(paths):
            if (method, path) not in {("POST", "/link"), ("GET", "/link"), ("POST", "/link/use")}:
                assert told(house.client, method, f"/api/host{path}", who) == unknown, (method, path)


def told(client: TestClient, method: str, path: str, who: dict[str, str]) -> tuple[int, str, dict[str, str]]:
    answer = client.request(method, path, headers=who, json={} if method != "GET" else None)
    return answer.status_code, answer.text, dict(answer.headers)


def test_a_bot_account_is_no_host_even_if_its_owner_is(house: House, desk: Desk) -> None:
    token = house.client.post("/api/me/bots", json={"name": "Maru"}, headers=desk.who).json()["token"]
    house.client.cookies.clear()
    for path in ("", "/people", "/nowhere"):
        answer = house.client.get(f"/api/host{path}", headers={"authorization": f"Bearer {token}"})
        unknown = house.client.get("/api/nowhere", headers={"authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.text) == (unknown.status_code, unknown.text)


def test_deeds_ask_for_a_credential_again_after_twelve_hours(house: House, desk: Desk) -> None:
    assert desk.get()["proved"] > 43_000
    age_proof(house.database, desk.who, 43_201)
    assert desk.get()["proved"] == 0
    assert desk.refused("PUT", "/registration", registration="closed") == (403, "proof_needed")
    assert desk.get()["registration"] == "open"
    age_proof(house.database, desk.who, 43_100)
    assert desk.put("/registration", registration="closed")["registration"] == "closed"


def test_a_host_who_was_revoked_can_do_nothing_more(house: House, desk: Desk) -> None:
    other = Desk(house, make_host(house, "Aki"))
    assert sorted(desk.get()["hosts"]) == ["Aki", "Haru"]
    write(house.database, lambda db: db.execute(HOSTS.delete().where(HOSTS.c.guest == user_id(other.who))))
    assert other.refused("PUT", "/guests", guests="closed") == (404, "not_found")
    assert desk.get()["guests"] == "open"
    desk.ask("DELETE", "", status=204)
    assert desk.refused("GET", "") == (404, "not_found")
    assert house.client.get("/api/me", headers=desk.who).json()["host"] is False
