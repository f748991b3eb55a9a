"""A batch of Mai-Star: the kernel's move numbers and tables as actions and observations."""

from typing import Any, NamedTuple

import numpy as np

from hanamachi.adapters.actions import actions
from hanamachi.adapters.boards import board
from hanamachi.adapters.observations import mai_star as encoder
from hanamachi.adapters.setting import Setting, setting
from hanamachi.adapters.tensors import layout
from hanamachi.core.game import Seat
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.bits import size, throw
from hanamachi.games.mai_star.kernel.cards import deck, now
from hanamachi.games.mai_star.kernel.choices import legal
from hanamachi.games.mai_star.kernel.layout import Tables as Records
from hanamachi.games.mai_star.kernel.rules import play, start
from hanamachi.games.mai_star.kernel.translate import empty_tables, move_number
from hanamachi.games.mai_star.pieces import BOX, CARDS, SPRING_BREEZE

NONE = -1
KINDS, STEP = len(CARDS), 2 + encoder.FACTS
FIELDS = {field.name: n for n, field in enumerate(layout(setting("mai_star")).fields)}
ASKED, OWED, ROUND, STARTER = (FIELDS[name] for name in ("asked", "owed", "round", "starter"))
LAP, DECK, BURIED, SHONE = (FIELDS[name] for name in ("lap", "deck", "buried", "shone"))
SHINING, DOUBLED, FOLLOWED = (FIELDS[name] for name in ("shining", "doubled", "followed"))
GEISHAS, HANDS, INCOME = (FIELDS[name] for name in ("geishas", "hands", "income"))
REPUTATION, TOTALS, HAND, LOOKING = (FIELDS[name] for name in ("reputation", "totals", "hand", "looking"))
DISCARDS, BOTTOM, GUESTS, ADVERTISERS = (
    FIELDS[name] for name in ("discards", "bottom", "guests", "advertisers")
)
ENDED, WINNERS = FIELDS["over"], FIELDS["winners"]
KIND_OF = np.array([encoder.STEPS.index(kind.__name__) for kind in at.STEPS])


class Tables(NamedTuple):
    """Maps between action ids and the kernel's numbers, and the offset of each field of an observation."""

    ours: board.Numbers  # by the kernel's number
    numbers: board.Numbers  # by action
    fields: board.Numbers  # by field


def tables_of(setting: Setting) -> Tables:
    ids = actions(setting).ids
    ours, numbers = np.full(len(at.MOVES) * at.KIND, NONE), np.full(len(ids), NONE)
    for move, number in ids.items():
        ours[move_number(move)], numbers[number] = number, move_number(move)
    return Tables(ours, numbers, np.array([field.offset for field in layout(setting).fields]))


@inner
def is_legal(table: Any, number: int, buffer: board.Numbers) -> bool:
    found = False
    for n in range(legal(table, buffer)):
        found |= buffer[n] == number
    return found


@inner
def asked(table: Any) -> int:
    return now(table) >> at.SEAT_AT & 15 if table.todo_count else board.NOBODY


@inner
def worth(table: Any, seat: int) -> int:
    """Return the number by which seats are ranked (M32)."""
    key: int = table.totals[seat] * 100 - table.left[seat]
    return key


@inner
def winners(table: Any) -> int:
    """Return the winning seats, as bits."""
    best = worth(table, 0)
    for seat in range(table.seats):
        best = max(best, worth(table, seat))
    won = 0
    for seat in range(table.seats):
        won |= (worth(table, seat) == best) << seat
    return won


@inner
def pay(table: Any, rewards: Any) -> None:
    """Write the rewards: winners share 1, and the other seats pay for it."""
    won, count = winners(table), 0
    for seat in range(table.seats):
        count += won >> seat & 1
    for seat in range(table.seats):
        share = table.seats / count - 1 if won >> seat & 1 else -1.0
        rewards[seat] = share / (table.seats - 1)


@inner
def pile(out: Any, first: int, cards: Any) -> None:
    for kind in range(KINDS):
        out[first + kind] = (cards[0] >> kind & 1) + (cards[1] >> kind & 1)


@inner
def row(out: Any, first: int, cards: Any, length: int) -> None:
    for n in range(length):
        out[first + n] = cards[n] + 1


@inner
def see(table: Any, seat: int, fields: board.Numbers, out: Any) -> None:
    out[:] = 0
    out[seat] = 1
    if table.todo_count:
        out[fields[ASKED] + (asked(table) - seat) % table.seats] = 1
    else:
        see_end(table, seat, fields, out)
    see_agenda(table, seat, fields[OWED], out)
    out[fields[ROUND]], out[fields[LAP]] = table.round, table.lap + 1
    out[fields[STARTER] + (table.starter - seat) % table.seats] = 1
    out[fields[DECK]], out[fields[BURIED]], out[fields[SHONE]] = deck(table), table.bottom_count, table.shone
    if table.shining >= 0:
        out[fields[SHINING] + table.shining] = 1
    out[fields[DOUBLED]], out[fields[FOLLOWED]] = table.doubled, table.followed
    see_own(table, seat, fields, out)
    for n in range(table.seats):
        see_place(table, (seat + n) % table.seats, n, fields, out)


@inner
def see_end(table: Any, seat: int, fields: board.Numbers, out: Any) -> None:
    out[fields[ENDED]] = 1
    won = winners(table)
    for n in range(table.seats):
        out[fields[WINNERS] + n] = won >> (seat + n) % table.seats & 1


@inner
def see_agenda(table: Any, seat: int, first: int, out: Any) -> None:
    for n in range(table.todo_count):
        step, here = table.todo[table.todo_count - 1 - n], first + STEP * n
        kind, fact = step & 15, step >> at.FACT_AT & 255
        out[here] = KIND_OF[kind] + 1
        if kind != at.SHUFFLING:
            out[here + 1] = ((step >> at.SEAT_AT & 15) - seat) % table.seats + 1
        if kind == at.REACTING:
            out[here + 2], out[here + 3] = ((step >> at.BY_AT) - seat) % table.seats + 1, fact + 1
        elif kind == at.PICKING:
            out[here + 2] = (fact - seat) % table.seats + 1
        elif kind in (at.REPLACING, at.USING, at.USING_AGAIN, at.ENDING):
            out[here + 2] = fact + 1


@inner
def see_own(table: Any, seat: int, fields: board.Numbers, out: Any) -> None:
    """Write the facts that only this seat may see, and the discards."""
    pile(out, fields[HAND], table.hands[seat])
    pile(out, fields[DISCARDS], table.discards)
    if table.geishas[seat] == SPRING_BREEZE:
        row(out, fields[BOTTOM], table.bottom, table.bottom_count)
    if table.todo_count:
        step = now(table)
        if step & 15 == at.PICKING and step >> at.SEAT_AT & 15 == seat:
            pile(out, fields[LOOKING], table.hands[step >> at.FACT_AT & 255])


@inner
def see_place(table: Any, seat: int, n: int, fields: board.Numbers, out: Any) -> None:
    """Write the public facts of a seat, the n-th clockwise from the observer."""
    out[fields[HANDS] + n] = size(table.hands[seat])
    board.digits(out, fields[INCOME] + 2 * n, table.income[seat])
    board.digits(out, fields[TOTALS] + 2 * n, table.totals[seat])
    row(out, fields[GUESTS] + BOX * n, table.guests[seat], table.guest_count[seat])
    row(out, fields[ADVERTISERS] + BOX * n, table.advertisers[seat], table.advertiser_count[seat])
    if table.geishas[seat] >= 0:
        out[fields[GEISHAS] + 6 * n + table.geishas[seat]] = 1
        for skill in range(3):
            out[fields[REPUTATION] + 3 * n + skill] = table.fame[seat] >> 8 * skill & 255


@entry
def begin_all(
    tables: Records, blank: Records, chances: board.Words, ends: board.Ends, actors: board.Seats
) -> None:
    for i in range(len(tables)):
        if ends[i] != board.ON:
            tables[i] = blank[0]
            start(tables[i], chances[i : i + 1])
            actors[i] = asked(tables[i])


@entry
def check_all(tables: Records, ids: board.Ids, numbers: board.Numbers) -> int:
    buffer = np.empty(at.MOST_MOVES, np.int64)
    for i in range(len(tables)):
        if not 0 <= ids[i] < len(numbers) or not tables[i].todo_count:
            return i
        if not is_legal(tables[i], numbers[ids[i]], buffer):
            return i
    return board.FAIR


@entry
def step_all(
    tables: Records, numbers: board.Numbers, chances: board.Words, ids: board.Ids, news: board.News
) -> None:
    for i in range(len(tables)):
        table = tables[i]
        play(table, numbers[ids[i]], chances[i : i + 1])
        news.actors[i] = asked(table)
        news.ends[i] = board.ON
        news.rewards[i] = 0
        if news.actors[i] == board.NOBODY:
            news.ends[i] = board.OVER
            pay(table, news.rewards[i])


@entry
def see_all(tables: Records, seat: int, fields: board.Numbers, observations: board.Observations) -> None:
    for i in range(len(tables)):
        see(tables[i], seat, fields, observations[i])


@entry
def look_all(
    tables: Records, maps: Tables, observations: board.Observations, masks: board.Observations
) -> None:
    buffer = np.empty(at.MOST_MOVES, np.int64)
    for i in range(len(tables)):
        table, mask = tables[i], masks[i]
        see(table, max(asked(table), 0), maps.fields, observations[i])
        mask[:] = 0
        if table.todo_count:
            for n in range(legal(table, buffer)):
                mask[maps.ours[buffer[n]]] = 1


@entry
def sample_all(tables: Records, ours: board.Numbers, dice: board.Words, ids: board.Ids) -> None:
    buffer = np.empty(at.MOST_MOVES, np.int64)
    for i in range(len(tables)):
        ids[i] = ours[buffer[throw(dice[i : i + 1], legal(tables[i], buffer))]]


class MaiStarBoard:
    def __init__(
        self, tables: Records, blank: Records, maps: Tables, chances: board.Words, actors: board.Seats
    ) -> None:
        self.tables, self.blank, self.maps, self.chances, self.actors = tables, blank, maps, chances, actors

    @classmethod
    def of(cls, setting: Setting, count: int) -> "MaiStarBoard":
        tables = empty_tables(count, setting.seats, setting.options)
        maps, chances = tables_of(setting), np.zeros(count, np.uint64)
        return cls(tables, tables[:1].copy(), maps, chances, np.zeros(count, np.int64))

    def part(self, first: int, end: int) -> "MaiStarBoard":
        some = slice(first, end)
        return MaiStarBoard(self.tables[some], self.blank, self.maps, self.chances[some], self.actors[some])

    def begin(self, seeds: board.Words) -> None:
        self.chances[:] = seeds
        self.renew(np.full(len(self.tables), board.OVER, np.int8))

    def renew(self, ends: board.Ends) -> None:
        begin_all(self.tables, self.blank, self.chances, ends, self.actors)

    def check(self, ids: board.Ids) -> int:
        return check_all(self.tables, ids, self.maps.numbers)

    def step(self, ids: board.Ids, rewards: board.Rewards, ends: board.Ends) -> None:
        step_all(self.tables, self.maps.numbers, self.chances, ids, board.News(self.actors, rewards, ends))

    def see(self, seat: Seat, observations: board.Observations) -> None:
        see_all(self.tables, seat, self.maps.fields, observations)

    def look(self, observations: board.Observations, masks: board.Observations) -> None:
        look_all(self.tables, self.maps, observations, masks)

    def sample(self, dice: board.Words, ids: board.Ids) -> None:
        sample_all(self.tables, self.maps.ours, dice, ids)


BOARD = MaiStarBoard
