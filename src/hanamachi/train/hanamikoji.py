"""Train Hanamikoji's network: self-play on the kernel, with the value of a round's end learned beside it."""

from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.favours import STATES
from hanamachi.bots.hanamikoji.mind.features import CRITIC_FEATURES, FEATURES
from hanamachi.bots.hanamikoji.mind.network import HALVES, Net
from hanamachi.bots.hanamikoji.mind.weights import FILE, SHEET, Trained, write
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.move_ids import IDS
from hanamachi.train.hanamikoji_rounds import STEPS, play_matches, play_rounds
from hanamachi.train.ppo import Recipe, Trainer
from hanamachi.train.run import Run, Weights
from hanamachi.train.selfplay import Batch, Floats
from hanamachi.train.worker_pool import WorkerPool

PARTS = 4  # of a batch: the units of work for threads or nodes
ROUNDS = 3  # rows of the table of favours: a whole match
DIGITS = np.arange(STATES)[:, np.newaxis] // 3 ** np.arange(7) % 3


def canonical() -> NDArray[np.int64]:
    """Map each state of the tokens to one representative: geishas of equal worth are interchangeable."""
    digits = DIGITS.copy()
    digits[:, :3].sort(axis=1)
    digits[:, 3:5].sort(axis=1)
    return digits @ 3 ** np.arange(7)


class Part(NamedTuple):
    """Rounds that were played: their decisions, the matches after them, and the states the rounds began
    with."""

    batch: Batch
    matches: NDArray[np.int64]
    starts: NDArray[np.int64]


def new_batch(rounds: int) -> Batch:
    shape = (STEPS, rounds)
    return Batch(
        features=np.zeros((*shape, CRITIC_FEATURES), np.uint8),
        legal=np.zeros((*shape, IDS), np.uint8),
        moves=np.zeros(shape, np.int16),
        chances=np.zeros(shape, np.float32),
        choices=np.zeros(shape, np.int16),
        half=np.zeros(shape, np.int8),
        sign=np.zeros(shape, np.float32),
        worth=np.zeros(rounds, np.float32),
    )


def play_part(
    weights: Weights, favours: Floats, matches: NDArray[np.int64], seeds: NDArray[np.uint64]
) -> Part:
    part = Part(new_batch(len(matches)), matches.copy(), np.zeros((len(matches), 3), np.int64))
    play_rounds(Trained(Net(*weights), favours), part.matches, seeds, part.batch, part.starts)
    return part


class HanamikojiSelfPlay:
    features, critic_features, moves, halves = FEATURES, CRITIC_FEATURES, IDS, HALVES

    def __init__(self, rounds: int, seed: int, pool: WorkerPool) -> None:
        torch.manual_seed(seed)
        self.pool = pool
        self.matches = np.zeros((rounds, at.FIELDS), np.int64)
        self.matches[:, at.ASKED] = at.OVER
        self.favours = np.zeros((ROUNDS, STATES), np.float32)
        self.value = torch.nn.Sequential(
            torch.nn.Linear(17, 64),
            torch.nn.Tanh(),
            torch.nn.Linear(64, 64),
            torch.nn.Tanh(),
            torch.nn.Linear(64, 1),
            torch.nn.Tanh(),
        )
        self.adam = torch.optim.Adam(self.value.parameters(), lr=2e-3)
        self.canonical = canonical()
        digits = DIGITS[self.canonical]
        tokens = np.concatenate([digits == 1, digits == 2], axis=1)
        self.inputs = np.zeros((ROUNDS, STATES, 17), np.float32)
        for number in range(ROUNDS):
            self.inputs[number, :, :14] = tokens
            self.inputs[number, :, 14 + number] = 1
        self.starts = np.zeros((rounds, 3), np.int64)
        self.worths = np.zeros(rounds, np.float32)

    def play(self, weights: Weights, rng: np.random.Generator) -> Batch:
        seeds = rng.integers(0, 1 << 64, len(self.matches), np.uint64)
        shares = zip(np.array_split(self.matches, PARTS), np.array_split(seeds, PARTS), strict=True)
        parts = self.pool.share(play_part, [(weights, self.favours, *share) for share in shares])
        self.matches = np.concatenate([part.matches for part in parts])
        self.starts = np.concatenate([part.starts for part in parts])
        *noted, worths = zip(*(part.batch for part in parts), strict=True)
        self.worths = np.concatenate(worths)
        return Batch(*(np.concatenate(arrays, axis=1) for arrays in noted), worth=self.worths)

    def learn(self) -> dict[str, float]:
        """Regress the value of a round's start on its outcome, then recompute the value of all states."""
        number, state, starter = self.starts.T
        inputs = torch.from_numpy(self.inputs[number, state])
        target = torch.from_numpy(self.worths * (1 - 2 * starter)).float()
        loss = torch.zeros(())
        for part in torch.randperm(len(target)).chunk(4):
            loss = ((self.value(inputs[part])[:, 0] - target[part]) ** 2).mean()
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()
        with torch.no_grad():
            self.favours = self.value(torch.from_numpy(self.inputs))[..., 0].numpy()
        neutral = self.favours[:, 0]
        return {
            "favour_loss": float(loss.detach()),
            **{f"start_{i + 1}": float(neutral[i]) for i in range(ROUNDS)},
        }

    def measure(self, weights: Weights, old: list[Weights], seed: int) -> dict[str, float]:
        seeds = np.random.default_rng(seed).integers(0, 1 << 64, 500, np.uint64)
        found = {"random": score(weights, weights, True, seeds)}
        found |= {f"back_{i}": score(weights, rival, False, seeds) for i, rival in enumerate(old)}
        return found

    def keep(self) -> dict[str, NDArray[np.generic]]:
        kept: dict[str, NDArray[np.generic]] = {"matches": self.matches, "favours": self.favours}
        kept |= {f"value.{name}": value.numpy() for name, value in self.value.state_dict().items()}
        for number, moments in self.adam.state_dict()["state"].items():
            kept |= {f"adam.{number}.{name}": value.numpy() for name, value in moments.items()}
        return kept

    def restore(self, kept: dict[str, NDArray[np.generic]]) -> None:
        self.matches = kept["matches"].astype(np.int64)
        self.favours = kept["favours"].astype(np.float32)
        self.value.load_state_dict(tensors("value.", kept))
        moments: dict[int, dict[str, torch.Tensor]] = {}
        for name, value in tensors("adam.", kept).items():
            number, _, what = name.partition(".")
            moments.setdefault(int(number), {})[what] = value
        self.adam.load_state_dict(self.adam.state_dict() | {"state": moments})


def tensors(prefix: str, kept: dict[str, NDArray[np.generic]]) -> dict[str, torch.Tensor]:
    """Return the arrays whose names begin with `prefix`, under their names without it."""
    return {
        name.removeprefix(prefix): torch.tensor(np.asarray(value, np.float32))
        for name, value in kept.items()
        if name.startswith(prefix)
    }


def score(one: Weights, other: Weights, random: bool, seeds: NDArray[np.uint64]) -> float:
    scored: Floats = np.empty(len(seeds), np.float32)
    play_matches(Net(*one), Net(*other), random, seeds, scored)
    return float(scored.mean())


def train(folder: Path, minutes: float, recipe: Recipe, pool: WorkerPool, publish: bool) -> None:
    torch.set_num_threads(1)  # for the matrices of each network: more threads were slower
    game = HanamikojiSelfPlay(recipe.rounds, recipe.seed, pool)
    trainer = Trainer(game, recipe)
    run = Run(folder, trainer)
    run.go(minutes)
    if publish:
        about = {
            "iterations": trainer.iteration,
            "decisions": trainer.decisions,
            "seconds": round(run.seconds),
            "recipe": msgspec.to_builtins(recipe),
        }
        write(FILE, SHEET, Trained(Net(*trainer.weights()), game.favours), about)
