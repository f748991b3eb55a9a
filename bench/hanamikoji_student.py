"""Hanamikoji: the student against random play and the novice, on paired deals, and its time per move.

A deal is played twice with exchanged seats: the same starter, and nature's draws do not depend on the
players. The rules engine plays the games, and so checks the kernel's decisions.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from random import Random

from hanamachi.bots import Bot, make_bot
from hanamachi.core.game import NATURE, Seat
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.rules import State, start

FIRST_ANSWER = [
    *(sys.executable, "-c"),
    "from random import Random\n"
    "from hanamachi.bots import make_bot\n"
    "from hanamachi.games.hanamikoji.moves import Options\n"
    "from hanamachi.games.hanamikoji.rules import start\n"
    "state, rng = start(2, Options()), Random(1)\n"
    "while state.actor == -1: state = state.play(state.draw(rng))\n"
    "make_bot('hanamikoji', 'student', 1).choose(state.view(state.actor), state.moves(), [])\n",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--novice-deals", type=int, default=200)
    given = parser.parse_args()
    times = list[float]()
    print("hanamikoji, the student on paired deals")
    report("random", given.deals, times)
    report("novice", given.novice_deals, times)
    times.sort()
    print(
        f"  CPU time of {len(times):,} decisions: median {1e3 * statistics.median(times):.1f} ms,"
        f" 99 % below {1e3 * times[len(times) * 99 // 100]:.1f} ms, longest {1e3 * times[-1]:.1f} ms"
    )
    print_start()


def report(rival: str, deals: int, times: list[float]) -> None:
    results = [play_game(deal, seat, rival, times) for deal in range(deals) for seat in (0, 1)]
    won, drawn = results.count("won"), results.count("drawn")
    share = won / len(results)
    half = 1.96 * (share * (1 - share) / len(results)) ** 0.5
    both = sum(results[i] == results[i + 1] == "won" for i in range(0, len(results), 2))
    print(
        f"  against {rival:7} {deals:5,} deals: won {share:.1%} +- {half:.1%},"
        f" drawn {drawn / len(results):.1%}; {both / deals:.1%} of the deals won from both seats",
        flush=True,
    )


def play_game(deal: int, seat: Seat, rival: str, times: list[float]) -> str:
    """Play one game. Return the result of the student, who sits at `seat`."""
    bots = [make_bot("hanamikoji", rival, deal), make_bot("hanamikoji", rival, deal)]
    bots[seat] = make_bot("hanamikoji", "student", deal)
    nature = Random(deal)
    state: State = start(2, Options())
    while (actor := state.actor) is not None:
        if actor == NATURE:
            state = state.play(state.draw(nature))
        else:
            state = answered(state, bots[actor], times if actor == seat else [])
    outcome = state.outcome()
    assert outcome is not None
    return "drawn" if not outcome.winners else "won" if seat in outcome.winners else "lost"


def answered(state: State, bot: Bot, times: list[float]) -> State:
    view, moves = state.view(state.actor), state.moves()
    started = time.process_time()
    move = bot.choose(view, moves, [])
    times.append(time.process_time() - started)
    return state.play(move)


def print_start() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        cold, warm = seconds_to_answer(environment), seconds_to_answer(environment)
    print(f"  a first answer from nothing: {cold:.1f} s with an empty cache, then {warm:.1f} s (wall)")


def seconds_to_answer(environment: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(FIRST_ANSWER, env=environment, check=True)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
