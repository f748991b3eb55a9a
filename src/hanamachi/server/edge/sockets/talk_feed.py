"""Send the talk of the watched table to one connection, and take what its user says, mutes and reports."""

from hanamachi.core.table import Refused
from hanamachi.locales import catalogue
from hanamachi.server.chat import text
from hanamachi.server.chat.lines import Key, Line, StoredLine
from hanamachi.server.chat.mutes import mute_name
from hanamachi.server.chat.phrases import PHRASES
from hanamachi.server.chat.service import Chat, ReadTalk
from hanamachi.server.chat.sides import check_may_talk, check_may_type, heard_by, side_of
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.edge.sockets.outbox import Outbox
from hanamachi.server.edge.sockets.text_sender import TextSender
from hanamachi.server.live.room import Room
from hanamachi.server.protocol.messages import MutedAuthor, Say, Side, Spoken, Talk, encode
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Snapshot, seats_of
from hanamachi.server.tables.players import told_apart


class TalkFeed:
    """The talk that a connection reads: a `Reader` of its table's talk. Only `send` and the commands wait."""

    def __init__(self, outbox: Outbox, guest: str, chat: Chat) -> None:
        self.outbox, self.guest, self.chat = outbox, guest, chat
        self.lang = "en"
        self.room: Room | None = None
        self.talk: ReadTalk | None = None
        self.sent: list[Key] | None = None  # what the client has, in its order; None: it was sent nothing yet
        self.muted: list[MutedAuthor] = []
        self.changed = False

    def watch(self, room: Room, lang: str) -> None:
        """Read the talk of a table from its start, unless nothing may be said there."""
        self.leave()
        self.room, self.lang = room, lang
        if room.snapshot.setup.may_be_said != "off":
            self.talk = self.chat.enter(room.id, self)

    def leave(self) -> None:
        if self.talk:
            self.chat.leave(self.talk, self)
        self.room = self.talk = self.sent = None
        self.muted = []

    def mark_changed(self) -> None:
        self.changed = True
        self.outbox.wake()

    # Sending.

    async def send(self, send_text: TextSender) -> None:
        """Send the lines that are new, if there are any."""
        if self.changed and self.room and self.talk and self.guest in self.talk.talk.readers:
            self.changed = False
            self.talk.note_arrival(self.guest)
            if message := self._news(self.room.snapshot, self.talk):
                await send_text(encode(message).decode())

    def _news(self, snapshot: Snapshot, talk: ReadTalk) -> Talk | None:
        """Return what the client was not sent; all anew, if that does not follow what it has."""
        sides, mutes = heard_by(snapshot, self.guest), talk.talk.mutes
        told = [line for line in talk.talk.lines if line.side in sides]
        lines = [line for line in told if (self.guest, line.author) not in mutes]
        muted = {line.author: self._name(line) for line in told if (self.guest, line.author) in mutes}
        authors = [MutedAuthor(mute_name(self.guest, author), name) for author, name in muted.items()]
        keys, first, sent = [line.key for line in lines], self.sent is None, self.sent or []
        news = len(sent) if keys[: len(sent)] == sent else None
        if sent and news is None and keys and keys[0] in sent:  # the oldest ones have left the list
            rest = sent[sent.index(keys[0]) :]
            news = len(rest) if keys[: len(rest)] == rest else None
        if news == len(keys) and authors == self.muted:
            self.sent = keys
            return None
        self.sent, self.muted = keys, authors
        fresh = lines if news is None else lines[news:]
        return Talk([self._told(line, snapshot) for line in fresh], news is None or first, authors)

    def _told(self, line: StoredLine, snapshot: Snapshot) -> Spoken:
        return Spoken(
            side=line.side,
            number=line.number,
            at=line.at,
            name=self._name(line),
            seat=next(iter(seats_of(snapshot, line.author)), None),
            mine=line.author == self.guest,
            phrase=line.phrase,
            text=line.text,
        )

    def _name(self, line: StoredLine) -> str:
        return told_apart(line.name, line.homonym, catalogue("house")(self.lang))

    # What the user does.

    def _here(self) -> Room:
        if self.room is None:
            raise Refused("watch_first")
        if not self.guest:
            raise NotFound("no_name")
        if self.room.closed:
            raise NotSaved
        return self.room

    async def say(self, message: Say, limits: Limits) -> None:
        room = self._here()
        check_may_talk(room.snapshot, self.guest)
        await self.chat.say(room.id, room.snapshot, self.guest, self._line(message, room, limits), limits)

    @staticmethod
    def _line(message: Say, room: Room, limits: Limits) -> Line:
        """Return what a message says: a ready-made phrase, or free text where that is allowed."""
        if message.phrase is None:
            check_may_type(room.snapshot.setup.may_be_said)
            return Line(text=text.line(message.text, limits.talk_text))
        if message.phrase not in PHRASES:
            raise Refused("no_such_phrase")
        return Line(phrase=message.phrase)

    async def mute(self, side: Side, number: int) -> None:
        room = self._here()
        await self.chat.mute(room.id, self._heard(side, number), self.guest)

    async def report(self, side: Side, number: int) -> None:
        """Report a line that was said while its reader was here: a player, or a spectator who first came
        before it or talks here."""
        room, key = self._here(), self._heard(side, number)
        player = side_of(room.snapshot, self.guest) == "players"
        if not player and self.talk and not self.talk.had_come(self.guest, key) and not self._has_talked():
            raise Refused("not_there_then")
        await self.chat.report(room.id, room.snapshot, key, self.guest)

    def _has_talked(self) -> bool:
        return self.talk is not None and any(line.author == self.guest for line in self.talk.talk.lines)

    def _heard(self, side: Side, number: int) -> Key:
        """Return the key of a line that this client was sent."""
        for key in self.sent or ():
            if key[:2] == (side, number):
                return key
        raise NotFound("no_line")
