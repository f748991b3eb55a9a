"""Hanamikoji in words and in notation: `gift flute fan lute`, `competition flute fan / lute flower`."""

from collections.abc import Iterator, Sequence
from typing import Any

from hanamachi.core.game import Move, Seat, Text, Veiled
from hanamachi.core.words import Fact, Unreadable, Words, plain
from hanamachi.games.hanamikoji.moves import (
    Competition,
    Deal,
    Discard,
    Draw,
    Gift,
    Reveal,
    Score,
    Secret,
    Start,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.pieces import (
    ACTIONS,
    BOXES,
    CARDS,
    NAMES,
    RULES,
    VALUE,
    Action,
    Item,
    art_points,
    geishas,
    spread,
)
from hanamachi.games.hanamikoji.rules import SEATS, last_round
from hanamachi.games.hanamikoji.view import HanamikojiView, actions_named, items_named
from hanamachi.locales import catalogue

words = catalogue("hanamikoji")


def spelled(move: Move) -> tuple[str, Seat | None, Sequence[Sequence[Item]]]:
    """A move as its verb, the seat it names, and its groups of cards."""
    match move:
        case Start(starter=seat):
            return "start", seat, ()
        case Deal(to=seat, item=item) | Draw(to=seat, item=item) | Reveal(owner=seat, item=item):
            return type(move).__name__.lower(), seat, [[item]]
        case Secret(item=item):
            return "secret", None, [[item]]
        case Discard(items=items) | Gift(items=items):
            return type(move).__name__.lower(), None, [items]
        case Competition(pairs=pairs):
            return "competition", None, pairs
        case TakeOne(item=item):
            return "take", None, [[item]]
        case TakePair(pair=pair):
            return "take", None, [pair]
        case Score():
            return "score", None, ()
        case _:
            raise TypeError(f"{move} is no move of Hanamikoji")


def write(move: Move) -> str:
    verb, seat, groups = spelled(move)
    number = [] if seat is None else [str(seat + 1)]
    cards = [" / ".join(" ".join(NAMES[item] for item in items) for items in groups)] if groups else []
    return " ".join([verb, *number, *cards])


def label(_view: HanamikojiView, move: Move, words: Words) -> str:
    """A decision in the words of a language; `read` takes it back."""
    verb, _, groups = spelled(move)
    cards = (" + ".join(words(f"item.{NAMES[item]}") for item in items) for items in groups)
    return f"{words(f'verb.{verb}')} {' / '.join(cards)}"


def read(text: str, words: Words) -> Move:
    bare = plain(text.translate(str.maketrans(",+:", "   ")))
    verb, _, rest = bare.partition(" ")
    match words.key("verb", verb) or words.key("action", verb):
        case "start":
            return Start(read_seat(rest))
        case "deal" | "draw" | "reveal" as key:
            number, _, name = rest.partition(" ")
            return {"deal": Deal, "draw": Draw, "reveal": Reveal}[key](read_seat(number), read_item(name, words))
        case "score" if not rest:
            return Score()
        case "take":
            return read_taken(rest, words)
        case key if key in ACTIONS:
            return read_action(ACTIONS.index(key), rest, words)
        case _:
            raise Unreadable("unknown_verb", text=text.strip())


def read_action(action: Action, text: str, words: Words) -> Move:
    groups = [sorted(read_items(part, words)) for part in text.split("/")]
    items = [item for group in groups for item in group]
    if len(items) != CARDS[action]:
        needs, got = f"@cards:{CARDS[action]}", f"@cards:{len(items)}"
        name = f"@action.{ACTIONS[action]}"
        raise Unreadable("wrong_count", action=name, needs=needs, got=got, rule=RULES[action])
    match ACTIONS[action], sorted(groups):
        case "secret", [[item]]:
            return Secret(item)
        case "discard", [[a, b]]:
            return Discard((a, b))
        case "gift", [[a, b, c]]:
            return Gift((a, b, c))
        case "competition", [[a, b], [c, d]]:
            return Competition(((a, b), (c, d)))
        case _:
            raise Unreadable("not_pairs", rule=RULES[action])


def read_taken(text: str, words: Words) -> Move:
    match sorted(read_items(text, words)):
        case [item]:
            return TakeOne(item)
        case [a, b]:
            return TakePair((a, b))
        case _:
            raise Unreadable("take_what", text=text)


def read_items(text: str, words: Words) -> Iterator[Item]:
    """The items a text names. A name may have several words."""
    names = item_names(words)
    typed = text.split()
    while typed:
        for length in range(len(typed), 0, -1):
            if (item := names.get(" ".join(typed[:length]))) is not None:
                yield item
                del typed[:length]
                break
        else:
            raise Unreadable("unknown_item", text=typed[0], known=items_named(tuple(range(len(NAMES)))))


def item_names(words: Words) -> dict[str, Item]:
    said = {plain(words(f"item.{name}")): item for item, name in enumerate(NAMES)}
    return said | {name: item for item, name in enumerate(NAMES)}


def read_item(text: str, words: Words) -> Item:
    match list(read_items(text, words)):
        case [item]:
            return item
        case _:
            raise Unreadable("take_what", text=text)


def read_seat(text: str) -> Seat:
    if text not in ("1", "2"):
        raise Unreadable("unknown_seat", text=text)
    return int(text) - 1


def facts(move: Any) -> dict[str, Fact]:
    if isinstance(move, Veiled):
        return {name: f"#{seat}" for name, seat in move.shown.items()}
    ...
