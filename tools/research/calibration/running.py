"""Judge many games in several processes. They import this module, as they could not import `__main__`."""

import multiprocessing
import os
from time import monotonic

from tools.research.calibration.games import sample
from tools.research.calibration.records import Line, edition, keep, read


def work(name: str, games: int, end: float, share: tuple[int, int], parent: int) -> None:
    """Judge the games of one process that are still missing. It ends with its parent."""
    done = read(name).games
    for number in range(share[0], games, share[1]):
        if number in done:
            continue
        if monotonic() >= end or os.getppid() != parent:
            return
        game, thorough = sample(name, number)
        keep(name, [Line(edition(name), game=game)])
        if thorough:
            keep(name, [Line(edition(name), thorough=thorough)])


def run(names: list[str], games: int, minutes: float, processes: int) -> None:
    spawn, end = multiprocessing.get_context("spawn"), monotonic() + 60 * minutes
    workers = [
        spawn.Process(target=work, args=(name, games, end, (n, processes), os.getpid()), daemon=True)
        for name in names
        for n in range(processes)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
