"""Texts of Okiya: the garden in plain lines, and the notation a1 to d4."""

from collections.abc import Sequence
from typing import Any

import msgspec

from hanamachi.core.game import Move, Piece, Text
from hanamachi.core.words import Fact, Name, Unreadable, Words, plain
from hanamachi.games.okiya.moves import Begin, Lay, Score, Take
from hanamachi.games.okiya.pieces import FEATURES, HOUSES, NAMES, PLANTS, SIDE, TILES, feature, plant, square
from hanamachi.games.okiya.view import OkiyaView
from hanamachi.locales import catalogue

words = catalogue("okiya")


def write(move: Move) -> str:
    """Return a move in notation: a square for a taken tile, a word and numbers for nature's moves."""
    match move:
        case Take(square=square):
            return NAMES[square]
        case Begin(starter=starter):
            return f"begin {HOUSES[starter]}"
        case Lay(tile=tile):
            return f"lay {PLANTS[plant(tile)]} {FEATURES[feature(tile)]}"
        case Score(winner=winner, rule=rule, points=points):
            return f"score {'nobody' if winner is None else HOUSES[winner]} {rule} {points}"
        case _:
            raise TypeError(f"{move} is no move of Okiya")


def read(text: str, words: Words) -> Move:
    match plain(text).split():
        case [name] if name in NAMES:
            return Take(NAMES.index(name))
        case ["begin", house] if house in HOUSES:
            return Begin(HOUSES.index(house))
        case ["lay", a_plant, a_feature] if a_plant in PLANTS and a_feature in FEATURES:
            return Lay(PLANTS.index(a_plant) * 4 + FEATURES.index(a_feature))
        case ["score", winner, rule, points] if points.isdecimal() and len(points) < 4:
            return Score(HOUSES.index(winner) if winner in HOUSES else None, rule.upper(), int(points))
        case _:
            raise Unreadable("unreadable", text=text.strip())


def facts(move: Any) -> dict[str, Fact]:
    match move:
        case Take(square=square):
            return {"square": NAMES[square]}
        case Begin(starter=starter):
            return {"starter": f"#{starter}"}
        case Lay(tile=tile):
            return {"tile": f"@tile.{tile}"}
        case Score(winner=None):
            return {"result": "@round.drawn"}
        case _:
            won = msgspec.structs.asdict(move)
            return {"result": f"@round.{won['rule']}.{HOUSES[won['winner']]}"}


def table(view: OkiyaView, words: Words, names: Sequence[str]) -> str:
    """Return rows 4 to 1 of the garden, then the tile to match and the score of the match."""
    cells = [cell(view, each, words) for each in range(SIDE * SIDE)]
    wide = max(map(len, cells))
    rows = [
        f"{row + 1}  " + "  ".join(cells[square(column, row)].ljust(wide) for column in range(SIDE))
        for row in reversed(range(SIDE))
    ]
    columns = "   " + "  ".join(f" {letter}".ljust(wide) for letter in "abcd")
    lines = [*rows, columns, *status(view, words, names)]
    return "\n".join(line.rstrip() for line in lines)


def cell(view: OkiyaView, at: int, words: Words) -> str:
    """Return a square's text. A tile that may be taken stands in brackets, a geisha in capitals."""
    for seat, geishas in enumerate(view.geishas):
        if geishas >> at & 1:
            return f" {words(f'house.{HOUSES[seat]}').upper()} "
    if at >= len(view.layout):
        return " - "
    name = words(f"tile.{view.layout[at]}")
    return f"[{name}]" if at in view.legal else f" {name} "


def status(view: OkiyaView, words: Words, names: Sequence[str]) -> list[str]:
    houses = [words(f"house.{house}") for house in HOUSES]
    lines = [words("houses", red=names[0], black=names[1])] if list(names) != houses else []
    if view.last is not None:
        lines.append(words("match", tile=f"@tile.{view.layout[view.last]}", square=NAMES[view.last]))
    if view.options.match != "single":
        score = view.points if view.options.match == "points" else view.wins
        key = f"score.{view.options.match}"
        lines.append(words(key, round=view.round, red=score[0], black=score[1], target=view.options.target))
    return lines


def draw(view: OkiyaView, words: Words, names: Sequence[str]) -> list[Any]:
    from hanamachi.games.okiya.drawing import garden  # rich, only where there are colours

    return [garden(view, words), *status(view, words, names)]


def starts(_before: OkiyaView, after: OkiyaView, words: Words, names: Sequence[str]) -> str:
    """Tell after a round of a match who starts the next one, and why (O3, O10)."""
    if after.outcome or after.starter is None:
        return ""
    drawn = after.rounds[-1].winner is None
    return words("starts.drawn" if drawn else "starts.lost", who=Name(names[after.starter]))


def label(view: OkiyaView, move: Move, words: Words) -> str:
    assert isinstance(move, Take)
    return f"{NAMES[move.square]} {words(f'tile.{view.layout[move.square]}')}"


def box(words: Words) -> list[Piece]:
    """Return every tile, and how many show each plant and each feature."""
    shown = [("plant", name) for name in PLANTS] + [("feature", name) for name in FEATURES]
    signs = [
        Piece(
            f"{kind}s",
            f"{kind}-{name}",
            words(f"{kind}.{name}"),
            f"× {len(PLANTS)}",
            words(f"help.{kind}", name=words(f"{kind}.{name}")),
        )
        for kind, name in shown
    ]
    return signs + [Piece("tiles", f"tile-{tile}", words(f"tile.{tile}"), "", "") for tile in TILES]


def topics(words: Words) -> dict[str, str]:
    kinds = [f"plant.{name}" for name in PLANTS] + [f"feature.{name}" for name in FEATURES]
    return {words(key): words(f"help.{key.partition('.')[0]}", name=words(key)) for key in kinds}


STYLES = {
    "house.red": "bold #e05a45",
    "house.black": "bold reverse",
    "plant.maple": "#d07a1c",
    "plant.cherry": "#e0609c",
    "plant.pine": "#2e9a6c",
    "plant.iris": "#7c78f0",
}
TEXT = Text(
    words=words,
    table=table,
    write=write,
    read=read,
    facts=facts,
    topics=topics,
    box=box,
    rulings=frozenset({"O10", "O13"}),
    label=label,
    aftermath={"Score": starts},
    quiet=frozenset({"Lay"}),
    styles=STYLES,
    draw=draw,
)
