"""Hanamikoji on its kernel: the kernel's ids and rows, seen as actions and observations."""

from typing import Any, NamedTuple

import numpy as np

from hanamachi.adapters.actions import actions
from hanamachi.adapters.boards.board import (
    FAIR,
    ON,
    Ends,
    Ids,
    Numbers,
    Rewards,
    Seats,
    Sights,
    Words,
    digits,
    pay,
)
from hanamachi.adapters.boards.board import OVER as ENDED
from hanamachi.adapters.setting import Setting, setting
from hanamachi.adapters.tensors import layout
from hanamachi.core.game import Seat
from hanamachi.games.hanamikoji.kernel import id_at, legal, nature, play, start, total, winner
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.cards import HIGHS
from hanamachi.games.hanamikoji.move_ids import (
    ACTION,
    CARDS_OF,
    FIRST_COMPETITION,
    FIRST_GIFT,
    IDS,
    MOST_MOVES,
    NUMBER,
    OFFERS,
    PAIR_OF,
    TAKE_ONE,
    TAKE_PAIR,
)
from hanamachi.games.hanamikoji.moves import Competition, TakePair
from hanamachi.games.hanamikoji.packing import rules_of, starter_of
from hanamachi.games.hanamikoji.pieces import ITEMS
from hanamachi.games.kernels.chance import below
from hanamachi.games.kernels.compiling import entry, inner

NONE = -1
KINDS = len(ITEMS)
AT = {field.name: field.offset for field in layout(setting("hanamikoji")).fields}
ASKED_AT, ROUND_AT, STARTER_AT, DECK_AT, HANDS_AT = (
    AT[name] for name in ("asked", "round", "starter", "deck", "hands")
)
HAND_AT, UNUSED_AT, SECRETS_AT, SECRET_AT = (AT[name] for name in ("hand", "unused", "secrets", "secret"))
DISCARDS_AT, GIFT_AT, PAIRS_AT, SIDES_AT = (AT[name] for name in ("discards", "gift", "pairs", "sides"))
TOKENS_AT, OVER_AT, WINNERS_AT = (AT[name] for name in ("tokens", "over", "winners"))


class Tables(NamedTuple):
    """Between actions and the kernel's ids. Which pair is the first one, only the offer says."""

    kernels: Numbers  # by action; NONE for pairs
    ours: Numbers  # by the kernel's id
    pairs: Numbers  # by Competition: the actions that take its first and its second pair


def tables_of(setting: Setting) -> Tables:
    ids = actions(setting).ids
    kernels, ours = np.full(len(ids), NONE), np.full(IDS, NONE)
    for move, number in ids.items():
        if not isinstance(move, TakePair):
            kernels[number], ours[NUMBER[move]] = NUMBER[move], number
    pairs = np.full((len(OFFERS), 2), NONE)
    for number, offer in enumerate(OFFERS):
        if isinstance(offer, Competition) and offer in ids:
            pairs[number] = [ids[TakePair(pair)] for pair in offer.pairs]
    return Tables(kernels, ours, pairs)


@inner
def kernel_id(row: Any, action: int, tables: Tables) -> int:
    """What an action is called in the kernel; NONE if it does not answer the question at all."""
    if row[at.ASKED] == at.REPLY and row[at.OFFER] >= FIRST_COMPETITION:
        pair = tables.pairs[row[at.OFFER] - FIRST_GIFT]
        return TAKE_PAIR if pair[0] == action else TAKE_PAIR + 1 if pair[1] == action else NONE
    number: int = tables.kernels[action]
    return number if (number >= TAKE_ONE) == (row[at.ASKED] == at.REPLY) else NONE


@inner
def allowed(row: Any, action: int, tables: Tables) -> bool:
    number = kernel_id(row, action, tables)
    if number == NONE:
        return False
    if row[at.ASKED] == at.REPLY:
        return number >= TAKE_PAIR or holds(CARDS_OF[row[at.OFFER]], CARDS_OF[number])
    seat = row[at.SEAT]
    unused = row[at.UNUSED + seat] >> ACTION[number] & 1
    return unused == 1 and holds(row[at.HANDS + seat], CARDS_OF[number])


@inner
def holds(cards: int, some: int) -> bool:
    """Byte by byte, at least as many."""
    return ((cards | HIGHS) - some) & HIGHS == HIGHS


@inner
def action_id(row: Any, number: int, tables: Tables) -> int:
    if number >= TAKE_PAIR:
        pair: int = tables.pairs[row[at.OFFER] - FIRST_GIFT, number - TAKE_PAIR]
        return pair
    ours: int = tables.ours[number]
    return ours


@inner
def count(out: Any, first: int, cards: int) -> None:
    """Packed cards, item by item."""
    for item in range(KINDS):
        out[first + item] = cards >> 8 * item & 255


@inner
def see(row: Any, seat: int, out: Any) -> None:
    out[:] = 0
    out[seat] = 1
    if row[at.ASKED] == at.OVER:
        out[OVER_AT] = 1
        if winner(row) != at.NOBODY:
            out[WINNERS_AT + (winner(row) != seat)] = 1
    else:
        out[ASKED_AT + (row[at.SEAT] != seat)] = 1
    digits(out, ROUND_AT, row[at.ROUND])
    out[STARTER_AT + (row[at.STARTER] != seat)] = 1
    out[DECK_AT] = total(row[at.POOL]) - 1
    count(out, HAND_AT, row[at.HANDS + seat])
    count(out, SECRET_AT, row[at.SECRETS + seat])
    count(out, DISCARDS_AT, row[at.DISCARDS + seat])
    for n in range(2):
        see_side(row, seat ^ n, n, out)
    if row[at.OFFER] != at.NOBODY:
        see_offer(row[at.OFFER], out)


@inner
def see_side(row: Any, seat: int, n: int, out: Any) -> None:
    """What is open of a seat, the n-th from the one who looks."""
    out[HANDS_AT + n] = total(row[at.HANDS + seat])
    out[SECRETS_AT + n] = row[at.SECRETS + seat] != 0
    count(out, SIDES_AT + KINDS * n, row[at.SIDES + seat])
    for action in range(4):
        out[UNUSED_AT + 4 * n + action] = row[at.UNUSED + seat] >> action & 1
    for item in range(KINDS):
        out[TOKENS_AT + KINDS * n + item] = row[at.TOKENS + seat] >> item & 1


@inner
def see_offer(offer: int, out: Any) -> None:
    if offer < FIRST_COMPETITION:
        count(out, GIFT_AT, CARDS_OF[offer])
    else:
        count(out, PAIRS_AT, PAIR_OF[offer - FIRST_GIFT, 0])
        count(out, PAIRS_AT + KINDS, PAIR_OF[offer - FIRST_GIFT, 1])


@entry
def begin_all(rows: Numbers, chances: Words, rules: int, starter: int, ends: Ends, actors: Seats) -> None:
    for i in range(len(rows)):
        if ends[i] != ON:
            start(rows[i], rules, starter, chances[i : i + 1])
            actors[i] = rows[i, at.SEAT]


@entry
def check_all(rows: Numbers, ids: Ids, tables: Tables) -> int:
    for i in range(len(rows)):
        if not 0 <= ids[i] < len(tables.kernels) or not allowed(rows[i], ids[i], tables):
            return i
    return FAIR


@entry
def step_all(
    rows: Numbers, chances: Words, tables: Tables, ids: Ids, actors: Seats, rewards: Rewards, ends: Ends
) -> None:
    for i in range(len(rows)):
        row = rows[i]
        play(row, kernel_id(row, ids[i], tables))
        nature(row, chances[i : i + 1])
        actors[i] = row[at.SEAT]
        ends[i] = ON
        pay(rewards[i], at.NOBODY)
        if row[at.ASKED] == at.OVER:
            ends[i] = ENDED
            pay(rewards[i], winner(row))


@entry
def see_all(rows: Numbers, seat: int, sights: Sights) -> None:
    for i in range(len(rows)):
        see(rows[i], seat, sights[i])


@entry
def look_all(rows: Numbers, tables: Tables, sights: Sights, masks: Sights) -> None:
    buffer = np.empty(MOST_MOVES, np.int16)
    for i in range(len(rows)):
        row, mask = rows[i], masks[i]
        see(row, max(row[at.SEAT], 0), sights[i])
        mask[:] = 0
        if row[at.ASKED] == at.ACT or row[at.ASKED] == at.REPLY:
            for n in range(legal(row, buffer)):
                mask[action_id(row, id_at(buffer, n), tables)] = 1


@entry
def sample_all(rows: Numbers, tables: Tables, dice: Words, ids: Ids) -> None:
    buffer = np.empty(MOST_MOVES, np.int16)
    for i in range(len(rows)):
        pick = below(dice[i : i + 1], legal(rows[i], buffer))
        ids[i] = action_id(rows[i], id_at(buffer, pick), tables)


class HanamikojiBoard:
    def __init__(self, setting: Setting, rows: Numbers, chances: Words, actors: Seats) -> None:
        self.setting, self.rows, self.chances, self.actors = setting, rows, chances, actors
        self.rules, self.starter = rules_of(setting.options), starter_of(setting.options)
        self.tables = tables_of(setting)

    @classmethod
    def of(cls, setting: Setting, count: int) -> "HanamikojiBoard":
        rows = np.zeros((count, at.FIELDS), np.int64)
        return cls(setting, rows, np.zeros(count, np.uint64), np.zeros(count, np.int64))

    def part(self, first: int, end: int) -> "HanamikojiBoard":
        some = slice(first, end)
        return HanamikojiBoard(self.setting, self.rows[some], self.chances[some], self.actors[some])

    def begin(self, seeds: Words) -> None:
        self.chances[:] = seeds
        self.renew(np.full(len(self.rows), ENDED, np.int8))

    def renew(self, ends: Ends) -> None:
        begin_all(self.rows, self.chances, self.rules, self.starter, ends, self.actors)

    def check(self, ids: Ids) -> int:
        return check_all(self.rows, ids, self.tables)

    def step(self, ids: Ids, rewards: Rewards, ends: Ends) -> None:
        step_all(self.rows, self.chances, self.tables, ids, self.actors, rewards, ends)

    def see(self, seat: Seat, sights: Sights) -> None:
        see_all(self.rows, seat, sights)

    def look(self, sights: Sights, masks: Sights) -> None:
        look_all(self.rows, self.tables, sights, masks)

    def sample(self, dice: Words, ids: Ids) -> None:
        sample_all(self.rows, self.tables, dice, ids)
