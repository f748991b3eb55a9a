"""Measure how well beliefs predict the hidden cards of Hanamikoji's bots, by `doubt`: see docs/bots.md.

The scores are the log loss of the rival's Secret, and the Brier score of "at least one in hand or as a
Secret" for each item.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from random import Random

import numpy as np

from hanamachi.bots.hanamikoji.mind.memory import Seen
from hanamachi.bots.hanamikoji.mind.particles import believe, new_particles
from hanamachi.bots.hanamikoji.mind.recall import recall
from hanamachi.bots.hanamikoji.mind.weights import trained
from hanamachi.bots.hanamikoji.supposing import counted
from hanamachi.core.game import Told
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.rules import State
from tools.research.value_lost import decisions

DOUBTS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
PARTICLES = 1000
LEAST = 1e-4  # the probability of a card that no particle has


def believed(state: State, story: list[Told], doubt: float, seed: int) -> Iterator[tuple[str, float]]:
    """Yield each score of one belief, by its name."""
    assert state.actor is not None
    view, rival = state.view(state.actor), 1 - state.actor
    seen, particles = Seen(told(view), view.hands[rival], recall(view, story)), new_particles(PARTICLES)
    believe(trained().net, seen, doubt, np.array([seed], np.uint64), particles)
    states, weights = particles
    hands, secrets = counted(states[:, at.HANDS + rival]), counted(states[:, at.SECRETS + rival])
    truth, secret = np.array(state.hands[rival]), state.secrets[rival]
    if secret is not None:
        truth[secret] += 1
        yield "secret", -float(np.log(max((weights @ secrets)[secret], LEAST)))
    yield "held", float(np.mean((weights @ (hands + secrets > 0) - (truth > 0)) ** 2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12, help="of each level against itself")
    given = parser.parse_args()
    for level in ("novice", "student", "adept"):
        scores = defaultdict[tuple[float, str], list[float]](list)
        for seed in range(given.games):
            for state, story, _ in decisions("hanamikoji", level, Random(100 + seed)):
                for doubt in DOUBTS:
                    for name, score in believed(state, story, doubt, seed):
                        scores[doubt, name].append(score)
        for (doubt, name), found in sorted(scores.items(), key=lambda pair: pair[0][::-1]):
            print(f"{level:8} {name:7} doubt {doubt:4} {np.mean(found):.3f}", flush=True)


if __name__ == "__main__":
    main()
