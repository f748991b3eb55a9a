"""Hosts of a house in the browser: a member who is one, and an evening with reports, tables and a ban."""

import json
import re
import time
from collections.abc import Callable
from secrets import token_hex
from typing import Any

import sqlalchemy as sa
from playwright.sync_api import Page

from hanamachi.server.accounts import members
from hanamachi.server.chat.reports import add_report
from hanamachi.server.db.schema import BANS, HOSTS, SESSIONS, TALK
from hanamachi.server.moderation.bans import add_bans
from hanamachi.server.moderation.hosts import offer_link
from hanamachi.server.moderation.journal import TERMINAL, Entry, add_entry
from hanamachi.server.moderation.notices import leave_word
from hanamachi.server.storage.store import Store
from tests.e2e.support import company
from tests.e2e.support.play import named, open_table, send, settled, take_seat
from tests.e2e.support.server import House
from tests.e2e.support.staged import Somebody, guest_of, written
from tests.e2e.support.talks import say, talked

DAY = 86_400
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
    head = {"content-type": "application/json"}
    answer = page.request.fetch(f"/api/host{path}", method=method, data=data, headers=head)
    assert answer.ok, answer.text()
    return answer.json() if answer.status != 204 else None


def forget_proof(house: House, page: Page) -> None:
    """Twelve hours have passed since this browser proved who is there."""
    user = guest_of(page)

    async def keep(store: Store) -> None:
        mine = sa.update(SESSIONS).where(SESSIONS.c.guest == user)
        await store.database.write(lambda db: db.execute(mine.values(proved=time.time() - 12 * 3600 - 1)))

    written(house, keep)


# Scenes.

NUISANCE = Somebody("Guest 2950")
MESSAGE = "Club evening on Thursday at 20:00. Newcomers are welcome; the first round is slow."
HOUSE = {"message": MESSAGE, "until": None, "registration": "invited", "guests": "link"}


def evening(path: str) -> Callable[[House, Page], str]:
    """This guest is a host, many are here, two lines are reported and somebody is banned."""

    def make(house: House, page: Page) -> str:
        company.in_company(house, page)
        user = guest_of(page)
        tables = [talked(house, page, name) for name in ("mai_star_6_hand", "hanamikoji_hand")]

        def change(db: sa.Connection) -> None:
            members.create(db, user, f"Haru {token_hex(3)}")
            db.execute(sa.insert(HOSTS).values(guest=user, since=time.time()))
            mine = sa.update(SESSIONS).where(SESSIONS.c.guest == user)
            db.execute(mine.values(proved=time.time()))
            for table in tables:
                report_lines(db, table.removeprefix("/t/"), user)
            if not db.scalar(sa.select(BANS.c.id)):
                entry = Entry("ban", NUISANCE.guest, "insults at three tables", until=time.time() + 6 * DAY)
                add_bans(db, NUISANCE.guest, entry.said, 6 * DAY, add_entry(db, TERMINAL, entry), [])

        async def keep(store: Store) -> None:
            await store.users.rename(NUISANCE.guest, NUISANCE.name)
            await store.database.write(change)

        written(house, keep)
        return path

    return make


def report_lines(db: sa.Connection, table: str, user: str) -> None:
    """This user reports two lines of others."""
    said = (
        sa.select(TALK).where(TALK.c.table_id == table, TALK.c.guest != user).order_by(TALK.c.number.desc())
    )
    for row in db.execute(said.limit(1)).all():
        add_report(db, table, (row.side, row.number, row.at), user, [row.side])


def desk_ready(page: Page) -> None:
    page.wait_for_selector("main article")
    settled(page)


def at_work(page: Page) -> None:
    """All that opens is open: what was said before, what to do about somebody, the message, the limits."""
    desk_ready(page)
    page.locator("main details").evaluate_all("(all) => all.forEach((each) => (each.open = true))")
    page.get_by_role("searchbox").fill("Kunegunda")
    page.get_by_role("searchbox").press("Enter")
    page.locator("[aria-labelledby=people] [data-stop]").last.click()
    page.locator("[aria-labelledby=message] .btn").last.click()
    page.wait_for_selector("[aria-labelledby=limits] form")
    settled(page)


def banning(page: Page) -> None:
    desk_ready(page)
    page.locator("article .acts .btn").nth(2).evaluate("(button) => button.click()")
    page.wait_for_selector("dialog[open] textarea")
    settled(page)


def journal_ready(page: Page) -> None:
    page.wait_for_selector("main ol li")
    settled(page)


def link_path(house: House, page: Page) -> str:
    return link(house)


def told(path: str) -> Callable[[House, Page], str]:
    """What the host has decided, on a page for everybody."""

    def make(house: House, page: Page) -> str:
        company.gathered(house)
        page.route("**/api/house?*", lambda asked: asked.fulfill(json=HOUSE))
        return path

    return make


def noticed(house: House, page: Page) -> str:
    """A host has warned and muted this guest."""
    user = guest_of(page)

    def change(db: sa.Connection) -> None:
        leave_word(db, user, "warned", MESSAGE)
        leave_word(db, user, "muted", "", until=time.time() + DAY)

    async def keep(store: Store) -> None:
        await store.database.write(change)

    written(house, keep)
    return "/settings"


def asked(page: Page) -> None:
    page.wait_for_selector("dialog[open]")
    settled(page)


def banned(house: House, page: Page) -> str:
    """This guest is banned."""
    user = guest_of(page)

    def change(db: sa.Connection) -> None:
        deed = add_entry(db, TERMINAL, Entry("ban", user, MESSAGE))
        add_bans(db, user, MESSAGE, 6 * DAY, deed, [])

    async def keep(store: Store) -> None:
        await store.database.write(change)

    written(house, keep)
    return "/"


def turned_out(page: Page) -> None:
    """Every worker hears of a ban within three seconds: until then the page opens as usual."""
    while not page.locator("h1", has_text=re.compile("^(You cannot|Vous ne|Nie możesz)")).count():
        page.wait_for_timeout(200)
        page.reload()
        page.wait_for_selector("main h1, main h2")
    settled(page)
