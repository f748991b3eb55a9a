"""Write and read moves as text: `gift flute fan lute`, `competition flute fan / lute flower`."""

from collections.abc import Sequence
from functools import cache, lru_cache

from hanamachi.core.game import Move, Seat
from hanamachi.core.words import Unreadable, Words, echoing, most_words, plain
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
from hanamachi.games.hanamikoji.pieces import ACTIONS, CARDS, ITEMS, NAMES, RULES, Action, Item

OF_NATURE: dict[str, type[Deal] | type[Draw] | type[Reveal]] = {"deal": Deal, "draw": Draw, "reveal": Reveal}
LABELS = 5_000  # labels that are cached: three times those of one game in three languages
SEPARATORS = str.maketrans(",+:", "   ")


@cache
def write(move: Move) -> str:
    """Return a move in notation, which is the same in every language."""
    verb, seat, groups = spelled(move)
    number = [] if seat is None else [str(seat + 1)]
    cards = " / ".join(" ".join(NAMES[item] for item in items) for items in groups)
    return " ".join([verb, *number, cards]).strip()


def label(_view: object, move: Move, words: Words) -> str:
    """Return a decision in the words of a language. `read` understands it."""
    return _label(move, words)


@lru_cache(LABELS)
def _label(move: Move, words: Words) -> str:
    verb, _, groups = spelled(move)
    cards = " / ".join(" + ".join(words(f"item.{NAMES[item]}") for item in items) for items in groups)
    return f"{words(f'verb.{verb}')} {cards}"


def spelled(move: Move) -> tuple[str, Seat | None, Sequence[Sequence[Item]]]:
    """Return a move's verb, the seat it names, and its groups of cards."""
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


@echoing
def read(text: str, words: Words) -> Move:
    verb, _, rest = plain(text.translate(SEPARATORS)).partition(" ")
    match words.key("verb", verb) or words.key("action", verb), rest.split():
        case "start", [number]:
            return Start(read_seat(number))
        case ("deal" | "draw" | "reveal") as key, [number, name] if name in NAMES:
            return OF_NATURE[key](read_seat(number), NAMES.index(name))
        case "score", []:
            return Score()
        case "take", _:
            return read_taken(rest, words)
        case key, _ if key in ACTIONS:
            return read_action(ACTIONS.index(key), rest, words)
        case _:
            raise Unreadable("unreadable", text=text.strip())


def read_seat(number: str) -> Seat:
    if number not in ("1", "2"):
        raise Unreadable("unreadable", text=number)
    return int(number) - 1


def read_taken(text: str, words: Words) -> Move:
    match sorted(read_items(text, words)):
        case [item]:
            return TakeOne(item)
        case [a, b]:
            return TakePair((a, b))
        case _:
            raise Unreadable("take_what")


def read_action(action: Action, text: str, words: Words) -> Move:
    groups = sorted(sorted(read_items(part, words)) for part in text.split("/"))
    check_count(action, sum(map(len, groups)))
    match ACTIONS[action], groups:
        case "secret", [[item]]:
            return Secret(item)
        case "discard", [[a, b]]:
            return Discard((a, b))
        case "gift", [[a, b, c]]:
            return Gift((a, b, c))
        case "competition", [[a, b], [c, d]]:
            return Competition(((a, b), (c, d)))
        case "competition", _:
            raise Unreadable("not_pairs", rule=RULES[action])
        case _:
            raise Unreadable("unreadable", text=text)


def check_count(action: Action, got: int) -> None:
    needs, name = CARDS[action], f"@action.{ACTIONS[action]}"
    if got != needs:
        facts = {"action": name, "needs": f"@cards:{needs}", "got": f"@cards:{got}"}
        raise Unreadable("wrong_count", rule=RULES[action], **facts)


def read_items(text: str, words: Words) -> list[Item]:
    """Return the items that a text names, by any of their names in the language or by notation."""
    own = [(plain(own), item) for item, name in enumerate(NAMES) for own in words.names(f"item.{name}")]
    names = dict(own)
    names |= {name: item for item, name in enumerate(NAMES)}
    typed, items, most = text.split(), list[Item](), most_words(names)
    while typed:
        length = next((n for n in range(most, 0, -1) if " ".join(typed[:n]) in names), 0)
        if not length:
            known = tuple(f"@item.{NAMES[item]}" for item in ITEMS)
            raise Unreadable("unknown_item", text=typed[0], known=known)
        items.append(names[" ".join(typed[:length])])
        del typed[:length]
    return items
