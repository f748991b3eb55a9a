"""Define the bodies of REST calls of the host's page, and of what the host decides for everybody.

People are named by `handle`, which says nothing about their id. No body has a hand, a seed or a token.
"""

from typing import Literal

from msgspec import Struct

Registration = Literal["open", "invited", "closed"]  # who may sign up
GuestAccess = Literal["open", "link", "closed"]  # which new guests may come in
PersonKind = Literal["member", "guest", "bot"]
Level = Literal["good", "look"]  # look: the host should do something


class House(Struct, frozen=True):
    """The host's decisions that concern everybody."""

    message: str  # of the day, in the language that was asked for; empty: none
    until: float | None  # when the message goes, in seconds since 1970
    registration: Registration
    guests: GuestAccess


class UserNotice(Struct, frozen=True):
    """A host's deed that concerns me or my table, shown once: `DELETE /api/me/notices`."""

    kind: str  # warned, muted, renamed, closed
    why: str  # plain text, in the host's words
    at: float  # seconds since 1970
    until: float | None = None  # of a mute
    table: str | None = None  # that was closed
    name: str = ""  # that I have now


class HostLink(Struct, frozen=True):
    """The secret after the # of a link that makes its reader a host."""

    link: str


class HostLinkState(Struct, frozen=True):
    """The next step for this browser to use the link: `sign_up` (or sign in), `prove` (use a
    credential), or nothing (`ready`)."""

    state: Literal["sign_up", "prove", "ready"]
    name: str  # of the member who would be host; empty: nobody is signed in
    wanted: str  # the only member for whom the link is; empty: for whoever opens it
    seconds: int  # for which it is still good


class Person(Struct, frozen=True):
    """A user, as hosts see them."""

    handle: str  # for the calls under /api/host/people; empty: this person was erased
    name: str
    kind: PersonKind
    host: bool = False


class PersonTable(Struct, frozen=True):
    """An unfinished table with players."""

    id: str
    game: str


class PersonHere(Struct, frozen=True):
    """A user who has a page open, or was searched for by name."""

    person: Person
    here: bool
    since: float | None  # when they came, in seconds since 1970
    created: float  # when they were first here
    tables: list[PersonTable]  # where they sit
    waiting: str = ""  # the game for which they wait in the queue
    muted: float | None = None  # until when nobody hears them
    banned: float | None = None  # until when
    mine: bool = False  # it is the host who asks


class TableHere(Struct, frozen=True):
    """A table whose game is not over. Nothing is told of what players hold."""

    id: str
    game: str
    names: list[str]  # by seat; empty: free
    people: list[Person | None]  # by seat; null: nobody, a bot, or somebody erased
    bots: list[int]  # seats
    begun: bool
    rated: bool
    public: bool
    looking: int  # spectators
    here: list[bool]  # by seat: its player has a page open
    moved: float | None  # seconds since 1970: the last row
    quiet: float  # seconds since then, or since the table was opened
    idle: bool  # somebody is owed a move for long, at a table without days for it
    talk: str  # what may be said: all, phrases, off


class ReportLine(Struct, frozen=True):
    """A line that a report keeps, with the name of then."""

    side: str  # players, gallery, or study: a name or a note in one
    at: float
    name: str
    reported: bool  # this is the line
    phrase: str | None = None  # the id of a ready-made one
    text: str = ""  # plain text


class Answering(Struct, frozen=True):
    """The host who looks into a report now."""

    name: str
    mine: bool
    since: float


class ReportInfo(Struct, frozen=True):
    """A report of a line, with what was said before it."""

    id: str
    at: float
    table: str  # or study
    game: str  # empty: it was deleted since
    reporter: Person | None  # null: erased since
    author: Person | None
    lines: list[ReportLine]
    games: int  # that the author has begun here
    reports: int  # of lines of this author, beside this one
    others: int  # who reported the same line, too
    answering: Answering | None
    resolved: float | None
    outcome: str = ""  # the kind of the deed that answered it: nothing, warn, mute, ...
    by: str = ""  # the host who did


class Deed(Struct, frozen=True):
    """A deed with its reason, which the person is told. `report`: the one that it answers."""

    why: str = ""
    report: str = ""


class MuteDeed(Struct, frozen=True):
    """Mute this person for so many seconds."""

    seconds: int
    why: str = ""
    report: str = ""


class RenameDeed(Struct, frozen=True):
    name: str
    why: str = ""
    report: str = ""


class BanDeed(Struct, frozen=True):
    """A ban needs a reason and an end. With `address` new guests from the same network are refused, too, for
    at most 7 days."""

    why: str
    seconds: int
    report: str = ""
    address: bool = False


class SharedAddress(Struct, frozen=True):
    """What a ban of a person's network would mean."""

    possible: bool
    why: str  # why it is not possible: away, local, proxy; empty otherwise
    people: int  # who share it now, without this person
    members: int  # of them, who may stay
    most: int  # seconds for which it can be banned


class BanInfo(Struct, frozen=True):
    """A ban that holds. Of an address nothing is told but that it is one."""

    id: str
    person: Person | None  # null: erased since
    name: str  # of then
    address: bool
    why: str
    by: str  # the host
    at: float
    until: float


class MessageOfTheDay(Struct, frozen=True):
    """The message by language; all empty: none. `seconds`: until it goes; null: it stays."""

    en: str = ""
    fr: str = ""
    pl: str = ""
    seconds: int | None = None


class MessageInfo(Struct, frozen=True):
    en: str
    fr: str
    pl: str
    until: float | None  # seconds since 1970


class RegistrationWish(Struct, frozen=True):
    registration: Registration


class GuestsWish(Struct, frozen=True):
    guests: GuestAccess


class InvitationCode(Struct, frozen=True):
    """A code with which one person may sign up. It is shown only now."""

    code: str
    seconds: int  # for which it is good
    waiting: int  # codes that nobody has used yet, this one included


class LimitInfo(Struct, frozen=True):
    """A limit that can be changed while the server runs. A rate is so many at once (`value`) and so many a
    minute (`rate`)."""

    name: str
    value: int
    rate: float | None  # null: it is a plain number
    usual: int  # what the server was started with
    usual_rate: float | None
    least: int
    most: int
    least_rate: float | None
    most_rate: float | None


class LimitWish(Struct, frozen=True):
    """Another value; null as `value`: what the server was started with."""

    name: str
    value: int | None
    rate: float | None = None


class HealthFact(Struct, frozen=True):
    """One number about the server. Clients have the words: `host.health.<id>`."""

    id: str  # answer_time, disk, backup, bots, workers, version
    state: Level
    value: float | None = None  # ms, free bytes, seconds since 1970, bots that think now, workers
    most: float | None = None  # bytes in all, bots that may think at once
    text: str = ""  # of version
    since: float | None = None  # of version: since when this worker is up


class HostPage(Struct, frozen=True):
    """The first view of the host's page."""

    name: str  # of the host who asks
    proved: float  # seconds for which deeds need no credential
    people: int
    tables: int
    reports: int  # that wait
    bans: int  # that hold
    invitations: int  # codes that nobody has used yet
    message: MessageInfo
    registration: Registration
    guests: GuestAccess
    health: list[HealthFact]
    hosts: list[str]  # names of all hosts


class DeedInfo(Struct, frozen=True):
    """An entry of the journal. Names are those of then; an erased person has none."""

    number: int
    at: float
    kind: str
    by: str  # the host; empty: erased since, or nobody (from the terminal)
    terminal: bool  # by a command on the server's machine
    name: str  # of the person it was about
    table: str | None
    until: float | None
    why: str  # the reason, the new name, the message
    what: str  # the setting's name and value, the limit


class Journal(Struct, frozen=True):
    """A page of the journal, the newest first."""

    deeds: list[DeedInfo]
    next: int | None  # ask for those `before` this number; null: that was all
