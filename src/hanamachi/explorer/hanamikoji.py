"""Count how rounds of Hanamikoji begin. Geishas of the same worth are taken for one another."""

from collections.abc import Iterable
from itertools import permutations, product
from typing import Any

from hanamachi.core.game import Move
from hanamachi.core.words import Words
from hanamachi.explorer.openings import Decision, Openings, Path
from hanamachi.games.hanamikoji.moves import Competition, Discard, Gift, Secret, TakeOne, TakePair
from hanamachi.games.hanamikoji.notation import label, read, write
from hanamachi.games.hanamikoji.pieces import ACTIONS, ITEMS, VALUE
from hanamachi.puzzles.path import Setting

ALIKE = [[item for item in ITEMS if VALUE[item] == worth] for worth in sorted(set(VALUE))]
NAMINGS = [sum(each, ()) for each in product(*(list(permutations(group)) for group in ALIKE))]
BOXES = ("full", "small")


class HanamikojiOpenings(Openings):
    """The action token of the first player, its cards, the answer, and the rival's first token."""

    game = "hanamikoji"
    settings = (Setting(2), Setting(2, {"box": "small"}))
    shares = (1, 1)

    def setting_of(self, options: Any) -> int | None:
        return BOXES.index(options.box)

    def path(self, decisions: Iterable[Decision]) -> Path | None:
        moves = iter(move for _, move in decisions)
        first = next(moves, None)
        if first is None:
            return None
        group = [first]
        for move in moves:
            if isinstance(move, TakeOne | TakePair):
                group.append(move)
                continue
            return (kind(first), *likest(group), kind(move))
        return None

    def by_starter(self, path: Path) -> bool:
        return len(path) < 2

    def label(self, step: str, words: Words) -> str:
        if step in ACTIONS:
            return words(f"action.{step}")
        return label(None, read(step, words), words)


def kind(move: Move) -> str:
    return type(move).__name__.lower()


def likest(moves: list[Move]) -> list[str]:
    """Return an action and its answer in notation, with the geishas of the same worth named in order."""
    return [
        write(move) for move in min(([renamed(m, naming) for m in moves] for naming in NAMINGS), key=order)
    ]


def order(moves: list[Move]) -> list[Any]:
    return [cards(move) for move in moves]


def cards(move: Move) -> Any:
    match move:
        case Secret(item=item) | TakeOne(item=item):
            return item
        case Discard(items=items) | Gift(items=items):
            return items
        case Competition(pairs=pairs):
            return pairs
        case TakePair(pair=pair):
            return pair
        case _:
            raise TypeError(move)


def renamed(move: Move, naming: tuple[int, ...]) -> Move:
    """Return a move with other items: `naming` gives the new one for each."""

    def new(items: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(sorted(naming[item] for item in items))

    match move:
        case Secret(item=item):
            return Secret(naming[item])
        case TakeOne(item=item):
            return TakeOne(naming[item])
        case Discard(items=items):
            return Discard(new(items))
        case Gift(items=items):
            return Gift(new(items))
        case TakePair(pair=pair):
            return TakePair(new(pair))
        case Competition(pairs=(one, other)):
            pairs = sorted((new(one), new(other)))
            return Competition((pairs[0], pairs[1]))
        case _:
            raise TypeError(move)


OPENINGS = HanamikojiOpenings()
