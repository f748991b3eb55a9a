"""Tables at which people have talked: what they said is put into the house's database, or said by sockets."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from playwright.sync_api import Page

from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import MUTES, SEATS, TALK
from hanamachi.server.storage.store import Store
from tests.e2e.support import company
from tests.e2e.support.play import settled
from tests.e2e.support.server import House
from tests.e2e.support.staged import guest_of, reached, written

# By seat of the table, then by phrase or as typed.
SAID: Sequence[tuple[int, str | None, str]] = (
    (0, "hello", ""),
    (1, "luck", ""),
    (1, None, "I have not played since summer, and never with so many kind people around the table."),
    (0, None, "Donaudampfschiffe"),
    (1, "moment", ""),
    (1, "no_hurry", ""),
    (0, None, "🌸 <b>markup</b> and https://example.org"),
)
# Lines said over a socket of this browser; then it is closed.
SAY = """([table, seat, lines]) => new Promise((done, fail) => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
  const left = [...lines];
  const next = () => {
    const line = left.shift();
    if (line) return socket.send(JSON.stringify({ type: "say", id: left.length, ...line }));
    socket.close();
    done();
  };
  socket.onopen = () => { socket.send(JSON.stringify({ type: "watch", table, seat })); next(); };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "talkdone") message.reason ? fail(new Error(message.sentence)) : next();
  };
})"""


def talked(house: House, page: Page, name: str) -> str:
    """A position at a table of people where free text is allowed and much was said; somebody is muted. Its
    path."""
    path = reached(house, page, name, company.RIVALS, patience=3600, talk="all", host="guest-Rin")
    table, reader = path.removeprefix("/t/"), guest_of(page)

    async def keep(store: Store) -> None:
        await store.database.write(lambda db: add_lines(db, table, reader))

    written(house, keep)
    return path


def add_lines(db: sa.Connection, table: str, reader: str) -> None:
    seats = sa.select(SEATS.c.guest).where(SEATS.c.table_id == table).order_by(SEATS.c.seat)
    held, now = list(db.scalars(seats)), timestamps.wall()
    for number, (seat, phrase, text) in enumerate(SAID, 1):
        line = {"side": "players", "number": number, "guest": held[seat], "phrase": phrase, "text": text}
        db.execute(sa.insert(TALK).values(table_id=table, at=now - 60 + number, **line))
    stranger = (
        next(guest for guest in reversed(held) if guest not in (reader, *held[:2])) if held[2:] else None
    )
    if stranger:
        line = {"side": "players", "number": len(SAID) + 1, "guest": stranger, "text": "rude"}
        db.execute(sa.insert(TALK).values(table_id=table, at=now, **line))
        mine = (MUTES.c.guest == reader) & (MUTES.c.other == stranger)
        if db.scalar(sa.select(MUTES.c.at).where(mine)) is None:
            db.execute(sa.insert(MUTES).values(guest=reader, other=stranger, at=now))


def talking(page: Page) -> None:
    """Talk stands beside the table, and what may be done about a line is open."""
    page.wait_for_selector("[data-part=guide]")
    page.keyboard.press("t")
    about_a_line(page)


def in_a_sheet(page: Page) -> None:
    """The sheet of a phone lies over the table."""
    page.wait_for_selector("[data-part=guide]")
    page.locator("header .btn.narrow").evaluate("(button) => button.click()")
    page.wait_for_selector("dialog[open] [role=tab]")
    page.locator("dialog[open] [role=tab]").last.click()
    about_a_line(page)


def about_a_line(page: Page) -> None:
    panel = page.locator("dialog[open] [role=tabpanel], .rail:not(:has(~ dialog[open])) [role=tabpanel]").last
    panel.locator(".more").last.click()
    settled(page)


def say(page: Page, table: str, seat: int | None, *lines: str | dict[str, Any]) -> None:
    """Say lines over a socket of this browser: free text, or a message of one's own."""
    page.evaluate(SAY, [table, seat, [{"text": line} if isinstance(line, str) else line for line in lines]])
