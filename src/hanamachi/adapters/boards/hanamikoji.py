"""A batch of Hanamikoji: the kernel's ids and rows as actions and observations."""

from typing import Any, NamedTuple

import numpy as np

from hanamachi.adapters.actions import actions
from hanamachi.adapters.boards import board
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
    """Maps between action ids and the kernel's ids. Which pair counts as the first depends on the offer."""

    kernels: board.Numbers  # by action; NONE for pairs
    ours: board.Numbers  # by the kernel's id
    pairs: board.Numbers  # by Competition: the actions that take its first and its second pair


class Wish(NamedTuple):
    """The options of a new game, in the kernel's numbers."""

    rules: int
    starter: int


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
    """Return the kernel's id of an action, or NONE if it does not answer the present question."""
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
    """Return whether `cards` has at least as many of each item as `some`, byte by byte."""
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
    """Write the counts of packed cards, item by item."""
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
    board.digits(out, ROUND_AT, row[at.ROUND])
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
    """Write the public facts of a seat, the n-th clockwise from the observer."""
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
def begin_all(
    rows: board.Numbers, chances: board.Words, wish: Wish, ends: board.Ends, actors: board.Seats
) -> None:
    for i in range(len(rows)):
        if ends[i] != board.ON:
            start(rows[i], wish.rules, wish.starter, chances[i : i + 1])
            actors[i] = rows[i, at.SEAT]


@entry
def check_all(rows: board.Numbers, ids: board.Ids, tables: Tables) -> int:
    for i in range(len(rows)):
        if not 0 <= ids[i] < len(tables.kernels) or not allowed(rows[i], ids[i], tables):
            return i
    return board.FAIR


@entry
def step_all(
    rows: board.Numbers, chances: board.Words, tables: Tables, ids: board.Ids, news: board.News
) -> None:
    for i in range(len(rows)):
        row = rows[i]
        play(row, kernel_id(row, ids[i], tables))
        nature(row, chances[i : i + 1])
        news.actors[i] = row[at.SEAT]
        news.ends[i] = board.ON
        board.pay(news.rewards[i], at.NOBODY)
        if row[at.ASKED] == at.OVER:
            news.ends[i] = board.OVER
            board.pay(news.rewards[i], winner(row))


@entry
def see_all(rows: board.Numbers, seat: int, observations: board.Observations) -> None:
    for i in range(len(rows)):
        see(rows[i], seat, observations[i])


@entry
def look_all(
    rows: board.Numbers, tables: Tables, observations: board.Observations, masks: board.Observations
) -> None:
    buffer = np.empty(MOST_MOVES, np.int16)
    for i in range(len(rows)):
        row, mask = rows[i], masks[i]
        see(row, max(row[at.SEAT], 0), observations[i])
        mask[:] = 0
        if row[at.ASKED] == at.ACT or row[at.ASKED] == at.REPLY:
            for n in range(legal(row, buffer)):
                mask[action_id(row, id_at(buffer, n), tables)] = 1


@entry
def sample_all(rows: board.Numbers, tables: Tables, dice: board.Words, ids: board.Ids) -> None:
    buffer = np.empty(MOST_MOVES, np.int16)
    for i in range(len(rows)):
        pick = below(dice[i : i + 1], legal(rows[i], buffer))
        ids[i] = action_id(rows[i], id_at(buffer, pick), tables)


class HanamikojiBoard:
    def __init__(
        self, setting: Setting, rows: board.Numbers, chances: board.Words, actors: board.Seats
    ) -> None:
        self.setting, self.rows, self.chances, self.actors = setting, rows, chances, actors
        self.wish = Wish(rules_of(setting.options), starter_of(setting.options))
        self.tables = tables_of(setting)

    @classmethod
    def of(cls, setting: Setting, count: int) -> "HanamikojiBoard":
        rows = np.zeros((count, at.FIELDS), np.int64)
        return cls(setting, rows, np.zeros(count, np.uint64), np.zeros(count, np.int64))

    def part(self, first: int, end: int) -> "HanamikojiBoard":
        some = slice(first, end)
        return HanamikojiBoard(self.setting, self.rows[some], self.chances[some], self.actors[some])

    def begin(self, seeds: board.Words) -> None:
        self.chances[:] = seeds
        self.renew(np.full(len(self.rows), board.OVER, np.int8))

    def renew(self, ends: board.Ends) -> None:
        begin_all(self.rows, self.chances, self.wish, ends, self.actors)

    def check(self, ids: board.Ids) -> int:
        return check_all(self.rows, ids, self.tables)

    def step(self, ids: board.Ids, rewards: board.Rewards, ends: board.Ends) -> None:
        step_all(self.rows, self.chances, self.tables, ids, board.News(self.actors, rewards, ends))

    def see(self, seat: Seat, observations: board.Observations) -> None:
        see_all(self.rows, seat, observations)

    def look(self, observations: board.Observations, masks: board.Observations) -> None:
        look_all(self.rows, self.tables, observations, masks)

    def sample(self, dice: board.Words, ids: board.Ids) -> None:
        sample_all(self.rows, self.tables, dice, ids)


BOARD = HanamikojiBoard
