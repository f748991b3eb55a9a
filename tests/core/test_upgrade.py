"""Older logs become today's: rows that stand, come before, are others now or are asked no more; moments move along."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fifth_game import GAME
from fifth_game.moves import Options, Pass
from hanamachi.core import record
from hanamachi.core.game import NATURE, Game, Raw, Upgrade
from hanamachi.core.log import RecordError, Takeback
from hanamachi.core.table import Refused, Table
from hanamachi.core.upgrade import Renewed, moves_upgraded, upgraded
from hanamachi.games import GAMES
from tests.kept import packed

VERSION_1, RECORDS = packed.packed(packed.KEPT / "version_1"), packed.packed(packed.KEPT / "records")
ROAD_1 = [path for path in (*VERSION_1, *RECORDS) if path.name.startswith("road")]


def played() -> Table:
    """A game of the fifth game under way, with a takeback."""
    table, rng = Table.begin(GAME, ["A", "B"], Options(), bytes(32), ["", ""]).deal(), Random(1)
    while not any(isinstance(row, Takeback) for row in table.rows):
        assert table.actor is not None
        table = table.submit(table.actor, table.seq, rng.choice(table.state.moves()))
        try:
            table = table.takeback(table.log.stands[-1])
        except Refused:
            continue
    return table


TABLE = played()
ROWS: list[Raw] = msgspec.json.decode(msgspec.json.encode(TABLE.rows))
EXTRA: Raw = {"type": "bottakes", "seat": 0, "level": "novice"}


def renewed(step: Any, rows: list[Raw] = ROWS, game: Game = GAME) -> Renewed:
    newer = replace(game, version=2, upgrades={1: Upgrade(step)})
    return upgraded(newer, 1, 2, {}, rows)


def test_a_version_without_an_upgrade_stands_as_it_is() -> None:
    found = upgraded(replace(GAME, version=3), 1, 2, {"turns": 2}, ROWS)
    assert found == Renewed({"turns": 2}, ROWS, list(range(len(ROWS) + 1)))


def test_rows_that_come_before_shift_what_follows() -> None:
    found = renewed(
        lambda state, row: [EXTRA, row] if row and row["type"] == "takeback" else [row] if row else []
    )
    at = next(seq for seq, row in enumerate(ROWS) if row["type"] == "takeback")
    assert found.rows == [*ROWS[:at], EXTRA, *ROWS[at:]]
    assert found.moments == [*range(at), *range(at + 1, len(ROWS) + 2)]


def test_a_takeback_moves_along() -> None:
    """What it names is a moment: the one before the same row as ever."""
    found = renewed(lambda state, row: [EXTRA, row] if row is ROWS[0] else [row] if row else [])
    (old,) = [row["to"] for row in ROWS if row["type"] == "takeback"]
    (new,) = [row["to"] for row in found.rows if row["type"] == "takeback"]
    assert new == old + 1 == found.moments[old]
    to_itself = renewed(lambda state, row: [EXTRA, row] if row else [], [{"type": "takeback", "to": 0}])
    assert to_itself.rows == [EXTRA, {"type": "takeback", "to": 1}]


def test_a_row_that_is_asked_no_more_is_left_out() -> None:
    found = renewed(lambda state, row: [] if row in (None, ROWS[1]) else [row])
    assert [row["type"] for row in found.rows] == [row["type"] for row in (ROWS[0], *ROWS[2:])]
    assert found.moments == [0, *range(1, 2), *range(1, len(ROWS))]


def test_a_row_may_be_another_one_now() -> None:
    found = renewed(lambda state, row: [EXTRA] if row is ROWS[1] else [row] if row else [])
    assert found.rows[1] == EXTRA
    assert found.moments == list(range(len(ROWS) + 1))


def test_what_is_still_owed_comes_at_the_end() -> None:
    found = renewed(lambda state, row: [row] if row else [EXTRA])
    assert found.rows == [*ROWS, EXTRA]
    assert found.moments == [*range(len(ROWS)), len(ROWS) + 1]


def test_a_step_sees_the_state_of_now_whatever_was_taken_back() -> None:
    seen = []

    def look(state: Any, row: Raw | None) -> list[Raw]:
        seen.append(state)
        return [row] if row else []

    renewed(look)
    assert tuple(seen) == TABLE.log.states


def test_versions_are_climbed_one_by_one() -> None:
    """Each sees what the one before has made of the rows and of the options."""

    def second(state: Any, row: Raw | None) -> list[Raw]:
        return [row, {**EXTRA, "seat": 1}] if row == EXTRA else [row] if row else []

    steps = {
        1: Upgrade(lambda state, row: [row] if row else [EXTRA], lambda old: {**old, "turns": 2}),
        2: Upgrade(second, lambda old: {**old, "turns": old["turns"] + 1}),
    }
    newest = replace(GAME, version=3, upgrades=steps)
    first = upgraded(newest, 1, 2, {}, ROWS)
    assert (first.options, first.rows[-2:]) == ({"turns": 3}, [EXTRA, {**EXTRA, "seat": 1}])
    assert upgraded(newest, 2, 2, {"turns": 1}, ROWS).rows == ROWS
    assert upgraded(newest, 3, 2, {}, ROWS) == Renewed({}, ROWS, list(range(len(ROWS) + 1)))


@pytest.mark.parametrize(
    "bad",
    [
        {"type": "played", "seat": 0, "move": {"type": "Nothing"}, "chance": None},
        {"type": "played", "seat": 0, "move": msgspec.to_builtins(Pass()), "chance": None},
        {"type": "takeback", "to": 1000},
    ],
)
def test_where_the_law_cannot_follow_the_rest_stays_as_it_is(bad: Raw) -> None:
    rows = [*ROWS[:3], bad, *ROWS[3:]]
    asked = list[int]()

    def count(state: Any, row: Raw | None) -> list[Raw]:
        asked.append(1)
        return [row] if row else []

    assert renewed(count, rows).rows == rows
    assert len(asked) == 4


def test_a_step_that_cannot_read_a_row_leaves_it_to_the_fold() -> None:
    found = renewed(lambda state, row: [row["move"]["nothing"]] if row else [])
    assert found.rows == ROWS


@pytest.mark.parametrize(("seats", "options"), [(9, {}), (2, {"turns": -1})])
def test_a_table_that_cannot_be_is_left_to_the_fold(seats: int, options: Raw) -> None:
    newer = replace(GAME, version=2, upgrades={1: Upgrade(lambda state, row: [EXTRA])})
    assert upgraded(newer, 1, seats, options, ROWS).rows == ROWS


def test_moves_to_be_placed_are_upgraded_like_rows() -> None:
    extra: Raw = {"type": "played", "seat": NATURE, "move": {"type": "Odd"}, "chance": None}
    newer = replace(GAME, version=2, upgrades={1: Upgrade(lambda state, row: [extra, row] if row else [])})
    assert moves_upgraded(newer, 1, 2, {}, [(1, {"type": "Pass"})]) == [
        (-1, {"type": "Odd"}),
        (1, {"type": "Pass"}),
    ]


def test_a_record_is_read_as_one_of_today_and_its_seal_is_of_the_file() -> None:
    kept = record.write(replace(TABLE.record(open_seed=True)))
    newer = replace(GAME, version=2, upgrades={1: Upgrade(lambda state, row: [row] if row else [EXTRA])})
    read = record.read(kept, {"tsukimi": newer})
    assert (read.version, read.seal, len(read.log)) == (2, "", len(ROWS) + 1)
    assert record.read(record.write(read), {"tsukimi": newer}).log == read.log
    content = json.loads(kept)
    content["log"].pop()
    with pytest.raises(RecordError) as caught:
        record.read(json.dumps(content).encode(), {"tsukimi": newer})
    assert caught.value.reason == "broken_seal"


@pytest.mark.parametrize("path", VERSION_1, ids=packed.name)
def test_records_of_version_1_verify_for_ever(path: Path) -> None:
    """Every game and mode: the moves follow, the result too, and every throw is proven as it was then."""
    throws = [row["chance"] for row in json.loads(packed.read(path))["log"] if row.get("chance")]
    kept = record.read(packed.read(path), GAMES)
    game = record.game_of(kept, GAMES)
    assert kept.version == game.version
    assert record.fold(kept, game).result == kept.result
    assert record.prove(kept) == sum(total > 1 for _, total, _ in throws) > 0
    assert record.read(record.write(kept), GAMES).log == kept.log


@pytest.mark.parametrize("path", ROAD_1, ids=lambda path: f"{path.parent.name}-{packed.name(path)}")
def test_on_the_road_every_card_of_an_older_log_gets_its_journey(path: Path) -> None:
    """And nothing else changes: without them the rows are what they were."""
    old = json.loads(packed.read(path))
    kept = record.read(packed.read(path), GAMES)
    rows: list[Raw] = msgspec.json.decode(msgspec.json.encode(kept.log))
    found = upgraded(GAMES["geishas_road"], 1, 2, old["options"], old["log"])
    assert found.rows == rows
    assert [rows[at]["type"] for at in found.moments[:-1]] == [row["type"] for row in old["log"]]
    bare = [row for row in rows if row.get("move", {}).get("type") != "Journey"]
    assert [without_moment(row) for row in bare] == [without_moment(row) for row in old["log"]]
    standing = [row["move"]["card"] for row in moves_of(kept) if row["move"]["type"] == "Journey"]
    assert len(standing) == 18 * max(row["chance"][0] for row in old["log"] if row.get("chance"))


def without_moment(row: Raw) -> Raw:
    return {key: value for key, value in row.items() if key != "to" and value is not None}


def moves_of(kept: record.Record) -> list[Raw]:
    log = record.fold(kept, GAMES[kept.game])
    return [msgspec.to_builtins(kept.log[seq]) for seq in log.stands]
