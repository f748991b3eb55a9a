"""How much each level of Hanamikoji loses with a move, judged by the master: docs/hanamikoji-value-lost.json.

Positions come from games of the level against itself. The master chooses his move; then both moves are tried
on the same imagined deals, which had no part in the choice, so that luck is no loss. A single loss
is uncertain (the file says by how much); their mean and their distribution over many moves are not.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from hanamachi.bots import make_bot
from hanamachi.bots.hanamikoji.master import Master
from hanamachi.bots.hanamikoji.mind.recall import recall
from hanamachi.core.game import NATURE, Move, Told
from hanamachi.games.hanamikoji.move_ids import encode
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.rules import State, start

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.hanamikoji_weigh import weigh

OUT = Path(__file__).parents[1] / "docs" / "hanamikoji-value-lost.json"
LEVELS = ("random", "novice", "student", "adept")
TRIALS = 400
EDGES = (0.01, 0.02, 0.05, 0.1, 0.2)


def decisions(level: str, seed: int) -> Iterator[tuple[State, list[Told], Move]]:
    """A game of a level against itself: each choice, what the seat had heard, and what it did."""
    rng, bots = Random(seed), [make_bot("hanamikoji", level, 2 * seed + seat) for seat in range(2)]
    state, stories = start(2, Options()), ([], [])  # type: tuple[State, tuple[list[Told], list[Told]]]
    while state.todo:
        actor = state.actor
        assert actor is not None
        if actor == NATURE:
            move = state.draw(rng)
        else:
            moves = state.moves()
            move = bots[actor].choose(state.view(actor), moves, stories[actor])
            if len(moves) > 1:
                yield state, [*stories[actor]], move
        for seat, story in enumerate(stories):
            story.append(Told(actor, state.veil(move, seat)))
        state = state.play(move)


def lost(master: Master, state: State, story: list[Told], move: Move, seed: int) -> float:
    """In win probability, against the master's move."""
    view = state.view(state.actor)
    assert view.seat is not None
    best = master.choose(view, state.moves(), story)
    if best == move:
        return 0.0
    tried = np.array([encode(each, state.offer) for each in (best, move)], np.int16)
    values, chance = np.empty(2), np.array([seed], np.uint64)
    past, held = recall(view, story), view.hands[1 - view.seat]
    net, favours = master.trained
    weigh(net, favours, told(view), held, *past, 0.1, tried, TRIALS, chance, values)
    return float(values[0] - values[1]) / 2


def distribution(level: str, wanted: int) -> dict[str, object]:
    losses: list[float] = []
    seed = 0
    while len(losses) < wanted:
        seed += 1
        master = Master(seed)
        losses += [lost(master, *each, seed + len(losses)) for each in decisions(level, seed)]
    found = np.array(losses)
    shares = {f"below {edge}": float((found < edge).mean().round(4)) for edge in EDGES}
    quantiles = {str(q): float(np.quantile(found, q).round(4)) for q in (0.5, 0.75, 0.9, 0.95, 0.99)}
    return {
        "level": level,
        "moves": len(found),
        "same as the master": float((found == 0).mean().round(4)),
        "mean": float(found.mean().round(4)),
        "plus or minus": float((1.96 * found.std() / len(found) ** 0.5).round(4)),
        "shares": shares,
        "quantiles": quantiles,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=500, help="of each level")
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    found = [distribution(level, given.moves) for level in LEVELS]
    for each in found:
        print(msgspec.json.encode(each).decode(), flush=True)
    uncertain = round((0.5 / TRIALS) ** 0.5, 3)
    whole = {"unit": "win probability", "trials": TRIALS, "a single loss is uncertain by about": uncertain}
    given.out.write_bytes(msgspec.json.format(msgspec.json.encode(whole | {"levels": found})) + b"\n")


if __name__ == "__main__":
    main()
