"""Mai-Star: one student against bots of one level. Every deal is played from every seat.

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

REPORT = 60  # games between two reports


class Played(NamedTuple):
    share: float
    decisions: int
    seconds: float  # CPU of the student


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--against", default="random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    jobs = [
        (given.seed + n // given.seats, n % given.seats, given.seats, given.against)
        for n in range(given.games)
    ]
    played = [game(jobs[0])]  # compiles, once for all processes
    with ProcessPoolExecutor(given.processes) as pool:
        for each in pool.map(game, jobs[1:]):
            played.append(each)
            if len(played) % REPORT == 0 or len(played) == given.games:
                report(played, given.seats, given.against)


def report(played: list[Played], seats: int, level: str) -> None:
    games, warm = len(played), played[1:]
    share = sum(each.share for each in played) / games
    half = 1.96 * (share * (1 - share) / games) ** 0.5
    decisions = sum(each.decisions for each in warm)
    each = 1e3 * sum(each.seconds for each in warm) / decisions
    won = f"{share * games:g} of {games} games ({share:.1%} +- {half:.1%})"
    cost = f"{decisions / len(warm):.0f} decisions a game, {each:.0f} ms CPU each"
    print(f"student against {seats - 1} x {level}: {won}; {cost}", flush=True)


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
