"""What adept and master think with: memory, features, the network, beliefs, the search."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import comb, prod
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from hanamachi.bots import make_bot
from hanamachi.bots.hanamikoji.adept import SHORT
from hanamachi.bots.hanamikoji.lookout import HanamikojiLookout
from hanamachi.bots.hanamikoji.master import Master, Settings
from hanamachi.bots.hanamikoji.mind import weights
from hanamachi.bots.hanamikoji.mind.endgame.solver import EndSettings
from hanamachi.bots.hanamikoji.mind.features import FEATURES, MOST_ACTIVE, features
from hanamachi.bots.hanamikoji.mind.memory import LENGTH, Past, Seen, remember
from hanamachi.bots.hanamikoji.mind.network import Net, chances, half_of, scores
from hanamachi.bots.hanamikoji.mind.particles import believe, new_particles, resample
from hanamachi.bots.hanamikoji.mind.recall import recall, this_round
from hanamachi.bots.hanamikoji.mind.relabel import relabelling
from hanamachi.bots.hanamikoji.mind.search import SearchSettings
from hanamachi.bots.hanamikoji.mind.searcher import Searcher
from hanamachi.bots.weights import BadWeights
from hanamachi.core.game import NATURE, Move, Told
from hanamachi.games.hanamikoji import kernel
from hanamachi.games.hanamikoji.imagine import imagine
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.move_ids import (
    CARDS_OF,
    FIRST_DISCARD,
    FIRST_GIFT,
    IDS,
    MOST_MOVES,
    encode,
    packed,
    unpacked,
)
from hanamachi.games.hanamikoji.moves import Dealing, Options
from hanamachi.games.hanamikoji.packing import pack, told
from hanamachi.games.hanamikoji.rules import State, start
from tests.games.hanamikoji.lockstep import EVERY_OPTION, Chance
from tests.games.hanamikoji.staging import FIRST, first_turn

QUICK = Settings(SearchSettings(effort=300), end=EndSettings(particles=40, hands=6, nodes=2000, rounds=5))


def games(options: Options, seed: int) -> Iterator[tuple[State, list[Told], list[Told], Move]]:
    """A random game: each decision, the story as either seat heard it, and the answer."""
    chance, rng = Chance(seed), Random(seed)
    state, stories = start(2, options), ([], [])  # type: tuple[State, tuple[list[Told], list[Told]]]
    while state.todo:
        actor = state.actor
        assert actor is not None
        move = state.draw(rng) if actor == NATURE else state.moves()[chance.below(len(state.moves()))]
        if actor != NATURE:
            yield state, [*stories[0]], [*stories[1]], move
        for seat, story in enumerate(stories):
            story.append(Told(actor, state.veil(move, seat)))
        state = state.play(move)


def questions(options: Options, seed: int) -> Iterator[tuple[State, list[Told]]]:
    """The decisions that leave a choice, and what the asked seat has heard."""
    for state, one, other, _ in games(options, seed):
        if len(state.moves()) > 1:
            yield state, one if state.actor == 0 else other


def legal(row: NDArray[np.int64]) -> NDArray[np.int16]:
    buffer = np.empty(MOST_MOVES, np.int16)
    return buffer[: kernel.legal(row, buffer)]


def thought(row: NDArray[np.int64], memory: NDArray[np.int64], net: Net) -> dict[int, float]:
    moves, found = legal(row), np.empty(MOST_MOVES, np.float32)
    chances(net, row, memory, moves, len(moves), found)
    return {int(move): float(chance) for move, chance in zip(moves, found, strict=False)}


def test_what_is_recalled_from_a_story_is_what_happened() -> None:
    for seed in range(6):
        memory, number = np.zeros(LENGTH, np.int64), 1
        for state, *stories, move in games(Options(), seed):
            if state.round != number:
                memory, number = np.zeros(LENGTH, np.int64), state.round
            assert state.actor is not None
            past = recall(state.view(state.actor), stories[state.actor])
            assert past.memory.tolist() == memory.tolist()
            rivals = [line for line in this_round(stories[state.actor]) if line.seat != state.actor]
            assert len(past.rows) == len(past.moves) == len(rivals)
            remember(pack(state), memory, encode(move, state.offer))


def test_a_story_with_gaps_is_not_believed() -> None:
    state, story = [each for each in questions(FIRST, 1) if each[0].round == 1][-1]
    assert len(recall(state.view(state.actor), story).rows)
    past = recall(state.view(state.actor), story[:-6])
    assert len(past.rows) == 0
    assert not past.memory.any()


def test_the_network_equals_a_plain_reference() -> None:
    """float64 in NumPy, with dense inputs."""
    net, worst = weights.trained().net, 0.0
    for state, story in questions(Options(), 4):
        row, seat = pack(state), state.actor
        memory, order = recall(state.view(seat), story).memory, np.empty(7, np.int64)
        active = np.empty(MOST_ACTIVE, np.int16)
        relabelling(row, memory, row[at.SEAT], order)
        n = features(row, memory, row[at.SEAT], order, active)
        assert len(set(active[:n].tolist())) == n
        dense, half = np.zeros(FEATURES), half_of(row)
        dense[active[:n]] = 1
        first, bias, second, second_bias, out, out_bias = (array[half].astype(float) for array in net)
        hidden = np.maximum(dense @ first + bias, 0)
        expected = out @ np.maximum(hidden @ second + second_bias, 0) + out_bias
        found, moves = np.empty(IDS, np.float32), np.arange(IDS, dtype=np.int16)
        scores(net, half, active, n, moves, IDS, found)
        worst = max(worst, float(np.abs(found - expected).max()))
    assert worst < 1e-4


def test_geishas_that_are_alike_are_treated_alike() -> None:
    """Rename the items of value 2 and of value 3: the chances stay."""
    net = weights.trained().net
    names = [2, 0, 1, 4, 3, 5, 6]
    for state, story in questions(Options(), 5):
        if state.offer:
            continue
        row, memory = pack(state), recall(state.view(state.actor), story).memory
        other, renamed = row.copy(), memory.copy()
        for field in range(at.POOL, at.UNUSED):
            other[field] = renamed_cards(int(row[field]), names)
        for field in (at.TOKENS, at.TOKENS + 1):
            other[field] = sum(1 << names[item] for item in range(7) if row[field] >> item & 1)
        renamed[2:] = [renamed_cards(int(cards), names) for cards in memory[2:]]
        before, after = thought(row, memory, net), thought(other, renamed, net)
        assert sorted(after.values()) == pytest.approx(sorted(before.values()), abs=1e-5)


def renamed_cards(cards: int, names: list[int]) -> int:
    return sum(copies << 8 * names[item] for item, copies in enumerate(unpacked(cards)))


def test_the_network_does_not_see_what_is_hidden() -> None:
    net, rng = weights.trained().net, Random(3)
    for state, story in questions(Options(), 6):
        view = state.view(state.actor)
        memory = recall(view, story).memory
        other = imagine(view, rng)
        assert thought(pack(other), memory, net) == thought(pack(state), memory, net)


def test_weights_are_small_and_checked_by_their_hash(tmp_path: Path) -> None:
    assert weights.FILE.stat().st_size < 3_000_000
    spoiled = bytearray(weights.FILE.read_bytes())
    spoiled[1000] ^= 1
    (tmp_path / "weights.npz").write_bytes(spoiled)
    with pytest.raises(BadWeights):
        weights.read(tmp_path / "weights.npz", weights.SHEET)


def late(seed: int) -> tuple[State, list[Told]]:
    """The last choice of a first round: little is hidden."""
    return [each for each in questions(FIRST, seed) if each[0].round == 1][-1]


def test_beliefs_are_what_chance_and_the_network_make_them() -> None:
    """Against a count backwards: every hidden layout, every card that may have come with each draw."""
    net = weights.trained().net
    for seed in (1, 4):
        state, story = late(seed)
        view = state.view(state.actor)
        past, known = recall(view, story), told(view)
        assert view.seat is not None
        rival, held = 1 - view.seat, view.hands[1 - view.seat]
        expected = counted_back(net, known, held, past)
        found = new_particles(20_000)
        believe(net, Seen(known, held, past), 0.1, np.array([seed], np.uint64), found)
        shares = defaultdict[tuple[int, ...], float](float)
        for particle, share in zip(found.states, found.weights.tolist(), strict=True):
            shares[hidden_by(particle, rival)] += share
        assert set(shares) <= set(expected)
        whole = sum(expected.values())
        assert sum(abs(shares[each] - ways / whole) for each, ways in expected.items()) / 2 < 0.04


def hidden_by(row: NDArray[np.int64], rival: int) -> tuple[int, ...]:
    return int(row[at.HANDS + rival]), int(row[at.SECRETS + rival]), int(row[at.DISCARDS + rival])


def counted_back(net: Net, known: NDArray[np.int64], held: int, past: Past) -> dict[tuple[int, ...], float]:
    """What the rival may hide: hand, Secret and discards, and how often that comes about."""
    rival = 1 - int(known[at.SEAT])
    used = 15 & ~int(known[9 + rival])
    sizes = [held, used & 1, 2 * (used >> 1 & 1)]
    cards = [item for item, copies in enumerate(unpacked(int(known[at.POOL]))) for _ in range(copies)]
    layouts = Counter[tuple[int, ...]]()
    for order in permutations(cards, sum(sizes)):
        parts = [order[: sizes[0]], order[sizes[0] : sum(sizes[:2])], order[sum(sizes[:2]) :]]
        layouts[tuple(sum(1 << 8 * item for item in part) for part in parts)] += 1
    return {layout: n * lived(net, rival, past, layout) for layout, n in layouts.items()}


def lived(net: Net, rival: int, past: Past, layout: tuple[int, ...]) -> float:
    """The chance of the rival's decisions with this layout, over all the orders in which cards came to him."""
    hand, *laid = layout
    ids = [hidden_id(int(move), laid) for move in past.moves]

    @cache
    def before(i: int, hand: int) -> float:
        if i < 0:
            return 1.0
        replies = past.rows[i, at.ASKED] == at.REPLY
        cards = 0 if replies else int(CARDS_OF[ids[i]])
        row = past.rows[i].copy()
        acted = [int(ids[k]) for k in range(i) if past.rows[k, at.ASKED] != at.REPLY]
        row[at.HANDS + rival] = hand + cards
        row[at.SECRETS + rival] = laid[0] if any(each < FIRST_DISCARD for each in acted) else 0
        row[at.DISCARDS + rival] = laid[1] if any(FIRST_DISCARD <= each < FIRST_GIFT for each in acted) else 0
        moves = thought(row, past.memories[i], net)
        odds = 0.9 * moves[ids[i]] + 0.1 / len(moves)
        if replies:
            return odds * before(i - 1, hand)
        odds /= prod(map(comb, unpacked(hand + cards), unpacked(cards)))
        drawn = [(n, hand + cards - (1 << 8 * item)) for item, n in enumerate(unpacked(hand + cards)) if n]
        return odds * sum(n * before(i - 1, less) for n, less in drawn)

    return before(len(ids) - 1, hand)


def hidden_id(move: int, laid: list[int]) -> int:
    """Of a Secret or a Discard the one that was really laid."""
    if move >= FIRST_GIFT:
        return move
    cards = laid[0 if move < FIRST_DISCARD else 1]
    return next(each for each in range(FIRST_GIFT) if CARDS_OF[each] == cards)


def test_beliefs_sum_to_one_and_every_particle_is_a_whole_box() -> None:
    net = weights.trained().net
    for state, story in questions(Options(), 8):
        view = state.view(state.actor)
        assert view.seat is not None
        held, found = view.hands[1 - view.seat], new_particles(50)
        believe(net, Seen(told(view), held, recall(view, story)), 0.1, np.array([7], np.uint64), found)
        assert found.weights.sum() == pytest.approx(1)
        assert found.weights.min() >= 0
        for particle in found.states:
            assert particle[at.POOL : at.DISCARDS].min() >= 0
            assert whole_box(particle) == packed((2, 2, 2, 3, 3, 4, 5))
            assert kernel.total(particle[at.HANDS + 1 - view.seat]) == held


def whole_box(row: NDArray[np.int64]) -> int:
    offered = 0 if row[at.OFFER] < 0 else int(CARDS_OF[row[at.OFFER]])
    return int(row[at.POOL] + row[at.HANDS : at.DISCARDS + 2].sum()) + offered


def test_resampling_keeps_the_proportions() -> None:
    found, picks = np.array([0.5, 0.0, 0.125, 0.375]), np.empty(80, np.int64)
    resample(found, picks, np.array([1], np.uint64))
    assert np.bincount(picks, minlength=4) == pytest.approx([40, 0, 10, 30], abs=1)


@pytest.mark.parametrize("options", EVERY_OPTION[::3], ids=lambda o: f"{o.rounds}-{o.box}")
def test_adept_and_master_answer_legally_at_every_table(options: Options) -> None:
    bots = Searcher(1, SHORT), Master(1 << 70, QUICK)  # a seed may be any integer
    for state, story in questions(options, 2):
        for bot in bots:
            question = state.view(state.actor), state.moves(), story
            policy = bot.policy(*question)
            assert sum(policy) == pytest.approx(1)
            choice = bot.choose(*question)
            assert policy[list(state.moves()).index(choice)] > 0 or options.box == "small"


def test_the_search_never_touches_the_truth() -> None:
    """What is hidden is dealt anew; the seat heard the same, so it chooses the same."""
    rng = Random(1)
    for state, story in questions(FIRST, 9):
        view = state.view(state.actor)
        other = imagine(view, rng)
        assert other.view(other.actor) == view
        choices = [Master(3, QUICK).choose(s.view(s.actor), s.moves(), story) for s in (state, other)]
        assert choices[0] == choices[1]


def test_a_game_that_can_be_won_now_is_won() -> None:
    """Counted anew with the law: whatever the rival hides, the move taken wins. Nobody misses a win in one."""
    wins = in_one = 0
    for seed in range(40):
        for state, story in questions(Options(), seed):
            sure = surely_won(state)
            if not sure:
                continue
            wins += 1
            rng, move = Random(seed), sure[0]
            for _ in range(10):
                assert wins_always(imagine(state.view(state.actor), rng).play(move), state.actor)
            at_once = over_now(state.play(move))
            in_one += at_once
            careful = ("student", "adept", "master")
            for level in ("novice", *careful) if at_once else careful:
                choice = make_bot("hanamikoji", level, 1).choose(
                    state.view(state.actor), state.moves(), story
                )
                assert wins_always(imagine(state.view(state.actor), rng).play(choice), state.actor)
    assert wins > 3
    assert in_one > 0


def surely_won(state: State) -> list[Move]:
    """The moves that the lookout leaves, if it says that they win."""
    seat = state.actor
    assert seat is not None
    lookout = HanamikojiLookout()
    states = lookout.states(state.view(seat))
    best = lookout.best(state.view(seat), state.moves()) if states else ()
    return [move for move in best if all(wins_always(each.play(move), seat) for each in states)]


def over_now(state: State) -> bool:
    """Nobody has to decide any more."""
    while state.actor == NATURE:
        state = state.play(state.draw(Random(1)))
    return state.outcome() is not None


def wins_always(state: State, seat: int | None) -> bool:
    outcome = state.outcome()
    if outcome:
        return outcome.winners == (seat,)
    if isinstance(state.todo[0], Dealing):
        return False  # another round
    return all(wins_always(state.play(move), seat) for move in state.moves())


def test_nothing_is_sure_at_the_start() -> None:
    view, moves = first_turn().view(0), first_turn().moves()
    assert HanamikojiLookout().best(view, moves) == moves
