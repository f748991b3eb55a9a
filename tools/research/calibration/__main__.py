"""Run the calibration, resumably: play games, ask the judges, keep what they said; then write docs/judges.md.

Each game is kept as soon as it is judged. A later run with more games goes on from there.
"""

import argparse

from tools.games import of_games
from tools.research.calibration import duels, page
from tools.research.calibration.records import pack
from tools.research.calibration.running import run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=page.MANY, help="of each kind")
    parser.add_argument("--minutes", type=float, default=240)
    parser.add_argument("--processes", type=int, default=1, help="for each kind of game")
    parser.add_argument("--duels", type=int, default=0, help="contradictions of judge and master to play on")
    parser.add_argument("--only", nargs="*", default=[*of_games("calibration")], help="these games")
    parser.add_argument("--no-page", action="store_true", help="write no page")
    given = parser.parse_args()
    run(given.only, given.games, given.minutes, given.processes)
    for name in given.only:
        duels.run(name, given.duels)
        pack(name)
    if not given.no_page:
        page.write(given.only)


if __name__ == "__main__":
    main()
