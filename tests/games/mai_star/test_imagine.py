"""Imagined states: all that a view allows, each as often as its cards can be laid."""

from collections.abc import Callable
from math import factorial, prod
from random import Random
from typing import Any

import pytest

from hanamachi.core.conformance import Story, check_imagine, possible
from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.imagine import imagine, unseen_cards
from hanamachi.games.mai_star.moves import Acting, AnyStep, Cards, Dealing, Ending, Options
from hanamachi.games.mai_star.pieces import CARDS
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.table import Place
from tests.games.mai_star.lively import lively_story
from tests.games.mai_star.staging import EN, OPTIONS, cards, names, play, side, table

EARS: tuple[Seat | None, ...] = (0, 1, 2, None)
SMALL = "red-ronin red-ronin blue-thief blue-thief red-sumo-wrestler green-actor shogun"


def laid(state: State) -> Any:
    """Where every card lies."""
    return state.pool, state.bottom, state.discards, state.places


def ways_for(seat: Seat | None) -> Callable[[State], int]:
    """How many ways there are to lay this state's hidden piles with single cards, for one seat.

    A card it knows in another hand, or has buried, is one single card, not to be exchanged for its twin.
    """

    def ways(state: State) -> int:
        view = state.view(seat)
        hands = [counts(p.hand, view.known[who]) for who, p in enumerate(state.places)]
        slots = [counts((buried,)) for buried in state.bottom] if view.bottom is None else []
        return prod(
            factorial(sum(split)) // prod(map(factorial, split))
            for split in zip(state.pool, *hands, *slots, strict=True)
        )

    return ways


def counts(pile: Cards, less: Cards = ()) -> list[int]:
    return [pile.count(each) - less.count(each) for each in CARDS]


def story(deck: str, lines: str, *sides: Place, hand: int = 2) -> Story:
    """A small deck dealt to three empty hands, then lines of notation; nature deals as is said."""
    deals: list[AnyStep] = [Dealing(NATURE, seat, hand) for seat in range(3)]
    todo: tuple[AnyStep, ...] = (*deals, Acting(0), Ending(0))
    state = table(*sides, deck=deck, todo=todo)
    states, played = [state], list[Move]()
    for line in lines.split(", "):
        played.append(GAME.text.read(line, EN))
        state = state.play(played[-1])
        states.append(state)
    return Story(GAME, 3, list(states), played)


def prefix(whole: Story, plies: int) -> Story:
    return Story(whole.game, whole.seats, whole.states[: plies + 1], whole.moves[:plies])


HAZY, MAPLE, SEA = side("hazy"), side("maple_leaf"), side("summer_sea")
BREEZE = side("spring_breeze")
DEALT = "deal 1 red-sumo-wrestler, deal 1 red-ronin, deal 2 red-ronin, deal 2 blue-thief, "
DEALT += "deal 3 blue-thief, deal 3 green-actor, "
SUMO = DEALT + "guest red-sumo-wrestler, target 2, show 2 red-ronin, show 2 blue-thief, pick red-ronin"
OTHER_SUMO = (
    DEALT + "guest red-sumo-wrestler, target 3, show 3 blue-thief, show 3 green-actor, pick blue-thief"
)


def test_ways_of_a_small_deal() -> None:
    """Two Ronins apart: 2 ways; the rest lies in one way."""
    end = story(SMALL, DEALT.removesuffix(", "), HAZY, MAPLE, SEA).states[-1]
    assert isinstance(end, State)
    assert ways_for(None)(end) == 4


@pytest.mark.no_cover
@pytest.mark.parametrize("seat", EARS)
@pytest.mark.parametrize("plies", [0, 1, 3, 6])
def test_the_deal(plies: int, seat: Seat | None) -> None:
    whole = prefix(story(SMALL, DEALT.removesuffix(", "), HAZY, MAPLE, SEA), plies)
    assert check_imagine(whole, seat, ways_for(seat), Random(5), places=laid, samples=1500)


def test_how_many_the_deal_allows() -> None:
    whole = story(SMALL, DEALT.removesuffix(", "), HAZY, MAPLE, SEA)
    assert [len({laid(state) for state in possible(whole, seat)}) for seat in (0, 1)] == [18, 30]


@pytest.mark.parametrize("seat", [0, *(pytest.param(seat, marks=pytest.mark.no_cover) for seat in EARS[1:])])
@pytest.mark.parametrize("lines", [SUMO, OTHER_SUMO])
@pytest.mark.parametrize("back", [0, 1, 2, 3])
def test_M19_a_hand_shown_card_by_card(lines: str, seat: Seat | None, back: int) -> None:
    """Also half way: the cards come in the order of the kinds."""
    whole = story(SMALL, lines, HAZY, MAPLE, SEA)
    assert check_imagine(
        prefix(whole, len(whole.moves) - back), seat, ways_for(seat), Random(7), places=laid, samples=1500
    )


@pytest.mark.parametrize("seat", EARS)
@pytest.mark.parametrize("ad", ["foreigner", "blue-thief"])
def test_an_exchange(seat: Seat | None, ad: str) -> None:
    """A single card, or one whose twin may be anywhere."""
    lines = (
        "deal 1 red-sumo-wrestler, deal 1 red-ronin, deal 2 red-ronin, deal 2 shogun, deal 3 green-actor, "
    )
    lines += "deal 3 blue-thief, exchange 1, replace red-ronin, search, draw 2 red-thief"
    deck = SMALL.replace("blue-thief blue-thief", "blue-thief red-thief")
    whole = story(deck, lines, side("hazy", advertisers=ad), MAPLE, SEA)
    assert check_imagine(whole, seat, ways_for(seat), Random(3), places=laid, samples=1500)


@pytest.mark.parametrize("seat", [1, 2])
def test_M19_known_before_it_is_shown(seat: Seat) -> None:
    """An Exchange showed one Thief, and a Sumo Wrestler half of the hand."""
    deck = "red-ronin red-sumo-wrestler green-actor blue-thief shogun red-actor red-doctor"
    lines = "deal 1 red-ronin, deal 1 blue-thief, deal 2 red-sumo-wrestler, deal 2 red-actor, "
    lines += "deal 3 green-actor, deal 3 shogun, exchange 1, replace red-ronin, "
    lines += "guest red-sumo-wrestler, target 1, show 1 blue-thief"
    whole = story(deck, lines, side("summer_sea", advertisers="blue-thief"), HAZY, MAPLE)
    view = whole.states[-1].view(1)
    assert names(view.known[0]) == names(view.half_shown) == "blue-thief"
    seen = {names(imagine(view, Random(seed)).places[0].hand) for seed in range(50)}
    assert seen == {f"blue-thief {name}" for name in ("blue-thief", "green-actor", "shogun")}
    assert check_imagine(whole, seat, ways_for(seat), Random(3), places=laid, samples=1500)


BURIED = "deal 1 red-ronin, deal 2 red-ronin, deal 3 blue-thief, "
BURIED += "advertise red-ronin, draw 1 shogun, draw 1 blue-thief, draw 1 green-actor, "
BURIED += "bury shogun, bury green-actor"
LATER = ", search, draw 2 red-sumo-wrestler, search, draw 3 shogun, introduce blue-thief, draw 1 green-actor"


@pytest.mark.no_cover
@pytest.mark.parametrize("seat", EARS)
@pytest.mark.parametrize("back", [0, 1, 3, 5, 6, 8])
def test_M24_what_spring_breeze_buried(seat: Seat | None, back: int) -> None:
    """Also when the pool is out and it is drawn again."""
    whole = story(SMALL, BURIED + LATER, BREEZE, MAPLE, SEA, hand=1)
    assert check_imagine(
        prefix(whole, len(whole.moves) - back), seat, ways_for(seat), Random(3), places=laid, samples=1500
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_agenda_is_written_anew_at_every_ply(seats: int) -> None:
    rng = Random(seats)
    for state in lively_story(seats, Options(management=seats % 2 == 0), rng).states:
        for seat in (*range(0, seats, 2), None):
            view = state.view(seat)
            imagined = imagine(view, rng)
            assert imagined.todo == state.todo
            assert imagined.view(seat) == view
            assert GAME.pieces(imagined) == GAME.pieces(state)


def test_what_a_seat_knows_is_kept() -> None:
    breeze = side("spring_breeze", "red-thief")
    state = table(side("hazy", "red-ronin shogun", "", "red-doctor"), breeze, bottom="blue-ronin oiran")
    after = play(state, "exchange 1", "replace shogun")
    for seed in range(10):
        imagined = imagine(after.view(1), Random(seed))
        assert names(imagined.places[1].hand) == "red-thief"
        assert imagined.bottom == cards("blue-ronin oiran")
        assert cards("red-doctor")[0] in imagined.places[0].hand
        assert imagined.known == after.known
        assert imagined.discards == after.discards


def test_what_a_seat_does_not_know_varies() -> None:
    breeze = side("spring_breeze", "red-thief")
    state = table(side("hazy", "red-ronin shogun"), breeze, bottom="blue-ronin oiran")
    imagined = [imagine(state.view(0), Random(seed)) for seed in range(60)]
    assert len({each.bottom for each in imagined}) > 40
    assert len({each.places[1].hand for each in imagined}) > 20
    assert {len(each.bottom) for each in imagined} == {2}
    assert {each.places[0] for each in imagined} == {state.places[0]}
    assert imagine(state.view(0), Random(3)) == imagine(state.view(0), Random(3))


def test_others_know_what_everybody_knows() -> None:
    """What one of them alone knows is left out."""
    seen = (((), cards("red-thief"), ()), ((), (), ()), ((), cards("red-thief"), ()), ((), (), ()))
    state = table(side("hazy", "shogun"), side("maple_leaf", "red-thief"), known=seen)
    assert imagine(state.view(0), Random(1)).known == (seen[0], *[((), (), ())] * 3)
    open_to_all = (((), cards("red-thief"), ()), ((), (), ()), *[((), cards("red-thief"), ())] * 2)
    state = table(side("hazy", "shogun"), side("maple_leaf", "red-thief"), known=open_to_all)
    for seat in EARS:
        assert imagine(state.view(seat), Random(1)).known == open_to_all


def test_unseen_cards() -> None:
    state = table(side("hazy", "shogun"), side("maple_leaf", "red-thief"), deck="red-doctor red-doctor")
    unseen = "red-thief red-doctor red-doctor green-emissary"
    assert names(unseen_cards(state.view(0))) == unseen
    assert names(unseen_cards(state.view(None))) == unseen + " shogun"


def test_options_are_kept() -> None:
    for options in (OPTIONS, Options(management=True, limited_guests="at_once", black_requirement="all")):
        assert imagine(GAME.start(4, options).view(0), Random(1)) == GAME.start(4, options)
