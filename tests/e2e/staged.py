"""A table of Mai-Star set up in the middle of a game: cards dealt by hand, moves in notation."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from playwright.sync_api import Page

from e2e.conftest import House
from hanamachi.core.game import NATURE, Seat
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import First, Options
from hanamachi.games.mai_star.pieces import CARD_NAMES, CARDS, OIRAN_CARD
from hanamachi.house.live import Live
from hanamachi.house.store import Held, Setup, Store

EN = GAME.text.words("en")
Line = list[tuple[Seat, Any]]


def dealt(hands: dict[Seat, str], *moves: str, seats: int = 3, options: Options | None = None) -> Line:
    """A game from its beginning. `hands` names the first cards that come to a seat, in the deal and later."""
    state: Any = GAME.start(seats, options or Options())
    line: Line = []
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


def guest_of(page: Page) -> str:
    cookie = next(one["value"] for one in page.context.cookies() if one["name"] == "hanamachi")
    return cookie.rpartition(".")[0]


def stage(
    house: House, seats: Sequence[Page | str], line: Line, names: Sequence[str] = (), **setup: Any
) -> str:
    """Put a table into the house's database. A seat is a browser or the level of a bot. Its path."""
    held = [
        Held("bot", level=seat, words="")
        if isinstance(seat, str)
        else Held("guest", names[at] if names else f"P{at}", guest_of(seat), words="")
        for at, seat in enumerate(seats)
    ]
    known: dict[str, Any] = {
        "game": "mai_star",
        "version": 1,
        "options": {},
        "host": "",
        "seed": secrets.token_hex(32),
    }
    table = secrets.token_urlsafe(6)
    live = Live(table, GAME, Setup(**known | {"taken_over": line, "window": 1.0} | setup), held)
    live.start()
    with ThreadPoolExecutor(1) as aside:  # Playwright's own loop runs in this thread
        aside.submit(lambda: asyncio.run(keep(house, live))).result()
    return f"/t/{table}"


async def keep(house: House, live: Live) -> None:
    assert live.table is not None
    store = Store(house.database)
    await store.add_table(live.id, live.setup, live.seats)
    await store.append(live.id, 0, live.table.log, finished=False)
    await store.close()
