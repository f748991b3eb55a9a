"""The end of a round, solved: CFR+ on a game that is known, hidden hands and draws, the tree, the master's policy."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from hanamachi.adapters.exploit import best_answer, nash_conv
from hanamachi.bots.hanamikoji.favours import worth
from hanamachi.bots.hanamikoji.master import Master
from hanamachi.bots.hanamikoji.mind.endgame.ranges import FULL_CHANCE, Deals, Range, Unseen, deals
from hanamachi.bots.hanamikoji.mind.endgame.solver import (
    COURSES,
    Endgame,
    EndSettings,
    Side,
    chances_of,
    hidden_hand,
    is_end,
    lay_out,
    public_part,
    solved,
    tidied,
)
from hanamachi.bots.hanamikoji.mind.player import chance_of
from hanamachi.bots.hanamikoji.mind.recall import recall_of
from hanamachi.bots.hanamikoji.mind.regrets import LEAF, Tree, solve
from hanamachi.bots.hanamikoji.mind.weights import trained
from hanamachi.core.game import Told
from hanamachi.games.hanamikoji.imagine import imagine
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import legal as list_legal
from hanamachi.games.hanamikoji.kernel import play
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.rules import State
from tests.bots.hanamikoji.test_mind import QUICK, questions

SMALL = EndSettings(particles=60, hands=8, nodes=10_000, rounds=30)
JACK, QUEEN, KING = range(3)


class Kuhn:
    """Kuhn's poker: three cards, one each, a coin as ante and one to bet. Its equilibria have been known since 1950."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, int, int, float]] = []
        self.cases: dict[tuple[int, str], int] = {}
        for cards in permutations((JACK, QUEEN, KING), 2):
            self.follow(cards, "", -1, -1)

    def follow(self, cards: tuple[int, ...], said: str, parent: int, slot: int) -> None:
        """p: pass, b: bet."""
        node = len(self.nodes)
        if said in ("pp", "bb", "pbb", "bp", "pbp"):
            folded = said.endswith("bp")
            better = 1 if cards[0] > cards[1] else -1
            stake = 1 if said == "pp" or folded else 2
            value = stake * ((1 if said == "bp" else -1) if folded else better)
            self.nodes.append((parent, slot, LEAF, value))
            return
        case = self.cases.setdefault((cards[len(said) % 2], said), len(self.cases))
        self.nodes.append((parent, slot, case, 1 / 6 if parent < 0 else 0.0))
        for i, word in enumerate("pb"):
            self.follow(cards, said + word, node, 2 * case + i)

    def tree(self) -> Tree:
        parent, slot, case, value = map(np.array, zip(*self.nodes, strict=True))
        told = [len(said) for _, said in self.cases]
        return Tree(
            parent.astype(np.int32),
            slot.astype(np.int32),
            case.astype(np.int32),
            value=value.astype(float),
            seat=np.array(told, np.int8) % 2,
            time=np.array(told, np.int8),
            first=np.arange(0, 2 * len(told) + 1, 2, dtype=np.int32),
        )


def test_a_game_whose_equilibrium_is_known_is_solved() -> None:
    game = Kuhn()
    tree = game.tree()
    policy = solve(tree, 500)
    bets = {case: policy[2 * number + 1] for case, number in game.cases.items()}
    assert nash_conv(tree, policy) < 2e-3 < 0.5 < nash_conv(tree, solve(tree, 0))
    assert best_answer(tree, policy, 0) == pytest.approx(-1 / 18, abs=2e-3)
    assert bets[KING, "b"] > 0.99
    assert bets[KING, "p"] > 0.99
    assert bets[JACK, "b"] < 0.01
    assert bets[QUEEN, "b"] == pytest.approx(1 / 3, abs=0.05)
    assert bets[JACK, "p"] == pytest.approx(1 / 3, abs=0.05)
    assert bets[QUEEN, "pb"] == pytest.approx(bets[JACK, ""] + 1 / 3, abs=0.05)


@pytest.mark.parametrize(("cards", "samples"), [([0, 0, 1, 2, 2], FULL_CHANCE), ([0, 0, 1, 2, 2, 2], 24)])
def test_hidden_hands_and_draws_come_as_often_as_the_cards_allow(cards: list[int], samples: int) -> None:
    """Against all orders of the cards: one for each hand, one that is never drawn, the others drawn."""
    unseen, draws = sum(1 << 8 * item for item in cards), len(cards) - 3
    hidden = np.array([[1 << 8 * item, 0, 0] for item in range(3)])
    alone = np.array([cards.count(item) / len(cards) for item in range(3)])
    most = 9 * samples
    found, weights = np.empty((most, 5), np.int64), np.empty(most)
    rng = np.array([1], np.uint64)
    alike = Range(hidden, alone)
    n = deals(Unseen(unseen, draws, samples), alike, alike, rng, Deals(found, weights))
    rows = map(tuple, found[:n, : 2 + draws].tolist())
    shares = dict(zip(rows, (weights[:n] / weights[:n].sum()).tolist(), strict=True))
    orders = Counter(permutations(cards, 2 + draws))
    assert shares == pytest.approx({order: ways / orders.total() for order, ways in orders.items()})


def ends(seed: int) -> Iterator[tuple[State, list[Told], NDArray[np.int64]]]:
    """The choices of a random game that are solved."""
    for state, story in questions(Options(), seed):
        known = told(state.view(state.actor))
        if is_end(known):
            yield state, story, known


def sides_of(state: State, story: list[Told]) -> list[Side]:
    view = state.view(state.actor)
    pasts = [recall_of(seat, view, story) for seat in (0, 1)]
    return [Side(view.hands[seat], past) for seat, past in enumerate(pasts) if past]


def laid(state: State, story: list[Told], settings: EndSettings = SMALL) -> Endgame:
    known = told(state.view(state.actor))
    public = public_part(known)
    sides = sides_of(state, story)
    return lay_out(trained(), public, sides, hidden_hand(known), settings, chance_of(public, 1))


def test_the_end_begins_with_three_actions_left_or_with_four_that_leave_little_to_choose() -> None:
    solved_ones = 0
    for seed in range(12):
        for state, _ in questions(Options(), seed):
            unused = sum(map(len, state.actions)) + (state.offer is not None)
            known = told(state.view(state.actor))
            assert unused != 3 or is_end(known)
            assert unused <= 4 or not is_end(known)
            solved_ones += unused == 4 and is_end(known)
    assert solved_ones


def test_courses_are_all_that_can_become_of_different_cards() -> None:
    """Secret and Gift: three cards, one of which is laid down, or all offered; then the others, and three answers."""
    secret, discard, gift, competition = (1 << action for action in range(4))
    assert COURSES[0] == COURSES[secret] == COURSES[discard] == 1
    assert COURSES[secret | gift] == 3 * 3 + 3
    assert COURSES[secret | competition] == 4 * 6 + 6
    assert COURSES[gift | competition] == 20 * 3 * 6 + 15 * 6 * 3


def test_a_deal_has_no_more_leaves_than_courses() -> None:
    seen = 0
    for seed in range(12):
        for state, story, known in ends(seed):
            if known[at.TURN] - (known[at.ASKED] != at.ACT) == 4:
                game = laid(state, story)
                most = COURSES[known[at.UNUSED]] * COURSES[known[at.UNUSED + 1]] * 3
                leaves = (game.tree.case == LEAF).sum()
                assert leaves <= most * len(game.deals)
                seen += 1
    assert seen


def test_with_open_cards_and_no_draw_the_tree_is_worth_what_minimax_says() -> None:
    checked = 0
    for seed in range(4):
        for state, story, known in ends(seed):
            game = laid(state, story)
            if known[at.TURN] + (known[at.ASKED] == at.ACT) < 8:
                continue
            checked += 1
            row = np.zeros(at.FIELDS, np.int64)
            row[:] = public_part(known)
            for seat in range(2):
                row[[at.HANDS + seat, at.SECRETS + seat, at.DISCARDS + seat]] = game.ranges[seat].hidden[
                    game.deals[0, seat]
                ]
            alone = only_the_first_deal(game)
            best = best_answer(alone, solve(alone, 200), 0) / alone.value[0]
            assert best == pytest.approx(minimax(row), abs=0.02)
    assert checked > 2


def only_the_first_deal(game: Endgame) -> Tree:
    size = game.roots[1] if len(game.roots) > 1 else len(game.tree.parent)
    tree = game.tree
    parent, slot, case = (each[:size] for each in tree[:3])
    return tree._replace(parent=parent, slot=slot, case=case, value=tree.value[:size])


def minimax(row: NDArray[np.int64]) -> float:
    """To seat 0."""
    if row[at.ASKED] >= at.DEAL:
        return worth(row, 0, trained().favours)
    listed, values = np.empty(MOST_MOVES, np.int16), []
    for move in listed[: list_legal(row, listed)]:
        after = row.copy()
        play(after, int(move))
        values.append(minimax(after))
    return max(values) if row[at.SEAT] == 0 else min(values)


def test_what_is_solved_is_a_policy_in_every_case_and_close_to_an_equilibrium() -> None:
    solved_ones = 0
    for state, story, _ in ends(5):
        tree = laid(state, story).tree
        if len(tree.first) == 1:
            continue  # nothing to choose, or a hand that goes with none of the few that were drawn
        solved_ones += 1
        even, policy = solve(tree, 0), solve(tree, SMALL.rounds)
        for each in (even, policy, tidied(tree, policy, 0.03)):
            assert np.add.reduceat(each, tree.first[:-1]) == pytest.approx(1)
            assert each.min() >= 0
        assert nash_conv(tree, policy) / 2 < 0.01
        assert nash_conv(tree, policy) <= nash_conv(tree, even) + 1e-9
    assert solved_ones > 2


def test_a_hand_that_was_not_drawn_is_added() -> None:
    for state, story, known in ends(6):
        game = laid(state, story, EndSettings(particles=4, hands=2, nodes=50_000))
        hands = game.ranges[known[at.SEAT]].hidden.tolist()
        assert hands.count(hidden_hand(known).tolist()) == 1
        assert len(hands) <= 3


def test_the_end_is_played_without_a_look_at_what_is_hidden() -> None:
    rng, asked = Random(2), 0
    for state, story, known in ends(7):
        asked += 1
        other = imagine(state.view(state.actor), rng)
        policies = [
            Master(3, QUICK).policy(each.view(each.actor), each.moves(), story) for each in (state, other)
        ]
        assert policies[0] == policies[1]
        assert len(policies[0]) == len(state.moves())
        found = solved(trained(), known, sides_of(state, story), 3, SMALL)
        assert found is None or sum(found) == pytest.approx(1)
    assert asked


def test_a_story_with_gaps_leaves_the_end_to_the_search() -> None:
    for state, story, known in ends(8):
        view, bot = state.view(state.actor), Master(1, QUICK)
        assert bot.solved(view, known, story[:-4]) is None
        assert max(bot.policy(view, state.moves(), story[:-4])) == 1


def test_the_last_answer_is_the_best_one_on_average() -> None:
    """Nobody acts after it, so CFR+ must find what a sum over the rival's hands says."""
    answers = 0
    for seed in range(8):
        for state, story, known in ends(seed):
            if known[at.TURN] < 8 or known[at.ASKED] == at.ACT:
                continue
            answers += 1
            game, seat, own = laid(state, story), int(known[at.SEAT]), hidden_hand(known)
            policy = chances_of(game, solve(game.tree, 50), seat, own)
            assert policy is not None
            tree, sums = game.tree, np.zeros(len(policy))
            case = tree.case[next(n for n in game.roots if is_of(game, n, seat, own))]
            for node in range(len(tree.parent)):
                up = tree.parent[node]
                if up >= 0 and tree.case[up] == case:
                    sums[tree.slot[node] - tree.first[case]] += (
                        (1 - 2 * seat) * tree.value[up] * tree.value[node]
                    )
            assert sums @ policy == pytest.approx(sums.max(), abs=1e-3)
    assert answers


def is_of(game: Endgame, root: int, seat: int, own: NDArray[np.int64]) -> bool:
    deal = game.deals[np.flatnonzero(game.roots == root)[0]]
    return bool((game.ranges[seat].hidden[deal[seat]] == own).all())
