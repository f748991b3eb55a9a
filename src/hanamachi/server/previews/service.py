"""Find the target of a link without opening its table: no presence, no change."""

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

import msgspec

from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.analysis.studies import access, rows
from hanamachi.server.analysis.studies.rendering import Look
from hanamachi.server.analysis.studies.rows import StoredStudy
from hanamachi.server.analysis.study_tree.file import decoded
from hanamachi.server.previews.jobs import PuzzleBoard, puzzle_board, study_board
from hanamachi.server.previews.preview import (
    Place,
    Preview,
    is_private,
    pictured,
    private_table,
    public_table,
)
from hanamachi.server.puzzles.shelf import Puzzles
from hanamachi.server.runtime.long_logs import LONG, in_thread
from hanamachi.server.runtime.process_pool import ProcessPool, TaskFailed
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing
from hanamachi.server.tables.players import names_in

FRESH = 5.0  # seconds for which a preview is told again without looking
MOST = 500  # previews that are remembered


class Previews:
    """Previews by place and language. `pool` works out positions of studies and puzzles."""

    def __init__(self, store: Store, puzzles: Puzzles, pool: ProcessPool) -> None:
        self.store, self.puzzles, self.pool = store, puzzles, pool
        self.told: OrderedDict[tuple[Place, str], tuple[float, Preview]] = OrderedDict()

    async def of(self, place: Place, lang: str) -> Preview:
        """Return the preview of a place in a language. A refusal if it may not be told that there is one."""
        found = self.told.get((place, lang))
        if found and found[0] > time.monotonic():
            return found[1]
        preview = await self._read(place, lang)
        self.told[place, lang] = (time.monotonic() + FRESH, preview)
        self.told.move_to_end((place, lang))
        while len(self.told) > MOST:
            self.told.popitem(last=False)
        return preview

    async def _read(self, place: Place, lang: str) -> Preview:
        match place.kind:
            case "study":
                return await self._study(place, lang)
            case "puzzles":
                return await self._puzzle(place.id, lang)
            case "t" | "r":
                return await self._table(place.id, lang, replay=place.kind == "r")
        raise NotFound("no_table")

    async def _table(self, table: str, lang: str, *, replay: bool) -> Preview:
        stored = await self._stored(table)
        if is_private(stored.setup) or len(stored.rows) >= LONG:
            return private_table(stored, lang)
        snapshot = await in_thread(len(stored.rows), rehydrate, stored, GAMES)
        if snapshot.side.closed is not None:
            return private_table(stored, lang)
        return public_table(snapshot, lang, replay=replay)

    async def _stored(self, table: str) -> StoredTable:
        stored = await self.store.load(table)
        if stored is None or stored.setup.game not in GAMES:
            raise NotFound("no_table")
        return stored

    async def _study(self, place: Place, lang: str) -> Preview:
        """Return what is told of a shared study: its name, and the board as the gallery would see it."""
        study = await self.store.database.read(partial(rows.load_for, study=place.id, reader=""))
        if not study.shared:
            raise NotFound("no_such_study")
        stored = await self._stored(study.table) if study.table else None
        if stored and not stored.setup.spectators:
            raise NotFound("no_such_study")
        names = self._names(study, stored, lang)
        eyes = await self._chosen_eyes(study, stored)
        look = Look(study.data, names, "open", lang)
        at = int(place.at) if place.at.isdecimal() and len(place.at) < 9 else None
        board = await self._work(study_board, look, at, eyes)
        house = catalogue("house")(lang)
        return pictured(study.game, study.name, house("preview.study"), lang, names, msgspec.Raw(board))

    def _names(self, study: StoredStudy, stored: StoredTable | None, lang: str) -> tuple[str, ...]:
        """Return the names of players; those of a private table are not told."""
        if stored and not is_private(stored.setup):
            return tuple(names_in(stored.seats, lang))
        unnamed = ("",) * len(stored.seats if stored else decoded(study.data).seats)
        return access.seat_names(unnamed, lang)

    async def _chosen_eyes(self, study: StoredStudy, stored: StoredTable | None) -> int | None:
        """Return the seat whose eyes the owner chose for the picture, if the game is finished."""
        eyes = decoded(study.data).picture
        if eyes is None or stored is None:
            return None
        snapshot = await in_thread(len(stored.rows), rehydrate, stored, GAMES)
        return eyes if isinstance(snapshot, Playing) and snapshot.table.result else None

    async def _puzzle(self, id_: str, lang: str) -> Preview:
        """Return what is told of a puzzle: its task and its position, as everybody is shown it."""
        shelf, _ = self.puzzles.find(id_)
        board: PuzzleBoard = msgspec.json.decode(
            await self._work(puzzle_board, shelf.game.name, id_, lang), type=PuzzleBoard
        )
        house = catalogue("house")(lang)
        return pictured(shelf.game.name, house("preview.puzzle"), board.task, lang, board.names, board.view)

    async def _work(self, job: Callable[..., bytes], *given: object) -> bytes:
        """Return what a job returns in a process. Refused if it takes too long."""
        try:
            done: bytes = await self.pool.do("", job, *given)
        except TaskFailed as lost:
            raise Refused("took_too_long") from lost
        return done


async def told(previews: Previews, place: Place, lang: str) -> Preview | None:
    """Return the preview of a place, or None if nothing is told of it."""
    try:
        return await previews.of(place, lang)
    except Refusal:
        return None
