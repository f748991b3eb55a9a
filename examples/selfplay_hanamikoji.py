"""Train an agent for Hanamikoji by self-play on the vector environment: PPO, one small network for both
seats.

    pip install 'hanamachi[train]'
    python examples/selfplay_hanamikoji.py --minutes 8 --curve curve.svg

Every half minute it plays 1,000 deals from both sides against random play. A draw counts half; the interval
(95 %) is taken over deals.
"""

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hanamachi.adapters.vector import ON, VectorEnv
from hanamachi.train.ppo import log_softmax

GAMES, STEPS, WIDTH = 1024, 36, 256
EPOCHS, MINIBATCH, RATE, CLIP, TRACE, ENTROPY = 3, 1024, 1e-3, 0.2, 0.95, 0.01
DEALS, LOOK = 1000, 30.0  # deals of an evaluation, and seconds between two


class Network(nn.Module):
    """Computes a score for each action, and the value of the position to the observing seat."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.policy, self.value = nn.Linear(WIDTH, outputs), nn.Linear(WIDTH, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        body = self.body(seen.float() / 4)
        return self.policy(body), torch.tanh(self.value(body)).squeeze(-1)


class Batch(NamedTuple):
    """Some steps of all games, flat."""

    seen: Tensor
    mask: Tensor
    action: Tensor
    chance: Tensor  # the logarithm of the probability with which it was chosen
    target: Tensor
    advantage: Tensor


def play(env: VectorEnv, net: Network) -> Batch:
    """Play STEPS decisions in each game, by the network for both seats."""
    seen, masks, taken, chances, values, rewards, goes_on, same = ([] for _ in range(8))
    for _ in range(STEPS):
        seen.append(torch.from_numpy(env.observations.copy()))
        masks.append(torch.from_numpy(env.masks.copy()))
        actors = env.actors.copy()
        with torch.no_grad():
            scores, value = net(seen[-1])
            action, chance = chosen(scores, masks[-1], by_chance=True)
        env.step(action.numpy())
        env.look()
        taken.append(action)
        chances.append(chance)
        values.append(value)
        rewards.append(torch.from_numpy(env.rewards[np.arange(GAMES), actors].copy()))
        goes_on.append(torch.from_numpy((env.ends == ON).astype(np.float32)))
        same.append(torch.from_numpy(np.where(env.actors == actors, 1.0, -1.0).astype(np.float32)))
    with torch.no_grad():
        values.append(net(torch.from_numpy(env.observations))[1])
    advantage = advantages(values, rewards, goes_on, same)
    target = [one + value for one, value in zip(advantage, values, strict=False)]
    parts = (seen, masks, taken, chances, target, advantage)
    return Batch(*(torch.cat(part) for part in parts))


def chosen(scores: Tensor, mask: Tensor, *, by_chance: bool) -> tuple[Tensor, Tensor]:
    """Return a legal action of each row, drawn (by Gumbel's trick) or the best, and its log-probability."""
    row, column = mask.nonzero(as_tuple=True)
    logs, _ = log_softmax(scores, row, column)
    keys = logs - torch.empty_like(logs).exponential_().log() if by_chance else logs
    most = torch.full((len(scores),), -torch.inf).scatter_reduce(0, row, keys, "amax")
    wins = torch.zeros(len(scores), dtype=torch.long)
    first = (keys == most[row]).nonzero().squeeze(1)
    wins[row[first]] = first
    return column[wins], logs[wins]


def advantages(
    values: list[Tensor], rewards: list[Tensor], goes_on: list[Tensor], same: list[Tensor]
) -> list[Tensor]:
    """Return the advantages (GAE) from the deciding seat's side. A value to the rival counts as negative."""
    found, after = list[Tensor](), torch.zeros(GAMES)
    for step in reversed(range(len(rewards))):
        turn = goes_on[step] * same[step]
        surprise = rewards[step] + turn * values[step + 1] - values[step]
        after = surprise + TRACE * turn * after
        found.append(after)
    return found[::-1]


def learn(net: Network, adam: torch.optim.Adam, batch: Batch) -> None:
    scale = batch.advantage.std() + 1e-6
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(batch.action)).split(MINIBATCH):
            scores, value = net(batch.seen[rows])
            logs, whole = log_softmax(scores, *batch.mask[rows].nonzero(as_tuple=True))
            ratio = (scores.gather(1, batch.action[rows, None]).squeeze(1) - whole - batch.chance[rows]).exp()
            gain = batch.advantage[rows] / scale
            policy = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(logs.exp() * logs).sum() / len(rows)
            loss = (value - batch.target[rows]).square().mean() - policy - ENTROPY * entropy
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            adam.step()


def against_random(net: Network, deals: int = DEALS, seed: int = 7) -> tuple[float, float, float]:
    """Return the share of victories and its interval: each deal from both sides, by the network's best
    moves."""
    env = VectorEnv("hanamikoji", 2 * deals)
    env.reset(seed, deals=np.arange(2 * deals) % deals)
    ours = np.repeat([0, 1], deals)  # the network's seat in each game
    score, done = np.zeros(2 * deals), np.zeros(2 * deals, np.bool_)
    while not done.all():
        actions = env.sample().copy()
        mine = np.flatnonzero((env.actors == ours) & ~done)
        with torch.no_grad():
            scores, _ = net(torch.from_numpy(env.observations[mine]))
            best, _ = chosen(scores, torch.from_numpy(env.masks[mine]), by_chance=False)
        actions[mine] = best.numpy()
        env.step(actions)
        env.look()
        over = (env.ends != ON) & ~done
        score[over] = (1 + env.rewards[np.arange(2 * deals), ours][over]) / 2
        done |= over
    env.close()
    return interval((score[:deals] + score[deals:]) / 2)


def interval(pairs: NDArray[np.float64]) -> tuple[float, float, float]:
    mean, error = float(pairs.mean()), float(pairs.std(ddof=1)) / len(pairs) ** 0.5
    return mean, mean - 1.96 * error, mean + 1.96 * error


def train(minutes: float, seed: int) -> list[tuple[float, float, float, float]]:
    """Train, and return minutes and scores along the way."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the matrices are small; the other core plays
    env = VectorEnv("hanamikoji", GAMES)
    env.reset(seed)
    net = Network(env.layout.size, len(env.actions))
    adam, began, looked, decisions = torch.optim.Adam(net.parameters(), RATE), time.monotonic(), -LOOK, 0
    curve = list[tuple[float, float, float, float]]()
    while (spent := time.monotonic() - began) < 60 * minutes or not curve:
        for group in adam.param_groups:
            group["lr"] = RATE * (1 - 0.9 * min(1.0, spent / (60 * minutes)))
        learn(net, adam, play(env, net))
        decisions += GAMES * STEPS
        if time.monotonic() - began - looked >= LOOK or spent >= 60 * minutes:
            looked = time.monotonic() - began
            curve.append((looked / 60, *against_random(net)))
            print(told(decisions, curve[-1]), flush=True)
    curve.append(((time.monotonic() - began) / 60, *against_random(net, seed=8)))
    print(told(decisions, curve[-1]), "(other deals)", flush=True)
    return curve


def told(decisions: int, point: tuple[float, float, float, float]) -> str:
    minutes, mean, low, high = point
    spent = f"{minutes:5.1f} min {decisions / 1e6:6.2f} M decisions"
    return f"{spent}: {mean:.1%} against random ({low:.1%} … {high:.1%})"


def picture(curve: list[tuple[float, float, float, float]]) -> str:
    """Return the curve as a plain SVG."""
    last = curve[-1][0] or 1.0
    points = " ".join(f"{40 + 560 * at / last:.1f},{220 - 200 * mean:.1f}" for at, mean, _, _ in curve)
    lines = "".join(
        f'<line x1="40" x2="600" y1="{220 - 2 * p}" y2="{220 - 2 * p}" stroke="#ddd"/>'
        f'<text x="4" y="{224 - 2 * p}">{p} %</text>'
        for p in (50, 75, 88, 100)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 250" font-family="sans-serif" '
        'font-size="12">'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>{lines}'
        f'<polyline points="{points}" fill="none" stroke="#b5301f" stroke-width="2"/>'
        f'<text x="40" y="240">score against random over {last:.1f} minutes</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path)
    given = parser.parse_args()
    curve = train(given.minutes, given.seed)
    if given.curve:
        given.curve.write_text(picture(curve), "utf-8")


if __name__ == "__main__":
    main()
