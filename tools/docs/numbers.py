"""make numbers: write the numbers of the README and the docs, each from a generated file or from the code.

    python -m tools.docs.numbers [--check]

Pages have marked places for them: between `<!-- numbers: NAME -->` and `<!-- end of numbers -->`. --check
says which pages are not current.
"""

import io
import os
import re
import sys
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path

from hanamachi.bots import ladders, level_name
from hanamachi.cli.commands.server import service
from hanamachi.core import fair
from hanamachi.games import OURS
from hanamachi.locales import catalogue

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PLACE = re.compile(r"(<!-- numbers: (\w+) -->\n).*?(<!-- end of numbers -->)", re.S)
MEMBERS, GAMES_A_DAY, ROWS = 60, 3, 60  # of a club: its members, what each plays, and rows of the log a game


class NotMeasured(Exception):
    """A number is not in the file that should have it."""


def version() -> str:
    found: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return found


def cells(page: str, *first: str, after: str = "") -> list[str]:
    """Return the row of a generated table that begins with these cells, below a heading."""
    text = (DOCS / page).read_text("utf-8")
    section = text[text.index(f"## {after}") :] if after else text
    for line in section.splitlines():
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and row[: len(first)] == list(first):
            return row
    raise NotMeasured(f"{page}: {first}")


def said(page: str, pattern: str) -> re.Match[str]:
    found = re.search(pattern, (DOCS / page).read_text("utf-8"))
    if found is None:
        raise NotMeasured(f"{page}: {pattern}")
    return found


def rules() -> int:
    """Count the numbered rules of our games."""
    texts = ((DOCS / "rules" / f"{game.name}.md").read_text("utf-8") for game in OURS)
    return sum(len(set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", text, re.M))) for text in texts)


def steps() -> int:
    """Return how many steps a second the vector environment takes in Okiya."""
    return int(cells("performance.md", "hanamachi, stepping alone", "okiya")[2].replace(",", ""))


def score(level: str, other: str, game: str) -> str:
    """Return a level's score against another one, from the tables of the long run."""
    return cells("strength.md", "", level, other, after=game)[4].partition(" (")[0].replace(" ", "")


def why() -> str:
    """Return the README's five reasons."""
    restart = said("scaling.md", r"(\d+) moves were acknowledged, (\d+) lost or doubled")
    busiest = said("performance.md", r"\| as many as it takes \| ([\d,]+) \|")[1]
    _, moves, perfect, *_ = cells("strength.md", "perfect", after="Okiya\n")
    levels = sum(len(ladders()[game.name].levels) for game in OURS)
    return f"""
- **Exact.** {rules()} numbered rules, each with a test that fails when the rule is broken; the browser, the terminal and the bots ask the
  same code.
- **Opponents that cannot cheat.** {levels} levels see only what your seat may see. Okiya is solved: of {moves} moves of its last level
  {perfect.replace("%", " %")} were the best there is. Hanamikoji's master wins {score("master", "student", "Hanamikoji")} against a student. Reviews show what your opponent could have held.
- **Provably fair.** The server commits to a seed of {8 * len(fair.new_seed())} bits before you add words of your own; every finished game proves that neither
  the server nor a player stacked the deck.
- **Safe to host.** A move is saved before anybody hears of it: {restart[1]} moves through a rolling restart, {restart[2]} lost. One process on one core
  takes {busiest} moves a second.
- **Fast to study.** {steps() / 1e6:.1f} million steps a second with NumPy; PettingZoo, OpenSpiel and Gymnasium included.
"""


def games() -> str:
    """Return the table of the games."""
    lines = ["", "| game | players | minutes | what it is | strongest bot |", "|---|---|---|---|---|"]
    for game in OURS:
        words = game.text.words("en")
        best = level_name(list(ladders()[game.name].levels)[-1], catalogue("house")("en"))
        lines.append(
            f"| [{words('name')}](docs/rules/{game.name}.md) | {players(game.seats)} | {minutes(game.name)} "
            f"| {words('about')} | {best} |"
        )
    return "\n".join([*lines, "", ""])


def players(seats: range) -> str:
    return f"{seats[0]}" if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def minutes(game: str) -> str:
    house = (ROOT / "web" / "src" / "games" / game / "house.ts").read_text("utf-8")
    found = re.search(r"minutes: (\d+)", house)
    if found is None:
        raise NotMeasured(f"minutes of {game}")
    return found[1]


def status() -> str:
    return f"\nVersion {version()}. All {len(OURS)} games are complete, with every mode and option of their rulebooks, in English, French and Polish.\n"


def club() -> str:
    """Return what a club needs, by the measurements of docs/scaling.md and docs/performance.md."""
    bytes_a_move = int(said("scaling.md", r"a move (\d+) bytes of the database's disk")[1])
    moves = MEMBERS * GAMES_A_DAY * ROWS
    capacity = int(said("scaling.md", r"carries (\d+) moves a second")[1])
    memory = int(said("performance.md", r"takes (\d+) kB of memory")[1])
    return f"""
The arithmetic, with measured numbers: {MEMBERS} members who play {GAMES_A_DAY} games of {ROWS} moves a day make {moves:,} moves. A move takes {bytes_a_move} bytes on
disk: {moves * bytes_a_move / 1e6:.0f} MB a day, {moves * bytes_a_move * 365 / 1e9:.1f} GB a year. A machine of two cores carries {capacity} moves a second, a whole day of this
club in {moves / capacity:.0f} seconds. A table with both players connected takes {memory} kB of memory.
"""


WHEEL = {
    "en": ("the wheel of a release", "once: compiles the bots", "for all in this network"),
    "fr": ("le paquet d’une version publiée", "une fois : compile les robots", "pour tout le réseau"),
    "pl": ("pakiet wydania", "raz: kompiluje boty", "dla wszystkich w tej sieci"),
}


def wheel(lang: str) -> str:
    commands = [
        f"pip install hanamachi-{version()}-py3-none-any.whl",
        "hanamachi warm",
        "hanamachi serve --host 0.0.0.0",
    ]
    wide = max(map(len, commands))
    lines = zip(commands, WHEEL[lang], strict=True)
    return "\n```\n" + "".join(f"{line:{wide}}  # {what}\n" for line, what in lines) + "```\n"


def deployed(what: str) -> str:
    """Return what `hanamachi service` prints, as a block of code."""
    text = io.StringIO()
    with redirect_stdout(text):
        service.run(
            [what, "--public-url", "https://tea.example", "--config", os.devnull], catalogue("house")("en")
        )
    return f"\n```{what.replace('caddy', '')}\n{text.getvalue()}```\n"


PLACES: dict[str, Callable[[], str]] = {
    "why": why,
    "games": games,
    "status": status,
    "club": club,
    "wheel": partial(wheel, "en"),
    "wheel_fr": partial(wheel, "fr"),
    "wheel_pl": partial(wheel, "pl"),
    "nginx": partial(deployed, "nginx"),
    "caddy": partial(deployed, "caddy"),
}


def filled(text: str) -> str:
    return PLACE.sub(lambda found: f"{found[1]}{PLACES[found[2]]()}{found[3]}", text)


def pages() -> dict[Path, str]:
    """Return every page that has such places, as it should be."""
    found = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    texts = {page: page.read_text("utf-8") for page in found}
    return {page: filled(text) for page, text in texts.items() if PLACE.search(text)}


def main() -> None:
    made = pages()
    if "--check" in sys.argv:
        old = [
            page.relative_to(ROOT).as_posix()
            for page, text in made.items()
            if page.read_text("utf-8") != text
        ]
        sys.exit(f"not current: {', '.join(old)}; run make numbers" if old else 0)
    for page, text in made.items():
        page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
