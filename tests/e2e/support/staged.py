"""Tables put into the house as the tests want them: with cards dealt by hand, or as games of bots left them."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from playwright.sync_api import Page

from hanamachi.core.conformance import Story
from hanamachi.core.game import NATURE, Seat
from hanamachi.core.options import choose
from hanamachi.games import GAMES
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import First, Options
from hanamachi.games.mai_star.pieces import CARD_NAMES, CARDS, OIRAN_CARD
from hanamachi.server.db.schema import CLOCKS
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import text, turn_of
from hanamachi.server.tables.model import FORMAT, Playing, SeatHolder, Setup, Waiting
from hanamachi.server.tables.start import started
from tests.e2e.support.server import House
from tests.kept import packed

EN = GAME.text.words("en")
ONE_AT_A_TIME = Lock()  # Alembic, which opens the database, works in one thread only
Line = Sequence[tuple[Seat, Any]]
POSITIONS = Path(__file__).parent / "positions"  # made by tools/build/positions.py


class Somebody(NamedTuple):
    """A guest without a browser."""

    name: str

    @property
    def guest(self) -> str:
        return f"guest-{self.name}"


class Position(msgspec.Struct):
    """A game up to a decision, or to its end."""

    game: str
    options: dict[str, Any]
    seats: int
    line: Line

    def asked(self) -> Seat | None:
        game = GAMES[self.game]
        state: Any = game.start(self.seats, choose(game.options, self.options))
        for _, move in self.line:
            state = state.play(msgspec.convert(move, game.move))
        return None if state.actor is None else int(state.actor)


def position_of(name: str) -> Position:
    return msgspec.json.decode(packed.read(POSITIONS / f"{name}.json.gz"), type=Position)


def asked_at(name: str) -> tuple[Seat, int]:
    """Who is asked in a position, and of how many."""
    position = position_of(name)
    return position.asked() or 0, position.seats


def reached(
    house: House,
    page: Page,
    name: str,
    rivals: Sequence[Page | Somebody | str] = ("novice",),
    *,
    waits: bool = False,
    **setup: Any,
) -> str:
    """A position that bots reached. This browser is asked, or was at the table, or waits for somebody else who
    is asked; its path."""
    position = position_of(name)
    mine, others = ((position.asked() or 0) + waits) % position.seats, cycle(rivals)
    seats = [page if seat == mine else next(others) for seat in range(position.seats)]
    kept: dict[str, Any] = {
        "game": position.game,
        "options": position.options,
        "hints": True,
        "window": 3600.0,
    }
    return stage(house, seats, position.line, ["Hina"] * position.seats, **kept | setup)


def dealt(hands: dict[Seat, str], *moves: str, seats: int = 3, options: Options | None = None) -> Line:
    """A game from its beginning. `hands` names the first cards that come to a seat, in the deal and later."""
    state: Any = GAME.start(seats, options or Options())
    line: list[tuple[Seat, Any]] = []
    wanted = {
        seat: [CARD_NAMES.index(name.replace("-", "_")) for name in names.split()]
        for seat, names in hands.items()
    }
    notations = iter(moves)
    while True:
        if state.actor == NATURE:
            move: Any = by_hand(state, wanted)
        elif (notation := next(notations, None)) is not None:
            move = GAME.text.read(notation, EN)
        else:
            return line
        line.append((state.actor, msgspec.to_builtins(move)))
        state = state.play(move)


def by_hand(state: Any, wanted: dict[Seat, list[int]]) -> Any:
    """Nature's move: seat 0 chooses first; each seat gets what is wanted for it, or what nobody wants."""
    moves = [move for move, _ in state.odds()]
    if isinstance(moves[0], First):
        return First(0)
    if not hasattr(moves[0], "to"):
        return moves[0]
    mine = wanted.get(moves[0].to, [])
    kept = Counter(card for cards in wanted.values() for card in cards)
    free = [card for card in CARDS if state.pool[card] > kept[card] and card != OIRAN_CARD]
    card = mine.pop(0) if mine else free[len(free) // 2]
    return next(move for move in moves if move.card == card)


def moves_of(story: Story[Any], plies: int) -> Line:
    """The first plies of a story."""
    pairs = zip(story.states[:plies], story.moves[:plies], strict=True)
    return [(state.actor or 0, msgspec.to_builtins(move)) for state, move in pairs]


def guest_of(page: Page) -> str:
    cookie = next(one["value"] for one in page.context.cookies() if one["name"] == "hanamachi")
    return cookie.rpartition(".")[0]


def stage(
    house: House,
    seats: Sequence[Page | Somebody | str],
    line: Line = (),
    names: Sequence[str] = (),
    left: Sequence[float] = (),
    **setup: Any,
) -> str:
    """Put a table into the house's database. A seat is a browser, somebody without one, or the level of a bot.
    `left`: seconds on its clocks. Its path."""
    game = setup.get("game", "mai_star")
    known: dict[str, Any] = {
        "game": game,
        "version": GAMES[game].version,
        "options": {},
        "host": "",
        "seed": secrets.token_hex(32),
        "format": FORMAT,
        "taken_over": list(line),
        "window": 1.0,
    }
    table = secrets.token_urlsafe(6)
    held = [sits(seat, names[at] if names else f"P{at}") for at, seat in enumerate(seats)]
    playing = started(Waiting(Setup(**known | setup), tuple(held)))
    written(house, lambda store: keep(store, table, playing, left))
    return f"/t/{table}"


def sits(seat: Page | Somebody | str, name: str) -> SeatHolder:
    if isinstance(seat, str):
        return SeatHolder("bot", level=seat, words="")
    if isinstance(seat, Somebody):
        return SeatHolder("guest", seat.name, seat.guest, words="")
    return SeatHolder("guest", name, guest_of(seat), words="")


def written(house: House, deed: Callable[[Store], Awaitable[None]]) -> None:
    """Something is done in the house's database."""

    async def do() -> None:
        store = Store(house.database)
        await store.open()
        await deed(store)
        await store.close()

    with ONE_AT_A_TIME, ThreadPoolExecutor(1) as aside:  # Playwright's own loop runs in this thread
        aside.submit(lambda: asyncio.run(do())).result()


async def keep(store: Store, table: str, playing: Playing, left: Sequence[float]) -> None:
    for held in playing.seats:
        if held.guest:
            await store.users.rename(held.guest, held.name)
    rows, result = list(map(text, playing.table.rows)), playing.table.result
    await store.add_table(table, playing.setup, playing.seats, rows, turn=turn_of(playing), result=result)
    if left:
        clocks = sa.insert(CLOCKS).values(table_id=table, left=text(left))
        await store.database.write(lambda db: db.execute(clocks))
