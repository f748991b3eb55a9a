"""Imagined states: those, and only those, that a game with this view can have; each as likely as another."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.core.game import Hidden as Supposed
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.imagine import (
    Spot,
    every_way,
    imagine,
    remembers,
    unseen_cards,
    unseen_spots,
)
from hanamachi.games.geishas_road.moves import Acting, Dealing, Options, Scoring
from hanamachi.games.geishas_road.moves import Counter as Countered
from hanamachi.games.geishas_road.pieces import CARD_NAMES, DECK
from hanamachi.games.geishas_road.records import Returned
from hanamachi.games.geishas_road.rules import State, pieces
from hanamachi.games.geishas_road.view import RoadView
from tests.games.geishas_road.tables import END, card, cards, play, table

Hidden = frozenset[tuple[str, Seat, tuple[int, ...]]]  # what lies where a seat cannot see
ADVANCED = Options("advanced")


@pytest.mark.parametrize(
    "mode", [*(pytest.param(each, marks=pytest.mark.no_cover) for each in ("basic", "harder")), "advanced"]
)
@pytest.mark.parametrize("destiny", [pytest.param(False, marks=pytest.mark.no_cover), True])
def test_the_agenda_is_written_again_at_every_ply(mode: Any, destiny: bool) -> None:
    rng = Random(1)
    for seed in range(4):
        story = random_story(GAME, 2, Options(mode, destiny), Random(seed), 300)
        for state in story.states:
            assert isinstance(state, State)
            for seat in (0, 1, None):
                imagined = imagine(state.view(seat), rng)
                assert imagined.todo == state.todo
                assert imagined.view(seat) == state.view(seat)
                assert pieces(imagined) == pieces(state)


def test_when_all_is_over_a_seat_knows_all() -> None:
    """The last unseen card is the rival's right one."""
    end = random_story(GAME, 2, Options("harder"), Random(3), 240).states[-1]
    assert [imagine(end.view(seat), Random(1)) for seat in (0, 1)] == [end, end]


def layouts(view: RoadView) -> set[Hidden]:
    """Every layout of the unseen cards that imagine could give."""
    piles = list(Counter(unseen_spots(view)).items())
    found = set[Hidden]()

    def fill(at: int, left: list[int], laid: list[tuple[Spot, tuple[int, ...]]]) -> None:
        if at == len(piles):
            lying = {each: spot for spot, pile in laid for each in pile}
            if remembers(view.returned, lying):
                found.add(frozenset((spot.kind, spot.seat, pile) for spot, pile in laid))
            return
        spot, n = piles[at]
        for pile in combinations(left, n):
            fill(at + 1, [each for each in left if each not in pile], [*laid, (spot, pile)])

    fill(0, unseen_cards(view), [])
    return found


def hidden(state: State, seat: Seat | None) -> Hidden:
    """What a seat cannot see of a state."""
    found = {("pool", NATURE, state.pool)} if state.pool else set()
    for other in (0, 1):
        if other != seat:
            down = state.offer.down[other] if state.offer and state.offer.cards else None
            under = state.offer.cards[down] if state.offer and down is not None else None
            single = {"left": state.lefts[other], "right": state.rights[other], "down": under}
            found |= {(kind, other, (each,)) for kind, each in single.items() if each is not None}
            found |= {("hand", other, state.hands[other])} if state.hands[other] else set()
    return frozenset(found)


def with_hidden(state: State, seat: Seat | None, laid: Hidden) -> State:
    """A state before any offer, with other cards where a seat cannot see."""
    piles: dict[tuple[str, Seat], Any] = {(kind, other): pile for kind, other, pile in laid}
    others = [other for other in (0, 1) if other != seat]
    hands, lefts, rights = list(state.hands), list(state.lefts), list(state.rights)
    for other in others:
        hands[other] = piles.get(("hand", other), ())
        lefts[other] = piles.get(("left", other), (None,))[0]
        rights[other] = piles.get(("right", other), (None,))[0]
    pool = piles.get(("pool", NATURE), ())
    return replace(state, pool=pool, hands=tuple(hands), lefts=tuple(lefts), rights=tuple(rights))


def small_table(rng: Random) -> State:
    """Seat 0 makes a Gift; then one more turn, or one without a draw. Most cards lie open."""
    deck = list(DECK)
    rng.shuffle(deck)

    def take(n: int) -> tuple[int, ...]:
        return tuple(sorted(deck.pop() for _ in range(n)))

    hands = (take(rng.choice((4, 5))), take(rng.choice((1, 2, 3))))
    pool, scheme = take(rng.choice((1, 2))), take(2) if rng.random() < 0.3 else (None, None)
    todo: tuple[Any, ...] = (Acting(0), Acting(0), END)
    tokens: tuple[Any, Any] = ((2, 0), ())
    if len(pool) == 2 and rng.random() < 0.5:
        todo = (Acting(0), Dealing(NATURE, 1), Acting(1), END)
        tokens = ((2,), (0, 1) if scheme == (None, None) and len(hands[1]) > 1 else (0,))
    return replace(
        table(options=ADVANCED, tokens=tokens, todo=todo, drawn=(8, 7), schemed=(0, rng.choice((3, 7)))),
        pool=pool,
        hands=hands,
        lefts=(None, scheme[0]),
        rights=(None, scheme[1]),
        sides=(tuple(sorted(deck)), ()),
    )


def lively(state: State, rng: Random) -> Move:
    """Counteroffers, hidden offers, and cards that have been returned, more often than by chance."""
    if state.todo[0].seat == NATURE:
        return state.draw(rng)
    moves = state.moves()
    gone = {each.card for each in state.returned}
    wanted = [
        each
        for each in moves
        if isinstance(each, Countered)
        or getattr(each, "hidden", False)
        or getattr(each, "card", None) in gone
    ]
    return rng.choice(wanted if wanted and rng.random() < 0.7 else moves)


def retold(states: set[State], true: State, told: Move, seat: Seat | None) -> set[State]:
    """Every state after a move that this seat hears in the same way."""
    heard = true.veil(told, seat)
    return {
        state.play(each)
        for state in states
        if state.todo[0] == true.todo[0]
        for each in state.moves()
        if state.veil(each, seat) == heard
    }


@pytest.mark.no_cover
@pytest.mark.parametrize("seat", [0, 1, None])
def test_imagine_reaches_just_what_a_seat_cannot_rule_out(seat: Seat | None) -> None:
    """Every game that a seat cannot tell from the true one, enumerated, at every ply of small tables."""
    returns = 0
    for seed in range(40 if seat is not None else 10):
        rng = Random(seed)
        state = small_table(rng)
        states = {with_hidden(state, seat, laid) for laid in layouts(state.view(seat))}
        while not isinstance(state.todo[0], Scoring) and len(states) < 1000:
            told = lively(state, rng)
            states, state = retold(states, state, told, seat), state.play(told)
            view = state.view(seat)
            assert layouts(view) == {hidden(each, seat) for each in states}, (seed, told)
            returns += len(view.returned) == 2
    assert returns > 5


def test_imagine_is_uniform() -> None:
    """Two returned cards, one draw each since: every layout about as often as every other."""
    state = table(
        "pink3 red3 blue3 yellow4 green3",
        "pink4 red4",
        options=ADVANCED,
        pool="pink1 pink2",
        mine="red1 red2 blue1 blue2 blue4 yellow1 yellow2 yellow3 green1 green2 green4",
        drawn=(8, 7),
    )
    end = play(
        state,
        *(
            "gift",
            "lay pink3",
            "lay red3",
            "lay blue3",
            "counter",
            "remove 1",
            "replace red4",
            "deal 2 pink1",
        ),
        *("counter", "remove 2", "replace yellow4", "deal 1 pink2"),
    )
    for seat in (0, 1, None):
        view = end.view(seat)
        possible = layouts(view)
        assert len(possible) == {0: 3, 1: 5, None: 54}[seat]
        if seat is not None:
            assert {hidden(way, seat) for way in every_way(view)} == possible
        rng, samples = Random(7), 4000
        seen = Counter(hidden(imagine(view, rng), seat) for _ in range(samples))
        assert set(seen) == possible
        each = samples / len(possible)
        excess = sum((seen[layout] - each) ** 2 / each for layout in possible)
        freedom = len(possible) - 1
        assert excess < freedom + 5 * (2 * freedom) ** 0.5


HELD = Spot("hand", 1, 8)
POOL = Spot("pool")


def back(name: str, since: tuple[int, int], shown: tuple[Seat, int] | None = None) -> Returned:
    return Returned(card(name), None, since, shown)


@pytest.mark.parametrize(
    ("returned", "lying", "can_be"),
    [
        ((), {}, True),
        ((back("red3", (8, 7)),), {"red3": POOL}, True),
        ((back("red3", (8, 7)),), {"red3": HELD}, True),
        ((back("red3", (8, 8)),), {"red3": HELD}, False),
        ((back("red3", (8, 7)),), {"red3": Spot("left", 1, 7)}, False),
        ((back("red3", (8, 7)),), {}, True),
        ((back("red3", (8, 7)), back("red4", (8, 7))), {"red3": HELD, "red4": POOL}, True),
        ((back("red3", (8, 7)), back("red4", (8, 7))), {"red3": HELD, "red4": HELD}, False),
        ((back("red3", (8, 6)), back("red4", (8, 7))), {"red3": HELD, "red4": HELD}, True),
        ((back("red3", (7, 7)), back("red4", (7, 7))), {"red3": HELD, "red4": Spot("hand", 0, 8)}, True),
        ((back("red3", (8, 7), (1, 8)), back("red4", (8, 7))), {"red4": HELD}, False),
        ((back("red3", (8, 7), (1, 8)), back("red4", (8, 7))), {"red4": POOL}, True),
        ((back("red3", (7, 7), (0, 8)), back("red4", (8, 7))), {"red4": HELD}, True),
    ],
)
def test_a_returned_card_was_drawn_since_by_a_draw_of_its_own(
    returned: tuple[Returned, ...], lying: dict[str, Spot], can_be: bool
) -> None:
    assert remembers(returned, {card(name): spot for name, spot in lying.items()}) is can_be


def test_what_a_seat_knows_of_returned_cards_stays_known() -> None:
    """A card that went back and was not drawn since lies in the pool of every imagined state."""
    state = table("pink3 red3 blue3 yellow4", "pink4 red4", options=ADVANCED, drawn=(7, 6))
    gone = play(state, "gift", "lay pink3", "lay red3", "lay blue3", "counter", "remove 2")
    rng = Random(2)
    assert all(card("red3") in imagine(gone.view(seat), rng).pool for seat in (0, 1, None) for _ in range(30))
    drawn = play(gone, "replace red4", "deal 2 pink1")
    seen = [imagine(drawn.view(0), rng) for _ in range(200)]
    assert {card("red3") in each.hands[1] for each in seen} == {True, False}
    assert all(each.returned == drawn.view(0).returned for each in seen)
    assert all(card("red3") in imagine(drawn.view(1), rng).pool for _ in range(30))


def test_ones_own_face_down_card_is_kept() -> None:
    state = table("pink3 red3 blue3 yellow4", "pink4 red4", options=ADVANCED)
    laid = play(state, "gift hidden", "hide red3", "lay pink3", "lay blue3")
    for _ in range(5):
        offer = imagine(laid.view(0), Random(3)).offer
        assert offer is not None
        assert offer.cards == (card("red3"), card("pink3"), card("blue3"))
    others = {imagine(laid.view(1), Random(seed)).offer.cards[0] for seed in range(60)}  # type: ignore[union-attr]
    assert len(others) > 8
    assert not others & set(cards("pink3 blue3 pink4 red4"))


def test_every_way_is_all_that_can_be_imagined() -> None:
    """In the last turns of lively games, with cards that went back into the deck."""
    seen = 0
    for seed in range(6):
        story = random_story(GAME, 2, Options("advanced"), Random(seed), 400, lively=True)
        late = [state for state in story.states if state.actor not in (None, NATURE)][-3:]
        for state in late:
            assert isinstance(state, State)
            view, rng = state.view(state.actor), Random(1)
            ways = every_way(view)
            drawn = {msgspec.json.encode(imagine(view, rng)) for _ in range(60)}
            assert {way.view(view.seat) == view for way in ways} == {True}
            assert len(ways) == len(drawn)
            seen += len(ways)
    assert seen > 20


def test_cards_that_are_supposed_lie_where_they_are_supposed() -> None:
    """A seat supposes each card that it does not see in its rival's hand, one after the other."""
    story: Any = random_story(GAME, 2, ADVANCED, Random(4), 300)
    state = next(each for each in story.states if each.actor == 0 and len(each.hands[1]) > 1)
    view = state.view(0)
    for supposed in unseen_cards(view):
        found = imagine(view, Random(1), [Supposed("hand", 1, f"card.{CARD_NAMES[supposed]}")])
        assert supposed in found.hands[1]
        assert found.view(0) == view
