"""What goes over the wire: typed messages, both ways. The browser's types are made from these."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from hanamachi.core.fair import Chance
from hanamachi.core.game import Seat
from hanamachi.core.log import Result
from hanamachi.server.protocol.rest import Found, MyTable, OpenTable
from hanamachi.server.tables.time_control import Clock, NoClock


class Message(Struct, frozen=True, tag=str.lower):
    pass


# From a client.


class Watch(Message, frozen=True):
    """Show me this table through a seat's eyes (null: the gallery); I have the log up to `seq`."""

    table: str
    seat: Seat | None = None
    seq: int = 0
    lang: str = "en"
    words: bool = False  # tell me the view in plain lines, too
    pictures: bool = False  # show me each row since `seq`, as to somebody who was there
    reads: bool = False  # between rounds wait for me: I say when I go on
    through: Seat | None = None  # from the gallery, with the eyes of a player who allows it


class Submit(Message, frozen=True):
    """My move, made while the log had the length `seq`."""

    seat: Seat
    seq: int
    move: Raw


class Resign(Message, frozen=True):
    """I give the game up. Of two players the other wins; at a table of many a bot plays on in my seat, and I
    am last in the result."""

    seat: Seat


class AskTakeback(Message, frozen=True):
    """May this seat's last move be taken back?"""

    seat: Seat


class AnswerTakeback(Message, frozen=True):
    """Yes or no to a takeback that another seat asks for."""

    seat: Seat
    agree: bool


class OfferDraw(Message, frozen=True):
    """Shall it be a draw? The offer stands until somebody else moves."""

    seat: Seat


class AnswerDraw(Message, frozen=True):
    """Yes or no to a draw that the other player offers."""

    seat: Seat
    agree: bool


class CallBot(Message, frozen=True):
    """This seat agrees to a bot for one whose player has been away longer than the table's patience."""

    seat: Seat
    absent: Seat


class Claim(Message, frozen=True):
    """I claim the win: the other one of two players has been away for longer than the seat is kept."""

    seat: Seat


class CallOff(Message, frozen=True):
    """I agree to end the game without a result, because a player is away. It ends once all who are here
    agree."""

    seat: Seat


class Looked(Message, frozen=True):
    """I see the game that began while I waited for it: from now on my clock may run. A move or another
    `watch` says so, too."""

    seat: Seat


class Rematch(Message, frozen=True):
    """I offer another game with the sides changed, by the same options or new ones. The answer is the table's
    `child`, where each player accepts by giving words; who looks on may follow it there, or not."""

    seat: Seat
    options: dict[str, Any] | None = None
    level: str | None = None  # of every bot, if it shall be another
    same_layout: bool = False  # the layout of the first round once more, in games that have such


class AlwaysPass(Message, frozen=True):
    """A standing order: whenever this seat is asked a question with a window, its answer is to pass."""

    seat: Seat
    on: bool


class Preview(Message, frozen=True):
    """What would follow if this seat, which is asked now, made these moves one after the other?"""

    id: int  # comes back with the answer
    seat: Seat
    seq: int
    moves: list[Raw]


class Continue(Message, frozen=True):
    """I have read how the round ended: go on. A move says so, too."""

    seat: Seat


class Show(Message, frozen=True):
    """Who looks on may see what I see, or no longer; at tables whose rule is `seat`."""

    seat: Seat
    on: bool


class Street(Message, frozen=True):
    """Tell me which of my tables change, whether I watch one or not."""

    lang: str = "en"


class Lobby(Message, frozen=True):
    """Tell me of my place among those who want to play, and what goes on in the house."""

    lang: str = "en"
    tables: bool = True  # false: my place alone


class Queue(Message, frozen=True):
    """I want to play this now, with whoever comes. What I leave out is left to the others. Said again with
    the same wish it changes nothing, so it is also how one comes back."""

    game: str
    players: list[int] = []  # how many may sit at the table; empty: as many as the game takes
    options: dict[str, Any] = {}
    clock: Clock | NoClock | None = None  # none named: the game's own; NoClock is refused
    public: bool = False  # others may look on from the lobby, if all who play want that


class WithBots(Message, frozen=True):
    """In a game of many: when the time is up bots may take the seats that are still free."""


class LeaveQueue(Message, frozen=True):
    """I do not want to play any more, or not with those who were found."""


class Ping(Message, frozen=True):
    """Are you there? The house asks it, too, together with a question on a live clock: who answers at once
    gets the time of both ways back, up to half a second."""


class Pong(Message, frozen=True):
    """I am here: the answer to a ping."""


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
    | Street
    | Lobby
    | Queue
    | WithBots
    | LeaveQueue
    | Ping
    | Pong
)


# From the house.


class Line(Struct, frozen=True):
    """One row of the log as the watcher may know it; `move` is a Move or a Veiled, null for an event."""

    seq: int
    seat: Seat | None
    move: Any
    event: Any  # the house's own row, null for a move
    said: str  # empty where a later row tells this one, too: "draws 2 cards"
    chance: Chance | None = None
    took: float | None = None  # seconds of the decision that this row ended, where a clock ran


class Frame(Struct, frozen=True, omit_defaults=True):
    """The table after `seq` rows: the last of them, and what is seen then."""

    seq: int
    line: Line | None
    view: Any = None  # left out: the next view there is shows this row, too
    words: str = ""
    open: list[Any] = []  # every seat's view, when all cards are open


class SeatInfo(Struct, frozen=True):
    """Who holds a seat: open, reserved, guest, shared or bot; closed: the table was called off. A level
    without `bot`: a bot stands in."""

    kind: str
    name: str
    level: str | None = None
    ready: bool = False  # its words for the shuffle are given
    declined: bool = False  # its player does not want this rematch
    gone: bool = False  # its player gave it up for good, and a bot plays on


class Choice(Struct, frozen=True):
    """A legal move, its notation and its words."""

    move: Any
    notation: str
    label: str


class TableInfo(Struct, frozen=True):
    """A table as everybody may know it."""

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
    patience: int  # seconds for which the seat of somebody who is away is kept
    stand_in: str  # the level of the bot that may come then
    parent: str | None = None
    child: str | None = None  # the rematch that was offered
    host: Seat | None = None  # the seat of who opened the table
    offered_by: Seat | None = None  # a rematch: the seat of who offered it
    layout: str | None = None  # a layout that was given by its code, not by chance
    lesson: str | None = None  # a lesson, whose chance is fixed
    window: float | None = None  # seconds of a window, in games that have them
    draws: bool = False  # a draw may be offered
    clock: Clock | None = None  # how long each may think
    damaged: bool = False  # not every row could be read: it can be looked at, and not played
    public: bool = False  # it stands in the lobby
    watching: str = "public"  # what who looks on may see: public, seat (with its consent) or referee
    until: float | None = None  # while it waits: when it is called off, in seconds since 1970
    first_move: int | None = None  # seconds for each player's first move; then the game is called off


class TableCard(Struct, frozen=True):
    """A table, and which of its seats are this guest's."""

    table: TableInfo
    mine: list[Seat]


class WindowInfo(Struct, frozen=True):
    """A question whose answer is told when a fixed time is up, in milliseconds."""

    whole: int
    left: int
    sealed: Any = None  # the move that will be told, for the seat that is asked alone


class PauseInfo(Struct, frozen=True):
    """Between two rounds: no bot moves and no window opens until these seats have gone on, or the time
    (milliseconds) is up."""

    whole: int
    left: int
    waiting: list[Seat]


class ClockInfo(Struct, frozen=True):
    """The clocks of a table, in milliseconds: what is left to each seat (null: a bot plays there), for whom
    time runs, and how much of the delay is left before it does. With `first` the delay is the time for that
    seat's first move: at its end the game is called off."""

    left: list[int | None]
    running: Seat | None = None
    delay: int = 0
    first: bool = False


class WakingInfo(Struct, frozen=True):
    """A bot has to be woken before it can play: everybody waits for it, and no clock runs."""

    level: str
    left: int | None = None  # milliseconds, about; null: it was never measured on this machine


class Updates(Message, frozen=True):
    """Everything new since `from_seq`: a frame for each row, the view after them, and what may be chosen."""

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
    undoes: bool = False  # whether this seat's last move could be taken back now
    clock: ClockInfo | None = None
    shown: list[Seat] = []  # who let others look through their eyes
    borrowed: bool = False  # this watcher does so
    waking: WakingInfo | None = None  # a bot for which everybody waits; before the game, too
    moot: bool = False  # every choice leaves the same ends within reach: the first may be sent unasked


class Yours(Message, frozen=True):
    """Which seats of the watched table are this guest's; told before the first updates."""

    seats: list[Seat]


class Absent(Struct, frozen=True):
    """A player who is away: the seat is kept for so long (milliseconds). At 0 everybody who is here is asked
    whether a bot shall play on; `agreed` have said yes. Where the clock rules that nothing may be done, as in
    games of days, nobody is named here."""

    seat: Seat
    left: int
    agreed: list[Seat]
    claim: int | None = None  # milliseconds until the other player may claim the win; null: never
    call_off: int | None = None  # milliseconds until the game may be called off; null: never
    quits: list[Seat] = []  # who agree to call it off
    came: bool = True  # false: this player has not been at the table since the game began


class Presence(Message, frozen=True):
    """Who is here, seat by seat, and how many look on. At most one a second."""

    here: list[bool]
    gallery: int
    absent: list[Absent]


class Declined(Message, frozen=True):
    """What was not taken, and why. Nothing changed."""

    reason: str
    sentence: str


class Notice(Message, frozen=True):
    """What a seat asked of the others was answered, or is asked no more. Nothing need be done."""

    reason: str
    seat: Seat  # who had asked
    sentence: str


class Foreseen(Message, frozen=True):
    """The answer to a preview: the moves as far as they are legal and what follows of them, each with the
    view after it, up to a decision or to something that this seat cannot know. Nothing of it has happened."""

    id: int
    seat: Seat
    seq: int  # when it was asked
    frames: list[Frame]
    choices: list[Choice]  # what this seat could choose then


class MyTables(Message, frozen=True):
    """Those of my tables whose turn, seats or end changed; the first time, the newest of all. At most one a
    second."""

    tables: list[MyTable]
    gone: list[str] = []  # those that are mine no longer: they were called off


class Tonight(Message, frozen=True):
    """What goes on in the house, the same for everybody. At most one a second."""

    waiting: list[OpenTable]  # public tables at which somebody sits and a seat is free
    games: list[OpenTable]  # public games that may be watched, the liveliest first
    people: int  # who are here
    queues: dict[str, int]  # by game: how many want to play now


class YourPlace(Message, frozen=True):
    """My place among those who want to play now. Times are milliseconds."""

    game: str  # empty: I do not wait
    waited: int = 0
    others: int = 0  # who wait for this game, too
    fills: int | None = None  # a game of many begins then, though it is not full
    agreed: int = 0  # how many of all of us agree to bots
    agrees: bool = False  # I do
    found: Found | None = None
    why: str = ""  # why I am back in my place, in words


HouseMessage = (
    Updates | Yours | Presence | Declined | Notice | Foreseen | MyTables | Tonight | YourPlace | Ping | Pong
)

decode_client = msgspec.json.Decoder(ClientMessage).decode
encode = msgspec.json.encode
