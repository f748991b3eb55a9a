"""Hosts of a house in the browser: a member who is one, and an evening with reports, tables and a ban."""

import json
import time
from typing import Any

import sqlalchemy as sa
from playwright.sync_api import Page

from hanamachi.server.db.schema import HOSTS, SESSIONS
from hanamachi.server.moderation.hosts import offer_link
from hanamachi.server.storage.store import Store
from tests.e2e.support.play import named, open_table, send, take_seat
from tests.e2e.support.server import House
from tests.e2e.support.staged import guest_of, written
from tests.e2e.support.talks import say

PASSWORD = "four plum trees"
RUDE = "Are you even trying? <b>loser</b> https://example.org"


def member(page: Page, name: str) -> Page:
    """A member who has just used a password in this browser."""
    named(page, name)
    send(page, "POST", "/api/account", {"name": name, "password": PASSWORD, "keep": []})
    return page


def host(house: House, page: Page, name: str) -> Page:
    """A member who is a host."""
    member(page, name)
    user = guest_of(page)

    async def keep(store: Store) -> None:
        values = {"guest": user, "since": time.time()}
        await store.database.write(lambda db: db.execute(sa.insert(HOSTS).values(values)))

    written(house, keep)
    return page


def link(house: House, name: str = "") -> str:
    """The path of a link that makes a host."""
    found: list[str] = []

    async def keep(store: Store) -> None:
        found.append(await store.database.write(lambda db: offer_link(db, name)))

    written(house, keep)
    return f"/host#{found[0]}"


def quarrel(one: Page, other: Page, *lines: str) -> str:
    """Two people at a table with talk; the second is rude, and the first reports it. The table's id."""
    table = open_table(one, "okiya", [{"kind": "me"}, {"kind": "open"}], talk="all")
    take_seat(other, table, 1)
    say(other, table, 1, *(lines or (RUDE,)))
    report(one, table)
    return table


REPORT = """([table, seat]) => new Promise((done, fail) => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
  socket.onopen = () => socket.send(JSON.stringify({ type: "watch", table, seat }));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "talk" && message.lines.length) {
      const { side, number } = message.lines.at(-1);
      socket.send(JSON.stringify({ type: "report", id: 1, side, number }));
    }
    if (message.type === "talkdone") {
      socket.close();
      message.reason ? fail(new Error(message.sentence)) : done();
    }
  };
})"""


def report(page: Page, table: str, seat: int = 0) -> None:
    """Report the last line of a table, over a socket of this browser."""
    page.evaluate(REPORT, [table, seat])


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """What the house answers a host."""
    data = None if body is None else json.dumps(body)
    answer = page.request.fetch(f"/api/host{path}", method=method, data=data)
    assert answer.ok, answer.text()
    return answer.json() if answer.status != 204 else None


def forget_proof(house: House, page: Page) -> None:
    """Twelve hours have passed since this browser proved who is there."""
    user = guest_of(page)

    async def keep(store: Store) -> None:
        mine = sa.update(SESSIONS).where(SESSIONS.c.guest == user)
        await store.database.write(lambda db: db.execute(mine.values(proved=time.time() - 12 * 3600 - 1)))

    written(house, keep)
