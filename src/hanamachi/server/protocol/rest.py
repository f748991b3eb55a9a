"""Define the bodies of REST requests and responses."""

from typing import Any

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.server.protocol.host import UserNotice
from hanamachi.server.tables.time_control import Clock


class Me(Struct, frozen=True):
    name: str


class MyName(Struct, frozen=True):
    """The name that I want. `signs_up`: I am new and sign up next, which may be allowed where new guests are
    not; with an invitation, where one is needed."""

    name: str
    signs_up: bool = False
    invitation: str = ""


class Seating(Struct, frozen=True):
    """A seat to take: open, or reserved; then with the secret part of its link."""

    seat: Seat
    token: str = ""
    name: str = ""
    words: str | None = None
    commitment: str = ""


class BotWish(Struct, frozen=True):
    """A bot for a free seat."""

    seat: Seat
    level: str


class Words(Struct, frozen=True):
    """A user's shuffle words for all their seats at a table, chosen after the commitment was seen."""

    words: str
    commitment: str


class Opened(Struct, frozen=True):
    id: str
    links: dict[int, str]  # the secret part of the link of each reserved seat
    commitment: str  # shown before anybody's words are known


class MyTable(Struct, frozen=True):
    id: str
    game: str
    names: list[str]
    started: bool
    over: bool
    yours: bool  # whether it waits for this guest
    damaged: bool = False
    mine: list[Seat] = []
    begun: float | None = None  # seconds since 1970: the first row, and the last
    moved: float | None = None
    mode: list[str] = []  # what is played otherwise than usual, in words
    score: list[int] = []  # of a finished game, by seat
    result: str = ""  # for this guest: won, lost, drawn
    reason: str = ""  # the rule or the event that ended it
    left: float | None = None  # seconds until the flag falls, where a clock runs
    hurry: int = 0  # of a game of days: 1 from half of that time on, 2 in its last tenth
    offer: str = ""  # what waits for this guest's answer: rematch, challenge
    bots: list[Seat] = []  # seats that bots hold
    rated: bool = False  # its result counts


class OpenTable(Struct, frozen=True):
    """A public table in the lobby."""

    id: str
    game: str
    names: list[str]  # by seat; empty: free
    mode: list[str]  # what is played otherwise than usual, in words
    free: list[Seat]
    host: str = ""  # who opened it
    watching: str = "public"  # what spectators may see
    spectators: bool = True
    gallery: int = 0  # how many look on
    moved: float | None = None  # seconds since 1970: the last row
    bots: list[Seat] = []  # seats that bots hold
    rated: bool = False  # its result counts: only members may sit down


class Found(Struct, frozen=True):
    """A match that was found: a table that waits for this user's shuffle words for `left` milliseconds
    more."""

    table: str
    commitment: str
    names: list[str]  # of the others
    mode: list[str]
    left: int
    ready: bool  # I have
    waiting: int  # how many people have not yet
    rated: bool = False  # its result counts


class Companion(Struct, frozen=True):
    """An earlier opponent: the player in this seat of this table."""

    table: str
    seat: Seat
    name: str
    game: str
    games: int  # that we began together
    here: bool
    moved: float | None = None  # seconds since 1970: when we last played
    member: bool = False  # who has a page


class Challenge(Struct, frozen=True):
    """A challenge to the player in this seat of this table. In a larger game bots take the other seats."""

    table: str
    seat: Seat
    game: str
    options: dict[str, Any] = {}
    clock: Clock | None = None
    patience: int = 60  # seconds for which the seat of an absent player is kept
    stand_in: str | None = None  # the level of the bot that may play on then
    rated: bool = False  # its result counts: both must be members


class MyGames(Struct, frozen=True):
    """A page of the user's games, the newest first."""

    games: list[MyTable]
    next: int | None  # ask for those `before` this number; null: that was all


class Mine(Struct, frozen=True):
    name: str  # empty: the server does not know this user yet
    tables: list[MyTable]
    member: bool = False  # I have credentials
    news: bool = False  # something changed in my account, and this browser was not told yet
    host: bool = False  # I am a host of this server
    notices: list[UserNotice] = []  # what a host has done about me, and I was not shown yet


class PlayOn(Struct, frozen=True):
    """A game that goes on from a row of another one. `level`: of the bots; "" to play with friends."""

    seq: int
    seat: Seat
    level: str


class MutedUser(Struct, frozen=True):
    """A user of whom this one hears no more."""

    id: str
    name: str
    since: float  # seconds since 1970


class MuteName(Struct, frozen=True):
    id: str


class Device(Struct, frozen=True):
    """A browser in which the user is logged in."""

    id: str
    device: str  # its name and its system's; empty if they are unknown
    begun: float  # seconds since 1970
    seen: float  # to the hour
    here: bool  # it is this one


class SessionName(Struct, frozen=True):
    id: str


class Leaving(Struct, frozen=True):
    leave: bool = False  # this browser is no longer mine once the other one is


class DeviceCode(Struct, frozen=True):
    """A link that logs the user in on another browser, once."""

    addresses: list[str]
    qr: str  # an SVG picture of the first address
    seconds: int  # for which it can be used
    local: bool  # only browsers on this very machine can reach it


class CodeWish(Struct, frozen=True):
    code: str  # what follows the # of the link


class MyBells(Struct, frozen=True):
    """The places at which the user is notified while away."""

    key: str  # of this server, for a browser's push service
    push: bool  # this browser is called
    hooks: list[str]  # addresses under which the host allows webhooks
    hook: str | None  # mine
    push_stopped: bool = False  # this browser did not answer several times in a row: it is called no more
    hook_stopped: bool = False  # nor did my program; giving it again calls it again


class PushWish(Struct, frozen=True):
    """A browser's push subscription."""

    endpoint: str
    p256dh: str
    auth: str


class HookWish(Struct, frozen=True):
    url: str


class SeatRating(Struct, frozen=True):
    """The rating of a player at a table. `change`: what the result of this table did to it."""

    rating: int
    deviation: int
    provisional: bool = False
    fixed: bool = False  # a bot's
    change: int | None = None


class TableRatings(Struct, frozen=True):
    """The ratings of a table's players, by seat; null: a guest, or a bot whose strength was not measured."""

    rated: bool  # the result counts
    list_name: str = ""  # the rating list; empty: the options are not standard
    seats: list[SeatRating | None] = []
    counted: bool | None = None  # after the end; false: called off, or beyond the limits of a day
    pending: bool = False  # it counts, but is not worked out yet: ask again


class LeaderboardRow(Struct, frozen=True):
    """A member in a rating list."""

    place: int | None  # null: provisional, or without a game for long
    name: str
    rating: int
    deviation: int
    provisional: bool
    games: int
    change: int  # in 30 days
    mine: bool


class LevelRow(Struct, frozen=True):
    """A bot in a rating list: its fixed rating, and the interval in which it lies with 95 %."""

    level: str
    rating: int
    low: int
    high: int


class Leaderboard(Struct, frozen=True):
    """A rating list: the top of it, and the rows around the user's own if that is further down."""

    list_name: str
    game: str
    value: str | None  # of the option that this game rates apart
    solved: bool  # a machine plays this game perfectly: the list rests on trust
    members: int  # who have a place
    top: list[LeaderboardRow]
    around: list[LeaderboardRow]
    mine: LeaderboardRow | None
    levels: list[LevelRow]  # the strongest first


class PublicChoice(Struct, frozen=True):
    """What others may see of a member."""

    ratings: bool = True
    results: bool = True
    games: bool = True


class RatingPoint(Struct, frozen=True):
    at: float  # seconds since 1970
    rating: int


class MemberRating(Struct, frozen=True):
    """A member's rating in one list."""

    list_name: str
    game: str
    value: str | None
    rating: int
    deviation: int
    provisional: bool
    games: int
    place: int | None
    change: int  # in 90 days
    points: list[RatingPoint]  # of these 90 days, the oldest first
    beaten: str = ""  # the strongest level that was beaten in a rated game
    levels: list[str] = []  # those with a rating, from weak to strong


class Tally(Struct, frozen=True):
    """How games ended: all of one kind, against one opponent or level, or from one seat."""

    game: str
    name: str  # of the opponent or the level; empty: all games
    won: int
    lost: int
    drawn: int
    seat: Seat | None = None
    member: bool = False  # the opponent has a page


class Pace(Struct, frozen=True):
    """How long a member thinks: the mean of the decisions of their last games on a clock."""

    game: str
    seconds: float
    decisions: int


class Meeting(Struct, frozen=True):
    """The last table at which two users met, and the seat of the other one there."""

    table: str
    seat: Seat
    game: str


class MemberPage(Struct, frozen=True):
    """A member as this user may see them. What they keep to themselves is empty."""

    name: str
    since: float  # seconds since 1970
    mine: bool
    public: PublicChoice
    ratings: list[MemberRating]
    games: list[Tally]
    opponents: list[Tally]  # those who were met most often
    seats: list[Tally]
    levels: list[Tally]
    paces: list[Pace]
    together: Tally | None = None  # this user and the member, from the user's side
    met: Meeting | None = None  # where the two met last: a challenge names it
    owner: str | None = None  # of a bot account: the member who owns it


class MemberGame(Struct, frozen=True):
    """A finished game of a member."""

    table: MyTable  # as the member sees it
    rated: bool
    change: int | None  # of the member's rating
    may_watch: bool  # this user may look at it


class MemberGames(Struct, frozen=True):
    """A page of a member's games, the newest first."""

    games: list[MemberGame]
    next: int | None  # ask for those `before` this number; null: that was all


class Problem(Struct, frozen=True):
    """Why a request was refused: a reason for programs, a sentence for people."""

    reason: str
    sentence: str
