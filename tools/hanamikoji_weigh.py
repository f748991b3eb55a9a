"""What given moves are worth: each is tried equally often, on the same particles. Not for play."""

import numpy as np

from hanamachi.bots.hanamikoji.mind.memory import Seen
from hanamachi.bots.hanamikoji.mind.particles import Weights, believe, new_particles, resample
from hanamachi.bots.hanamikoji.mind.search import PARTICLES
from hanamachi.bots.hanamikoji.mind.trial import new_desk, trial
from hanamachi.bots.hanamikoji.mind.weights import Trained
from hanamachi.games.hanamikoji.move_ids import Ids
from hanamachi.games.kernels.chance import MIX, MIX_AGAIN, Chance
from hanamachi.games.kernels.compiling import entry


@entry
def weigh(
    trained: Trained, seen: Seen, doubt: float, tried: Ids, trials: int, rng: Chance, values: Weights
) -> None:
    """The mean value of each move in `tried`, from -1 to 1."""
    particles, picks = new_particles(PARTICLES), np.empty(trials, np.int64)
    believe(trained.net, seen, doubt, rng, particles)
    resample(particles.weights, picks, rng)
    desk, deck = new_desk(), rng[0] ^ MIX_AGAIN
    for i in range(len(tried)):
        values[i] = 0.0
        for t in range(trials):
            particle, draws = particles.states[picks[t]], deck + np.uint64(t) * MIX
            values[i] += trial(trained, particle, seen.past.memory, tried[i], draws, desk, rng) / trials
