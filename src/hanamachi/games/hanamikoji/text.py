"""Texts of Hanamikoji: the table in plain lines, facts for the story, help."""

from collections.abc import Iterator, Sequence
from typing import Any

from hanamachi.core.game import Piece, Seat, Text, Veiled
from hanamachi.core.words import Fact, Name, Words
from hanamachi.games.hanamikoji.moves import Competition, Discard, Gift, Round, Score, Start, TakePair
from hanamachi.games.hanamikoji.notation import label, read, write
from hanamachi.games.hanamikoji.pieces import (
    ACTIONS,
    BOXES,
    NAMES,
    VALUE,
    Item,
    spread,
)
from hanamachi.games.hanamikoji.rules import SEATS
from hanamachi.games.hanamikoji.view import HanamikojiView, actions_named, items_named
from hanamachi.locales import catalogue

words = catalogue("hanamikoji")


def facts(move: Any) -> dict[str, Fact]:
    match move:
        case Veiled(shown=shown):
            return {name: f"#{seat}" for name, seat in shown.items()}
        case Start(starter=starter):
            return {"starter": f"#{starter}"}
        case Discard(items=items) | Gift(items=items) | TakePair(pair=items):
            return {"items": items_named(items)}
        case Competition(pairs=(one, other)):
            return {"one": items_named(one), "other": items_named(other)}
        case Score():
            return {}
        case _:
            seats = {name: f"#{getattr(move, name)}" for name in ("to", "owner") if hasattr(move, name)}
            return {**seats, "item": f"@item.{NAMES[move.item]}"}


def table(view: HanamikojiView, words: Words, names: Sequence[str]) -> str:
    lines = [
        heading(view, words, names),
        *(geisha(view, item, words, names) for item in BOXES[view.options.box].items),
        *(player(view, seat, words, names) for seat in SEATS),
        *own(view, words),
        *finished(view, words, names),
        *now(view, words, names),
    ]
    return "\n".join(lines)


def heading(view: HanamikojiView, words: Words, names: Sequence[str]) -> str:
    number = "round" if view.rounds else "round_until_won"
    said = [words(number, round=view.round, rounds=view.rounds or 0)]
    if view.starter is not None:
        said.append(words("begun", who=names[view.starter]))
    return " ".join([*said, words("deck", cards=f"@cards:{view.deck}")])


def geisha(view: HanamikojiView, item: Item, words: Words, names: Sequence[str]) -> str:
    holder = view.tokens[item]
    return words(
        "geisha",
        name=f"@geisha.{NAMES[item]}",
        item=f"@item.{NAMES[item]}",
        value=VALUE[item],
        one=names[0],
        ones=view.sides[0][item],
        other=names[1],
        others=view.sides[1][item],
        token="@middle" if holder is None else names[holder],
    )


def player(view: HanamikojiView, seat: Seat, words: Words, names: Sequence[str]) -> str:
    used = tuple(each for each in BOXES[view.options.box].actions if each not in view.actions[seat])
    return words(
        "player",
        who=names[seat],
        cards=f"@cards:{view.hands[seat]}",
        unused=actions_named(view.actions[seat]) or "@nothing",
        used=actions_named(used) or "@nothing",
        geishas=view.race[seat].geishas,
        points=view.race[seat].points,
    )


def own(view: HanamikojiView, words: Words) -> Iterator[str]:
    """Yield the facts that only this seat sees."""
    if view.hand is not None:
        yield words("hand", items=items_named(tuple(spread(view.hand))) or "@nothing")
    if view.secret is not None:
        yield words("secret", item=f"@item.{NAMES[view.secret]}")
    if view.discards:
        yield words("discards", items=items_named(view.discards))


def finished(view: HanamikojiView, words: Words, names: Sequence[str]) -> Iterator[str]:
    for number, scored in enumerate(view.history, 1):
        cards = tuple(compared(scored, item, words) for item in BOXES[view.options.box].items)
        one, other = scored.points
        yield words("scored", round=number, cards=cards, one=names[0], ones=one, other=names[1], others=other)


def compared(scored: Round, item: Item, words: Words) -> str:
    one, other = scored.sides
    return f"{words(f'geisha.{NAMES[item]}')} {one[item]}-{other[item]}"


def now(view: HanamikojiView, words: Words, names: Sequence[str]) -> Iterator[str]:
    """Yield the open offer, and whose turn it is."""
    if view.prompt is None:
        return
    if view.offer:
        kind = type(view.offer).__name__
        yield words(f"tell.{kind}", who=names[1 - view.prompt.seat], **facts(view.offer))
    yield words("turn", who=names[view.prompt.seat])


def starts(_before: HanamikojiView, after: HanamikojiView, words: Words, names: Sequence[str]) -> str:
    """Tell after a round who starts the next one, and why (H6)."""
    if after.outcome or after.starter is None:
        return ""
    return words("starts", who=Name(names[after.starter]))


def box(words: Words) -> list[Piece]:
    """Return the geishas with the cards of their items, and the actions."""
    copies = BOXES["full"].copies
    geishas = [
        Piece(
            "geishas",
            f"item-{item}",
            f"{words(f'geisha.{name}')} · {words(f'item.{name}')}",
            f"× {copies[item]}",
            words(f"help.{name}"),
        )
        for item, name in enumerate(NAMES)
    ]
    actions = [
        Piece("actions", f"action-{name}", words(f"action.{name}"), "", words(f"help.{name}"))
        for name in ACTIONS
    ]
    return geishas + actions


def topics(words: Words) -> dict[str, str]:
    """Return help on items, the geishas who love them, and actions."""
    items = {words(f"item.{name}"): words(f"help.{name}") for name in NAMES}
    loved = {words(f"geisha.{name}"): words(f"help.{name}") for name in NAMES}
    return items | loved | {words(f"action.{name}"): words(f"help.{name}") for name in ACTIONS}


COLOURS = ("#9b6bd6", "#d9534a", "#b8971e", "#4f7fd9", "#b0703a", "#2fa193", "#e070b8")
TEXT = Text(
    words=words,
    table=table,
    write=write,
    read=read,
    facts=facts,
    topics=topics,
    box=box,
    rulings=frozenset({"H4", "H5", "H6", "H9", "H13"}),
    label=label,
    aftermath={"Score": starts},
    quiet=frozenset({"Deal"}),
    styles={
        f"{kind}.{name}": colour
        for kind in ("item", "geisha")
        for name, colour in zip(NAMES, COLOURS, strict=True)
    },
)
