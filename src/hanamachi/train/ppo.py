"""Proximal policy optimization by self-play, with a critic that sees the hidden cards (training only).

The recipe and what it gave: docs/training.md.
"""

import numpy as np
import torch
from msgspec import Struct
from torch import Tensor, nn

from hanamachi.train.selfplay import Batch, Floats, SelfPlay, Weights


class Recipe(Struct, frozen=True):
    seed: int = 1
    iterations: int = 600
    width: int = 256
    rounds: int = 4096  # episodes in an iteration
    minibatch: int = 1024
    epochs: int = 1
    rate: float = 1e-3  # of Adam, falling geometrically
    last_rate: float = 1e-4
    entropy: float = 0.02  # the weight of entropy in units of the value, falling in two legs
    middle_entropy: float = 0.008
    last_entropy: float = 0.003
    middle: float = 0.1  # the share of iterations of the first leg
    settled: float = 0.8  # from here on it stays
    clip: float = 0.2
    trace: float = 0.9  # lambda of the advantage
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


class Trainer:
    def __init__(self, game: SelfPlay, recipe: Recipe) -> None:
        torch.manual_seed(recipe.seed)
        self.game, self.recipe = game, recipe
        self.actors = nn.ModuleList(
            layers(game.features, recipe.width, game.moves) for _ in range(game.halves)
        )
        self.critics = nn.ModuleList(
            layers(game.critic_features, recipe.width, 1) for _ in range(game.halves)
        )
        for actor in self.actors:
            with torch.no_grad():
                actor[-1].weight *= 0.1  # begin near to even chances
        self.adam = torch.optim.Adam([*self.actors.parameters(), *self.critics.parameters()], eps=1e-5)
        self.rng = np.random.default_rng(recipe.seed)
        self.iteration, self.decisions, self.spread = 0, 0, 0.4

    def weights(self) -> Weights:
        """As inference wants them: rows are inputs, those of the last layer outputs."""
        names = ("0", "2", "4")
        found: list[Floats] = []
        for name in names:
            matrices = [actor.get_submodule(name).weight.detach() for actor in self.actors]
            biases = [actor.get_submodule(name).bias.detach() for actor in self.actors]
            stacked = torch.stack([m if name == "4" else m.T for m in matrices])
            found += [stacked.contiguous().numpy().copy(), torch.stack(biases).numpy().copy()]
        return tuple(found)

    def iterate(self) -> dict[str, float]:
        """Play, learn from it once, and tell how it went."""
        done = self.iteration / self.recipe.iterations
        for group in self.adam.param_groups:
            group["lr"] = self.recipe.rate_at(done)
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
        """Advantages of the moves made and targets for the critic, both from the mover's side."""
        value = self.values(batch) * batch.sign  # for seat 0
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
        sums: dict[str, list[float]] = {"entropy": [], "shift": [], "clipped": [], "critic_loss": []}
        for _ in range(self.recipe.epochs):
            for half in range(self.game.halves):
                step, episode = np.nonzero((batch.half == half) & (batch.choices > 0))
                for at in self.minibatches(len(step)):
                    where = step[at], episode[at]
                    seen = torch.from_numpy(batch.features[where]).float()
                    guess = torch.tanh(self.critics[half](seen))[:, 0]
                    loss = ((guess - torch.from_numpy(target[where])) ** 2).mean()
                    sums["critic_loss"].append(float(loss.detach()))
                    free = np.nonzero(batch.choices[where] > 1)[0]
                    loss = 0.5 * loss + self.actor_loss(
                        half, seen[free], batch, (where[0][free], where[1][free]), advantage, bonus, sums
                    )
                    self.adam.zero_grad()
                    loss.backward()
                    nn.utils.clip_grad_norm_(self.actors[half].parameters(), self.recipe.norm)
                    nn.utils.clip_grad_norm_(self.critics[half].parameters(), self.recipe.norm)
                    self.adam.step()
        return {name: float(np.mean(values)) for name, values in sums.items()}

    def minibatches(self, length: int) -> list[np.ndarray]:
        return np.array_split(self.rng.permutation(length), max(1, round(length / self.recipe.minibatch)))

    def actor_loss(
        self,
        half: int,
        seen: Tensor,
        batch: Batch,
        where: tuple[np.ndarray, np.ndarray],
        advantage: Floats,
        bonus: float,
        sums: dict[str, list[float]],
    ) -> Tensor:
        scores = self.actors[half](seen[:, : self.game.features])
        scores = scores.masked_fill(torch.from_numpy(batch.legal[where]) == 0, -1e9)
        logs = scores.log_softmax(1)
        chosen = logs.gather(1, torch.from_numpy(batch.moves[where].astype(np.int64))[:, None])[:, 0]
        before = torch.from_numpy(np.log(batch.chances[where]))
        gain = torch.from_numpy(advantage[where])
        ratio = (chosen - before).exp()
        clipped = ratio.clamp(1 - self.recipe.clip, 1 + self.recipe.clip)
        entropy = -(logs.exp() * logs).sum(1).mean()
        with torch.no_grad():
            sums["entropy"].append(float(entropy))
            sums["shift"].append(float((ratio - 1 - (chosen - before)).mean()))
            sums["clipped"].append(float((ratio != clipped).float().mean()))
        return -torch.minimum(ratio * gain, clipped * gain).mean() - bonus * entropy
