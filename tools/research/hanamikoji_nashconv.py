"""Measure how far Hanamikoji's master is from an equilibrium (NashConv) at the end of a round.

Public states with three actions left (or with four, where these are solved) come from games of the master
against itself, with less search. Each is laid out and solved as the master does it. NashConv is what both
seats together would gain, in win probability, by best responses to each other's policy, in the solved game:
hidden hands and draws as they were cut, the match as valued by the table of favours.

A cut game is not the whole game. So some states are laid out again with many more hidden hands and other
draws. The master chooses with each of these hands, and the cost of its choice against best play afterwards is
measured. The choices of the search, of the network and of the uniform policy stand beside it.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import msgspec
import numpy as np

from hanamachi.adapters.exploit import best_answer, nash_conv
from hanamachi.bots.hanamikoji.master import Master, Settings
from hanamachi.bots.hanamikoji.mind.endgame.solver import (
    KEPT,
    LAST,
    Endgame,
    EndSettings,
    Side,
    chances_of,
    is_end,
    lay_out,
    public_part,
    solved,
    tidied,
)
from hanamachi.bots.hanamikoji.mind.memory import Seen
from hanamachi.bots.hanamikoji.mind.network import chances
from hanamachi.bots.hanamikoji.mind.player import chance_of, only
from hanamachi.bots.hanamikoji.mind.recall import recall_of
from hanamachi.bots.hanamikoji.mind.regrets import LEAF, Table, Tree, solve
from hanamachi.bots.hanamikoji.mind.search import SearchSettings, nothing_found, search
from hanamachi.bots.hanamikoji.mind.weights import Trained, trained
from hanamachi.core.game import NATURE, Told
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import legal
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Cards
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.rules import start

OUT = {left: Path(__file__).with_name(f"hanamikoji_nashconv_{left}.json") for left in (3, 4)}
LESS = Settings(SearchSettings(effort=2000), end=EndSettings(particles=200, nodes=20_000))
WIDE = {  # by actions left
    3: EndSettings(particles=4000, hands=60, nodes=300_000, rounds=60),
    4: EndSettings(particles=1500, hands=24, nodes=200_000, rounds=40),
}
ROUNDS = (5, 10, 20, 40)
QUANTILES = (0.5, 0.9, 0.99)
FIRST = ("even", "network", "search", "master")  # the policies of the first choice


class Position(NamedTuple):
    public: Row
    sides: list[Side]


def positions(seed: int, actions: int) -> Iterator[Position]:
    """Play the master against itself. Yield each public state with so many actions left and a choice."""
    rng, bots = Random(seed), [Master(2 * seed + seat, LESS) for seat in range(2)]
    state = start(2, Options())
    stories: tuple[list[Told], list[Told]] = ([], [])
    while state.todo:
        actor = state.actor
        assert actor is not None
        if actor == NATURE:
            move = state.draw(rng)
        else:
            view, moves = state.view(actor), state.moves()
            known = told(view)
            at_first = known[at.TURN] == LAST - actions and known[at.ASKED] == at.ACT
            if at_first and is_end(known) and len(moves) > 1:
                pasts = [recall_of(seat, view, stories[actor]) for seat in (0, 1)]
                sides = [Side(view.hands[seat], past) for seat, past in enumerate(pasts) if past]
                yield Position(public_part(known), sides)
            move = bots[actor].choose(view, moves, stories[actor])
        for seat, story in enumerate(stories):
            story.append(Told(actor, state.veil(move, seat)))
        state = state.play(move)


def left(public: Row) -> str:
    """Return the actions left, of the deciding seat and of the rival."""
    seats = int(public[at.SEAT]), 1 - int(public[at.SEAT])
    return "/".join(
        "".join("SDGC"[i] for i in range(4) if public[at.UNUSED + seat] >> i & 1) for seat in seats
    )


def conv(game: Endgame, policy: Table) -> float:
    return nash_conv(game.tree, policy) / 2


def measured(known: Trained, position: Position, seed: int) -> dict[str, float]:
    """Return the NashConv of a uniform policy, of the master's, and after several numbers of CFR+
    iterations."""
    settings = EndSettings()
    game = lay_out(known, position.public, position.sides, None, settings, chance_of(position.public, seed))
    found = {"even": conv(game, solve(game.tree, 0))}
    for rounds in ROUNDS:
        found[f"rounds {rounds}"] = conv(game, solve(game.tree, rounds))
    found["master"] = conv(game, tidied(game.tree, solve(game.tree, settings.rounds), settings.faint))
    found["hands"] = sum(len(each.hidden) for each in game.ranges) / 2
    found["nodes"] = len(game.tree.parent)
    return found


def after_first(tree: Tree, policy: Table) -> tuple[Tree | None, float]:
    """Return the tree after a first choice by this policy, which has become chance.

    Also return the value to seat 0 of the deals that this choice has settled.
    """
    first = tree.parent < 0
    second = ~first & first[tree.parent]
    weights = np.zeros(len(tree.parent))
    weights[second] = tree.value[tree.parent[second]] * policy[tree.slot[second]]
    ended = second & (tree.case == LEAF)
    kept = ~first & ~ended
    number = np.cumsum(kept, dtype=np.int32) - 1
    parent = np.where(second, -1, number[tree.parent]).astype(np.int32)
    value = np.where(second, weights, tree.value)
    rest = Tree(parent[kept], tree.slot[kept], tree.case[kept], value[kept], *tree[4:])
    return rest if kept.any() else None, float(weights[ended] @ tree.value[ended])


def value_of(tree: Tree | None, rounds: int) -> float:
    """Return the value to seat 0 if both play well."""
    if tree is None:
        return 0.0
    policy = solve(tree, rounds)
    return (best_answer(tree, policy, 0) - best_answer(tree, policy, 1)) / 2


def row_of(public: Row, hand: Cards) -> Row:
    """Return the deciding seat's knowledge with this hidden hand."""
    known, seat = public.copy(), public[at.SEAT]
    known[at.POOL] -= hand.sum()
    known[[field + seat for field in KEPT[::2]]] = hand
    return known


def of_network(known: Trained, row: Row, position: Position) -> list[float]:
    listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
    n = legal(row, listed)
    chances(known.net, row, position.sides[0].past.memory, listed, n, found)
    return found[:n].tolist()  # type: ignore[no-any-return]


def of_search(known: Trained, row: Row, position: Position, moves: int, seed: int) -> list[float]:
    rival, found = position.sides[1 - row[at.SEAT]], nothing_found()
    seen = Seen(row, rival.held, rival.past)
    search(known, seen, SearchSettings(), chance_of(row, seed), found)
    return only(int(found.chosen[0]), moves)


def lost_at_once(known: Trained, position: Position, wide: EndSettings, seed: int) -> dict[str, float]:
    """Return what the first choice loses, in a wide game that is played well afterwards."""
    game = lay_out(known, position.public, position.sides, None, wide, chance_of(position.public, seed + 1))
    seat = int(position.public[at.SEAT])
    sign, best = 1 - 2 * seat, value_of(game.tree, wide.rounds)
    policies = {name: solve(game.tree, 0) for name in FIRST}
    for hand in game.ranges[seat].hidden:
        row = row_of(position.public, hand)
        _, network, searched, master = (chances_of(game, policies[name], seat, hand) for name in FIRST)
        if network is None or searched is None or master is None:
            continue
        network[:] = of_network(known, row, position)
        searched[:] = of_search(known, row, position, len(network), seed)
        master[:] = solved(known, row, position.sides, seed, EndSettings()) or searched
    found = {"hands": float(len(game.ranges[seat].hidden))}
    for name, policy in policies.items():
        rest, settled = after_first(game.tree, policy)
        found[name] = sign * (best - settled - value_of(rest, wide.rounds)) / 2
    return found


def summary(found: list[dict[str, float]], name: str) -> dict[str, float]:
    values = np.array([each[name] for each in found])
    spread = {f"quantile {q}": float(np.quantile(values, q).round(5)) for q in QUANTILES}
    return {"mean": float(values.mean().round(5)), **spread, "most": float(values.max().round(5))}


def by_kind(kinds: list[str], found: list[dict[str, float]]) -> dict[str, dict[str, float]]:
    groups = defaultdict[str, list[float]](list)
    for kind, each in zip(kinds, found, strict=True):
        groups[kind].append(each["master"])
    return {
        kind: {"states": len(values), "mean": round(sum(values) / len(values), 5)}
        for kind, values in sorted(groups.items(), key=lambda each: -len(each[1]))
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--wide", type=int, default=20, help="states that are laid out again with many hands")
    parser.add_argument("--left", type=int, default=3, choices=(3, 4), help="actions")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    began, known = process_time(), trained()
    games = (positions(seed, given.left) for seed in count())
    states = list(islice(chain.from_iterable(games), given.states))
    found = [measured(known, each, number) for number, each in enumerate(states)]
    wide = [
        lost_at_once(known, each, WIDE[given.left], number)
        for number, each in enumerate(states[: given.wide])
    ]
    names = ("even", *(f"rounds {rounds}" for rounds in ROUNDS), "master")
    whole = {
        "unit": "win probability",
        "actions left": given.left,
        "states": len(states),
        "settings": msgspec.to_builtins(EndSettings()),
        "hidden hands of a seat": summary(found, "hands"),
        "nodes": summary(found, "nodes"),
        "NashConv": {name: summary(found, name) for name in names},
        "NashConv of the master by actions left": by_kind([left(each.public) for each in states], found),
        "lost by the first choice, with many hands": {
            "states": len(wide),
            "hidden hands": summary(wide, "hands"),
            **{name: summary(wide, name) for name in FIRST},
        },
        "seconds of CPU": round(process_time() - began),
    }
    out = given.out or OUT[given.left]
    out.write_bytes(msgspec.json.format(msgspec.json.encode(whole)) + b"\n")
    print(out.read_text("utf-8"))


if __name__ == "__main__":
    main()
