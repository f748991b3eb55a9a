"""List what is stored about a user, section by section, with how to export and how to erase it.

A new column or table about users needs a section; a test compares the sections with the schema.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.accounts import bot_accounts, members
from hanamachi.server.db import schema
from hanamachi.server.db import schema as s
from hanamachi.server.db.json_columns import field, hosted_by, patched
from hanamachi.server.live.broadcast.remote_audience import WorkerAudience
from hanamachi.server.storage import reserved_names


class Section(Struct, frozen=True):
    """`tell` returns what belongs to the user, as JSON takes it: never a seed, never another user's data.
    `forget` leaves nothing that identifies them. Sections are erased in their order."""

    name: str  # in what a guest is given
    tables: tuple[str, ...]  # of the schema
    tell: Callable[[sa.Connection, str], Iterable[Any]]
    forget: Callable[[sa.Connection, str], object]


def tell_guest(db: sa.Connection, guest: str) -> Iterable[Any]:
    found = db.execute(sa.select(s.GUESTS).where(s.GUESTS.c.id == guest))
    return [{"id": row.id, "name": row.name, "created": row.created} for row in found]


def forget_guest(db: sa.Connection, guest: str) -> None:
    """Delete the user first. A transaction that seats this user waits for the lock, and is refused then."""
    db.execute(sa.delete(s.GUESTS).where(s.GUESTS.c.id == guest))


def tell_member(db: sa.Connection, guest: str) -> Iterable[Any]:
    member = members.member_of(db, guest)
    return [member] if member else []


def tell_hosted(db: sa.Connection, guest: str) -> Iterable[Any]:
    columns = s.TABLES.c.id, s.TABLES.c.game, s.TABLES.c.created, s.TABLES.c.finished
    found = db.execute(sa.select(*columns).where(hosted_by(db, guest)).order_by(s.TABLES.c.number))
    return [dict(row._mapping) for row in found]


def forget_hosted(db: sa.Connection, guest: str) -> None:
    """Erase the host, the names in games that they imported, and names that older workers wrote into logs."""
    hosted = sa.select(s.TABLES.c.id).where(hosted_by(db, guest))
    mine = sa.select(s.SEATS.c.table_id).where(s.SEATS.c.guest == guest)
    brought = (
        s.SEATS.c.table_id.in_(hosted),
        s.SEATS.c.guest.is_(None),
        field(db, s.SEATS.c.held, "kind") == "guest",
    )
    db.execute(sa.update(s.SEATS).where(*brought).values(held=patched(db, s.SEATS.c.held, name="")))
    named = s.ROWS.c.row.like('{"type":"seated",%'), s.ROWS.c.row.not_like('%"name":""}')
    here = sa.or_(s.ROWS.c.table_id.in_(hosted), s.ROWS.c.table_id.in_(mine))
    db.execute(sa.update(s.ROWS).where(here, *named).values(row=patched(db, s.ROWS.c.row, name="")))
    db.execute(
        sa.update(s.TABLES).where(hosted_by(db, guest)).values(setup=patched(db, s.TABLES.c.setup, host=""))
    )


def tell_seats(db: sa.Connection, guest: str) -> Iterable[Any]:
    found = db.execute(
        sa.select(s.SEATS).where(s.SEATS.c.guest == guest).order_by(s.SEATS.c.table_id, s.SEATS.c.seat)
    )
    for row in found:
        held = msgspec.json.decode(row.held)
        said = {name: held[name] for name in ("kind", "name", "words") if held.get(name)}
        yield {"table": row.table_id, "seat": row.seat, **said, "came": row.came}


def forget_seats(db: sa.Connection, guest: str) -> None:
    """Erase the user from their seats. Their part in the shuffle stays: it proves every throw of the dice."""
    nobody = patched(db, s.SEATS.c.held, name="", guest=None)
    db.execute(sa.update(s.SEATS).where(s.SEATS.c.guest == guest).values(held=nobody, guest=None, came=None))


def tell_bots(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export the bot accounts that the user owns."""
    return [{"name": bot.name, "made": bot.made, "used": bot.used} for bot in bot_accounts.bots_of(db, guest)]


def forget_bots(db: sa.Connection, guest: str) -> None:
    db.execute(sa.delete(s.BOTS).where((s.BOTS.c.guest == guest) | (s.BOTS.c.owner == guest)))


def tell_freed_names(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export until when names rest that the user gave up."""
    mine = sa.select(s.FREED_NAMES.c.until).where(s.FREED_NAMES.c.guest == guest).distinct()
    return [{"until": until} for until in db.scalars(mine)]


def tell_presences(db: sa.Connection, guest: str) -> Iterable[Any]:
    like = s.PRESENCES.c.here.contains(f'"{guest}"', autoescape=True)
    for row in db.execute(sa.select(s.PRESENCES).where(like)):
        here = msgspec.json.decode(row.here, type=WorkerAudience)
        yield {"table": row.table_id, "looks_on": guest in here.guests}


def forget_presences(_db: sa.Connection, _guest: str) -> None:
    """Do nothing: each worker updates its presences itself when it closes the sockets of the user."""


def rows_of(name: str, table: sa.Table, *told: str) -> Section:
    """Return the section of a table whose rows belong to one user each. `told`: the columns to export."""

    def tell(db: sa.Connection, guest: str) -> Iterable[Any]:
        columns = [table.c[each] for each in told]
        return [dict(row._mapping) for row in db.execute(sa.select(*columns).where(table.c.guest == guest))]

    return Section(name, (table.name,), tell, forget_all(table))


def forget_all(table: sa.Table) -> Callable[[sa.Connection, str], object]:
    return lambda db, guest: db.execute(sa.delete(table).where(table.c.guest == guest))


def tell_ratings(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export a member's ratings, with each result in its order."""
    mine = sa.select(s.MEMBERS.c.rating_id).where(s.MEMBERS.c.guest == guest).scalar_subquery()
    for row in db.execute(
        sa.select(s.RATINGS).where(s.RATINGS.c.rating_id == mine).order_by(s.RATINGS.c.list)
    ):
        here = (s.RATING_HISTORY.c.rating_id == mine) & (s.RATING_HISTORY.c.list == row.list)
        changes = db.execute(sa.select(s.RATING_HISTORY).where(here).order_by(s.RATING_HISTORY.c.number))
        told = {name: getattr(row, name) for name in ("list", "rating", "deviation", "volatility", "games")}
        results = [
            {"at": each.at, "before": each.before, "after": each.rating, **told_result(db, each)}
            for each in changes
        ]
        yield told | {"results": results}


def told_result(db: sa.Connection, change: Any) -> dict[str, Any]:
    """Return the member's rank in a result, among how many."""
    here = (s.RESULTS.c.game == change.game) & (s.RESULTS.c.number == change.number)
    ranks = msgspec.json.decode(db.scalar(sa.select(s.RESULTS.c.ranks).where(here)) or "[]")
    at = (s.RESULT_SEATS.c.game == change.game) & (s.RESULT_SEATS.c.number == change.number)
    mine = at & (s.RESULT_SEATS.c.rating_id == change.rating_id)
    seat = db.scalar(sa.select(s.RESULT_SEATS.c.seat).where(mine))
    return {"rank": ranks[seat], "players": len(ranks)} if seat is not None and seat < len(ranks) else {}


def forget_ratings(db: sa.Connection, guest: str) -> None:
    """Cut what leads from the user's finished games to their results. The results stay, as nobody's: the
    ratings of their opponents rest on them. A game that is not finished needs them until it ends."""
    mine = s.TABLES.c.id.in_(sa.select(s.SEATS.c.table_id).where(s.SEATS.c.guest == guest))
    over = s.TABLES.c.rated.is_not(None) & s.TABLES.c.finished
    db.execute(sa.update(s.TABLES).where(mine, over).values(rated="[]", counted=None))


def tell_refused_pairs(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export until when pairs are refused, but not with whom: that is another user's."""
    mine = sa.select(s.REFUSED_PAIRS.c.until).where(s.REFUSED_PAIRS.c.guest == guest)
    return [{"until": until} for until in db.scalars(mine)]


def forget_refused_pairs(db: sa.Connection, guest: str) -> None:
    mine = (s.REFUSED_PAIRS.c.guest == guest) | (s.REFUSED_PAIRS.c.other == guest)
    db.execute(sa.delete(s.REFUSED_PAIRS).where(mine))


def tell_queue(db: sa.Connection, guest: str) -> Iterable[Any]:
    for row in db.execute(sa.select(s.QUEUE).where(s.QUEUE.c.guest == guest)):
        yield {"wish": msgspec.json.decode(row.wish), "since": row.since, "table": row.table_id}


def tell_mutes(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export when a user muted others, but not whom: that is their data."""
    return [{"since": at} for at in db.scalars(sa.select(s.MUTES.c.at).where(s.MUTES.c.guest == guest))]


def forget_mutes(db: sa.Connection, guest: str) -> None:
    db.execute(sa.delete(s.MUTES).where((s.MUTES.c.guest == guest) | (s.MUTES.c.other == guest)))


def tell_reports(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export what the user reported. Of what others reported about them, their own lines are told as such."""
    columns = s.REPORTS.c.table_id, s.REPORTS.c.side, s.REPORTS.c.number, s.REPORTS.c.at, s.REPORTS.c.resolved
    found = db.execute(sa.select(*columns).where(s.REPORTS.c.reporter == guest))
    return [dict(row._mapping) for row in found]


def forget_reports(db: sa.Connection, guest: str) -> None:
    """Erase the user from reports. The reported lines stay for their 30 days, as the host must judge them."""
    for who in (s.REPORTS.c.reporter, s.REPORTS.c.author, s.REPORTS.c.answering):
        db.execute(sa.update(s.REPORTS).where(who == guest).values({who: None}))


def tell_deeds(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export what hosts did about the user, and what the user did as a host; not about whom."""
    mine = sa.select(s.DEED_PEOPLE.c.id).where(s.DEED_PEOPLE.c.guest == guest)
    query = sa.select(s.DEEDS, s.DEED_PEOPLE.c.said).outerjoin(
        s.DEED_PEOPLE, s.DEED_PEOPLE.c.id == s.DEEDS.c.person
    )
    query = query.where(s.DEEDS.c.host.in_(mine) | s.DEEDS.c.person.in_(mine)).order_by(s.DEEDS.c.number)
    owned = set(db.scalars(mine))
    for row in db.execute(query):
        about_me = row.person in owned
        told = {"at": row.at, "kind": row.kind, "until": row.until, "about_me": about_me}
        yield told | ({"said": row.said, "table": row.table_id} if about_me else {"what": row.what})


def forget_deeds(db: sa.Connection, guest: str) -> None:
    """Erase names and what was said from the journal, whose own rows nobody can change; and why tables were
    closed at which the user sat, because a host may have named them."""
    db.execute(sa.delete(s.DEED_PEOPLE).where(s.DEED_PEOPLE.c.guest == guest))
    mine = sa.select(s.SEATS.c.table_id).where(s.SEATS.c.guest == guest)
    about = sa.select(s.DEEDS.c.person).where(s.DEEDS.c.table_id.in_(mine), s.DEEDS.c.person.is_not(None))
    db.execute(sa.update(s.DEED_PEOPLE).where(s.DEED_PEOPLE.c.id.in_(about)).values(said=""))
    closed = s.TABLES.c.id.in_(mine) & s.TABLES.c.aside.contains('"closed":"')
    db.execute(sa.update(s.TABLES).where(closed).values(aside=patched(db, s.TABLES.c.aside, closed="")))


SECTIONS = (
    Section("guest", ("guests",), tell_guest, forget_guest),
    Section(
        "ratings", ("ratings", "rating_history", "results", "result_seats"), tell_ratings, forget_ratings
    ),
    Section("member", ("members",), tell_member, members.erase),
    Section("freed_names", ("freed_names",), tell_freed_names, reserved_names.let_go),
    Section("bots", ("bots",), tell_bots, forget_bots),
    rows_of("passwords", s.PASSWORDS, "made"),
    rows_of("passkeys", s.PASSKEYS, "id", "site", "device", "made", "used", "uses"),
    rows_of("recovery_codes", s.RECOVERY_CODES, "made"),
    rows_of("links", s.ONE_TIME, "kind", "until"),
    rows_of("account_news", s.ACCOUNT_NEWS, "kind", "device", "at"),
    Section("deeds", ("deeds", "deed_people"), tell_deeds, forget_deeds),
    Section("opened", ("tables", "rows"), tell_hosted, forget_hosted),
    Section("seats", ("seats",), tell_seats, forget_seats),
    Section("presences", ("presences",), tell_presences, forget_presences),
    rows_of("days_off", s.DAYS_OFF, "begins", "ends"),
    rows_of("browsers", s.SESSIONS, "device", "begun", "seen", "ended", "proved"),
    rows_of("calls", s.SUBSCRIPTIONS, "endpoint", "lang", "made", "silent"),
    rows_of("webhooks", s.HOOKS, "url", "lang", "made", "silent"),
    rows_of("codes", s.CODES, "until"),
    Section("waiting", ("queue",), tell_queue, forget_all(s.QUEUE)),
    Section("not_again", ("refused_pairs",), tell_refused_pairs, forget_refused_pairs),
    rows_of("visits", s.VISITORS, "worker"),
    rows_of("talk", s.TALK, "table_id", "side", "phrase", "text", "at"),
    Section("mutes", ("mutes",), tell_mutes, forget_mutes),
    rows_of("studies", s.STUDIES, "id", "game", "name", "table_id", "shared", "made", "changed", "study"),
    Section("reports", ("reports",), tell_reports, forget_reports),
    rows_of("puzzles", schema.PUZZLE_ANSWERS, "puzzle", "game", "verdict", "at", "before", "after", "hinted"),
    rows_of(
        "puzzle_ratings", schema.PUZZLE_PLAYERS, "game", "rating", "deviation", "tries", "solved", "last"
    ),
    rows_of("host", s.HOSTS, "since"),
    rows_of("bans", s.BANS, "why", "at", "until"),
    rows_of("restrictions", s.RESTRICTIONS, "kind", "at", "until"),
    rows_of("notices", s.USER_NOTICES, "kind", "why", "at", "until", "table_id", "name"),
    rows_of("arrivals", s.ARRIVALS, "since"),
)
WITH_A_TABLE = ("windows", "clocks", "opinions")  # told with each game; nothing in them leads to anybody
OF_THE_HOUSE = (
    "settings",
    "workers",
    "forgotten",
    "hours",
    "result_numbers",
    "rating_progress",
    "puzzle_ratings",
)  # about nobody
