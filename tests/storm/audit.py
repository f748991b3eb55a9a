"""After a storm: is everything there that anybody was told, unchanged, once, and for everybody alike?"""

from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from hanamachi.core import record
from hanamachi.games import GAMES
from hanamachi.server.db.engine import url_of
from tests.storm.guest import Guest, Said
from tests.storm.tables import Table, insist

Rows = dict[int, Any]


Where = Path | str


def look(database: Where, query: str, table: str) -> list[Any]:
    """What the database itself says."""
    engine = sa.create_engine(url_of(str(database)), poolclass=sa.NullPool)
    with engine.connect() as db:
        return list(db.execute(sa.text(query), {"table": table}))


def rows_in(database: Where, table: str) -> Rows:
    found = look(database, "SELECT seq, row FROM rows WHERE table_id = :table", table)
    return {seq: msgspec.json.decode(row) for seq, row in found}


def words_in(database: Where, table: str) -> dict[int, str]:
    found = look(database, "SELECT seat, held FROM seats WHERE table_id = :table", table)
    return {seat: msgspec.json.decode(held).get("words") for seat, held in found}


def child_of(database: Where, table: str) -> str:
    """The rematch of a table, if it is there."""
    query = "SELECT child FROM tables WHERE id = :table AND child IN (SELECT id FROM tables)"
    return next((child for (child,) in look(database, query, table)), "")


def check_file(database: Where, table: Table) -> list[str]:
    """What is wrong with a table on disk, measured by what its guests were told."""
    rows, words = rows_in(database, table.id), words_in(database, table.id)
    wrong = [] if sorted(rows) == list(range(len(rows))) else ["there is a hole in the log"]
    wrong += [
        f"seat {seat}'s words are lost" for seat, said in table.words.items() if words.get(seat) != said
    ]
    for guest in table.guests:
        wrong += [f"seat {guest.seat}: {each}" for each in guest.wrong]
        if guest.child and guest.child != child_of(database, table.id):
            wrong.append(f"seat {guest.seat} heard of a rematch {guest.child} that is lost")
        if len(guest.story) > len(rows):
            wrong.append(f"seat {guest.seat} was told {len(guest.story)} rows of {len(rows)}")
    for player in table.players:
        wrong += [f"seat {player.seat}: {each}" for each in check_moves(player, rows, table)]
    return wrong


def check_moves(player: Guest, rows: Rows, table: Table) -> list[str]:
    """Every acknowledged move is there, and there is none that the player did not make."""
    own = {seq: row for seq, row in rows.items() if row.get("seat") == player.seat}
    given_up = min((seq for seq, row in own.items() if row["type"] == "gaveup"), default=len(rows))
    mine = {seq: row["move"] for seq, row in own.items() if "move" in row and seq < given_up}
    wrong = [f"the move {sent} is lost" for sent in player.kept if mine.get(sent.seq) != sent.move]
    for seq, answers in player.sealed.items():
        ended = rows.get(seq, {}).get("type") in ("resigned", "gaveup")  # before the window did
        if seq < len(rows) and mine.get(seq) not in answers and not ended:
            wrong.append(f"the sealed answer {answers[0]} to {seq} became {rows[seq]}")
    sent = {(each.seq, msgspec.json.encode(each.move)) for each in player.sent}
    silence = msgspec.to_builtins(GAMES[table.plan.game].silence)
    for seq, move in mine.items():
        if (seq, msgspec.json.encode(move)) not in sent and move != silence:
            wrong.append(f"row {seq}, {move}, was never played")
    return wrong


async def check_told(table: Table) -> list[str]:
    """Whether each guest's story is the one that the house tells now."""
    wrong = []
    for guest in table.guests:
        eyes = "gallery" if guest.seat is None else guest.seat
        path = f"/api/tables/{table.id}/replay?eyes={eyes}"
        replay: Any = await insist(lambda guest=guest, path=path: guest.rest.ask("GET", path))  # type: ignore[misc]
        told = story_of(replay)
        if told != guest.story:
            differ = next(seq for seq in range(len(told) + 1) if told.get(seq) != guest.story.get(seq))
            wrong.append(f"seat {guest.seat} heard another row {differ}: {guest.story.get(differ)}")
    return wrong


def story_of(replay: Any) -> dict[int, Said]:
    lines = [frame["line"] for frame in replay["frames"] if frame["line"]]
    return {line["seq"]: (line["seat"], line["move"], line["event"]) for line in lines}


async def check_record(table: Table) -> list[str]:
    """Whether the game came to its end, and its record can be believed."""
    player = table.players[0]
    try:
        data = await insist(lambda: player.rest.fetch("GET", f"/api/tables/{table.id}/record"))
        assert data is not None
        kept = record.read(data, GAMES)
        record.fold(kept, GAMES[kept.game])
        record.prove(kept)
    except Exception as error:
        return [f"its record: {type(error).__name__} {error}"]
    return []


async def audit(database: Where, table: Table) -> list[str]:
    found = [*check_file(database, table), *await check_told(table), *await check_record(table)]
    return [f"{table.plan.game} {table.id}: {each}" for each in found]
