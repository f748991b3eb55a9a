"""Makes files of the version that is checked out: `python -m tests.kept.make NAME` before a law is changed.

For every game and mode: a finished table, an unfinished one and one that is played on from a moment of the
finished one, all in a house's database (NAME.sql.xz), and the finished one's record (NAME/*.json.gz). Besides, a
game on a shared screen and one that was brought from elsewhere; and the house knows its guests.
"""

import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from hanamachi.core import record
from hanamachi.core.table import Refused, Table
from hanamachi.server.analysis import jobs
from hanamachi.server.db.schema import NOBODY
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import text
from hanamachi.server.tables import transitions
from hanamachi.server.tables.creation import Opening, SeatWish, TableWish, opening, played_on
from hanamachi.server.tables.model import Playing, Snapshot, Waiting
from hanamachi.server.tables.start import started
from tests.kept import packed

HERE = Path(__file__).parent
MODES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "okiya_single": ("okiya", 2, {}),
    "okiya_points": ("okiya", 2, {"match": "points"}),
    "hanamikoji": ("hanamikoji", 2, {}),
    "road_basic": ("geishas_road", 2, {}),
    "road_harder": ("geishas_road", 2, {"mode": "harder"}),
    "road_advanced": ("geishas_road", 2, {"mode": "advanced"}),
    "road_destiny": ("geishas_road", 2, {"mode": "advanced", "destiny": True}),
    "mai_star_3": ("mai_star", 3, {}),
    "mai_star_6": ("mai_star", 6, {}),
    "mai_star_limited": ("mai_star", 3, {"limited_guests": "at_once"}),
    "mai_star_management": ("mai_star", 4, {"management": True}),
}

SOME = {"okiya": 5, "hanamikoji": 6, "geishas_road": 30, "mai_star": 40}  # decisions of an unfinished game


async def opened(store: Store, name: str, wanted: Opening) -> Playing:
    kept: Snapshot = Waiting(wanted.setup, wanted.seats)
    await store.add_table(name, wanted.setup, wanted.seats)
    for seat, held in enumerate(wanted.seats):
        if held.kind == "open":
            kept = await kept_as(
                store, name, kept, transitions.sit(f"g{seat}", f"Guest {seat}", seat, "")(kept)
            )
    for seat, held in enumerate(kept.seats):
        if held.words is None:
            words = transitions.give_words(f"g{seat}", f"words of {seat}", kept.setup.commitment)
            kept = await kept_as(store, name, kept, words(kept))
    assert isinstance(kept, Playing)
    return kept


async def kept_as(store: Store, name: str, before: Snapshot, after: Snapshot) -> Any:
    await store.save(name, before, after, 2.5)
    return after


def happenings(table: Table, rng: Random) -> Iterator[Table]:
    """A move, now and then a takeback, a bot that comes and goes."""
    seat = table.actor
    assert seat is not None
    if rng.random() < 0.1 and seat not in table.bots:
        table = table.bot_takes(seat, "novice")
        yield table
        table = table.bot_returns(seat)
        yield table
    for again in (False, True):
        if table.actor != seat:
            return
        table = table.submit(seat, table.seq, rng.choice(table.state.moves()))
        yield table
        if again or rng.random() < 0.5:
            return
        try:
            table = table.takeback(table.last_answer(seat))
        except Refused:
            return
        yield table


async def play(store: Store, name: str, kept: Playing, rng: Random, decisions: int) -> Playing:
    while kept.table.actor is not None and decisions:
        for table in happenings(kept.table, rng):
            kept = await kept_as(store, name, kept, replace(kept, table=table, window=None))
        decisions -= 1
    return kept


async def make(store: Store, mode: str, records: Path) -> None:
    name, seats, options = MODES[mode]
    rng = Random(mode)
    wishes = [SeatWish("me"), *[SeatWish("open")] * (seats - 2), SeatWish("bot", "novice")]
    wish = TableWish(game=name, options=options, seats=wishes, takebacks=True)
    over = await opened(store, f"{mode}-over", opening(wish, "g0", "Mika"))
    over = await play(store, f"{mode}-over", over, rng, 10_000)
    content = msgspec.to_builtins(over.table.record(open_seed=True))
    sealed = content | {"seal": record.seal(content)}
    packed.write(records / f"{mode}.json.gz", msgspec.json.encode(sealed) + b"\n")
    on = await opened(store, f"{mode}-on", opening(wish, "g0", "Mika"))
    on = await play(store, f"{mode}-on", on, rng, SOME[name])
    while on.table.game.silence and on.table.actor is not None and on.window_seat() is None:
        on = await play(store, f"{mode}-on", on, rng, 1)
    await kept_as(store, f"{mode}-on", on, asked(on, rng))
    await take_over(store, mode, over, rng)


def asked(kept: Playing, rng: Random) -> Playing:
    """Where a question has a window, its answer is sealed."""
    kept = kept.with_window(frozenset(range(len(kept.seats))))
    if kept.window is None:
        return kept
    return replace(kept, window=replace(kept.window, sealed=rng.choice(kept.table.state.moves())))


async def take_over(store: Store, mode: str, over: Playing, rng: Random) -> None:
    wanted = played_on(f"{mode}-over", over, "g0", "Mika", over.seq * 2 // 3, 0, "novice")
    kept = started(Waiting(wanted.setup, wanted.seats))
    turn = NOBODY if kept.table.actor is None else kept.table.actor
    rows = [text(row) for row in kept.table.rows]
    await store.add_table(f"{mode}-from", kept.setup, kept.seats, rows, turn=turn)
    await play(store, f"{mode}-from", kept, rng, 3)


async def share(store: Store) -> None:
    wish = TableWish(game="okiya", seats=[SeatWish("shared", name="Ume"), SeatWish("shared", name="Koto")])
    wanted = opening(wish, "g0", "Mika")
    await store.add_table("shared", wanted.setup, wanted.seats)
    waiting = Waiting(wanted.setup, wanted.seats)
    await kept_as(
        store, "shared", waiting, transitions.give_words("g0", "tea", wanted.setup.commitment)(waiting)
    )


async def bring(store: Store, records: Path) -> None:
    brought = jobs.check_record(packed.read(records / "okiya_single.json.gz"))
    setup = replace(brought.setup, host="g0")
    await store.add_table("brought", setup, brought.seats, brought.rows, result=brought.result)


async def make_all(path: str, records: Path) -> None:
    store = Store(path)
    await store.open()
    for number, name in enumerate(["Mika", *(f"Guest {seat}" for seat in range(1, 6))]):
        await store.users.rename(f"g{number}", name)
    for mode in MODES:
        await make(store, mode, records)
    await share(store)
    await bring(store, records)
    await store.close()


def main(name: str) -> None:
    records = HERE / name
    records.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/house.db"
        asyncio.run(make_all(path, records))
        with sqlite3.connect(path) as db:
            dump = "\n".join(db.iterdump()) + "\n"
            packed.write(HERE / f"{name}.sql.xz", dump.encode())
        db.close()


if __name__ == "__main__":
    main(sys.argv[1])
