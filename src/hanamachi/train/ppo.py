"""Train two-player networks by proximal policy optimization (PPO) in self-play. The critic sees hidden cards.

The recipe and its results: docs/training.md.
"""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import torch
from msgspec import Struct
from numpy.typing import NDArray
from torch import Tensor, nn

from hanamachi.train.run import Weights
from hanamachi.train.selfplay import Batch, Floats, SelfPlay

Where: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64]]  # steps and episodes


class Recipe(Struct, frozen=True):
    seed: int = 1
    iterations: int = 1000
    width: int = 256
    rounds: int = 4096  # episodes in an iteration
    minibatch: int = 1024
    epochs: int = 2
    rate: float = 1e-3  # learning rate of Adam, falling geometrically
    last_rate: float = 1e-4
    entropy: float = 0.02  # the weight of entropy in units of the value, falling in two legs
    middle_entropy: float = 0.008
    last_entropy: float = 0.003
    middle: float = 0.1  # the share of the iterations at which the first leg ends
    settled: float = 0.8  # the share of the iterations after which it is constant
    clip: float = 0.2
    trace: float = 0.9  # lambda of the advantage estimate (GAE)
    critic_trace: float = 0.95
    norm: float = 1.0

    def rate_at(self, done: float) -> float:
        return between(self.rate, self.last_rate, done)

    def entropy_at(self, done: float) -> float:
        if done < self.middle:
            return between(self.entropy, self.middle_entropy, done / self.middle)
        leg = min(1.0, (done - self.middle) / (self.settled - self.middle))
        return between(self.middle_entropy, self.last_entropy, leg)


def between(one: float, other: float, share: float) -> float:
    return float(one * (other / one) ** share)


def layers(inputs: int, width: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, outputs)
    )


def log_softmax(scores: Tensor, row: Tensor, column: Tensor) -> tuple[Tensor, Tensor]:
    """Return the log-probabilities of the legal moves, in one list for all rows, and each row's log-sum-exp.

    A row has some twenty legal moves of hundreds: a softmax over all would take longer than the network.
    """
    legal = scores.reshape(-1)[row * scores.shape[1] + column]
    with torch.no_grad():
        most = torch.full((len(scores),), -torch.inf).scatter_reduce(0, row, legal, "amax")
    whole = torch.zeros(len(scores)).index_add(0, row, (legal - most[row]).exp()).log() + most
    return legal - whole[row], whole


def linear(net: nn.Module, number: int) -> nn.Linear:
    part = net.get_submodule(str(2 * number))
    assert isinstance(part, nn.Linear)
    return part


class Lesson(NamedTuple):
    """A batch with its advantages, which are in units of their usual size, as is the weight of entropy."""

    batch: Batch
    advantage: Floats
    target: Floats
    bonus: float


class Trainer:
    def __init__(self, game: SelfPlay, recipe: Recipe) -> None:
        torch.manual_seed(recipe.seed)
        self.game, self.recipe = game, recipe
        actors = [layers(game.features, recipe.width, game.moves) for _ in range(game.halves)]
        critics = [layers(game.critic_features, recipe.width, 1) for _ in range(game.halves)]
        with torch.no_grad():
            for actor in actors:
                linear(actor, 2).weight *= 0.1  # start near uniform chances
        self.actors, self.critics = nn.ModuleList(actors), nn.ModuleList(critics)
        self.adams = [
            torch.optim.Adam([*actor.parameters(), *critic.parameters()], eps=1e-5, fused=True)
            for actor, critic in zip(self.actors, self.critics, strict=True)
        ]
        self.rng = np.random.default_rng(recipe.seed)
        self.iteration, self.decisions, self.spread, self.goal = 0, 0, 0.4, recipe.iterations

    def weights(self) -> Weights:
        """Return the weights in the layout of inference: rows are inputs, but outputs in the last layer."""
        found: list[Floats] = []
        for number in range(3):
            parts = [linear(actor, number) for actor in self.actors]
            matrices = [part.weight.detach() if number == 2 else part.weight.detach().T for part in parts]
            biases = [part.bias.detach() for part in parts]
            found += [torch.stack(each).contiguous().numpy().copy() for each in (matrices, biases)]
        return tuple(found)

    def measure(self, old: list[Weights]) -> dict[str, float]:
        return self.game.measure(self.weights(), old, self.iteration)

    def keep(self, file: Path) -> None:
        whole = {name: getattr(self, name) for name in ("iteration", "decisions", "spread")} | {
            "rng": self.rng.bit_generator.state,
            "torch": torch.get_rng_state(),
            "actors": self.actors.state_dict(),
            "critics": self.critics.state_dict(),
            "adams": [adam.state_dict() for adam in self.adams],
            "game": self.game.keep(),
        }
        torch.save(whole, file)

    def restore(self, file: Path) -> None:
        whole = torch.load(file, weights_only=False)
        self.iteration, self.decisions, self.spread = (
            whole[name] for name in ("iteration", "decisions", "spread")
        )
        self.rng.bit_generator.state = whole["rng"]
        torch.set_rng_state(whole["torch"])
        self.actors.load_state_dict(whole["actors"])
        self.critics.load_state_dict(whole["critics"])
        for adam, kept in zip(self.adams, whole["adams"], strict=True):
            adam.load_state_dict(kept)
        self.game.restore(whole["game"])

    def iterate(self) -> dict[str, float]:
        """Play a batch, learn from it once, and return numbers for the log."""
        done = self.iteration / self.recipe.iterations
        for adam in self.adams:
            adam.param_groups[0]["lr"] = self.recipe.rate_at(done)
        batch = self.game.play(self.weights(), self.rng)
        advantage, target = self.judge(batch)
        present = batch.choices > 1
        variance = float((advantage[present] ** 2).mean())
        self.spread = float(np.sqrt(0.98 * self.spread**2 + 0.02 * variance))
        log = self.learn(batch, advantage / self.spread, target, self.recipe.entropy_at(done) / self.spread)
        log |= self.game.learn()
        self.iteration += 1
        self.decisions += int(present.sum())
        return {
            "iteration": self.iteration,
            "decisions": self.decisions,
            "rate": self.recipe.rate_at(done),
            "entropy_weight": self.recipe.entropy_at(done),
            "spread": self.spread,
            **log,
        }

    def judge(self, batch: Batch) -> tuple[Floats, Floats]:
        """Return the advantages of the moves made and targets for the critic, both from the mover's side."""
        value = self.values(batch) * batch.sign  # from the side of seat 0
        steps = len(value)
        after = np.concatenate([value[1:], batch.worth[np.newaxis]])
        surprise = after - value
        advantage, target = np.zeros_like(value), np.zeros_like(value)
        short = long = np.zeros_like(batch.worth)
        for t in reversed(range(steps)):
            short = surprise[t] + self.recipe.trace * short
            long = surprise[t] + self.recipe.critic_trace * long
            advantage[t], target[t] = short, value[t] + long
        return advantage * batch.sign, target * batch.sign

    @torch.no_grad()
    def values(self, batch: Batch) -> Floats:
        value = np.empty(batch.moves.shape, np.float32)
        for half, critic in enumerate(self.critics):
            step, episode = np.nonzero(batch.half == half)
            for at in np.array_split(np.arange(len(step)), max(1, len(step) // 4096)):
                seen = torch.from_numpy(batch.features[step[at], episode[at]]).float()
                value[step[at], episode[at]] = torch.tanh(critic(seen))[:, 0].numpy()
        return value

    def learn(self, batch: Batch, advantage: Floats, target: Floats, bonus: float) -> dict[str, float]:
        """Train the networks. They share nothing, so each learns in its own thread."""
        lesson = Lesson(batch, advantage, target, bonus)
        orders = [np.random.default_rng(self.rng.integers(1 << 63)) for _ in self.adams]
        with ThreadPoolExecutor(len(orders)) as pool:
            logs = list(pool.map(lambda half: self.study(half, lesson, orders[half]), range(len(orders))))
        return {f"{name}_{half}": value for half, log in enumerate(logs) for name, value in log.items()}

    def study(self, half: int, lesson: Lesson, rng: np.random.Generator) -> dict[str, float]:
        actor, critic, adam = self.actors[half], self.critics[half], self.adams[half]
        batch, sums = lesson.batch, defaultdict[str, float](float)
        step, episode = np.nonzero((batch.half == half) & (batch.choices > 0))
        parts = [
            part for _ in range(self.recipe.epochs) for part in self.minibatches(rng.permutation(len(step)))
        ]
        for part in parts:
            where = step[part], episode[part]
            seen = torch.from_numpy(batch.features[where]).float()
            guess = torch.tanh(critic(seen))[:, 0]
            loss = ((guess - torch.from_numpy(lesson.target[where])) ** 2).mean()
            sums["critic_loss"] += loss.item()
            free = np.nonzero(batch.choices[where] > 1)[0]
            scores = actor(seen[free, : self.game.features])
            loss = 0.5 * loss + self.actor_loss(scores, lesson, (where[0][free], where[1][free]), sums)
            adam.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(actor.parameters(), self.recipe.norm)
            nn.utils.clip_grad_norm_(critic.parameters(), self.recipe.norm)
            adam.step()
        return {name: value / len(parts) for name, value in sums.items()}

    def minibatches(self, order: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        return np.array_split(order, max(1, round(len(order) / self.recipe.minibatch)))

    def actor_loss(self, scores: Tensor, lesson: Lesson, where: Where, sums: dict[str, float]) -> Tensor:
        batch = lesson.batch
        row, column = map(torch.from_numpy, np.nonzero(batch.legal[where]))
        logs, whole = log_softmax(scores, row, column)
        move = torch.from_numpy(batch.moves[where].astype(np.int64))
        chosen = scores.gather(1, move[:, None])[:, 0] - whole
        before = torch.from_numpy(np.log(batch.chances[where]))
        gain = torch.from_numpy(lesson.advantage[where])
        ratio = (chosen - before).exp()
        clipped = ratio.clamp(1 - self.recipe.clip, 1 + self.recipe.clip)
        entropy = -(logs.exp() * logs).sum() / len(scores)
        with torch.no_grad():
            sums["entropy"] += entropy.item()
            sums["shift"] += (ratio - 1 - (chosen - before)).mean().item()  # an estimate of the KL divergence
        return -torch.minimum(ratio * gain, clipped * gain).mean() - lesson.bonus * entropy
