"""Records: to JSON and back, folded, proven; and every way one can be wrong."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fifth_game import GAME
from fifth_game.moves import Offer, Options, Pass
from hanamachi.core import fair, log, record
from hanamachi.core.game import NATURE, Game, Veiled, at
from hanamachi.core.log import (
    Abandoned,
    Agreed,
    AnyRow,
    BotReturns,
    BotTakes,
    CalledOff,
    Claimed,
    Flagged,
    Lapsed,
    Played,
    RecordError,
    Resigned,
    Result,
    Seated,
    Takeback,
    line,
    result,
)
from hanamachi.core.record import Fairness, Record
from hanamachi.games import GAMES as HOUSE_GAMES
from tests.kept import packed

GAMES = {"tsukimi": GAME}
SEED = bytes(range(32))
WORDS = ("plum", "crane")


def a_game(seed: int, seats: int = 2, plies: int = 1000, game: Game = GAME) -> Record:
    """A game played at random under the dice of SEED."""
    state, rng = game.start(seats, Options()), Random(seed)
    dice = fair.Dice(fair.key(SEED, WORDS))
    rows: list[AnyRow] = [Seated(seat, f"P{seat}") for seat in range(seats)]
    while state.actor is not None and len(rows) < plies:
        odds = state.odds()
        chance = dice.throw(state.round, sum(w for _, w in odds)) if state.actor == NATURE else None
        move = at(odds, chance.pick) if chance else rng.choice(state.moves())
        rows.append(Played(state.actor, move, chance))
        state = state.play(move)
    return Record(
        game="tsukimi",
        version=1,
        seats=tuple(f"P{seat}" for seat in range(seats)),
        options={},
        log=tuple(rows),
        fairness=Fairness(fair.commitment(SEED), WORDS, SEED.hex()),
        result=result(state, rows[-1], seats),
    )


@given(st.integers(0, 10_000), st.sampled_from([2, 3]))
@settings(max_examples=20)
def test_a_record_comes_back_from_json_and_folds(seed: int, seats: int) -> None:
    kept = a_game(seed, seats)
    again = record.read(record.write(kept), GAMES)
    assert replace(again, seal="") == kept
    assert again.seal == json.loads(record.write(kept))["seal"]
    states = record.fold(again, GAME).states
    assert len(states) == len(kept.log) + 1
    assert states[-1].actor is None
    throws = sum(1 for row in kept.log if isinstance(row, Played) and row.chance and row.chance.total > 1)
    assert record.prove(again) == throws > 0


def test_the_result_says_who_and_why() -> None:
    kept = a_game(3)
    assert kept.result is not None
    assert kept.result.reason == "F11"
    best = max(kept.result.points)
    assert kept.result.winners == tuple(s for s, p in enumerate(kept.result.points) if p == best)


@pytest.mark.parametrize(
    ("row", "result"),
    [
        (Resigned(0), Result((0, 0), (2, 1), (1,), "resigned")),
        (Flagged(1), Result((0, 0), (1, 2), (0,), "flagged")),
        (Agreed(), Result((0, 0), (1, 1), (), "agreed")),
        (Abandoned(), Result((0, 0), (1, 1), (), "abandoned")),
        (Claimed(1), Result((0, 0), (2, 1), (1,), "claimed")),
        (CalledOff(), Result((0, 0), (1, 1), (), "calledoff")),
        (Lapsed(0), Result((0, 0), (1, 1), (), "lapsed")),
    ],
)
def test_the_house_can_end_a_game(row: AnyRow, result: Result) -> None:
    kept = a_game(3, plies=10)
    assert kept.result is None
    ended = replace(kept, log=(*kept.log, row), result=result)
    again = record.read(record.write(ended), GAMES)
    states = record.fold(again, GAME).states
    assert states[-1] == states[-2]
    assert again.log[-1] == row
    with pytest.raises(RecordError) as caught:
        record.fold(replace(ended, log=(*ended.log, BotTakes(0, "novice"))), GAME)
    assert (caught.value.reason, caught.value.facts["seq"]) == ("bad_row", len(ended.log))


def test_events_between_moves_leave_the_state() -> None:
    kept = a_game(3)
    rows = (*kept.log[:5], BotTakes(0, "novice"), *kept.log[5:9], BotReturns(0), *kept.log[9:])
    again = record.read(record.write(replace(kept, log=rows)), GAMES)
    assert record.fold(again, GAME).state == record.fold(kept, GAME).state


def offered(kept: Record) -> int:
    """The seq of the first offer."""
    return next(
        seq for seq, row in enumerate(kept.log) if isinstance(row, Played) and isinstance(row.move, Offer)
    )


def with_offer() -> Record:
    return next(
        kept
        for kept in map(a_game, range(50))
        if isinstance(kept.log[8], Played) and isinstance(kept.log[8].move, Offer)
    )


def test_a_takeback_rewinds_and_the_line_forgets() -> None:
    kept = with_offer()
    seq = offered(kept)
    rows = (*kept.log[: seq + 1], Takeback(seq), *kept.log[seq:])
    taken = replace(kept, log=rows)
    folded = record.fold(taken, GAME)
    states = folded.states
    assert states[seq + 2] == states[seq]
    assert states[-1] == record.fold(kept, GAME).state
    stands = list(folded.stands)
    assert stands == line(rows)
    assert seq not in stands
    assert [rows[s] for s in stands] == [row for row in kept.log if isinstance(row, Played)]
    assert len(folded.story(0)) == len(stands)


@pytest.mark.parametrize("to", [-1, 40, 3])
def test_a_takeback_of_chance_or_to_nowhere_is_refused(to: int) -> None:
    kept = with_offer()
    rows = (*kept.log[: offered(kept) + 1], Takeback(to))
    with pytest.raises(RecordError) as caught:
        record.fold(replace(kept, log=rows, result=None), GAME)
    assert caught.value.reason == "bad_takeback"


def test_what_was_certain_may_be_taken_back() -> None:
    """A card turned up is nature's move, but no chance."""
    kept = with_offer()
    seq = offered(kept)
    rows = (*kept.log[: seq + 3], Takeback(seq))
    states = record.fold(replace(kept, log=rows, result=None), GAME).states
    assert states[-1] == states[seq]


def test_a_takeback_may_go_to_the_very_start() -> None:
    kept = replace(a_game(1), log=(Seated(0, "A"), Seated(1, "B"), Takeback(0)), result=None)
    assert record.fold(kept, GAME).state == GAME.start(2, Options())


def test_a_story_is_veiled() -> None:
    kept = with_offer()
    folded = record.fold(kept, GAME)
    ply = [row for row in kept.log if isinstance(row, Played)].index(kept.log[offered(kept)])  # type: ignore[arg-type]
    giver = kept.log[offered(kept)].seat  # type: ignore[union-attr]
    assert isinstance(folded.story(giver)[ply].move, Offer)
    assert folded.story(1 - giver)[ply].move == Veiled(giver, "Offer")
    assert folded.story(None)[ply].seat == giver
    assert folded.look(giver)(offered(kept)) == folded.states[offered(kept)].view(giver)


def reason_of(call: Callable[[], Any]) -> str:
    with pytest.raises(RecordError) as caught:
        call()
    return caught.value.reason


def test_every_truncation_is_noticed() -> None:
    data = record.write(a_game(1))
    for cut in range(0, len(data) - 2, 97):
        assert reason_of(partial(record.read, data[:cut], GAMES)) == "not_json"


def test_every_single_change_breaks_the_seal() -> None:
    raw = json.loads(record.write(a_game(1)))
    for key, value in {"seats": ["A", "B"], "version": 2, "options": {"turns": 3}}.items():
        data = json.dumps(raw | {key: value}).encode()
        assert reason_of(partial(record.read, data, GAMES)) == "broken_seal"


@pytest.mark.parametrize("data", [b"", b"nonsense", b"\xff\xfe{", b'{"game": '])
def test_what_is_no_json(data: bytes) -> None:
    assert reason_of(lambda: record.read(data, GAMES)) == "not_json"


@pytest.mark.parametrize("data", [b"[]", b"{}", b'"tsukimi"', b'{"game": 3}'])
def test_what_is_no_record(data: bytes) -> None:
    assert reason_of(lambda: record.read(data, GAMES)) == "not_a_record"


def test_a_foreign_game() -> None:
    assert (
        reason_of(lambda: record.read(record.write(replace(a_game(1), game="go")), GAMES)) == "unknown_game"
    )


def test_versions_are_told() -> None:
    kept = record.read(record.write(a_game(1)), GAMES)
    newer = replace(GAME, version=2)
    assert record.read(record.write(kept), {"tsukimi": newer}).version == 2
    assert reason_of(lambda: record.read(record.write(replace(kept, version=2)), GAMES)) == "newer_version"


def test_a_move_of_another_game() -> None:
    kept = a_game(1)
    odd = replace(kept, log=(*kept.log[:5], Played(0, {"type": "Castle"}), *kept.log[6:]))
    with pytest.raises(RecordError) as caught:
        record.read(record.write(odd), GAMES)
    assert (caught.value.reason, caught.value.facts["seq"]) == ("bad_row", 5)


def changed(change: Callable[[Record], Record]) -> str:
    return reason_of(lambda: record.fold(change(a_game(1)), GAME))


def swap(kept: Record, seq: int, row: AnyRow) -> Record:
    return replace(kept, log=(*kept.log[:seq], row, *kept.log[seq + 1 :]))


def test_a_record_must_follow_the_rules() -> None:
    kept = a_game(1)
    dealt = kept.log[2]
    assert isinstance(dealt, Played)
    assert dealt.chance is not None
    assert changed(lambda k: swap(k, 2, Played(0, dealt.move, dealt.chance))) == "wrong_row_seat"
    assert changed(lambda k: swap(k, 8, Played(0, Pass()))) == "illegal_move"
    assert changed(lambda k: swap(k, 2, Played(NATURE, dealt.move))) == "wrong_chance"
    total, pick = dealt.chance.total, dealt.chance.pick
    for chance in (
        fair.Chance(2, total, pick),
        fair.Chance(1, total + 1, pick),
        fair.Chance(1, total, total),
        fair.Chance(1, total, -1),
        fair.Chance(1, total, 0 if pick > 6 else 11),
    ):
        stacked = swap(kept, 2, Played(NATURE, dealt.move, chance))
        assert reason_of(partial(record.fold, stacked, GAME)) == "wrong_chance"


def test_a_record_must_fit_its_game() -> None:
    assert changed(lambda k: replace(k, seats=("A",))) == "bad_record_seats"
    assert changed(lambda k: replace(k, options={"turns": 9})) == "bad_options"
    assert changed(lambda k: replace(k, options={"pace": 1})) == "bad_options"
    assert changed(lambda k: replace(k, result=None)) == "wrong_result"
    assert changed(lambda k: replace(k, log=k.log[:-1])) == "wrong_result"


def test_no_proof_without_the_seed() -> None:
    kept = a_game(1)
    for seed in (None, "xyz"):
        bare = replace(kept, fairness=replace(kept.fairness, seed=seed))
        assert reason_of(partial(record.prove, bare)) == "no_seed"
    with pytest.raises(fair.Unfair):
        record.prove(replace(kept, fairness=replace(kept.fairness, seed="00" * 32)))


def test_the_json_is_readable_and_ends_with_a_line() -> None:
    data = record.write(a_game(1))
    assert data.endswith(b"}\n")
    assert b'\n "game": "tsukimi"' in data
    assert json.loads(data)["log"][0] == {"type": "seated", "seat": 0, "name": "P0"}
    assert msgspec.json.decode(data)["seal"] == record.seal(msgspec.json.decode(data))


@pytest.mark.parametrize(
    "row", [BotTakes(0, "novice"), BotReturns(0), Seated(0, "P"), Takeback(2), Resigned(1), Agreed()]
)
def test_after_the_end_no_row_of_any_kind_follows(row: AnyRow) -> None:
    """Attack C4: by the rules as well as after a resignation."""
    for kept in (a_game(3), replace(a_game(3, plies=10), log=(*a_game(3, plies=10).log, Resigned(0)))):
        late = replace(kept, format=record.FORMAT, log=(*kept.log, row))
        assert reason_of(partial(record.replay, late, GAME)) == "bad_row"


@pytest.mark.parametrize(
    "row",
    [Seated(2, "P"), BotTakes(-1, "novice"), BotReturns(7), Resigned(2), Flagged(9), Claimed(2), Lapsed(2)],
)
def test_a_seat_that_is_not_there(row: AnyRow) -> None:
    """Attack M3: such a record was taken, and then nobody could look at it."""
    kept = a_game(3)
    assert reason_of(partial(record.fold, swap(kept, 1, row), GAME)) == "bad_row"


@pytest.mark.parametrize("chance", [(1, 2**256 + 1, 0), (1, 1, 0), (-1, 6, 0), (1, 0, 0)])
def test_a_player_throws_no_dice(chance: tuple[int, int, int]) -> None:
    """Attack C1: the proof of such a throw never ended."""
    kept = with_offer()
    row = kept.log[offered(kept)]
    assert isinstance(row, Played)
    thrown = swap(kept, offered(kept), replace(row, chance=fair.Chance(*chance)))
    assert reason_of(partial(record.fold, thrown, GAME)) == "wrong_chance"
    if chance[1] != 1:
        with pytest.raises(fair.Unfair):
            record.prove(thrown)


def test_rows_and_takebacks_are_counted() -> None:
    """Attack C1: each takeback was read against the whole log, and there was no end to them."""
    kept = replace(a_game(1), result=None)
    many = (*kept.log[:2], *[Takeback(2)] * (log.MOST_TAKEBACKS + 1))
    assert reason_of(partial(record.fold, replace(kept, log=many), GAME)) == "too_many_takebacks"
    seated = (Seated(0, "A"),) * (log.MOST_ROWS + 1)
    assert reason_of(partial(record.fold, replace(kept, log=seated), GAME)) == "too_many_rows"


def test_a_nest_without_end_is_no_record() -> None:
    """Attack M3: nesting that Python cannot follow."""
    assert reason_of(lambda: record.read(b"[" * 100_000, GAMES)) == "not_json"
    assert reason_of(lambda: record.read(b'{"a":' * 100_000, GAMES)) == "not_json"


def test_a_newer_format_is_told() -> None:
    newer = replace(a_game(1), format=record.FORMAT + 1)
    assert reason_of(lambda: record.read(record.write(newer), GAMES)) == "newer_format"


def test_the_seal_is_of_the_file_and_not_of_what_this_version_knows() -> None:
    content = json.loads(record.write(a_game(1))) | {"weather": "snow"}
    content["seal"] = record.seal(content)
    assert record.read(json.dumps(content).encode(), GAMES).game == "tsukimi"
    content["weather"] = "rain"
    assert reason_of(lambda: record.read(json.dumps(content).encode(), GAMES)) == "broken_seal"


KEPT = packed.packed(packed.KEPT / "records")


@pytest.mark.parametrize("path", KEPT, ids=packed.name)
def test_records_of_the_first_format_verify_for_ever(path: Path) -> None:
    """Files made by version 0.1: every game and mode, a resignation, a garden by its code, a bot that handed
    its seat back when the game was over."""
    kept = record.read(packed.read(path), HOUSE_GAMES)
    game = record.game_of(kept, HOUSE_GAMES)
    assert kept.format == 1
    assert record.fold(kept, game).result == kept.result
    assert record.prove(kept) > 0 or packed.name(path) == "garden"
    again = record.read(record.write(kept), HOUSE_GAMES)
    assert again.log == kept.log
