"""One student of Mai-Star against others of one level: every deal is played from every seat.

Nature's draws of a deal come from the same seed. A shared victory counts as its share.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from hanamachi.bots import Bot, make_bot
from hanamachi.core.game import NATURE, Seat
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Options


class Played(NamedTuple):
    share: float
    decisions: int
    seconds: float  # CPU of the student


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--against", default="random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    make_bot("mai_star", "student", 1)  # compiled once for all processes when it first plays
    jobs = [
        (given.seed + n // given.seats, n % given.seats, given.seats, given.against)
        for n in range(given.games)
    ]
    played = [game(jobs[0])]
    with ProcessPoolExecutor(given.processes) as pool:
        played += pool.map(game, jobs[1:])
    shares, decisions = [each.share for each in played], sum(each.decisions for each in played[1:])
    wins, games = sum(shares), len(played)
    each = sum(one.seconds for one in played[1:]) / max(decisions, 1)
    print(
        f"student against {given.seats - 1} x {given.against}: {wins:g} of {games} games "
        f"({wins / games:.1%} +- {1.96 * (wins / games * (1 - wins / games) / games) ** 0.5:.1%}); "
        f"{each * 1e3:.0f} ms CPU a decision, {decisions / max(games - 1, 1):.0f} decisions a game"
    )


def game(job: tuple[int, Seat, int, str]) -> Played:
    deal, hero, seats, level = job
    bots: list[Bot] = [
        make_bot("mai_star", "student" if seat == hero else level, 100 * deal + seat) for seat in range(seats)
    ]
    state, rng, decisions, seconds = GAME.start(seats, Options()), Random(deal), 0, 0.0
    while (seat := state.actor) is not None:
        if seat == NATURE:
            state = state.play(state.draw(rng))
            continue
        started = time.process_time()
        move = bots[seat].choose(state.view(seat), state.moves(), [])
        if seat == hero:
            decisions, seconds = decisions + 1, seconds + time.process_time() - started
        state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    return Played((hero in outcome.winners) / len(outcome.winners), decisions, seconds)


if __name__ == "__main__":
    main()
