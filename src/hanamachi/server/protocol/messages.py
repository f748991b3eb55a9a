"""Define the typed WebSocket messages, both ways. TypeScript types are generated from these."""

from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

from hanamachi.core.fair import Chance
from hanamachi.core.game import Seat
from hanamachi.core.log import Result
from hanamachi.server.protocol.rest import Found, MyTable, OpenTable
from hanamachi.server.tables.model import TalkPolicy
from hanamachi.server.tables.time_control import Clock, NoClock

Side = Literal["players", "gallery"]  # who talk with each other until the end of the game


class Message(Struct, frozen=True, tag=str.lower):
    """The base of all messages; each is tagged by its class name in lower case."""


# From a client.


class Watch(Message, frozen=True):
    """Watch a table from a seat (null: as a spectator). The client has the log up to `seq`."""

    table: str
    seat: Seat | None = None
    seq: int = 0
    lang: str = "en"
    words: bool = False  # also send the view in plain lines
    pictures: bool = False  # animate: send one frame for each row since `seq`
    reads: bool = False  # wait for `continue` between rounds
    through: Seat | None = None  # as a spectator: see what this seat sees, if its player allows it


class Submit(Message, frozen=True):
    """Make a move, chosen while the log had the length `seq`."""

    seat: Seat
    seq: int
    move: Raw


class Resign(Message, frozen=True):
    """Resign. Of two players the other wins; at a larger table a bot plays on in the seat, which is last in
    the result."""

    seat: Seat


class AskTakeback(Message, frozen=True):
    """Ask the other players to take back this seat's last move."""

    seat: Seat


class AnswerTakeback(Message, frozen=True):
    """Accept or decline a takeback that another seat asks for."""

    seat: Seat
    agree: bool


class OfferDraw(Message, frozen=True):
    """Offer a draw. The offer stands until the other player moves."""

    seat: Seat


class AnswerDraw(Message, frozen=True):
    """Accept or decline a draw that the other player offers."""

    seat: Seat
    agree: bool


class CallBot(Message, frozen=True):
    """Agree to a bot for a seat whose player has been away longer than the table's patience."""

    seat: Seat
    absent: Seat


class Claim(Message, frozen=True):
    """Claim the win: the opponent has been away for longer than the seat is kept."""

    seat: Seat


class CallOff(Message, frozen=True):
    """Agree to end the game without a result because a player is away. It ends once all who are present
    agree."""

    seat: Seat


class Looked(Message, frozen=True):
    """Confirm that the player sees the game that began meanwhile: from now on the clock may run. A move or
    another `watch` confirms it, too."""

    seat: Seat


class Rematch(Message, frozen=True):
    """Offer a rematch with the sides changed, by the same options or new ones. The answer is the table's
    `child`, where each player accepts by sending shuffle words; spectators may follow it."""

    seat: Seat
    options: dict[str, Any] | None = None
    level: str | None = None  # of every bot, if it shall be another
    same_layout: bool = False  # the layout of the first round once more, in games that have such


class AlwaysPass(Message, frozen=True):
    """Always pass from now on when this seat is asked a question with an answer window."""

    seat: Seat
    on: bool


class Preview(Message, frozen=True):
    """Ask what would follow if this seat, which is asked now, made these moves one after the other."""

    id: int  # comes back with the answer
    seat: Seat
    seq: int
    moves: list[Raw]


class Continue(Message, frozen=True):
    """End the break between rounds for this user. A move does so, too."""

    seat: Seat


class Show(Message, frozen=True):
    """Let spectators see what this seat sees, or stop it, at tables with the policy `seat`."""

    seat: Seat
    on: bool


class Say(Message, frozen=True):
    """Say a line at the watched table: the id of a ready-made phrase, or free text."""

    id: int  # comes back with the answer
    phrase: str | None = None
    text: str = ""


class Mute(Message, frozen=True):
    """Hear no more of who said this line, at any table. They are not told."""

    id: int
    side: Side
    number: int


class Report(Message, frozen=True):
    """Report this line to the host of the server, with the last 20 lines. Its author is not told."""

    id: int
    side: Side
    number: int


class Street(Message, frozen=True):
    """Subscribe to changes of the user's own tables."""

    lang: str = "en"


class Lobby(Message, frozen=True):
    """Subscribe to the lobby, and to the user's place in the queue."""

    lang: str = "en"
    tables: bool = True  # false: my place alone


class Queue(Message, frozen=True):
    """Join the queue for a match. What is left out is left to the others to choose. The same wish again
    changes nothing, so a client that reconnects repeats it."""

    game: str
    players: list[int] = []  # how many may sit at the table; empty: as many as the game takes
    options: dict[str, Any] = {}
    clock: Clock | NoClock | None = None  # none named: the game's own; NoClock is refused
    public: bool = False  # others may look on from the lobby, if all who play want that
    unrated: bool = False  # a game of members counts for their ratings, unless one of them wants this


class WithBots(Message, frozen=True):
    """Agree that bots take the free seats of a larger game when the waiting time is up."""


class LeaveQueue(Message, frozen=True):
    """Leave the queue, or decline the match that was found."""


class Ping(Message, frozen=True):
    """Ask for a pong. The server sends it, too, with a question on a live clock: a client that answers at
    once gets the round-trip time back, up to half a second."""


class Pong(Message, frozen=True):
    """Answer a ping."""


ClientMessage = (
    Watch
    | Submit
    | Resign
    | AskTakeback
    | AnswerTakeback
    | OfferDraw
    | AnswerDraw
    | CallBot
    | Claim
    | CallOff
    | Looked
    | Rematch
    | AlwaysPass
    | Preview
    | Continue
    | Show
    | Say
    | Mute
    | Report
    | Street
    | Lobby
    | Queue
    | WithBots
    | LeaveQueue
    | Ping
    | Pong
)


# From the server.


class Line(Struct, frozen=True):
    """One row of the log as the watcher may know it; `move` is a Move or a Veiled, null for an event."""

    seq: int
    seat: Seat | None
    move: Any
    event: Any  # the server's own row, null for a move
    said: str  # empty where a later row tells this one, too: "draws 2 cards"
    chance: Chance | None = None
    took: float | None = None  # seconds of the decision that this row ended, where a clock ran
    decided: str = ""  # the whole decision that this row ended, in games that tell its moves in one sentence


class Frame(Struct, frozen=True, omit_defaults=True):
    """The table after `seq` rows: the last of them, and the view then."""

    seq: int
    line: Line | None
    view: Any = None  # left out: the next view there is shows this row, too
    words: str = ""
    open: list[Any] = []  # every seat's view, when all cards are open


class SeatInfo(Struct, frozen=True):
    """A seat: open, reserved, guest, shared or bot; closed if the table was called off. A level without `bot`
    means that a bot stands in."""

    kind: str
    name: str
    level: str | None = None
    ready: bool = False  # its words for the shuffle are given
    declined: bool = False  # its player does not want this rematch
    gone: bool = False  # its player gave it up for good, and a bot plays on


class Choice(Struct, frozen=True):
    """A legal move, its notation and its label."""

    move: Any
    notation: str
    label: str


class TableInfo(Struct, frozen=True):
    """The public facts of a table."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seats: list[SeatInfo]
    spectators: bool
    takebacks: bool
    hints: bool
    started: bool
    commitment: str
    words: list[str]
    patience: int  # seconds for which an absent player's seat is kept
    stand_in: str  # the level of the bot that may come then
    parent: str | None = None
    child: str | None = None  # the rematch that was offered
    host: Seat | None = None  # the seat of who opened the table
    offered_by: Seat | None = None  # a rematch: the seat of who offered it
    offered_from: Seat | None = None  # and where they sat in the game before, in which names may differ
    layout: str | None = None  # a layout that was given by its code, not by chance
    lesson: str | None = None  # a lesson, whose chance is fixed
    window: float | None = None  # seconds of a window, in games that have them
    draws: bool = False  # a draw may be offered
    clock: Clock | None = None  # how long each may think
    damaged: bool = False  # not every row could be read: it can be looked at, and not played
    public: bool = False  # it stands in the lobby
    watching: str = "public"  # what spectators may see: public, seat (with its consent) or referee
    until: float | None = None  # while it waits: when it is called off, in seconds since 1970
    first_move: int | None = None  # seconds for each player's first move; then the game is called off
    rated: bool = False  # its result counts: only members may sit down
    talk: TalkPolicy = "phrases"  # what may be said: all, phrases (ready-made ones) or off


class TableCard(Struct, frozen=True):
    """A table, and which of its seats belong to this user."""

    table: TableInfo
    mine: list[Seat]


class WindowInfo(Struct, frozen=True):
    """An answer window: the answer is revealed when a fixed time is up, in milliseconds."""

    whole: int
    left: int
    sealed: Any = None  # the move that will be told, for the seat that is asked alone


class PauseInfo(Struct, frozen=True):
    """The break between two rounds: no bot moves and no window opens until these seats have gone on, or the
    time (milliseconds) is up."""

    whole: int
    left: int
    waiting: list[Seat]


class ClockInfo(Struct, frozen=True):
    """The clocks of a table, in milliseconds: the time left to each seat (null: a bot plays there), the seat
    whose clock runs, and how much of the delay is left before it does. With `first` the delay is the time for
    that seat's first move: at its end the game is called off."""

    left: list[int | None]
    running: Seat | None = None
    delay: int = 0
    first: bool = False


class WakingInfo(Struct, frozen=True):
    """A bot that must load before it can play: the game waits for it, and no clock runs."""

    level: str
    left: int | None = None  # milliseconds, about; null: it was never measured on this machine


class Updates(Message, frozen=True):
    """All that is new since `from_seq`: a frame for each row, the view after them, and the legal moves."""

    table: TableInfo
    seat: Seat | None
    from_seq: int
    seq: int
    frames: list[Frame]
    view: Any
    words: str  # the view in plain lines, for who asked for them
    ask: str | None
    asked: Seat | None
    choices: list[Choice]
    takeback: Seat | None  # who asks for one
    result: Result | None
    draw: Seat | None = None  # who offers one
    seed: str | None = None  # shown when the game is over
    window: WindowInfo | None = None
    pause: PauseInfo | None = None
    passing: bool = False  # this seat's standing order
    rule: str = ""  # by which the open question is asked
    rules: list[str] = []  # of the single answers to it, if each has a rule of its own
    undoes: bool = False  # whether this seat's last move could be taken back now
    clock: ClockInfo | None = None
    shown: list[Seat] = []  # who let others look through their eyes
    borrowed: bool = False  # this watcher does so
    waking: WakingInfo | None = None  # a bot for which everybody waits; before the game, too
    moot: bool = False  # every choice leaves the same ends within reach: the first may be sent unasked
    closed: str | None = None  # the host of the server ended this table: why, in their words


class Yours(Message, frozen=True):
    """Which seats of the watched table belong to this user; sent before the first updates."""

    seats: list[Seat]


class Absent(Struct, frozen=True):
    """A player who is away: the seat is kept for so long (milliseconds). At 0 all who are present are asked
    whether a bot shall play on; `agreed` have said yes. Not sent where the clock alone decides, as in games
    of days."""

    seat: Seat
    left: int
    agreed: list[Seat]
    claim: int | None = None  # milliseconds until the other player may claim the win; null: never
    call_off: int | None = None  # milliseconds until the game may be called off; null: never
    quits: list[Seat] = []  # who agree to call it off
    came: bool = True  # false: this player has not been at the table since the game began
    away: int = 0  # milliseconds since this player was last here


class Presence(Message, frozen=True):
    """Which seats have their players present, and how many spectators there are. Sent at most once a
    second."""

    here: list[bool]
    gallery: int
    absent: list[Absent]


class Declined(Message, frozen=True):
    """A message was refused, and why. Nothing changed."""

    reason: str
    sentence: str
    rule: str = ""  # the number of the game's rule that forbids it


class Notice(Message, frozen=True):
    """A seat's request to the others was answered, or has lapsed. Nothing need be done."""

    reason: str
    seat: Seat  # who had asked
    sentence: str


class Foreseen(Message, frozen=True):
    """The answer to a preview: the legal moves of it and their consequences, each with the view after it, up
    to a decision or to a fact hidden from this seat. None of it has happened."""

    id: int
    seat: Seat
    seq: int  # when it was asked
    frames: list[Frame]
    choices: list[Choice]  # what this seat could choose then


class Spoken(Struct, frozen=True):
    """A line of the table's talk. Its key is its side and number."""

    side: Side  # of whom it was said
    number: int
    at: float  # seconds since 1970
    name: str
    seat: Seat | None  # of who said it
    mine: bool
    phrase: str | None = None  # the id of a ready-made phrase, which clients have in the reader's language
    text: str = ""  # plain text


class MutedAuthor(Struct, frozen=True):
    """A user whom this one has muted."""

    id: str  # for `POST /api/me/mutes/end`
    name: str


class Talk(Message, frozen=True):
    """Lines of the watched table's talk that are new; with `anew` all that can be heard, instead of what was
    sent before. Not sent where nothing was said. Players and spectators hear their own side until the game
    ends."""

    lines: list[Spoken]
    anew: bool
    muted: list[MutedAuthor]  # who talked here, and is not heard


class TalkDone(Message, frozen=True):
    """The answer to `say`, `mute` and `report`: it is saved, or (with a reason) why not."""

    id: int
    reason: str = ""
    sentence: str = ""


class MyTables(Message, frozen=True):
    """Those of the user's tables whose turn, seats or end changed; the first time, the newest of all. Sent at
    most once a second."""

    tables: list[MyTable]
    gone: list[str] = []  # those that are mine no longer: they were called off


class Tonight(Message, frozen=True):
    """The state of the lobby, the same for all users. Sent at most once a second."""

    waiting: list[OpenTable]  # public tables with a player and a free seat
    games: list[OpenTable]  # public games that may be watched, the liveliest first
    people: int  # who are here
    queues: dict[str, int]  # by game: how many want to play now


class YourPlace(Message, frozen=True):
    """The user's place in the queue. Times are milliseconds."""

    game: str  # empty: I do not wait
    waited: int = 0
    others: int = 0  # who wait for this game, too
    fills: int | None = None  # a game of many begins then, though it is not full
    agreed: int = 0  # how many of all of us agree to bots
    agrees: bool = False  # I do
    found: Found | None = None
    why: str = ""  # why I am back in my place, in words


class AccountNews(Message, frozen=True):
    """My account changed: ask for it."""


class HouseNews(Message, frozen=True):
    """The message of the day, or who may come in, has changed: ask `GET /api/house`."""


class HostNews(Message, frozen=True):
    """For hosts alone: something of the host's page has changed, such as the reports. Ask for it again."""


HouseMessage = (
    Updates
    | Yours
    | Presence
    | Declined
    | Notice
    | Foreseen
    | Talk
    | TalkDone
    | MyTables
    | Tonight
    | YourPlace
    | AccountNews
    | HouseNews
    | HostNews
    | Ping
    | Pong
)

decode_client = msgspec.json.Decoder(ClientMessage).decode
encode = msgspec.json.encode
