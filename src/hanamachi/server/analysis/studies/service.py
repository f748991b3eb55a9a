"""Keep studies: open, change, copy and delete them, and ask about them.

A change is worked out, saved, and only then told.
"""

import secrets
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.options import choose, chosen
from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.analysis.studies import access, edits, rendering, reports, rows
from hanamachi.server.analysis.studies.answers import (
    Answers,
    Kept,
    advice_at,
    asked_at,
    check_level,
    grouped,
    judged_at,
)
from hanamachi.server.analysis.studies.playing_on import opening_at
from hanamachi.server.analysis.studies.rendering import Card, Look
from hanamachi.server.analysis.studies.rows import StoredStudy
from hanamachi.server.analysis.study_tree import text as study_text
from hanamachi.server.analysis.study_tree import tree
from hanamachi.server.analysis.study_tree.file import decoded, opened, read, write
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.engines.bot_pool import BotPool
from hanamachi.server.live.events import Events, HostsPageChanged
from hanamachi.server.protocol.studies import (
    StudyAnswer,
    StudyCard,
    StudyEdit,
    StudyOpened,
    StudyPlayOn,
    StudyText,
    StudyWish,
)
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.runtime.json_input import depth, refuse_nul
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.process_pool import ProcessPool, TaskFailed
from hanamachi.server.tables.creation import Opening
from hanamachi.server.tables.errors import NotFound

LIMITS = Limits()
SHOWN_ANSWERS = 4


class Start(Struct, frozen=True):
    """The way to a position: seats, options and all that was done, by whom."""

    seats: int
    options: dict[str, Any]
    line: tuple[tree.Ply, ...]


class Studies:
    """The studies of all users. `pool` works out what is long, `bots` thinks."""

    def __init__(
        self,
        database: Database,
        events: Events,
        visit: access.Visit,
        pool: ProcessPool,
        bots: BotPool,
        limits: Limits,
    ) -> None:
        self.database, self.events, self.visit = database, events, visit
        self.pool, self.limits = pool, limits
        self.answers = Answers(bots)

    # Open and list.

    async def list_of(self, user: str) -> list[StudyCard]:
        return await self.database.read(partial(rows.studies_of, owner=user))

    async def begin(self, user: str, wish: StudyWish) -> StudyOpened:
        """Add a study of a game, a lesson or a start."""
        title = edits.said(wish.name, tree.NAME)
        if wish.table is None:
            data, at = await self.work(user, of_start, wish, secrets.randbits(64))
            return await self.add(user, title, wish.game, None, data, at)
        async with self.visit(wish.table) as room:
            here = access.may_be_studied(room.snapshot, user)
        seq = here.seq if wish.seq is None else wish.seq
        if not 0 <= seq <= here.seq:
            raise Refused("no_such_row")
        setup, table = here.setup, here.table
        study = tree.begun(table.game, [""] * len(here.seats), setup.options, tree.trunk_of(table))
        at = tree.decided_from(study, tree.moment_at(table, seq))
        return await self.add(user, title, setup.game, wish.table, msgspec.json.encode(study), at)

    async def begin_from(self, user: str, game: str, start: Start) -> StudyOpened:
        """Add a study of a position that the server set, at that position."""
        data = await self.work(user, of_moves, game, start)
        return await self.add(user, "", game, None, data, len(start.line))

    async def add(
        self, user: str, title: str, game: str, table: str | None, data: bytes, at: int
    ) -> StudyOpened:
        study = StoredStudy(new_id(), user, title, game, table, shared=False, revision=0, data=data)
        await self.database.write(partial(rows.add, study=study, most=self.limits.my_studies))
        return StudyOpened(study.id, at)

    async def bring(self, user: str, data: bytes) -> StudyOpened:
        """Add a study from a file, JSON or text."""
        game, stored, at = await self.work(user, from_file, data)
        return await self.add(user, "", game, None, stored, at)

    async def copy(self, user: str, study: StoredStudy) -> StudyOpened:
        """Add a copy of a study that this user may read."""
        return await self.add(user, study.name, study.game, study.table, study.data, 0)

    async def readable(self, study: str, user: str) -> StoredStudy:
        """Return a study that this user may read, or refuse it."""
        found = await self.database.read(partial(rows.load_for, study=study, reader=user))
        await access.check_reader(found, user, self.visit)
        return found

    async def own(self, study: str, user: str) -> StoredStudy:
        found = await self.readable(study, user)
        if found.owner != user:
            raise Refused("not_your_study")
        return found

    async def remove(self, study: str, user: str) -> None:
        await self.own(study, user)
        await self.database.write(partial(rows.remove, study=study, owner=user))

    # Show.

    async def look(self, study: StoredStudy, eyes: str, lang: str) -> Look:
        """Return how a study is looked at. Its game may have other players' names by now."""
        names = await access.names_of(study, lang, self.visit)
        if not names:
            names = access.seat_names(decoded(study.data).seats, lang)
        return Look(study.data, names, eyes, lang)

    async def tree(self, study: StoredStudy, user: str, eyes: str, lang: str) -> bytes:
        card = Card(study.id, study.name, study.revision, study.owner == user, study.shared, study.table)
        found: bytes = await self.work(user, rendering.tree_of, await self.look(study, eyes, lang), card)
        return found

    async def path(self, study: StoredStudy, user: str, eyes: str, lang: str, at: int) -> bytes:
        found: bytes = await self.work(user, rendering.path_of, await self.look(study, eyes, lang), at)
        return found

    async def board(
        self, study: StoredStudy, user: str, eyes: str, lang: str, at: int
    ) -> tuple[tuple[str, ...], bytes]:
        """Return the players' names, and the view of a moment."""
        look = await self.look(study, eyes, lang)
        found: bytes = await self.work(user, rendering.board_of, look, at)
        return look.names, found

    async def choices(self, study: StoredStudy, user: str, eyes: str, lang: str, at: int) -> bytes:
        found: bytes = await self.work(user, rendering.choices_of, await self.look(study, eyes, lang), at)
        return found

    async def file(self, study: StoredStudy, user: str, lang: str, *, as_text: bool) -> bytes:
        """Return a study as a file. One that today's rules cannot open leaves as it was stored."""
        look = await self.look(study, edits.OPEN, lang)
        found: bytes = await self.work(user, to_text if as_text else to_file, look)
        return found

    # Change.

    async def edit(self, study: StoredStudy, user: str, wish: StudyEdit) -> StudyOpened:
        """Change a study: work the change out, save it, and only then tell it."""
        if wish.revision != study.revision:
            raise Refused("stale_study")
        after, at = await self.changed(study, user, wish)
        after = replace(after, revision=study.revision + 1)
        await self.database.write(partial(rows.save, study=after, before=study.revision))
        return StudyOpened(study.id, at, after.revision)

    async def changed(self, study: StoredStudy, user: str, wish: StudyEdit) -> tuple[StoredStudy, int]:
        if wish.kind == "title":
            return replace(study, name=edits.said(wish.text, tree.NAME)), wish.at
        if wish.kind == "share":
            return replace(study, shared=wish.on), wish.at
        seed = secrets.randbits(64)
        if wish.kind == "keep":
            kept = self.answers.answer(wish.text, study.id)
            job: tuple[Any, ...] = edits.keep, study.data, kept.at, kept.place, wish.eyes, seed
        else:
            job = edits.edit, study.data, wish, seed
        found: edits.Edited = await self.work(user, *job)
        return replace(study, data=found.data), found.at

    # Ask.

    async def advice(self, study: StoredStudy, user: str, eyes: str, lang: str, at: int) -> bytes:
        """Return what a judge says of every move at a moment."""
        look = await self.look(study, eyes, lang)
        asked, _ = await self.work(user, judged_at, look, at)
        opinion = await self.answers.opinion(user, asked)
        found: bytes = await self.work(user, advice_at, look, at, opinion)
        return found

    async def ask(
        self, study: StoredStudy, user: str, eyes: str, lang: str, at: int, level: str
    ) -> StudyAnswer:
        """Return what a bot of this level would do, in the place of who decides, and how often."""
        check_level(study.game, level)
        look = await self.look(study, eyes, lang)
        asked, seat = await self.work(user, asked_at, look, at)
        places = await self.answers.ask(user, asked, level)
        said = await self.work(user, rendering.heard, look, at, set(places))
        place, shares = grouped(places, said)
        key = self.answers.remember(Kept(study.id, at, seat, place))
        return StudyAnswer(key, seat, level, shares[0].said, len(places), shares[:SHOWN_ANSWERS])

    async def played_on(self, study: StoredStudy, user: str, name: str, wish: StudyPlayOn) -> Opening:
        """Return the table at which a game goes on from a moment of a study."""
        if wish.level:
            check_level(study.game, wish.level)
        look = await self.look(study, edits.OPEN, "en")
        found: Opening = await self.work(user, opening_at, look, user, name, wish)
        return found

    async def report(self, study: StoredStudy, user: str, at: int) -> None:
        content = await self.work(user, opened_study, study.data)
        add = partial(reports.add_report, study=study, content=content, at=at, reporter=user)
        await self.database.write(add, WriteScope(hosts=True))
        self.events.publish(HostsPageChanged())

    async def work(self, user: str, job: Callable[..., Any], *args: Any) -> Any:
        """Return what a job returns in a process. Refused if it takes too long."""
        try:
            return await self.pool.do(user, job, *args)
        except TaskFailed as lost:
            raise Refused("took_too_long") from lost


# Jobs for a process.


def of_start(wish: StudyWish, seed: int) -> tuple[bytes, int]:
    """Return a study of a game from its start, dealt up to the first decision, and the moment of that."""
    game = GAMES.get(wish.game)
    if game is None:
        raise NotFound("unknown_game", name=wish.game, known=tuple(GAMES))
    if wish.seats not in game.seats:
        raise Refused("bad_seats", seats=wish.seats, players=game.players)
    options = chosen(choose(game.options, wish.options))
    study = tree.begun(game, [""] * wish.seats, options, ())
    study, _ = edits.thrown(study, game, 0, Random(seed))
    dealt = tuple(node.ply for node in study.nodes if node.ply)
    return msgspec.json.encode(tree.begun(game, study.seats, options, dealt)), len(dealt)


def of_moves(game: str, start: Start) -> bytes:
    """Return a study of the moves that lead to a position."""
    options = chosen(choose(GAMES[game].options, start.options))
    return msgspec.json.encode(tree.begun(GAMES[game], [""] * start.seats, options, start.line))


def from_file(data: bytes) -> tuple[str, bytes, int]:
    """Return the game and the JSON of a study from a file, and its first decision. One as text stands in a
    field `text`."""
    refuse_nul(data)
    if depth(data) > LIMITS.nesting:
        raise Refused("too_deep", most=LIMITS.nesting)
    try:
        study = study_text.read(msgspec.json.decode(data, type=StudyText).text, GAMES)
    except msgspec.DecodeError:
        study = read(data, GAMES)
    return study.game, msgspec.json.encode(study), tree.decided_from(study, 0)


def to_file(look: Look) -> bytes:
    try:
        study = opened(look.data, GAMES)
    except Refusal:
        study = decoded(look.data)
    return write(edits.with_names(study, look.names))


def to_text(look: Look) -> bytes:
    study = edits.with_names(opened(look.data, GAMES), look.names)
    return study_text.write(study, GAMES[study.game]).encode()


def opened_study(data: bytes) -> tree.Study:
    return opened(data, GAMES)
