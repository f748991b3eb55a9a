"""make fuzz: a house in a process of its own is asked odd things over REST and its socket, and is brought odd records;
odd notation is read here.

Whatever comes, the answer is no 5xx, no socket is closed without a code, nothing breaks in the log, and at the end the
house needs at most 5 % more memory than after the first 20,000 inputs. Its limits are raised: what a limit answers tests the limit alone.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from hanamachi.core.conformance import random_story
from hanamachi.core.words import LANGUAGES, Refusal
from hanamachi.games import GAMES
from tests.server.support import odd_values
from tests.server.support.odd_visitor import Visitor
from tests.storm.serving import SERVE, Served

RAISED = (
    "imports=1000000/1000000",
    "reviews=1000000/1000000",
    "body=200000",
    "message=200000",
    "nesting=200",
)
MOST_BY_LIMITS, MOST_MORE_MEMORY = 0.05, 1.05
PORTION = 20_000  # inputs after which memory is measured


def visit(port: int, seed: int, inputs: int) -> tuple[Counter[str], Counter[str]]:
    """So many inputs by one visitor: what was answered, and how it was asked."""
    visitor, asked = Visitor(port, seed), Counter[str]()
    ways = {"socket": visitor.talk, "record": visitor.bring, "REST": visitor.rest}
    while (before := visitor.said.total()) < inputs:
        (way,) = visitor.dice.choices(list(ways), (5, 5, 90))
        ways[way]()
        asked[way] += visitor.said.total() - before
    visitor.http.close()
    return visitor.said, asked


def notation(seed: int, inputs: int) -> Counter[str]:
    """Moves as people type them, and as nobody does: a move comes out, or Unreadable."""
    dice, said = Random(seed), Counter[str]()
    written = {name: sorted(moves_of(name, dice)) for name in GAMES}
    for _ in range(inputs):
        game = GAMES[dice.choice(list(GAMES))]
        text = mangled(dice.choice(written[game.name]), dice)
        try:
            game.text.write(game.text.read(text, game.text.words(dice.choice(LANGUAGES))))
            said["taken"] += 1
        except Refusal:
            said["refused in words"] += 1
    return said


def moves_of(name: str, dice: Random) -> set[str]:
    game = GAMES[name]
    story = random_story(game, game.seats[0], game.options(), dice, limit=10_000)
    return set(map(game.text.write, story.moves)) | {"?"}


def mangled(text: str, dice: Random) -> str:
    signs = list(text)
    for _ in range(dice.choice((0, 1, 1, 2, 5))):
        signs.insert(dice.randint(0, len(signs)), dice.choice(["", " ", "/", ",", "0", *odd_values.TEXTS]))
        if dice.random() < 0.5 and signs:
            del signs[dice.randrange(len(signs))]
    return "".join(signs)


def portion(house: Served, seed: int, inputs: int, visitors: int) -> tuple[Counter[str], Counter[str]]:
    with ThreadPoolExecutor(visitors) as crowd:
        jobs = [crowd.submit(visit, house.port, seed + n, inputs // visitors) for n in range(visitors)]
        said, asked = zip(*(job.result() for job in jobs), strict=True)
    return sum(said, Counter[str]()), sum(asked, Counter[str]())


def broken(log: Path) -> list[str]:
    """What the house wrote down that is a fault of its own, each kind once. Its first words are for people."""
    lines = [line for line in log.read_text("utf-8", "replace").splitlines() if "http://" not in line]
    kinds = {line.partition('"level": ')[2] or line for line in lines}
    return sorted(kind for kind in kinds if not kind.startswith('"warning"') and "--host 0.0.0.0" not in kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--inputs", type=int, default=200_000, help="over the wire; as many again in notation"
    )
    parser.add_argument("--visitors", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("notation:", told(notation(given.seed, given.inputs)), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        flags = [flag for limit in RAISED for flag in ("--limit", limit)]
        house = Served(Path(folder) / "house.db", (*SERVE, *flags))
        house.start()
        try:
            sys.exit(not all(list(check(*wire(house, given.seed, given.inputs, given.visitors)))))
        finally:
            house.stop()


def wire(house: Served, seed: int, inputs: int, visitors: int) -> tuple[Counter[str], list[int], list[str]]:
    said, memory = Counter[str](), list[int]()
    for n in range(max(2, inputs // PORTION)):
        answered, asked = portion(house, seed + 1000 * n, min(PORTION, inputs // 2), visitors)
        said += answered
        memory.append(house.memory())
        print(f"{said.total():,}: {told(asked)}; {memory[-1] / (1 << 20):.1f} MB", flush=True)
    return said, memory, broken(house.log)


def check(said: Counter[str], memory: list[int], faults: list[str]) -> Iterator[bool]:
    """Each thing that must be so, printed."""
    print("wire:", told(said))
    bad = [each for each in said if each.startswith(("5xx", "no answer", "closed without"))]
    by_limits, growth = said["by a limit"] / said.total(), memory[-1] / memory[0]
    checks: dict[str, bool] = {
        f"{sum(said[each] for each in bad)} without a proper answer {bad[:5]}": not bad,
        f"{len(faults)} kinds of faults in the log {faults[:9]}": not faults,
        f"{by_limits:.1%} answered by a limit": by_limits < MOST_BY_LIMITS,
        f"memory at the end {growth:.3f} of that after the first portion": growth < MOST_MORE_MEMORY,
    }
    for what, fine in checks.items():
        print("ok  " if fine else "BAD ", what, flush=True)
        yield fine


def told(said: Counter[str]) -> str:
    return ", ".join(f"{each} {count:,}" for each, count in said.most_common())


if __name__ == "__main__":
    main()
