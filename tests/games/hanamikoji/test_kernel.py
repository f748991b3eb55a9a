"""The kernel in lockstep with the rulebook (H1 to H20), and its chance."""

import itertools
from collections import Counter
from random import Random

import numpy as np
import pytest

from hanamachi.core.conformance import possible, random_story
from hanamachi.games.hanamikoji import GAME, kernel
from hanamachi.games.hanamikoji.imagine import imagine
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.move_ids import IDS, PLAIN, decode, encode, packed, unpacked
from hanamachi.games.hanamikoji.moves import Competition, Gift, Options, TakeOne, TakePair
from hanamachi.games.hanamikoji.packing import pack, rules_of, told
from hanamachi.games.hanamikoji.rules import start, universe
from hanamachi.games.hanamikoji.view import HanamikojiView
from hanamachi.games.kernels.chance import below
from tests.games.hanamikoji.lockstep import EVERY_OPTION, Chance, Twin, compare, decisions
from tests.games.hanamikoji.staging import SMALL
from tests.games.hanamikoji.test_imagine import prefix, ways


@pytest.mark.parametrize("options", EVERY_OPTION, ids=lambda o: f"{o.rounds}-{o.starter}-{o.box}")
def test_kernel_and_rulebook_in_lockstep(options: Options) -> None:
    """At each decision the same state and the same moves in the same order; in the end the same winner. `make fuzz`
    plays 100,000 rounds."""
    seeds, rounds = itertools.count(), 0
    while rounds < 80:
        rounds += compare(options, next(seeds))


@pytest.mark.parametrize("seed", [0, 1, 12345, 2**63, 2**64 - 1])
def test_chance_is_the_same_in_python(seed: int) -> None:
    rng, chance = np.array([seed], np.uint64), Chance(seed)
    for n in (1, 2, 21, 176, 2**31):
        assert [below(rng, n) for _ in range(20)] == [chance.below(n) for _ in range(20)]


def test_the_published_words_of_splitmix64() -> None:
    """The upper halves of the first words from seed 1234567."""
    chance = Chance(1234567)
    words = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    assert [chance.below(2**32) for _ in words] == [word >> 32 for word in words]


def test_ids_are_a_numbering_of_all_decisions() -> None:
    assert (IDS, len(PLAIN), len(set(PLAIN))) == (534, 532, 532)
    assert [encode(move) for move in PLAIN] == list(range(532))
    assert [decode(number) for number in range(532)] == list(PLAIN)
    plain = [move for move in universe(2, Options()).decisions if not isinstance(move, TakePair)]
    assert {encode(move) for move in plain} < set(range(532))
    firsts = [0, 7, 35, 119, 525]
    assert [type(PLAIN[number]).__name__ for number in firsts] == [
        *("Secret", "Discard", "Gift", "Competition", "TakeOne")
    ]
    assert PLAIN[120] == Competition(((0, 0), (0, 1)))
    assert PLAIN[118] == Gift((6, 6, 6))
    assert PLAIN[531] == TakeOne(6)


def test_equal_pairs_are_the_first_one() -> None:
    equal, other = Competition(((0, 1), (0, 1))), Competition(((0, 1), (2, 3)))
    assert encode(TakePair((0, 1)), equal) == 532
    assert encode(TakePair((2, 3)), other) == 533
    assert decode(533, other) == TakePair((2, 3))


def test_cards_are_packed_in_bytes() -> None:
    assert packed((2, 0, 1, 0, 0, 0, 5)) == 0x05000000010002
    assert unpacked(0x05000000010002) == (2, 0, 1, 0, 0, 0, 5)


def laid_out(view: HanamikojiView, seed: int, count: int) -> Counter[tuple[int, ...]]:
    """Imagined rows, counted."""
    assert view.seat is not None
    rng, row, found = np.array([seed], np.uint64), told(view), Counter[tuple[int, ...]]()
    for _ in range(count):
        each = row.copy()
        kernel.imagine(each, view.hands[1 - view.seat], rng)
        found[tuple(each.tolist())] += 1
    return found


def chi_square(found: Counter[tuple[int, ...]], weights: dict[tuple[int, ...], int]) -> tuple[float, int]:
    scale = found.total() / sum(weights.values())
    return sum((found[key] - n * scale) ** 2 / (n * scale) for key, n in weights.items()), len(weights) - 1


@pytest.mark.parametrize("seed", range(4))
def test_imagined_rows_are_all_that_the_law_allows(seed: int) -> None:
    """In the small box, at every decision: all states that a view allows, each as often as it can be laid."""
    story = random_story(GAME, 2, SMALL, Random(seed), 17)
    for plies, state in enumerate(story.states):
        if state.actor not in (0, 1):
            continue
        weights = {tuple(pack(s).tolist()): ways(s) for s in possible(prefix(story, plies), state.actor)}
        found = laid_out(state.view(state.actor), seed, 2500)
        assert set(found) == set(weights)
        worst, freedom = chi_square(found, weights)
        assert worst < freedom + 5 * (2 * freedom + 1) ** 0.5


@pytest.mark.parametrize("options", EVERY_OPTION, ids=lambda o: f"{o.rounds}-{o.starter}-{o.box}")
def test_imagined_rows_keep_what_the_seat_knows(options: Options) -> None:
    """At each decision: the law's imagined states and the kernel's tell the seat the same."""
    for seed in range(5):
        for state, answer in decisions(options, seed):
            if answer is None:
                continue
            view, seat = state.view(state.actor), state.todo[0].seat
            assert told(view).tolist() == told(imagine(view, Random(seed)).view(state.actor)).tolist()
            row = pack(state)
            assert kernel.forget(row) == view.hands[1 - seat]
            assert row.tolist() == told(view).tolist()
            for imagined in laid_out(view, seed, 3):
                assert hidden_total(imagined) == hidden_total(tuple(pack(state).tolist()))
                assert known(imagined, seat) == known(tuple(pack(state).tolist()), seat)


HIDDEN = (at.HANDS, at.SECRETS, at.DISCARDS)


def known(row: tuple[int, ...], seat: int) -> list[int]:
    unknown = {at.POOL, *(field + 1 - seat for field in HIDDEN)}
    return [value for field, value in enumerate(row) if field not in unknown]


def hidden_total(row: tuple[int, ...]) -> list[int]:
    """The sizes of all piles, and all cards that are not open."""
    piles = [row[at.POOL], *(row[field + seat] for field in HIDDEN for seat in (0, 1))]
    return [sum(unpacked(pile)) for pile in piles] + [sum(piles)]


def test_nature_is_not_packed() -> None:
    with pytest.raises(ValueError, match="nature is to move"):
        pack(start(2, Options()))


def test_batches_in_threads_are_the_games_one_by_one() -> None:
    for options in (Options(), SMALL):
        batch = kernel.random_games(rules_of(options), at.NOBODY, range(600))
        alone = [kernel.random_games(rules_of(options), at.NOBODY, [seed]) for seed in range(600)]
        assert batch.winners.tolist() == [each.winners[0] for each in alone]
        assert batch.decisions == sum(each.decisions for each in alone)
        assert batch.choices == sum(each.choices for each in alone)


def test_games_by_number_are_the_games_of_the_law() -> None:
    games = [list(decisions(Options(), seed)) for seed in range(40)]
    batch = kernel.random_games(0, at.NOBODY, range(40))
    assert batch.decisions == sum(len(game) - 1 for game in games)
    assert batch.choices == sum(len(state.moves()) for game in games for state, answer in game if answer)
    ends = [game[-1][0].outcome() for game in games]
    assert [end.winners for end in ends if end] == [((), (0,), (1,))[n + 1] for n in batch.winners]


def test_a_round_has_twelve_decisions() -> None:
    """H7: eight actions and the answers to four offers; in the small box four and two."""
    for options, count in ((Options(), 12), (SMALL, 6)):
        twin, plays = Twin(options, 3), 0
        while twin.row[at.ROUND] == 1 and twin.row[at.ASKED] != at.OVER:
            twin.play()
            plays += 1
        assert plays == count
