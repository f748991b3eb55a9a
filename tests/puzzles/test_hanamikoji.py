"""Puzzles of Hanamikoji: exact chances against a count by hand, samples against exact ones, beliefs."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from hanamachi.games import GAMES
from hanamachi.games.hanamikoji.pieces import spread
from hanamachi.puzzles.hanamikoji.exact import belief, chances, deals_of, is_last
from hanamachi.puzzles.hanamikoji.symmetry import canonical
from hanamachi.puzzles.path import Position, Setting, Walk

GAME = GAMES["hanamikoji"]


def last_decision(seed: int, *, reply: bool) -> Position:
    """A last decision of a last round, from random moves."""
    for number in range(1000):
        walk, dice = Walk(GAME, Setting(2), f"s{seed}", number), Random(number)
        while walk.state.actor is not None:
            view: Any = walk.position().view
            wanted = view.round == 3 and is_last(view) and len(walk.state.moves()) > 1
            if wanted and (view.offer is not None) == reply:
                return walk.position()
            walk.take(dice.randrange(len(walk.state.moves())))
    raise AssertionError


def finished(state: Any, seat: int) -> Fraction:
    while state.actor == -1:
        state = state.play(state.moves()[0])
    won = state.outcome().winners
    return Fraction(seat in won) if won else Fraction(1, 2)


@pytest.mark.parametrize("seed", range(3))
def test_an_answer_is_counted_over_every_way_to_lay_the_cards(seed: int) -> None:
    position = last_decision(seed, reply=True)
    view, moves = position.view, position.moves
    deals = deals_of(view)
    assert all(state.view(position.seat) == view for state in deals)
    assert position.state in deals
    whole = sum(deals.values())
    by_hand = [
        sum(ways * finished(state.play(move), position.seat) for state, ways in deals.items()) / whole
        for move in moves
    ]
    assert chances(view, moves) == by_hand


def test_the_rival_answers_as_well_as_she_can_see() -> None:
    """Any answer of hers that is fixed for all deals gives her at most as much on average as she takes."""
    position = last_decision(1, reply=False)
    for move, chance in zip(position.moves, chances(position.view, position.moves), strict=True):
        state = position.state.play(move)
        worst = min(
            sum(
                ways * finished(deal.play(move).play(answer), position.seat)
                for deal, ways in deals_of(position.view).items()
            )
            / sum(deals_of(position.view).values())
            for answer in state.moves()
        )
        assert 0 <= chance <= 1
        assert chance <= worst + Fraction(1, 2)


def test_beliefs_are_those_of_all_ways_to_draw_the_rivals_hand_and_secret() -> None:
    walk, dice = Walk(GAME, Setting(2), "beliefs", 0), Random(4)
    view: Any = walk.position().view
    while not view.secrets[1 - view.seat]:
        walk.take(dice.randrange(len(walk.state.moves())))
        view = walk.position().view
    unseen, held = spread(view.unseen), view.hands[1 - view.seat] + 1
    hands = list(combinations(range(len(unseen)), held))
    for item, chance, secret in belief(view):
        counted = sum(any(unseen[card] == item for card in hand) for hand in hands)
        assert chance == Fraction(counted, len(hands))
        assert secret == Fraction(view.unseen[item], len(unseen))


def test_nothing_is_believed_of_a_rival_without_hidden_cards() -> None:
    from msgspec.structs import replace

    view: Any = replace(last_decision(1, reply=True).view, hands=(0, 0), secrets=(False, False))
    assert list(belief(view)) == []


def test_a_sample_agrees_with_the_count() -> None:
    from hanamachi.puzzles.hanamikoji.sampled import Sampler, summed

    position = last_decision(2, reply=True)
    exact = chances(position.view, position.moves)
    found = summed(Sampler(position, 5).results(range(len(position.moves)), 3000))
    for chance, estimate, margin in zip(exact, found.chances, found.margins, strict=True):
        assert abs(float(chance) - estimate) <= 2 * margin + 1e-9


def test_the_gain_is_over_every_other_move_at_the_lower_end_of_its_interval() -> None:
    from hanamachi.puzzles.hanamikoji.sampled import least_gain

    wins, half, losses = np.ones(100), np.tile([0.0, 1.0], 50), np.zeros(100)
    assert least_gain(np.array([losses, wins])) == 1.0
    assert least_gain(np.array([half, wins, losses])) == pytest.approx(0.5 - 1.96 * 0.05)
    assert least_gain(np.array([wins, wins])) == 0.0


def test_geishas_of_the_same_worth_may_be_exchanged_and_others_not() -> None:
    from msgspec.structs import replace

    view: Any = last_decision(1, reply=True).view

    def exchanged(one: int, other: int) -> Any:
        names = list(range(7))
        names[one], names[other] = other, one

        def order(counts: Any) -> Any:
            return tuple(counts[names[item]] for item in range(7))

        offer = view.offer
        if hasattr(offer, "pairs"):
            pairs = tuple(sorted(tuple(sorted(names[item] for item in pair)) for pair in offer.pairs))
            offer = replace(offer, pairs=pairs)
        else:
            offer = replace(offer, items=tuple(sorted(names[item] for item in offer.items)))
        return replace(
            view,
            hand=order(view.hand),
            sides=tuple(map(order, view.sides)),
            tokens=order(view.tokens),
            discards=tuple(sorted(names[item] for item in view.discards)),
            secret=None if view.secret is None else names[view.secret],
            offer=offer,
        )

    assert canonical(exchanged(0, 2)) == canonical(view)
    assert canonical(exchanged(3, 4)) == canonical(view)
    assert canonical(exchanged(2, 6)) != canonical(view)
