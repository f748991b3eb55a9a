"""Search a member's finished games, as another user may see them.

Everybody may see rated games and tables that stood in the lobby. A private table is for its players alone,
and of unfinished games nothing is told.
"""

from typing import Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.bots import ladder_of
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.accounts.members import Member
from hanamachi.server.db.json_columns import field
from hanamachi.server.db.schema import CLOCKS, GUESTS, RATING_HISTORY, SEATS, TABLES
from hanamachi.server.protocol.rest import MemberGame, MemberGames
from hanamachi.server.storage.game_lists import PAGE, listed, one_of_mine
from hanamachi.server.storage.reserved_names import look_of


class Search(Struct, frozen=True, omit_defaults=True):
    """The filter of a list, as a link encodes it."""

    game: str | None = None
    opponent: str | None = None  # a part of a person's name, or of a level's
    result: Literal["won", "lost", "drawn"] | None = None
    since: float | None = None  # seconds since 1970: of the last move
    until: float | None = None
    options: Literal["usual", "other"] | None = None
    kind: Literal["rated", "unrated"] | None = None
    before: int | None = None  # the number after which the last page ended


def visible(db: sa.Connection, member: str, user: str) -> sa.ColumnElement[bool]:
    """Return the condition that a user may know of a finished table of this member."""
    over = TABLES.c.finished & TABLES.c.lesson.is_(False)
    if user == member:
        return over
    shown = TABLES.c.rated.is_not(None) | TABLES.c.public.is_(True)
    if user:
        shown |= TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.guest == user))
    return over & shown


def search_games(db: sa.Connection, member: Member, user: str, wanted: Search, lang: str) -> MemberGames:
    """Return a page of a member's games, the newest first."""
    if user != member.user and not member.public.games:
        return MemberGames([], None)
    mine = sa.select(SEATS.c.table_id).where(SEATS.c.guest == member.user)
    if wanted.result:
        mine = mine.where(SEATS.c.came == wanted.result)
    conditions = [TABLES.c.id.in_(mine), visible(db, member.user, user), *filters(db, member, wanted, lang)]
    shows_rating = user == member.user or member.public.ratings
    change = RATING_HISTORY.c.rating - RATING_HISTORY.c.before
    here = (RATING_HISTORY.c.game == TABLES.c.game) & (RATING_HISTORY.c.number == TABLES.c.counted)
    here &= RATING_HISTORY.c.rating_id == member.rating_id
    query = (
        sa.select(
            TABLES,
            sa.literal(True).label("started"),
            CLOCKS.c.ends,
            CLOCKS.c.signals,
            RATING_HISTORY.c.before.label("rating_before"),
            RATING_HISTORY.c.rating.label("rating_after"),
            change.label("change"),
        )
        .outerjoin(CLOCKS, CLOCKS.c.table_id == TABLES.c.id)
        .outerjoin(RATING_HISTORY, here)
        .where(*conditions)
        .order_by(TABLES.c.number.desc())
        .limit(PAGE + 1)
    )
    rows = db.execute(query).all()
    games = []
    for row in rows[:PAGE]:
        one = listed(db, row)
        told = row.rating_after is not None and shows_rating
        sits = any(held.guest == user for held in one.seats)
        games.append(
            MemberGame(
                table=one_of_mine(one, member.user, lang, 0.0),
                rated=row.rated is not None,
                change=round(row.rating_after) - round(row.rating_before) if told else None,
                may_watch=sits or one.setup.spectators,
            )
        )
    return MemberGames(games, rows[PAGE - 1].number if len(rows) > PAGE else None)


def filters(db: sa.Connection, member: Member, wanted: Search, lang: str) -> list[sa.ColumnElement[bool]]:
    """Return the conditions of a search."""
    found: list[sa.ColumnElement[bool]] = []
    if wanted.game:
        found.append(TABLES.c.game == wanted.game)
    if wanted.before is not None:
        found.append(TABLES.c.number < wanted.before)
    if wanted.since is not None:
        found.append(TABLES.c.moved >= wanted.since)
    if wanted.until is not None:
        found.append(TABLES.c.moved < wanted.until)
    if wanted.options:
        usual = field(db, TABLES.c.setup, "options") == "{}"
        found.append(usual if wanted.options == "usual" else ~usual)
    if wanted.kind:
        found.append(TABLES.c.rated.is_not(None) if wanted.kind == "rated" else TABLES.c.rated.is_(None))
    if wanted.opponent:
        found.append(opponent_like(db, member, wanted.opponent, lang))
    return found


def opponent_like(db: sa.Connection, member: Member, name: str, lang: str) -> sa.ColumnElement[bool]:
    """Return the condition that somebody else of such a name sat at the table, or a bot of such a level."""
    words, part = catalogue("house")(lang), name.casefold()
    mine = sa.select(SEATS.c.table_id).where(SEATS.c.guest == member.user)
    known = {level for game in GAMES for level in ladder_of(game).names}
    levels = sorted(level for level in known if part in words(f"level.{level}").casefold())
    people = sa.select(SEATS.c.table_id).join(GUESTS, GUESTS.c.id == SEATS.c.guest)
    people = people.where(
        SEATS.c.table_id.in_(mine),
        SEATS.c.guest != member.user,
        GUESTS.c.skeleton.contains(look_of(name).skeleton, autoescape=True),  # databases fold only a to z
    )
    bots = sa.select(SEATS.c.table_id).where(
        SEATS.c.table_id.in_(mine), field(db, SEATS.c.held, "level").in_(levels)
    )
    return TABLES.c.id.in_(people) | TABLES.c.id.in_(bots)


def read_search(given: dict[str, str | None]) -> Search:
    """Return the search that a query names. Raise `msgspec.ValidationError` if it is none."""
    return msgspec.convert(given, Search, strict=False)
