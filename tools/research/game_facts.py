"""Write the tables of docs/research.md: the facts of each game, and the layout of its observations.

Lengths and branching come from random games. The number of information sets is estimated by Knuth's method on
what one seat hears: at each ply a line is drawn evenly among those that the seat could hear from this state,
and a decision reached after branchings b1, b2, ... counts b1 * b2 * ... ; the mean over many walks estimates
the sum over all. Lines that only other hidden cards would allow are not seen from one state, so it is a lower
bound.
"""

import re
from collections.abc import Iterator, Sequence
from math import fsum, log10
from pathlib import Path
from random import Random
from statistics import fmean

from hanamachi.adapters.actions import actions
from hanamachi.adapters.setting import Setting
from hanamachi.adapters.tensors import layout
from hanamachi.core.game import NATURE, Move, Seat, State
from hanamachi.core.options import chosen
from tools.games import of_games

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
GAMES, WALKS = 200, 300
FACTS = of_games("facts")


def walk(each: Setting, rng: Random) -> tuple[list[int], int]:
    """Play a random game. Return the number of moves at each decision, and the number of chance nodes."""
    state, branching, chances = each.game.start(each.seats, each.options), list[int](), 0
    while state.actor is not None:
        moves = state.moves()
        if state.actor == NATURE:
            chances += len(moves) > 1
            state = state.play(state.draw(rng))
        else:
            branching.append(len(moves))
            state = state.play(rng.choice(moves))
    return branching, chances


def classes(state: State, seat: Seat) -> list[list[Move]]:
    """Return the moves, grouped where the seat would hear the same line."""
    lines = dict[str, list[Move]]()
    for move in state.moves():
        lines.setdefault(str(state.veil(move, seat)), []).append(move)
    return list(lines.values())


def information_sets(each: Setting, rng: Random, seat: Seat = 0) -> float:
    """Return one walk's estimate of the number of this seat's information sets with a decision."""
    state, weight, found = each.game.start(each.seats, each.options), 1.0, 0.0
    while state.actor is not None:
        if state.actor == seat:
            found += weight
        lines = classes(state, seat)
        weight *= len(lines)
        state = state.play(rng.choice(rng.choice(lines)))
    return found


def estimate(each: Setting) -> str:
    """Return the number of information sets of all seats, if each has as many as the first; "∞" without a
    bound."""
    if each.game.bound(each.seats, each.options) is None:
        return "∞"
    rng = Random(1)
    return f"10^{log10(each.seats * fsum(information_sets(each, rng) for _ in range(WALKS)) / WALKS):.1f}"


def facts() -> Iterator[str]:
    head = (
        "setting",
        "players",
        "hidden",
        "decisions a game",
        "chance nodes",
        "branching",
        "information sets",
    )
    yield "| " + " | ".join([*head, "actions", "observation"]) + " |"
    yield "|---|---:|---|---:|---:|---:|---:|---:|---:|"
    for each in (table for game in FACTS.values() for table in game.TABLES):
        games = [walk(each, Random(seed)) for seed in range(GAMES)]
        lengths, choices = [len(b) for b, _ in games], [n for b, _ in games for n in b]
        length = f"{fmean(lengths):.0f} ({min(lengths)} to {max(lengths)})"
        chances = f"{fmean(c for _, c in games):.0f}"
        cells = [told(each), str(each.seats), FACTS[each.name].SECRET, length, chances]
        cells += [f"{fmean(choices):.1f} (most {max(choices)})", estimate(each)]
        yield "| " + " | ".join([*cells, str(len(actions(each))), str(layout(each).size)]) + " |"


def told(each: Setting) -> str:
    options = [f"{name}={value}" for name, value in chosen(each.options).items()]
    return each.name + (f" ({', '.join(options)})" if options else "")


def fields() -> Iterator[str]:
    for each in (game.TABLES[0] for game in FACTS.values()):
        players = " for 3 players" * (each.seats > 2)
        yield f"### {each.game.text.words('en')('name')}, {layout(each).size} numbers{players}"
        yield ""
        yield "| field | shape | from | |"
        yield "|---|---|---:|---|"
        for field in layout(each).fields:
            shape = " × ".join(map(str, field.shape))
            yield f"| `{field.name}` | {shape} | {field.offset} | {field.about} |"
        yield ""


def written(page: str, mark: str, lines: Sequence[str]) -> str:
    begin, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
    text = "\n".join([begin, *lines, end])
    return re.sub(f"{begin}.*?{end}", lambda _: text, page, flags=re.S)


if __name__ == "__main__":
    for mark, found in (("facts", list(facts())), ("fields", list(fields()))):
        PAGE.write_text(written(PAGE.read_text("utf-8"), mark, found), "utf-8")
