"""Tsukimi in words and in notation: `offer moon`, `fox`, `return cake`."""

from collections.abc import Sequence
from typing import Any

import msgspec

from fifth_game.moves import (
    Accept,
    Cancel,
    Deal,
    Decline,
    Fox,
    Offer,
    Pass,
    Return,
    Seek,
    TurnUp,
)
from fifth_game.pieces import KINDS, NAMES
from fifth_game.view import TsukimiView
from hanamachi.core.game import Move, Text, Veiled
from hanamachi.core.words import Fact, Unreadable, Words, read_words

VERBS: dict[str, type[Move]] = {
    "deal": Deal,
    "offer": Offer,
    "accept": Accept,
    "decline": Decline,
    "show": TurnUp,
    "fox": Fox,
    "cancel": Cancel,
    "pass": Pass,
    "seek": Seek,
    "return": Return,
}
WRITTEN = {kind: verb for verb, kind in VERBS.items()}


def words(lang: str) -> Words:
    return read_words("fifth_game.locales", "tsukimi", lang)


def write(move: Move) -> str:
    names = [NAMES[card] for card in msgspec.structs.astuple(move)]
    return " ".join([WRITTEN[type(move)], *names])


def read(text: str, words: Words) -> Move:
    verb, _, rest = text.strip().partition(" ")
    kind = VERBS.get(words.key("verb", verb) or "")
    if kind is None:
        raise Unreadable("unknown_verb", text=text.strip())
    if not kind.__struct_fields__:
        return kind()
    card = words.key("card", rest)
    if card is None:
        raise Unreadable("unknown_card", text=rest)
    return kind(NAMES.index(card))


def facts(move: Any) -> dict[str, Fact]:
    if isinstance(move, Veiled):
        return {key: f"#{value}" for key, value in move.shown.items()}
    return {name: f"@card.{NAMES[card]}" for name, card in msgspec.structs.asdict(move).items()}


def table(view: TsukimiView, words: Words, names: Sequence[str]) -> str:
    lines = [place(view, seat, words, names) for seat in range(len(view.rows))]
    if view.giver is not None:
        what = "@unseen" if view.offered is None else f"@card.{NAMES[view.offered]}"
        lines.append(words("offered", who=names[view.giver], card=what))
    lines.append(words("pool", n=view.pool, discards=cards(view.discards)))
    if view.hand is not None:
        lines.append(words("hand", cards=cards(view.hand)))
    return "\n".join(lines)


def place(view: TsukimiView, seat: int, words: Words, names: Sequence[str]) -> str:
    row = tuple(f"@card.{NAMES[card]}" for card in view.rows[seat]) or "@nothing"
    return words("place", who=names[seat], n=view.hands[seat], row=row)


def cards(pile: Sequence[int]) -> Fact:
    return tuple(f"@card.{NAMES[card]}" for card in KINDS for _ in range(pile[card])) or "@nothing"


def topics(words: Words) -> dict[str, str]:
    return {words(f"card.{name}"): words(f"help.{name}") for name in NAMES}


TEXT = Text(words=words, table=table, write=write, read=read, facts=facts, topics=topics)
