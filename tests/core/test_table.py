"""A table: moves in, nature's answers, refusals that change nothing, records out."""

from functools import partial
from random import Random
from typing import Any

import pytest

from fifth_game import GAME as TSUKIMI
from fifth_game.moves import Offer
from hanamachi.bots import make_bot
from hanamachi.core import record
from hanamachi.core.game import NATURE, Agenda, IllegalMove, Move
from hanamachi.core.log import (
    BotReturns,
    BotTakes,
    Flagged,
    Fold,
    GaveUp,
    Placed,
    Played,
    RecordError,
    Resigned,
    Result,
    Seated,
    Takeback,
    behind,
)
from hanamachi.core.nature import answer
from hanamachi.core.table import Refused, Table
from hanamachi.core.value import Value
from hanamachi.games.geishas_road import GAME as ROAD
from hanamachi.games.geishas_road.moves import Options as RoadOptions
from hanamachi.games.mai_star import GAME as MAI_STAR
from hanamachi.games.okiya import GAME as OKIYA
from hanamachi.games.okiya.moves import Begin, Options, Take

SEED = bytes(range(32))


def okiya(**options: Any) -> Table:
    table = Table.begin(OKIYA, ["Ann", "Bob"], Options(**options), SEED, ["a", "b"])
    return table.deal()


def tsukimi() -> Table:
    table = Table.begin(TSUKIMI, ["Ann", "Bob"], TSUKIMI.options(), SEED, ["a", "b"])
    return table.deal()


def play_on(table: Table, moves: int = 10_000) -> Table:
    bots = [make_bot(table.game.name, "random", seat) for seat in range(len(table.names))]
    while table.actor is not None and moves:
        seat, state = table.actor, table.state
        table = table.submit(
            seat, table.seq, bots[seat].choose(state.view(seat), state.moves(), table.story(seat))
        )
        moves -= 1
    return table


def refusal(call: Any) -> str:
    with pytest.raises((Refused, IllegalMove)) as caught:
        call()
    return caught.value.reason


def test_a_table_begins_with_its_seats_and_the_deal() -> None:
    table = okiya()
    assert table.rows[:2] == (Seated(0, ""), Seated(1, ""))  # a log never holds names
    assert table.seq == 2 + 1 + 16
    assert len(table.log.states) == table.seq + 1
    assert table.actor in (0, 1)


def test_a_move_and_natures_answers_go_together() -> None:
    table = play_on(tsukimi(), 2)
    assert table.actor != NATURE
    assert isinstance(table.rows[-1], Played)
    assert table.rows[-1].seat == NATURE


def test_refusals_change_nothing() -> None:
    table = okiya()
    seat, seq = table.actor or 0, table.seq
    table = table.submit(seat, seq, Take(0))
    log = table.log
    assert refusal(partial(table.submit, seat, seq, Take(0))) == "already_played"
    assert refusal(partial(table.submit, seat, seq, Take(1))) == "stale"
    assert refusal(partial(table.submit, 1 - seat, seq + 5, Take(1))) == "stale"
    assert refusal(partial(table.submit, seat, seq + 1, Take(1))) == "wrong_seat"
    assert refusal(partial(table.submit, 1 - seat, seq + 1, Take(0))) == "taken"
    assert refusal(partial(table.submit, 1 - seat, seq + 1, Offer(0))) == "not_now"
    assert table.log is log


def test_a_game_that_is_over_takes_nothing() -> None:
    table = play_on(okiya())
    assert table.actor is None
    assert refusal(partial(table.submit, 0, table.seq, Take(0))) == "game_over"
    assert refusal(partial(table.resign, 0)) == "game_over"
    assert refusal(partial(table.takeback, 19)) == "game_over"


def test_resigning_ends_it() -> None:
    table = okiya()
    table = table.resign(1)
    result = table.result
    assert result is not None
    assert (result.winners, result.reason, table.actor) == ((0,), "resigned", None)
    assert table.rows[-1] == Resigned(1)


def test_a_takeback_rewinds_and_the_game_goes_on() -> None:
    table = play_on(okiya(), 3)
    before = table.log.states[20]
    table = table.takeback(20)
    assert table.rows[-1] == Takeback(20)
    assert table.state == before
    assert (len(table.story(None)), len(table.story(None, 5))) == (18, 3)
    table = play_on(table)
    record.fold(table.record(open_seed=True), OKIYA)


def test_chance_and_hidden_things_are_never_taken_back() -> None:
    table = play_on(okiya(), 3)
    assert refusal(partial(table.takeback, 10)) == "no_takeback"
    assert refusal(partial(table.takeback, table.seq)) == "no_takeback"
    hidden = tsukimi()
    seq = hidden.seq
    hidden = hidden.submit(
        hidden.actor or 0, seq, next(m for m in hidden.state.moves() if isinstance(m, Offer))
    )
    assert refusal(partial(hidden.takeback, seq)) == "no_takeback"


def on_the_road(kinds: list[str], **options: Any) -> Table:
    """A table whose last rows are moves of these kinds."""
    for seed in range(400):
        table, rng = (
            Table.begin(
                ROAD, ["Ann", "Bob"], ROAD.options(**options), bytes([seed % 256] * 32), [str(seed), ""]
            ).deal(),
            Random(seed),
        )
        while table.actor is not None:
            moves = table.state.moves()
            hidden = [move for move in moves if getattr(move, "hidden", False)]
            table = table.submit(table.actor, table.seq, rng.choice(hidden or moves))
            if [type(getattr(row, "move", None)).__name__ for row in table.rows[-len(kinds) :]] == kinds:
                return table
    pytest.fail("no such table was found")


def test_what_everybody_could_foresee_of_nature_hinders_no_takeback() -> None:
    """A journey is a row of nature with one outcome that everybody sees."""
    table = on_the_road(["Resolve", "Journey"], mode="harder")
    before = table.log.states[table.seq - 2]
    back = table.takeback(table.seq - 2)
    assert (back.state, back.log.stands[-1]) == (before, table.log.stands[-3])
    done = play_on(back)
    kept = done.record(open_seed=True)
    assert record.fold(kept, ROAD).result == done.result
    assert record.prove(kept) > 0


def test_what_nature_has_shown_is_never_taken_back() -> None:
    """A face-down card has one outcome, too, but not everybody could know which."""
    table = on_the_road(["Choose", "TurnUp", "Journey"], mode="advanced")
    assert refusal(partial(table.takeback, table.seq - 3)) == "no_takeback"


def test_bots_are_in_the_log() -> None:
    table = Table.begin(OKIYA, ["Ann", "Bob"], Options(), SEED, ["a", "b"])
    table = table.bot_takes(1, "novice")
    assert table.rows[-1] == BotTakes(1, "novice")
    assert table.bots == {1: "novice"}


@pytest.mark.parametrize("make", [okiya, tsukimi])
def test_a_record_verifies_and_an_unfinished_one_goes_on(make: Any) -> None:
    table = play_on(make(), 3)
    kept = record.read(record.write(table.record(open_seed=True)), {"okiya": OKIYA, "tsukimi": TSUKIMI})
    again = Table.resume(kept, table.game)
    assert (again.log, again.state) == (table.log, table.state)
    assert play_on(again).log == play_on(table).log
    final = play_on(again).record(open_seed=True)
    record.fold(final, table.game)
    assert record.prove(final) > 0
    assert final.result is not None


def test_the_seed_stays_closed() -> None:
    kept = okiya().record(open_seed=False)
    assert kept.fairness.seed is None
    assert SEED.hex() not in record.write(kept).decode()
    with pytest.raises(RecordError):
        Table.resume(kept, OKIYA)


def test_the_same_deal_meets_other_play() -> None:
    """Nature's chances are counted by round, not by ply: round 2 does not depend on round 1's length."""

    def second_layout(first_moves: int) -> Any:
        table = okiya(match="series")
        bots = make_bot("okiya", "random", first_moves)
        while table.state.round < 2:
            seat, state = table.actor or 0, table.state
            table = table.submit(seat, table.seq, bots.choose(state.view(seat), state.moves(), []))
        return table.state.layout  # type: ignore[attr-defined]

    assert len({second_layout(seed) for seed in range(4)}) == 1


def test_what_is_placed_by_hand_is_neither_chance_nor_choice() -> None:
    table = Table.begin(OKIYA, ["Ann", "Bob"], Options(), SEED, ["a", "b"])
    placed = table.place(NATURE, Begin(1))
    assert placed.rows[-1] == Placed(NATURE, Begin(1))
    assert placed.seq == table.seq + 1
    assert refusal(partial(placed.place, 0, Take(0))) == "wrong_seat"
    record.fold(play_on(placed.deal()).record(open_seed=True), OKIYA)


def test_a_bot_that_returns_holds_no_seat_any_more() -> None:
    table = okiya().bot_takes(1, "novice").bot_takes(0, "random")
    back = table.bot_returns(1)
    assert back.bots == {0: "random"}
    assert table.bots == {0: "random", 1: "novice"}  # the table of before is as it was
    assert back.rows[-1] == BotReturns(1)
    over = back.resign(0)
    for late in (partial(over.bot_returns, 0), partial(over.bot_takes, 1, "novice")):
        assert refusal(late) == "game_over"


def mai_star(seats: int = 4) -> Table:
    table = Table.begin(
        MAI_STAR, [f"P{n}" for n in range(seats)], MAI_STAR.options(), bytes(32), ["w"] * seats
    )
    return table.deal()


def test_at_a_table_of_many_a_seat_is_given_up_and_the_game_goes_on() -> None:
    table = play_on(mai_star(), 5).resign(2, "novice")
    assert table.rows[-1] == GaveUp(2, "novice")
    assert table.result is None
    assert table.bots == {2: "novice"}
    assert table.resign(0).bots == {0: "random", 2: "novice"}
    assert refusal(partial(table.resign, 2)) == "gave_up"
    assert refusal(partial(table.bot_returns, 2)) == "gave_up"


def test_who_gave_up_is_last_whatever_the_bot_reaches() -> None:
    whole = play_on(mai_star())
    assert whole.result is not None
    best = whole.result.winners[0]
    table = play_on(play_on(mai_star(), 5).resign(best, "random"))
    result, outcome = table.result, table.state.outcome()
    assert result is not None
    assert outcome is not None
    assert (result.points, result.reason) == (outcome.points, outcome.rule)
    assert result.ranks[best] == 4
    assert best not in result.winners
    others = [seat for seat in range(4) if seat != best]
    assert sorted(others, key=result.ranks.__getitem__) == sorted(others, key=outcome.ranks.__getitem__)
    assert result.winners == tuple(seat for seat in others if result.ranks[seat] == 1)
    record.fold(record.read(record.write(table.record(open_seed=True)), {"mai_star": MAI_STAR}), MAI_STAR)


def test_whose_time_is_up_has_lost_or_a_bot_plays_on() -> None:
    table = okiya()
    assert table.resign(0).rows[-1] == Resigned(0)
    lost = table.flag(1)
    assert lost.rows[-1] == Flagged(1)
    assert lost.result == Result((0, 0), (1, 2), (0,), "flagged")
    assert refusal(partial(lost.flag, 0)) == "game_over"
    assert refusal(partial(lost.resign, 0)) == "game_over"
    over = play_on(table.flag(1, "random"))
    assert over.result is not None
    assert (over.result.winners, over.result.ranks) == ((0,), (1, 2))
    record.fold(record.read(record.write(over.record(open_seed=True)), {"okiya": OKIYA}), OKIYA)


def test_who_stayed_claims_the_win_or_calls_the_game_off() -> None:
    table = okiya()
    assert table.claim(1).result == Result((0, 0), (2, 1), (1,), "claimed")
    assert table.call_off().result == Result((0, 0), (1, 1), (), "calledoff")
    assert table.lapse(1).result == Result((0, 0), (1, 1), (), "lapsed")
    over = table.call_off()
    for late in (partial(over.claim, 0), over.call_off, partial(over.lapse, 0)):
        assert refusal(late) == "game_over"
    with pytest.raises(RecordError):
        mai_star(3).claim(0)
    many = mai_star(3).resign(0, "novice").call_off()
    assert many.result is not None
    assert (many.result.winners, many.result.reason) == ((), "calledoff")


def test_when_only_bots_are_left_the_game_ends() -> None:
    table = mai_star(3).bot_takes(0, "novice").resign(1, "novice")
    assert table.result is None
    result = table.resign(2, "novice").result
    assert result == Result((0, 0, 0), (1, 2, 2), (0,), "gaveup")


def test_several_who_gave_up_share_the_last_place() -> None:
    found = Result((9, 7, 5, 3), (1, 2, 3, 4), (0,), "M30")
    assert behind(found, frozenset({0, 2})) == Result((9, 7, 5, 3), (3, 1, 3, 2), (1,), "M30")
    drawn = Result((0,) * 3, (1,) * 3, (), "agreed")
    assert behind(drawn, frozenset({1})) == Result((0,) * 3, (1, 3, 1), (), "agreed")


def test_a_bots_draw_is_no_draw_for_who_gave_up() -> None:
    """Of two players the other has won, as if the seat had been resigned."""
    drawn = Result((0, 0), (1, 1), (), "O8")
    assert behind(drawn, frozenset({0})) == Result((0, 0), (2, 1), (1,), "O8")
    assert behind(drawn, frozenset({0, 1})) == drawn  # nobody is left to win it
    options = Options(full_board="draw")
    tables = (Table.begin(OKIYA, ["Ann", "Bob"], options, bytes([n]) * 32, ["a", "b"]) for n in range(256))
    ends = (play_on(table.deal().flag(0, "random")) for table in tables)
    over = next(table for table in ends if (ended := table.state.outcome()) and not ended.winners)
    assert over.result is not None
    assert (over.result.winners, over.result.ranks) == ((1,), (2, 1))


@pytest.mark.parametrize(
    ("table", "row"),
    [
        (lambda: okiya().flag(0, "novice"), GaveUp(0, "novice")),
        (lambda: mai_star().resign(1), GaveUp(1, "novice")),
        (lambda: mai_star().resign(1), BotReturns(1)),
        (mai_star, GaveUp(4, "novice")),
    ],
)
def test_a_seat_is_given_up_once_and_for_good(table: Any, row: Any) -> None:
    with pytest.raises(RecordError) as caught:
        table().log.then(row)
    assert caught.value.reason == "bad_row"


def test_a_draw_is_agreed_where_the_game_knows_one() -> None:
    assert refusal(okiya().agree) == "no_draws"
    drawn = okiya(full_board="draw").agree()
    assert drawn.result is not None
    assert (drawn.result.winners, drawn.result.reason) == ((), "agreed")


def test_a_nature_that_says_nothing_lets_the_game_wait() -> None:
    class Silent:
        def throw(self, *_: Any) -> None:
            return None

    fold = Fold(Table.begin(OKIYA, ["Ann", "Bob"], Options(), SEED, ["a", "b"]).log)
    answer(fold, Silent())
    assert (fold.actor, len(fold.stands)) == (NATURE, 0)
    assert Fold(okiya().log).story(0, 3) == okiya().story(0)[3:]


def test_a_game_without_a_law_answers_nothing() -> None:
    with pytest.raises(NotImplementedError):
        Agenda(()).play(Move())


def test_fast_wins_come_first_and_fast_losses_last() -> None:
    values = [Value("loss", 2), Value("win", 5), Value("draw", 9), Value("loss", 6), Value("win", 3)]
    found = [(value.result, value.plies) for value in sorted(values, key=lambda value: value.order)]
    assert found == [("win", 3), ("win", 5), ("draw", 9), ("loss", 6), ("loss", 2)]


def road_before_a_moot_order() -> Table:
    """A game of two at Geisha's Road, played at random up to an order that cannot matter."""
    table, rng = Table.begin(ROAD, ("Mika", "Rin"), RoadOptions("harder"), SEED, ("", "")).deal(), Random(1)
    while not table.moot():
        assert table.actor is not None
        table = table.submit(table.actor, table.seq, rng.choice(table.state.moves()))
    return table


def test_a_takeback_leads_back_past_a_question_that_is_moot() -> None:
    """There it would be answered again at once, and nothing were taken back."""
    table = road_before_a_moot_order()
    seat, asked = table.actor, table.seq
    assert seat is not None
    before = table.last_answer(seat)
    table = table.submit(seat, asked, table.state.moves()[0])
    assert table.moot(asked)
    assert not table.moot()
    assert table.last_answer(seat) == before < asked
    again = table.takeback(before)
    assert (again.actor, again.moot()) == (seat, False)


def test_who_has_answered_nothing_yet_has_nothing_to_take_back() -> None:
    table = okiya()
    assert table.actor is not None
    assert refusal(partial(table.last_answer, table.actor)) == "no_takeback"
