"""Who is called when something waits for them: a turn, a game that began, an offer, a clock that runs down.

Call `Notifier.signal` after the commit, on the worker that committed. Exactly one worker commits a row, so
exactly one notification is sent. A moment later the notifier looks again: users who have answered, or who
look at the table, are not notified.
What is told is made of the guest's own list (`MyTable`) alone. No state is at hand here, so nothing hidden
can be told.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from msgspec import Struct

from hanamachi.core.words import Name, Refusal
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.notifications import subscriptions, webpush
from hanamachi.server.notifications.outgoing_http import Undelivered, post
from hanamachi.server.notifications.send_turns import SendTurns
from hanamachi.server.notifications.subscriptions import (
    DeliveryPolicy,
    PushSubscription,
    Subscription,
    Webhook,
)
from hanamachi.server.protocol.messages import encode
from hanamachi.server.protocol.rest import MyTable
from hanamachi.server.runtime import metrics
from hanamachi.server.storage.game_lists import one_of_mine
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.changes import changes_lists
from hanamachi.server.tables.events import TableChanged, TableOpened
from hanamachi.server.tables.model import Playing, Snapshot, running_of
from hanamachi.server.tables.time_control import Days

LOG = logging.getLogger(__name__)
NEAR = DeliveryPolicy()
CONTACT = "mailto:house@localhost"
Kind = Literal["turn", "began", "challenge", "half", "tenth", "flag"]
REMINDERS: tuple[Kind, ...] = ("half", "tenth")  # of a clock of days
WAITING = ("turn", "challenge", "half", "tenth")  # they are moot once the table does not wait for the guest
GRACE = 10.0  # seconds in which somebody who only reloads the page is back
AGAIN = 30.0  # seconds until a push service that is busy is asked once more
MOST, OF_ONE = 1_000, 50  # notifications that are due: of all users, and of one; more are not made
KEPT_FOR = 24 * 3600  # seconds for which a push service keeps a call for a browser that is off
SILENT = ("slow", "unreachable")
GONE, BUSY = (404, 410), (429, 500, 502, 503, 504)

Post = Callable[..., Awaitable[int]]


class Call(Struct, frozen=True):
    """What is told: to a browser, and to a program."""

    kind: Kind
    table: str
    game: str
    players: list[str]
    sentence: str
    path: str  # of the table, at this house


class Signal(Struct, frozen=True):
    guest: str
    kind: Kind
    table: str


class Notifier:
    """Notify users who are not looking. `is_watching`: returns True if a user looks at a table, as far as
    this worker knows. `looks_on`: the same at all workers."""

    def __init__(
        self,
        store: Store,
        is_watching: Callable[[str, str], bool],
        looks_on: Callable[[str, str], Awaitable[bool]],
        *,
        reach: DeliveryPolicy = NEAR,
        contact: str | None = None,
    ) -> None:
        self.store, self.is_watching, self.looks_on = store, is_watching, looks_on
        self.reach, self.contact = reach, contact or CONTACT
        self.key: EllipticCurvePrivateKey | None = None
        self.post: Post = post
        self.due: dict[Signal, asyncio.Task[None]] = {}
        self.due_of: Counter[str] = Counter()  # by user
        self.turns = SendTurns()

    async def open(self) -> None:
        self.key = webpush.key_of(await self.store.database.write(subscriptions.push_key))

    def table_changed(self, event: TableChanged) -> None:
        """Notify the users whom a commit of this worker concerns. The other workers notify after theirs."""
        if event.origin == "elsewhere" or not changes_lists(event.before, event.after):
            return
        for user, kind in called(event.before, event.after).items():
            if not self.is_watching(event.table, user):
                self.signal(user, kind, event.table)
        for user, kind in reminded(event.before, event.after).items():
            self.signal(user, kind, event.table)

    def table_opened(self, event: TableOpened) -> None:
        """Notify the users who are challenged or offered a rematch."""
        offered_by, seats = event.snapshot.setup.offered_by, event.snapshot.seats
        if offered_by is not None:
            for user in {held.guest for held in seats if held.guest} - {seats[offered_by].guest}:
                self.signal(user, "challenge", event.table)

    def signal(self, guest: str, kind: Kind, table: str) -> None:
        """It never waits and never fails; the same one twice is one."""
        signal = Signal(guest, kind, table)
        if self.key is None or signal in self.due:
            return
        if len(self.due) >= MOST or self.due_of[guest] >= OF_ONE:
            metrics.SIGNALS.add("too_many")
            return
        task = asyncio.get_running_loop().create_task(self._call(signal))
        self.due[signal] = task
        self.due_of[guest] += 1
        task.add_done_callback(lambda _: self._over(signal))

    def _over(self, signal: Signal) -> None:
        del self.due[signal]
        self.due_of[signal.guest] -= 1
        if not self.due_of[signal.guest]:
            del self.due_of[signal.guest]

    async def close(self) -> None:
        tasks = list(self.due.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _call(self, signal: Signal) -> None:
        await asyncio.sleep(GRACE)
        try:
            hung = await self.store.database.read(partial(subscriptions.subscriptions_of, guest=signal.guest))
            heard = [bell for bell in hung if bell.silent < subscriptions.MOST_UNANSWERED]
            if heard and not await self.looks_on(signal.table, signal.guest):
                await asyncio.gather(*(self._ring(bell, signal) for bell in heard))
        except Refusal:
            metrics.SIGNALS.add("unread")  # the table cannot be read now
        except Exception:
            LOG.exception("a signal failed")

    async def _ring(self, bell: Subscription, signal: Signal) -> None:
        status = await self._send(bell, signal)
        if status in BUSY:
            await asyncio.sleep(AGAIN)
            status = await self._send(bell, signal)
        if status in GONE and isinstance(bell, PushSubscription):
            await self.store.database.write(partial(subscriptions.remove_expired, push=bell))

    async def _send(self, bell: Subscription, signal: Signal) -> int:
        """Tell it what is true when its turn comes. 0: nothing was sent, or nobody answered."""
        async with self.turns.turn(bell.guest, bell.address):
            if self.turns.rests(bell.address):
                metrics.SIGNALS.add("resting")
                return 0
            call = await self._told(bell, signal)
            if call is None:
                return 0
            try:
                status = await (
                    self._push(bell, call) if isinstance(bell, PushSubscription) else self._hook(bell, call)
                )
            except Undelivered as reason:
                metrics.SIGNALS.add(str(reason))
                if str(reason) in SILENT:
                    await self._note(bell, answered=False)
                return 0
        metrics.SIGNALS.add("gone" if status in GONE else "sent" if status < 300 else "refused")
        await self._note(bell, answered=True)
        return status

    async def _told(self, bell: Subscription, signal: Signal) -> Call | None:
        found = await self.store.tables_of(signal.guest, 1, only=[signal.table])
        now = 0.0  # a call does not say how much time is left: it may be read much later
        mine = one_of_mine(found[0], signal.guest, bell.lang, now) if found else None
        if mine is None or (signal.kind in WAITING and not mine.yours):
            return None
        return told(signal.kind, mine, bell.lang)

    async def _note(self, bell: Subscription, *, answered: bool) -> None:
        """Whoever does not answer several times in a row is not called any more until they ask for it."""
        if answered:
            self.turns.answered(bell.address)
        else:
            self.turns.did_not_answer(bell.address)
        if bell.silent or not answered:
            await self.store.database.write(
                partial(subscriptions.record_answer, subscription=bell, answered=answered)
            )

    async def _push(self, bell: PushSubscription, call: Call) -> int:
        assert self.key is not None
        headers = {
            "authorization": webpush.signature(bell.endpoint, self.key, self.contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT_FOR),
            "topic": call.table,  # a newer call of the same table takes the place of one that was not heard
        }
        keys = webpush.from_base64(bell.p256dh), webpush.from_base64(bell.auth)
        sealed = webpush.seal(encode(call), *keys)
        return await self.post(bell.endpoint, headers, sealed, private=self.reach.private)

    async def _hook(self, bell: Webhook, call: Call) -> int:
        """The host may have thought better of it since."""
        if not self.reach.allows(bell.url):
            raise Undelivered("not_allowed")
        headers = {"content-type": "application/json"}
        return await self.post(bell.url, headers, encode(call), private=True)


def called(before: Snapshot, after: Snapshot) -> dict[str, Kind]:
    """Whom a change of a table concerns, and why."""
    if not isinstance(after, Playing) or after.setup.lesson or after.damaged:
        return {}
    asked, kinds = asked_guest(after), dict[str, Kind]()
    if not isinstance(before, Playing):
        kinds = {held.guest: "began" for held in after.seats if held.guest}
    if asked and (not isinstance(before, Playing) or asked_guest(before) != asked):
        kinds[asked] = "turn"
    return kinds


def reminded(before: Snapshot, after: Snapshot) -> dict[str, Kind]:
    """Return whose clock of days came to half, to its last tenth or to its end with this change."""
    running, now = running_of(before), running_of(after)
    if running is None or not isinstance(after, Playing) or not isinstance(after.setup.clock, Days):
        return {}
    user = after.seats[running.seat].guest or ""
    if now and now.asked == running.asked and now.signals > running.signals:
        return {user: REMINDERS[running.signals]}
    assert after.clocks is not None
    return {user: "flag"} if not after.clocks.left[running.seat] else {}


def asked_guest(snapshot: Playing) -> str | None:
    """Who has to decide something and has time for it: no bot, and no question of a few seconds."""
    table = snapshot.table
    if table.result or table.actor is None or table.actor in table.bots or snapshot.window_seat() is not None:
        return None
    return snapshot.seats[table.actor].guest


def told(kind: Kind, mine: MyTable, lang: str) -> Call:
    others = [name for seat, name in enumerate(mine.names) if name and seat not in mine.mine]
    players = [name for name in mine.names if name]
    title = GAMES[mine.game].text.words(lang)("name") if mine.game in GAMES else mine.game
    who = Name(", ".join(others or players))
    sentence = catalogue("house")(lang)(f"signal.{kind}", game=title, who=who)
    return Call(kind, mine.id, mine.game, players, sentence, f"/t/{mine.id}")
