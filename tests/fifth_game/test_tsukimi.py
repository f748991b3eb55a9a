"""The rules F1 to F11, the text, and the way in through the entry point."""

import pytest

from fifth_game import GAME
from fifth_game.moves import (
    Accept,
    Cancel,
    Deal,
    Decline,
    Fox,
    Offer,
    Options,
    Pass,
    Return,
    Returned,
    Seek,
    TurnUp,
)
from fifth_game.pieces import CAKE, CLOUD, FOX, MOON
from fifth_game.rules import State, start
from hanamachi import GAMES
from hanamachi.core.game import IllegalMove, Move
from hanamachi.core.words import Unreadable

WORDS = GAME.text.words("en")


def played(*moves: Move, seats: int = 2, turns: int = 2, bites: int = 2) -> State:
    state = start(seats, Options(turns, bites))
    for move in moves:
        state = state.play(move)
    return state


def deal(*cards: int) -> list[Move]:
    return [Deal(card) for card in cards]


BOTH = deal(MOON, CAKE, FOX, MOON, FOX, CLOUD)
ONE_EACH = [
    *BOTH,
    Offer(CAKE),
    Accept(),
    TurnUp(CAKE),
    Deal(MOON),
    Offer(MOON),
    Accept(),
    TurnUp(MOON),
    Deal(CAKE),
]


def refused(state: State, move: Move) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    return caught.value.reason


def test_the_house_finds_it_through_the_entry_point() -> None:
    assert GAMES["tsukimi"] is GAME


def test_f1_f2_the_deal() -> None:
    assert played().pool == (4, 3, 3, 2)
    assert played(*BOTH).hands == ((1, 1, 1, 0), (1, 0, 1, 1))
    assert sum(played(*deal(0, 0, 1, 1, 2, 2), seats=3).pool) == 6


def test_f3_a_turn_is_one_of_three_actions() -> None:
    assert played(*BOTH).moves() == [Offer(MOON), Offer(CAKE), Offer(FOX), Seek()]
    assert refused(played(*BOTH), Accept()) == "not_now"


def test_f4_an_offer_is_accepted_or_declined_and_turned_up() -> None:
    offered = played(*BOTH, Offer(MOON))
    assert offered.actor == 1
    assert offered.play(Accept()).play(TurnUp(MOON)).rows == ((), (MOON,))
    assert offered.play(Decline()).play(TurnUp(MOON)).rows == ((MOON,), ())
    assert refused(offered.play(Accept()), TurnUp(CAKE)) == "not_now"
    assert refused(played(*BOTH), Offer(CLOUD)) == "not_in_hand"


def test_f5_a_fox_bites_twice_the_newest_card() -> None:
    state = played(*ONE_EACH)
    assert state.rows == ((MOON,), (CAKE,))
    bitten = state.play(Fox()).play(Pass())
    assert bitten.rows == ((MOON,), ())
    assert bitten.discards == (0, 1, 1, 0)
    assert refused(played(*BOTH), Fox()) == "empty_row"


def test_f6_a_cloud_cancels_one_bite_and_everybody_with_a_hand_is_asked() -> None:
    state = played(*ONE_EACH).play(Fox())
    assert state.moves() == (Pass(), Cancel())
    cancelled = state.play(Cancel())
    assert cancelled.rows == state.rows
    assert cancelled.moves() == (Pass(),)
    assert refused(cancelled, Cancel()) == "not_in_hand"
    assert cancelled.play(Pass()).rows == ((MOON,), ())


def test_f7_seek_draws_then_returns_unseen_once() -> None:
    state = played(*BOTH, Seek(), Deal(CLOUD))
    assert state.moves() == [Return(card) for card in (MOON, CAKE, FOX, CLOUD)]
    after = state.play(Return(MOON))
    assert after.pool == (3, 2, 1, 0)
    assert after.returned[0] == Returned(MOON)
    assert (
        refused(after.play(Offer(FOX)).play(Accept()).play(TurnUp(FOX)).play(Deal(CAKE)), Seek()) == "sought"
    )
    assert refused(state, Return(9)) == "not_in_hand"


def test_f7_what_is_certain_of_a_returned_card() -> None:
    after = played(*BOTH, Seek(), Deal(CLOUD), Return(MOON))
    drawn = after.play(Offer(FOX)).play(Accept()).play(TurnUp(FOX)).play(Deal(MOON))
    assert drawn.returned[0] == Returned(MOON, (1,))
    shown = drawn.play(Offer(CAKE)).play(Decline()).play(TurnUp(CAKE))
    assert shown.play(Deal(CAKE)).returned[0] == Returned(MOON, (1,))
    assert shown.play(Deal(MOON)).returned[0] is None
    given = shown.play(Deal(CAKE)).play(Offer(MOON)).play(Accept()).play(TurnUp(MOON))
    assert given.returned[0] is None


def test_f8_a_card_is_drawn_after_the_turn() -> None:
    state = played(*BOTH, Offer(MOON), Accept(), TurnUp(MOON))
    assert state.play(Deal(CLOUD)).hands[0] == (0, 1, 1, 1)


def test_f9_an_empty_pool_gives_nothing() -> None:
    state = played(*BOTH)
    empty = State(
        state.todo,
        state.options,
        ((4, 3, 0, 0), (0, 0, 3, 2)),
        state.rows,
        (0, 0, 0, 0),
        sought=(False, False),
        returned=(None, None),
    )
    assert refused(empty, Seek()) == "empty_pool"
    assert empty.play(Offer(MOON)).play(Accept()).play(TurnUp(MOON)).actor == 1


def test_f10_a_seat_without_a_hand_is_passed_over() -> None:
    state = played(*BOTH)
    bare = State(
        state.todo,
        state.options,
        ((1, 0, 0, 0), (0, 0, 0, 0)),
        state.rows,
        (0, 0, 0, 0),
        sought=(False, False),
        returned=(None, None),
    )
    assert bare.play(Offer(MOON)).play(Decline()).play(TurnUp(MOON)).actor is None


def test_f10_a_neighbour_without_a_hand_is_bitten_unasked() -> None:
    state = played(*BOTH)
    bare = State(
        state.todo,
        state.options,
        ((0, 0, 1, 0), (0, 0, 0, 0)),
        ((), (MOON, CAKE)),
        (1, 0, 0, 0),
        sought=(False, False),
        returned=(None, None),
    )
    assert bare.play(Fox()).rows == ((), ())


def test_f11_the_best_row_wins_and_equal_rows_share() -> None:
    end = played(
        *BOTH,
        Offer(CAKE),
        Decline(),
        TurnUp(CAKE),
        Deal(MOON),
        Offer(MOON),
        Decline(),
        TurnUp(MOON),
        Deal(CAKE),
        turns=1,
    )
    outcome = end.outcome()
    assert outcome is not None
    assert (outcome.points, outcome.winners, outcome.ranks) == ((1, 2), (1,), (2, 1))
    assert refused(end, Pass()) == "over"
    shared = played(
        *BOTH,
        Offer(MOON),
        Decline(),
        TurnUp(MOON),
        Deal(MOON),
        Offer(MOON),
        Decline(),
        TurnUp(MOON),
        Deal(CAKE),
        turns=1,
    )
    assert shared.outcome().winners == (0, 1)  # type: ignore[union-attr]


def test_three_seats_offer_to_the_next() -> None:
    assert played(*deal(0, 0, 1, 1, 2, 2), Offer(0), seats=3).actor == 1


@pytest.mark.parametrize("text", ["", "sing", "offer", "offer drum"])
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.text.read(text, WORDS)


def test_names_of_the_language_are_read() -> None:
    assert GAME.text.read("Offrir gateau", GAME.text.words("fr")) == Offer(CAKE)
    assert GAME.text.read("zwroc ksiezyc", GAME.text.words("pl")) == Return(MOON)
    assert GAME.text.topics(WORDS)["fox"].startswith("Bites")
