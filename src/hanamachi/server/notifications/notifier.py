"""Notify users who are not looking: of a turn, a game that began, a challenge, a clock that runs down.

Subscribes to what is published after each commit. Exactly one worker commits a row, so exactly one
notification is sent. A moment later the notifier looks again: users who have answered, or who look at the
table, are not notified.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from msgspec import Struct

from hanamachi.core.words import Refusal
from hanamachi.server.notifications import subscriptions, webpush_encryption
from hanamachi.server.notifications.outgoing_http import Undelivered, post
from hanamachi.server.notifications.payload import Call, payload
from hanamachi.server.notifications.recipients import NEEDS_ANSWER, Kind, challenged, recipients, reminded
from hanamachi.server.notifications.send_turns import SendTurns
from hanamachi.server.notifications.subscriptions import (
    DeliveryPolicy,
    PushSubscription,
    Subscription,
    Webhook,
)
from hanamachi.server.protocol.messages import encode
from hanamachi.server.runtime import metrics
from hanamachi.server.storage.game_lists import one_of_mine
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.changes import changes_lists
from hanamachi.server.tables.events import TableChanged, TableOpened

LOG = logging.getLogger(__name__)
PUBLIC_PUSH = DeliveryPolicy()  # no webhooks, and public push services alone
CONTACT = "mailto:house@localhost"  # of an operator who gave no address
GRACE_SECONDS = 10.0  # in which a user who only reloads the page is back
RETRY_SECONDS = 30.0  # after which a busy push service is asked once more
MOST_DUE, MOST_DUE_OF_USER = 1_000, 50  # notifications that wait to be sent; more are dropped
TTL_SECONDS = 24 * 3600  # for which a push service keeps a message for a browser that is closed
UNANSWERED = ("slow", "unreachable")
GONE, BUSY = (404, 410), (429, 500, 502, 503, 504)  # HTTP status

Post = Callable[..., Awaitable[int]]


class Notification(Struct, frozen=True):
    guest: str
    kind: Kind
    table: str


class Notifier:
    """Send notifications. `is_watching` returns True if a user looks at a table, as far as this worker knows;
    `looks_on` the same at all workers."""

    def __init__(
        self,
        store: Store,
        is_watching: Callable[[str, str], bool],
        looks_on: Callable[[str, str], Awaitable[bool]],
        *,
        reach: DeliveryPolicy = PUBLIC_PUSH,
        contact: str | None = None,
    ) -> None:
        self.store, self.is_watching, self.looks_on = store, is_watching, looks_on
        self.reach, self.contact = reach, contact or CONTACT
        self.key: EllipticCurvePrivateKey | None = None
        self.post: Post = post
        self.due: dict[Notification, asyncio.Task[None]] = {}
        self.due_of: Counter[str] = Counter()  # by user
        self.turns = SendTurns()

    async def open(self) -> None:
        self.key = webpush_encryption.key_of(await self.store.database.write(subscriptions.push_key))

    async def close(self) -> None:
        tasks = list(self.due.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def table_changed(self, event: TableChanged) -> None:
        """Notify the users whom a commit of this worker concerns. The other workers notify after theirs."""
        if event.origin == "elsewhere" or not changes_lists(event.before, event.after):
            return
        for user, kind in recipients(event.before, event.after).items():
            if not self.is_watching(event.table, user):
                self.notify(user, kind, event.table)
        for user, kind in reminded(event.before, event.after).items():
            self.notify(user, kind, event.table)

    def table_opened(self, event: TableOpened) -> None:
        """Notify the users who are challenged or offered a rematch."""
        for user in challenged(event.snapshot):
            self.notify(user, "challenge", event.table)

    def notify(self, guest: str, kind: Kind, table: str) -> None:
        """Send a notification soon, unless the same one waits already. Never blocks and never fails."""
        one = Notification(guest, kind, table)
        if self.key is None or one in self.due:
            return
        if len(self.due) >= MOST_DUE or self.due_of[guest] >= MOST_DUE_OF_USER:
            metrics.SIGNALS.add("too_many")
            return
        task = asyncio.get_running_loop().create_task(self._deliver(one))
        self.due[one] = task
        self.due_of[guest] += 1
        task.add_done_callback(lambda _: self._forget(one))

    def _forget(self, one: Notification) -> None:
        del self.due[one]
        self.due_of[one.guest] -= 1
        if not self.due_of[one.guest]:
            del self.due_of[one.guest]

    async def _deliver(self, one: Notification) -> None:
        await asyncio.sleep(GRACE_SECONDS)
        try:
            read = partial(subscriptions.subscriptions_of, guest=one.guest)
            found = await self.store.database.read_one(read)
            active = [each for each in found if each.silent < subscriptions.MOST_UNANSWERED]
            if active and not await self.looks_on(one.table, one.guest):
                await asyncio.gather(*(self._deliver_to(each, one) for each in active))
        except Refusal:
            metrics.SIGNALS.add("unread")  # the table cannot be read now
        except Exception:
            LOG.exception("could not send a notification")

    async def _deliver_to(self, subscription: Subscription, one: Notification) -> None:
        status = await self._send(subscription, one)
        if status in BUSY:
            await asyncio.sleep(RETRY_SECONDS)
            status = await self._send(subscription, one)
        if status in GONE and isinstance(subscription, PushSubscription):
            await self.store.database.write(partial(subscriptions.remove_expired, push=subscription))

    async def _send(self, subscription: Subscription, one: Notification) -> int:
        """Send what is true when this notification's turn comes, and return the status of the answer; 0 if
        nothing was sent or no answer came."""
        async with self.turns.turn(subscription.guest, subscription.address):
            if self.turns.rests(subscription.address):
                metrics.SIGNALS.add("resting")
                return 0
            call = await self._payload(subscription, one)
            if call is None:
                return 0
            try:
                status = await self._post(subscription, call)
            except Undelivered as reason:
                metrics.SIGNALS.add(str(reason))
                if str(reason) in UNANSWERED:
                    await self._record(subscription, answered=False)
                return 0
        metrics.SIGNALS.add("gone" if status in GONE else "sent" if status < 300 else "refused")
        await self._record(subscription, answered=True)
        return status

    async def _payload(self, subscription: Subscription, one: Notification) -> Call | None:
        """Return what to send; None if the table does not wait for the user any more."""
        found = await self.store.tables_of(one.guest, 1, only=[one.table])
        now = 0.0  # a notification does not say how much time is left: it may be read much later
        mine = one_of_mine(found[0], one.guest, subscription.lang, now) if found else None
        if mine is None or (one.kind in NEEDS_ANSWER and not mine.yours):
            return None
        return payload(one.kind, mine, subscription.lang)

    async def _record(self, subscription: Subscription, *, answered: bool) -> None:
        """Count an unanswered notification. After several in a row the address is not called any more."""
        if answered:
            self.turns.answered(subscription.address)
        else:
            self.turns.did_not_answer(subscription.address)
        if subscription.silent or not answered:
            job = partial(subscriptions.record_answer, subscription=subscription, answered=answered)
            await self.store.database.write(job)

    async def _post(self, subscription: Subscription, call: Call) -> int:
        if isinstance(subscription, PushSubscription):
            return await self._push(subscription, call)
        return await self._call_webhook(subscription, call)

    async def _push(self, subscription: PushSubscription, call: Call) -> int:
        assert self.key is not None
        headers = {
            "authorization": webpush_encryption.signature(subscription.endpoint, self.key, self.contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(TTL_SECONDS),
            "topic": call.table,  # replaces an older message of the same table that was not delivered
        }
        keys = (
            webpush_encryption.from_base64(subscription.p256dh),
            webpush_encryption.from_base64(subscription.auth),
        )
        sealed = webpush_encryption.seal(encode(call), *keys)
        return await self.post(subscription.endpoint, headers, sealed, private=self.reach.private)

    async def _call_webhook(self, hook: Webhook, call: Call) -> int:
        if not self.reach.allows(hook.url):  # the operator may have changed it since
            raise Undelivered("not_allowed")
        headers = {"content-type": "application/json"}
        return await self.post(hook.url, headers, encode(call), private=True)
