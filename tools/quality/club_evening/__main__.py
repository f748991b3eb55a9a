"""A club evening: sixty scripted guests on two workers, five nuisances, and a host who handles them.

`python -m tools.quality.club_evening --by page` handles them with clicks on /host in Chromium, and `--by
terminal` with `hanamachi host`, on a PostgreSQL of its own. It prints for each deed when it held at the other
worker and how many moves the others made meanwhile, and fails if one took too long or a move was lost. Guests
come from addresses of their own, as a proxy in front of the server would say.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import migrate
from tests.postgres import running
from tests.storm.serving import SERVE, Served
from tools.quality.club_evening.evening import WORKERS, run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by", choices=("page", "terminal"), default="page")
    parser.add_argument("--pictures", type=Path, help="where pictures of the host's page go")
    wish = parser.parse_args()
    with running() as postgres, postgres.fresh() as url, tempfile.TemporaryDirectory() as folder:
        migrate(url_of(url))
        command = (*SERVE, "--proxy", "127.0.0.1")
        limits = ("--limit", "guests=1000/1000", "--limit", "members=100/100")
        houses = [
            Served(Path(folder) / f"{number}.db", command, url=url, limits=limits)
            for number in range(WORKERS)
        ]
        try:
            for house in houses:
                house.start()
            asyncio.run(run(url, tuple(house.port for house in houses), wish.by, wish.pictures))
        finally:
            for house in houses:
                house.stop()


if __name__ == "__main__":
    main()
