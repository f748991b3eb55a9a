"""The novice: better than chance, and never absurd."""

from random import Random
from typing import Any

import pytest

from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.bots.geishas_road.novice import novice, worth
from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.games.geishas_road.agenda import turns
from hanamachi.games.geishas_road.moves import Choose, Lay, Left, Options, Right, Take
from hanamachi.games.geishas_road.rules import State, start
from hanamachi.games.geishas_road.view import RoadView
from tests.games.geishas_road.tables import END, card, lanterns, play, table

ON = turns(0)[-6:]  # the starter's last turn, then the other's
MODES: tuple[Any, ...] = ("basic", "harder", "advanced")


def winners(bots: tuple[Bot[RoadView], Bot[RoadView]], options: Options, seed: int) -> tuple[Seat, ...]:
    state, rng = start(2, options), Random(seed)
    while (seat := state.actor) is not None:
        state = state.play(state.draw(rng) if seat == NATURE else choice(bots[seat], state, seat))
    outcome = state.outcome()
    assert outcome is not None
    return outcome.winners


def choice(bot: Bot[RoadView], state: State, seat: Seat) -> Move:
    return bot.choose(state.view(seat), state.moves(), [])


@pytest.mark.parametrize("mode", MODES)
def test_beats_random_play(mode: Any) -> None:
    """More than four of five (200 paired deals); here a clear majority of a few will do."""
    won = sum(winners((novice(n), RandomBot(n)), Options(mode), n) == (0,) for n in range(3))
    won += sum(winners((RandomBot(n), novice(n)), Options(mode), n) == (1,) for n in range(3))
    assert won >= 4


@pytest.mark.parametrize("seed", range(4))
def test_takes_the_better_part_of_an_offer(seed: int) -> None:
    state = table("pink1 red1 blue4", "yellow2", todo=ON)
    assert choice(novice(seed), play(state, "gift", "lay pink1", "lay red1", "lay blue4"), 1) == Choose((2,))
    pairs = table("pink1 red1 blue4 green4", "yellow2", todo=ON)
    laid = play(pairs, "competition", "lay pink1", "lay red1", "lay blue4", "lay green4", "pair 2")
    assert choice(novice(seed), laid, 1) == Choose((2, 3))


@pytest.mark.parametrize("seed", range(4))
def test_keeps_the_strong_card_of_an_intrigue(seed: int) -> None:
    state = play(table("pink1 blue4", todo=ON), "intrigue")
    assert choice(novice(seed), state, 0) == Left(card("blue4"))
    many = play(table("pink1 blue4 red4 green4", todo=ON), "intrigue", "left blue4")
    assert choice(novice(seed), many, 0) == Right(card("pink1"))


def test_completes_a_set_of_guests() -> None:
    state = table(
        "green1",
        options=Options("harder"),
        guests=((1, 0, 0, 0, 0), (0,) * 5),
        waiting=(2, 3, 3, 3, 3),
        todo=ON,
    )
    assert choice(novice(1), play(state, "reveal", "lay green1"), 0) == Take(favour=False)


def test_the_end_is_worth_most() -> None:
    won = play(table(mine="pink1 red1 blue1 green1", todo=(END,)), "score")
    assert [worth(won.view(seat)) for seat in (0, 1)] == [1000, -1000]
    shared = play(table(mine="pink1", theirs="red1", todo=(END,), round=2), "score")
    assert [worth(shared.view(seat)) for seat in (0, 1)] == [0, 0]


def test_leads_lanterns_and_tokens_are_worth_something() -> None:
    def worth_of(hand: str = "", mine: str = "pink3", theirs: str = "pink1", **fields: Any) -> float:
        return worth(table(hand, mine=mine, theirs=theirs, tokens=((0,), ()), **fields).view(0))

    plain = worth_of()
    assert plain > 0 > worth_of(mine="pink1", theirs="pink3")
    assert worth_of(tiles=(lanterns(3), (), (), (), ())) > plain
    assert worth_of(mine="pink4") > plain
    assert worth_of("red1") > plain
    assert worth_of(favours=(0, None, None, None, None)) > plain
    assert worth_of(favours=(1, None, None, None, None)) < plain
    assert worth_of(lefts=(card("pink2"), None)) > plain
    options = Options("advanced")
    assert worth_of(options=options, specials=((0,), (0, 1))) == worth_of(options=options) - 1


def test_an_unseen_card_of_an_offer_counts_for_nothing() -> None:
    """Before the choice, the chooser sees two cards to choose from."""
    state = table("pink3 red3 blue1 green3", "pink4", options=Options("advanced"), todo=ON)
    laid = play(state, "gift hidden", "hide red3", "lay pink3", "lay blue1")
    other = play(state, "gift hidden", "hide green3", "lay pink3", "lay blue1")
    assert worth(laid.view(1)) == worth(other.view(1))


def test_the_only_move_needs_no_thought() -> None:
    state = table("pink1", tokens=((0,), ()))
    assert choice(novice(1), play(state, "reveal"), 0) == Lay(card("pink1"))


def test_a_new_round_is_worth_what_the_last_one_brought() -> None:
    after = play(table(mine="pink1 blue1", theirs="red1", todo=(END,)), "score")
    assert [worth(after.view(seat)) for seat in (0, 1)] == [1, -1]
