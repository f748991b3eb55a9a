"""Send a table to one connection: the newest state as its seat or the gallery sees it."""

from hanamachi.bots import level_name
from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.core.telling import called, rule_behind
from hanamachi.core.words import LANGUAGES, Refusal
from hanamachi.locales import catalogue
from hanamachi.server.edge.errors import explain_refusal
from hanamachi.server.edge.latency import Latency
from hanamachi.server.edge.sockets.outbox import Outbox
from hanamachi.server.edge.sockets.text_sender import TextSender
from hanamachi.server.live.broadcast.rendering import Eyes, reader
from hanamachi.server.live.deadlines import is_hurried
from hanamachi.server.live.room import Room
from hanamachi.server.protocol import messages
from hanamachi.server.protocol.messages import Declined, Notice, Yours, encode
from hanamachi.server.runtime import metrics
from hanamachi.server.tables.model import Playing, seats_of
from hanamachi.server.tables.players import names_in

PING = encode(messages.Ping()).decode()


def known_language(lang: str) -> str:
    return lang if lang in LANGUAGES else LANGUAGES[0]


class TableFeed:
    """The table that a connection watches: a `Watcher` of its room. None of its methods waits, but `send`."""

    def __init__(self, outbox: Outbox, guest: str, latency: Latency) -> None:
        self.outbox, self.guest, self.latency = outbox, guest, latency
        self.room: Room | None = None
        self.seat: Seat | None = None
        self.through: Seat | None = None  # a player who lets spectators see what this player sees
        self.seq, self.lang, self.words = 0, LANGUAGES[0], False
        self.reads = False  # the client says when its user has read how a round ended
        self.up_to_date = False  # the client has seen this table, so it gets frames
        self.changed = self.audience_changed = False
        self.views = 0  # how often the client chose what to watch

    def watch(self, room: Room, message: messages.Watch) -> None:
        """Watch a table, or the same one through other eyes."""
        self.leave()
        self.room, self.seat, self.seq = room, message.seat, max(message.seq, 0)
        self.through = message.through if message.seat is None else None
        self.views += 1
        self.up_to_date = message.pictures
        self.lang = known_language(message.lang)
        self.words, self.reads = message.words, message.reads
        self.outbox.add(Yours(seats_of(room.snapshot, self.guest)))
        room.enter(self)

    def leave(self) -> None:
        if self.room:
            self.room.leave(self)

    def speak(self, lang: str) -> None:
        """Use this language, unless a table is watched in another one."""
        if self.room is None:
            self.lang = known_language(lang)

    @property
    def eyes(self) -> Eyes:
        borrowed = self.through is not None
        return Eyes(self.through if borrowed else self.seat, self.lang, self.words, self.up_to_date, borrowed)

    def mark_changed(self) -> None:
        self.changed = True
        self.outbox.wake()

    def mark_audience_changed(self) -> None:
        self.audience_changed = True
        self.outbox.wake()

    def send_from_start(self) -> None:
        self.seq, self.up_to_date = 0, False
        self.views += 1

    def return_to_gallery(self) -> None:
        self.through = None
        self.send_from_start()
        self.decline(Refused("no_consent"))
        self.mark_changed()

    def lose_seat(self) -> None:
        self.seat = None
        self.send_from_start()
        self.outbox.add(Yours([]))

    def close(self) -> None:
        self.outbox.close()

    def decline(self, refusal: Refusal) -> None:
        metrics.REFUSALS.add(refusal.reason)
        self.outbox.add(Declined(refusal.reason, self.explain(refusal), rule_behind(refusal)))

    def explain(self, refusal: Refusal) -> str:
        """Return a refusal as a sentence, with the names of the players at this table."""
        if self.room is None:
            return explain_refusal(refusal, self.lang)
        snapshot = self.room.snapshot
        return explain_refusal(refusal, self.lang, snapshot.setup.game, names_in(snapshot.seats, self.lang))

    def notice(self, reason: str, seat: Seat) -> None:
        if self.room:
            snapshot = self.room.snapshot
            names = called(names_in(snapshot.seats, self.lang), reader(snapshot, self.seat))
            phrases = catalogue("house")(self.lang)
            bots = snapshot.table.bots if isinstance(snapshot, Playing) else {}
            level = level_name(bots.get(seat, ""), phrases)
            sentence = phrases(f"notice.{reason}", who=names[seat], level=level)
            self.outbox.add(Notice(reason, seat, sentence))

    async def send(self, send_text: TextSender) -> None:
        """Send what changed at the table, then who watches it."""
        if self.room and self.changed:
            await self._send_updates(self.room, send_text)
        if self.room and self.audience_changed:
            self.audience_changed = False
            await send_text(self.room.presences.encoded_message().decode())

    async def _send_updates(self, room: Room, send_text: TextSender) -> None:
        self.changed, views = False, self.views
        if is_hurried(room.snapshot, self.seat):
            self.latency.ping()
            await send_text(PING)
        updates, seq = await room.broadcaster.encoded_updates(self)
        if views == self.views:  # the client may watch another table by now
            self.seq, self.up_to_date = seq, True
            await send_text(updates)
