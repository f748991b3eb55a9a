"""From the arena to rows of decisions, and back: nothing is lost, nothing is told that the seat did not know."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import msgspec
import numpy as np
import pytest

from hanamachi.adapters.actions import actions
from hanamachi.adapters.decisions import (
    Decision,
    all_decisions,
    decisions,
    load,
    setting_of,
    write_jsonl,
    write_parquet,
)
from hanamachi.adapters.setting import BadSetting
from hanamachi.adapters.tensors import observation
from hanamachi.arena.contest import Contender, Contest, Fixture
from hanamachi.arena.playing import Lost, Play, Stage
from hanamachi.arena.records import path_of, prepare
from hanamachi.cli import run
from hanamachi.core import record
from hanamachi.core.log import Agreed, BotTakes, CalledOff, Lapsed, Played, RecordError, Result
from hanamachi.core.record import Record
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.locales import catalogue

EXAMPLES = Path(__file__).parents[2] / "examples"


def contest(game: str, seats: int = 2, **options: str) -> Contest:
    bots = tuple(Contender(f"random{n}", level="random") for n in range(seats))
    return Contest(game, GAMES[game].version, dict(options), seats, bots, "tests")


def recorded(folder: Path, held: Contest, deals: int = 2) -> list[Fixture]:
    prepare(folder)
    stage, fixtures = Stage(held, [-1.0, 0.0], folder), list(held.fixtures(deals))
    for fixture in fixtures:
        stage.play(fixture)
    return fixtures


def expected(name: str, kept: Record) -> list[Decision]:
    """The rows by the law alone."""
    where, found = setting_of(kept), list[Decision]()
    state, table = where.game.start(where.seats, where.options), actions(where)
    for ply, row in enumerate(row for row in kept.log if isinstance(row, Played)):
        if row.seat >= 0:
            assert kept.result is not None
            sole = 1.0 if row.seat in kept.result.winners else -1 / (where.seats - 1)
            view = state.view(row.seat)
            seen, legal = observation(where.name, view).tolist(), table.legal(state)
            who = kept.seats[row.seat], "random"
            found.append(Decision(name, ply, row.seat, *who, seen, legal, table.ids[row.move], sole))
        state = state.play(row.move)
    return found


@pytest.mark.parametrize(
    "held",
    [contest("okiya"), contest("hanamikoji"), contest("geishas_road"), contest("mai_star", 3)],
    ids=lambda held: held.game,
)
def test_every_game_of_the_arena_is_a_record_that_proves_itself(held: Contest, tmp_path: Path) -> None:
    for fixture in recorded(tmp_path, held, 1):
        kept = record.read(path_of(tmp_path, fixture).read_bytes(), GAMES)
        assert record.prove(kept) > 3
        assert kept.seats == tuple(held.contenders[who].name for who in held.seating(fixture))
        assert kept.result is not None
        if len(kept.result.winners) == 1:
            assert list(decisions("x", kept)) == expected("x", kept)


def test_who_does_not_play_on_has_lost_the_record_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind, reason in (("late", "flagged"), ("crash", "resigned")):
        monkeypatch.setattr(Play, "decision", gives_up(kind))
        (fixture, *_) = recorded(tmp_path, contest("okiya"), 1)
        kept = record.read(path_of(tmp_path, fixture).read_bytes(), GAMES)
        record.fold(kept, GAMES["okiya"])
        assert kept.result is not None
        assert (len(kept.result.winners), kept.result.reason) == (1, reason)


def gives_up(kind: str) -> Callable[[Play, int], NoReturn]:
    def decision(_play: Play, _seat: int) -> NoReturn:
        raise Lost(kind, "")

    return decision


def test_json_lines_come_back(tmp_path: Path) -> None:
    recorded(tmp_path / "games", contest("hanamikoji", box="small"))
    kept, out = load(tmp_path / "games"), tmp_path / "rows.jsonl"
    rows = write_jsonl(out, kept)
    again = [msgspec.json.decode(line, type=Decision) for line in out.read_bytes().splitlines()]
    assert again == list(all_decisions(kept))
    assert rows == len(again) > 10
    about = msgspec.json.decode((tmp_path / "rows.jsonl.about.json").read_bytes())
    assert (about["game"], about["options"]["box"], about["fields"][0]["name"]) == (
        "hanamikoji",
        "small",
        "me",
    )


def test_parquet_comes_back(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    recorded(tmp_path / "games", contest("mai_star", 4), 1)
    kept, out = load(tmp_path / "games"), tmp_path / "rows.parquet"
    rows = write_parquet(out, kept)
    table = pq.read_table(out)
    assert [msgspec.convert(row, Decision) for row in table.to_pylist()] == [
        rounded(each) for each in all_decisions(kept)
    ]
    assert rows == table.num_rows > 100
    about = msgspec.json.decode(table.schema.metadata[b"hanamachi"])
    assert about["seats"] == 4
    assert table.schema.field("observation").type.list_size == sum(
        np.prod(field["shape"]) for field in about["fields"]
    )


@pytest.mark.parametrize(("row", "reason"), [(CalledOff(), "calledoff"), (Lapsed(0), "lapsed")])
def test_a_game_that_was_called_off_is_worth_nothing_to_learn_from(
    tmp_path: Path, row: CalledOff | Lapsed, reason: str
) -> None:
    """It is no draw: it has no result."""
    recorded(tmp_path, contest("okiya"), 1)
    kept = load(tmp_path)[0][1]
    result = Result((0, 0), (1, 1), (), reason)
    off = msgspec.structs.replace(kept, log=(*kept.log[:-4], row), result=result)
    assert list(decisions("x", off)) == []
    agreed = msgspec.structs.replace(result, reason="agreed")
    drawn = msgspec.structs.replace(off, log=(*off.log[:-1], Agreed()), result=agreed)
    assert list(decisions("x", drawn))


def test_rows_name_who_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player by the name in the record, and the level where a bot of the ladder decides: it may change."""
    mine = Contender("mine", command="py:first_bot:First")
    held = msgspec.structs.replace(contest("okiya"), contenders=(Contender("novice-2", level="novice"), mine))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    recorded(tmp_path, held, 1)
    found = {(row.player, row.level) for row in all_decisions(load(tmp_path))}
    assert found == {("novice-2", "novice"), ("mine", "")}

    kept = load(tmp_path)[0][1]
    taken = len(kept.log) - 3
    log = (*kept.log[:taken], BotTakes(1, "adept"), *kept.log[taken:])
    late = [row.level for row in decisions("x", msgspec.structs.replace(kept, log=log)) if row.seat == 1]
    before = [row.level for row in decisions("x", kept) if row.seat == 1]
    assert late[-1] == "adept"
    assert late[:-1] == before[:-1]


def rounded(row: Decision) -> Decision:
    """The outcome as 32 bits keep it."""
    return msgspec.structs.replace(row, outcome=float(np.float32(row.outcome)))


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, games = catalogue("house")("en"), tmp_path / "games"
    arena = [
        "arena",
        "okiya",
        "random",
        "random",
        "--deals",
        "2",
        "--processes",
        "1",
        "--records",
        str(games),
    ]
    journal = ["--journal", str(tmp_path / "journal.jsonl")]
    assert run([*arena, *journal], words) == 0
    assert len(list(games.glob("*.json"))) == 4
    next(iter(games.glob("*.json"))).unlink()
    assert run([*arena, *journal], words) == 0  # what has no record is played again
    assert len(list(games.glob("*.json"))) == 4
    assert run(["export", str(games), "--jsonl", str(tmp_path / "rows.jsonl")], words) == 0
    assert "decisions of 4 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["export", "nowhere", "--jsonl", "rows"], "no_records"),
        (["export", "nowhere"], "usage"),
        (
            ["arena", "okiya", "random", "random", "--deals", "1", "--ray", "local", "--records", "x"],
            "records_on_ray",
        ),
    ],
)
def test_bad_commands_are_refused(args: list[str], reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        run(args, catalogue("house")("en"))
    assert refused.value.reason == reason


def test_bad_folders_are_refused(tmp_path: Path) -> None:
    recorded(tmp_path, contest("okiya"), 1)
    recorded(tmp_path / "other", contest("hanamikoji"), 1)
    mixed = next(iter((tmp_path / "other").glob("*.json")))
    mixed.rename(tmp_path / "zzz.json")
    with pytest.raises(BadSetting) as refused:
        load(tmp_path)
    assert refused.value.reason == "mixed_records"
    (tmp_path / "zzz.json").write_text("{}")
    with pytest.raises(RecordError):
        load(tmp_path)
