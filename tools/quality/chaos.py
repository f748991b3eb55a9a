"""make chaos: play games at many tables through one fault after another. No acknowledged move may be lost.

The long form: at least 1,000 faults and 5,000 acknowledged moves over 500 games, in at most 40 minutes on 2
cores. It runs against one server on SQLite, or with --shared against two workers on PostgreSQL: workers die,
PostgreSQL is restarted, connections are cut. It exits with 1 if anything is wrong, or if there were too few
faults or moves.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.postgres import running
from tests.storm.storm import Storm, Weather

EVERY = 60.0  # seconds between two progress lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--at-once", type=int, default=16, help="games at the same time")
    parser.add_argument("--faults", type=int, default=1_000, help="at least so many")
    parser.add_argument("--moves", type=int, default=5_000, help="at least so many are acknowledged")
    parser.add_argument("--minutes", type=float, default=40.0, help="after which no more games begin")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds between two faults, on average")
    parser.add_argument("--busy", type=float, default=5.0, help="seconds the house waits for another's lock")
    parser.add_argument("--shared", action="store_true", help="two workers on PostgreSQL")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    given = parser.parse_args()
    goals = {"moves": given.moves, "seconds": 60 * given.minutes}
    weather = Weather(given.games, given.at_once, given.faults, given.pause, given.busy, given.seed, **goals)
    folder = Path(tempfile.mkdtemp(prefix="chaos-"))
    if given.shared:
        with running() as server, server.fresh() as url:
            failed = blow(Storm(folder, weather, server, url))
    else:
        failed = blow(Storm(folder, weather))
    if failed:
        print(f"what is left of it: {folder}")
    else:
        shutil.rmtree(folder)
    return failed


async def watch(storm: Storm) -> None:
    """Run the storm, and print its progress regularly."""
    blowing = asyncio.create_task(storm.blow())
    while not (await asyncio.wait([blowing], timeout=EVERY))[0]:
        faults = storm.trouble.fired().total()
        print(f"{len(storm.tables)} games, {faults} faults, {storm.moves} acknowledged moves", flush=True)
    await blowing


def blow(storm: Storm) -> bool:
    began = time.monotonic()
    asyncio.run(watch(storm))
    print(*storm.wrong, sep="\n")
    print(storm.figures())
    print(f"{(time.monotonic() - began) / 60:.1f} minutes")
    if storm.few:
        print(f"too few: {storm.weather.faults} faults and {storm.weather.moves} moves were wanted")
    return bool(storm.wrong) or storm.few


if __name__ == "__main__":
    sys.exit(main())
