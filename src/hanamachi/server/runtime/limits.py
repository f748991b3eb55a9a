"""Define every limit on what one user or address may ask of the server. Each can be set at start-up."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta, Struct, inspect, structs

from hanamachi.core.words import Name, Refusal


class BadLimit(Refusal):
    """Refuse a limit that does not exist, or a value that does not fit it."""


class Rate(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A token bucket: so many at once, and so many a minute in the long run."""

    burst: Annotated[int, Meta(ge=1)]
    per_minute: Annotated[float, Meta(gt=0)]

    def __str__(self) -> str:
        return f"{self.burst}/{self.per_minute:g}"


Count = Annotated[int, Meta(ge=1)]
BotPlaces = Annotated[int, Meta(ge=1, le=8)]
Seconds = Annotated[float, Meta(gt=0)]


def doc(text: str) -> Meta:
    return Meta(description=text)


class Limits(Struct, kw_only=True):
    """All limits. Those by address are wide, because a whole club may share one router.

    A server has one object of them, which all its parts share: hosts may change some while it runs."""

    body: Annotated[Count, doc("bytes of a body")] = 16_384
    record_body: Annotated[Count, doc("bytes of a record that is brought")] = 1 << 20
    message: Annotated[Count, doc("bytes of a message over the socket")] = 16_384
    nesting: Annotated[Count, doc("levels of nesting of any JSON")] = 32
    name: Annotated[Count, doc("signs of a name")] = 40
    words: Annotated[Count, doc("signs of somebody's words for the shuffle")] = 200
    lesson: Annotated[Count, doc("signs of a lesson's name")] = 60
    option: Annotated[Count, doc("signs of any other text in a wish: an option, a level, a layout")] = 100
    link: Annotated[Count, doc("signs of the table, and of the seat, in an invitation")] = 60
    address: Annotated[Count, doc("signs of an address where a guest wants to be called")] = 1_000
    devices: Annotated[Rate, doc("browsers, codes for them, and bells that a guest asks for")] = Rate(30, 6)
    codes: Annotated[Rate, doc("codes of browsers that are tried from one address")] = Rate(30, 10)
    tables: Annotated[Rate, doc("tables that a guest opens")] = Rate(30, 10)
    all_tables: Annotated[Rate, doc("tables that all guests of one address open")] = Rate(600, 120)
    public_tables: Annotated[Count, doc("tables of a guest that wait in the lobby")] = 3
    bots_alone: Annotated[Rate, doc("tables that a guest opens for bots alone")] = Rate(4, 1)
    bot_places: Annotated[BotPlaces, doc("bots that think at once, in each worker process")] = 2
    bots_due: Annotated[Count, doc("moves that bots may owe at a guest's tables, else no new table")] = 12
    imports: Annotated[Rate, doc("records that a guest brings")] = Rate(10, 2)
    exports: Annotated[Rate, doc("times that a guest asks for all that is kept about them")] = Rate(4, 0.2)
    studies: Annotated[Rate, doc("hints, advice and replays that a guest asks for")] = Rate(60, 30)
    puzzles: Annotated[Rate, doc("puzzles that a guest asks for, and answers to them")] = Rate(120, 60)
    explorer: Annotated[Rate, doc("looks into the explorer by a guest")] = Rate(120, 120)
    my_studies: Annotated[Count, doc("what-if studies that a guest keeps")] = 200
    new_studies: Annotated[Rate, doc("studies that a guest begins or copies")] = Rate(30, 6)
    study_edits: Annotated[Rate, doc("changes of studies, and looks at them, by a guest")] = Rate(120, 240)
    study_answers: Annotated[Rate, doc("answers of bots that a guest asks for in studies")] = Rate(20, 10)
    study_reports: Annotated[Rate, doc("names and notes in studies that a guest reports")] = Rate(10, 4)
    pictures: Annotated[Rate, doc("pictures of games that are asked for from one address")] = Rate(120, 60)
    link_previews: Annotated[Rate, doc("pages that tell one address what their link leads to")] = Rate(
        300, 120
    )
    reviews: Annotated[Rate, doc("games that a guest has reviewed")] = Rate(6, 1)
    strangers: Annotated[Rate, doc("all of these by whoever has no name, from one address")] = Rate(300, 100)
    long_games: Annotated[Rate, doc("games of 1,000 rows or more that are read for one address")] = Rate(
        30, 30
    )
    guests: Annotated[Rate, doc("new guests from one address")] = Rate(300, 60)
    members: Annotated[Rate, doc("guests who sign up from one address")] = Rate(60, 10)
    sign_ins: Annotated[Rate, doc("attempts to sign in from one address")] = Rate(60, 20)
    attempts: Annotated[Rate, doc("passwords and codes that are tried for one name")] = Rate(10, 1)
    password: Annotated[Count, doc("signs of a password")] = 200
    bots: Annotated[Count, doc("bot accounts of a member")] = 3
    bot_games: Annotated[Count, doc("unfinished games of a bot account")] = 20
    bot_requests: Annotated[Rate, doc("requests and new sockets of a bot account")] = Rate(60, 120)
    requests: Annotated[Rate, doc("requests to /api from one address")] = Rate(3_000, 6_000)
    sockets: Annotated[Count, doc("WebSockets of one address")] = 500
    connections: Annotated[Count, doc("connections of one address; more are closed at once")] = 1_000
    messages: Annotated[Rate, doc("messages over one socket")] = Rate(60, 1_200)
    watches: Annotated[Rate, doc("tables that one socket begins to watch")] = Rate(20, 60)
    previews: Annotated[Rate, doc("moves that one socket asks to foresee")] = Rate(40, 300)
    my_messages: Annotated[Rate, doc("messages over all sockets of a guest; more wait")] = Rate(300, 3_000)
    all_messages: Annotated[Rate, doc("messages over all sockets of one address; more wait")] = Rate(
        3_000, 12_000
    )
    my_watches: Annotated[Rate, doc("tables that all sockets of a guest begin to watch")] = Rate(60, 180)
    all_watches: Annotated[Rate, doc("tables that all sockets of one address begin to watch")] = Rate(
        1_500, 3_000
    )
    my_previews: Annotated[Rate, doc("moves that all sockets of a guest ask to foresee")] = Rate(60, 400)
    all_previews: Annotated[Rate, doc("moves that all sockets of one address ask to foresee")] = Rate(
        600, 3_000
    )
    names: Annotated[Rate, doc("times that a guest changes their name")] = Rate(10, 2)
    meetings: Annotated[Rate, doc("wishes to play now that one socket sends, or takes back")] = Rate(20, 30)
    places: Annotated[Count, doc("guests of one address who wait for a match in the queue")] = 20
    challenges: Annotated[Rate, doc("challenges that a guest sends")] = Rate(6, 2)
    talk_text: Annotated[Count, doc("signs of a line of free text at a table")] = 300
    talk: Annotated[Rate, doc("lines that a guest says at tables")] = Rate(6, 20)
    table_talk: Annotated[Rate, doc("lines that all say at one table: its players, and its spectators")] = (
        Rate(40, 80)
    )
    all_talk: Annotated[Rate, doc("lines that all guests of one address say")] = Rate(120, 600)
    reports: Annotated[Rate, doc("lines that a guest reports, or whose author they mute")] = Rate(10, 4)
    all_reports: Annotated[Rate, doc("lines that are reported or muted from one address")] = Rate(60, 60)
    refusals: Annotated[Count, doc("messages too many in a row until the socket is closed")] = 20
    header_seconds: Annotated[Seconds, doc("seconds for the head of a request")] = 10
    body_seconds: Annotated[Seconds, doc("seconds for the body of a request")] = 30
    idle_seconds: Annotated[Seconds, doc("seconds that a connection may stay idle between requests")] = 20
    hear_seconds: Annotated[Seconds, doc("seconds in which who is told something must take it")] = 30
    disk: Annotated[Count, doc("free bytes on the disk below which the server is not ready")] = 1 << 26


def described() -> Iterator[tuple[str, str, str]]:
    """Yield the name, the default and the description of each limit."""
    info = inspect.type_info(Limits)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        assert isinstance(field.type, inspect.Metadata)
        yield field.name, str(field.default), (field.type.extra_json_schema or {})["description"]


CHANGEABLE: dict[
    str, tuple[Rate, Rate] | tuple[int, int]
] = {  # by hosts while the server runs: the least and the most they may set
    "guests": (Rate(1, 1), Rate(1_000, 600)),
    "members": (Rate(1, 0.2), Rate(300, 60)),
    "names": (Rate(1, 0.1), Rate(30, 10)),
    "tables": (Rate(1, 0.5), Rate(100, 60)),
    "public_tables": (1, 20),
    "challenges": (Rate(1, 0.2), Rate(30, 10)),
    "places": (1, 200),
    "talk": (Rate(1, 1), Rate(30, 120)),
    "table_talk": (Rate(2, 2), Rate(200, 600)),
    "all_talk": (Rate(2, 2), Rate(600, 3_000)),
    "reports": (Rate(1, 0.2), Rate(60, 60)),
    "bots_alone": (Rate(1, 0.1), Rate(30, 10)),
    "bots_due": (1, 64),
    "bot_places": (1, 8),
}


def as_pair(limit: Rate | int) -> tuple[int, float | None]:
    """Return the two numbers of a rate; of a plain number the second is None."""
    return (limit.burst, limit.per_minute) if isinstance(limit, Rate) else (limit, None)


def kind_of(name: str) -> Any:
    return get_type_hints(Limits, include_extras=True)[name]


def chosen(settings: Sequence[str]) -> Limits:
    """Return the limits with each `name=value` applied; a rate is written 30/10."""
    return structs.replace(Limits(), **dict(map(read, settings)))


def read(setting: str) -> tuple[str, Any]:
    """Parse one `name=value`."""
    name, _, value = setting.partition("=")
    usual = structs.asdict(Limits())
    if name not in usual:
        raise BadLimit("unknown_limit", name=Name(name), known=tuple(usual))
    given = value.split("/") if isinstance(usual[name], Rate) else value
    try:
        return name, msgspec.convert(given, kind_of(name), strict=False)
    except msgspec.ValidationError as error:
        raise BadLimit("bad_limit", name=name, value=Name(value), example=str(usual[name])) from error
