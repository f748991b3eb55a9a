"""A batch of Geisha's Road: the kernel's answers and rows as actions and observations."""

from typing import Any, NamedTuple

import numpy as np

from hanamachi.adapters.actions import actions
from hanamachi.adapters.boards import board
from hanamachi.adapters.observations.geishas_road import STAGES
from hanamachi.adapters.setting import Setting, setting
from hanamachi.adapters.tensors import layout
from hanamachi.core.game import Seat
from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.answers import legal, play
from hanamachi.games.geishas_road.kernel.layout import NONE
from hanamachi.games.geishas_road.kernel.playouts import begin
from hanamachi.games.geishas_road.kernel.translate import MOVES, STEPS, new_table
from hanamachi.games.geishas_road.pieces import DECK, LOWER, UPPER
from hanamachi.games.kernels.bits import count
from hanamachi.games.kernels.chance import below
from hanamachi.games.kernels.compiling import entry, inner

CARDS, FIVE, PLACES = len(DECK), 5, 4
AT = {field.name: field.offset for field in layout(setting("geishas_road")).fields}
ASKED, STAGE, HIDDEN, CARD, ROUND = (AT[name] for name in ("asked", "stage", "hidden", "card", "round"))
STARTER, CIRCLE, PAWNS, FAVOURS = (AT[name] for name in ("starter", "circle", "pawns", "favours"))
TOTALS, POOL, HANDS, HAND, SIDES = (AT[name] for name in ("totals", "pool", "hands", "hand", "sides"))
TAKEN, TOKENS, SPECIALS = (AT[name] for name in ("taken", "tokens", "specials"))
LEFT, RIGHT, LEFTS, RIGHTS = (AT[name] for name in ("left", "right", "lefts", "rights"))
OFFERER, ACTION, LAID, OFFERED = (AT[name] for name in ("offerer", "action", "laid", "offered"))
DOWN, PARTNER, COUNTERS = (AT[name] for name in ("down", "partner", "counters"))
UPPER_AT, LOWER_AT, TILES = (AT[name] for name in ("upper", "lower", "tiles"))
WAITING, GUESTS, ENDED, WINNERS = (AT[name] for name in ("waiting", "guests", "over", "winners"))
STAGE_OF = np.array([STAGES.index(kind.__name__) for kind in sorted(STEPS, key=lambda kind: STEPS[kind])])


class Tables(NamedTuple):
    """Maps between action ids and the kernel's answers, whose meaning depends on the kind of question."""

    ours: board.Numbers  # by question and answer
    answers: board.Numbers  # by question and action


def tables_of(setting: Setting) -> Tables:
    ids = actions(setting).ids
    ours, answers = np.full((len(STEPS), CARDS), NONE), np.full((len(STEPS), len(ids)), NONE)
    for now, moves in MOVES.items():
        for answer, move in enumerate(moves):
            if move in ids:
                ours[now, answer], answers[now, ids[move]] = ids[move], answer
    return Tables(ours, answers)


@inner
def is_legal(row: Any, answer: int, buffer: board.Numbers) -> bool:
    found = False
    for n in range(legal(row, buffer)):
        found |= buffer[n] == answer
    return found


@inner
def mark(out: Any, first: int, mask: int, length: int) -> None:
    """Write the bits of a mask, one number each."""
    for n in range(length):
        out[first + n] = mask >> n & 1


@inner
def mark_one(out: Any, first: int, place: int) -> None:
    if place != NONE:
        out[first + place] = 1


@inner
def see(row: Any, seat: int, out: Any) -> None:
    out[:] = 0
    out[seat] = 1
    if row[at.NOW] == at.OVER:
        see_end(row[at.RESULT], seat, out)
    else:
        out[ASKED + (row[at.SEAT] != seat)] = 1
        out[STAGE + STAGE_OF[row[at.NOW]]] = 1
    out[HIDDEN] = row[at.HIDDEN]
    mark_one(out, CARD, row[at.ASKED])
    out[ROUND] = row[at.ROUND]
    out[STARTER + (row[at.STARTER] != seat)] = 1
    out[POOL] = count(row[at.POOL])
    mark(out, HAND, row[at.HAND + seat], CARDS)
    mark_one(out, LEFT, row[at.LEFT + seat])
    mark_one(out, RIGHT, row[at.RIGHT + seat])
    for n in range(2):
        see_side(row, seat ^ n, n, out)
    see_street(row, seat, out)
    if row[at.ACTOR] != NONE:
        see_offer(row, seat, out)


@inner
def see_end(result: int, seat: int, out: Any) -> None:
    out[ENDED] = 1
    if result == at.SHARED:
        out[WINNERS] = out[WINNERS + 1] = 1
    else:
        out[WINNERS + (result != seat)] = 1


@inner
def see_side(row: Any, seat: int, n: int, out: Any) -> None:
    """Write the public facts of a seat, the n-th clockwise from the observer."""
    board.digits(out, TOTALS + 2 * n, row[at.TOTAL + seat])
    out[HANDS + n] = count(row[at.HAND + seat])
    mark(out, SIDES + CARDS * n, row[at.SIDE + seat], CARDS)
    mark(out, TAKEN + CARDS * n, row[at.TAKEN + seat], CARDS)
    mark(out, TOKENS + 4 * n, row[at.TOKENS + seat], 4)
    mark(out, SPECIALS + 2 * n, row[at.SPECIALS + seat], 2)
    out[LEFTS + n] = row[at.LEFT + seat] != NONE
    out[RIGHTS + n] = row[at.RIGHT + seat] != NONE
    for colour in range(FIVE):
        out[FAVOURS + FIVE * n + colour] = row[at.FAVOUR + colour] == seat
        out[GUESTS + FIVE * n + colour] = row[at.GUESTS + seat] >> 2 * colour & 3


@inner
def see_street(row: Any, seat: int, out: Any) -> None:
    for colour in range(FIVE):
        out[CIRCLE + FIVE * colour + row[at.TEAHOUSE + colour]] = 1
        out[PAWNS + FIVE * colour + row[at.TEAHOUSE + row[at.PLACE + colour]]] = 1
        out[WAITING + colour] = row[at.WAITING] >> 2 * colour & 3
        out[TILES + 2 * colour] = row[at.TILE + 2 * colour] + 1
        out[TILES + 2 * colour + 1] = row[at.TILE + 2 * colour + 1] + 1
    for place in range(row[at.UP], UPPER):
        out[UPPER_AT + place - row[at.UP]] = row[at.HANGING + place] + 1
    for place in range(row[at.LOW], LOWER):
        out[LOWER_AT + place - row[at.LOW]] = row[at.HANGING_LOW + place] + 1


@inner
def see_offer(row: Any, seat: int, out: Any) -> None:
    """Write the open offer. Face-down cards are known only to the seat that laid them (G40)."""
    out[OFFERER + (row[at.ACTOR] != seat)] = 1
    out[ACTION + row[at.ACTION]] = 1
    out[LAID], out[COUNTERS] = row[at.LAID], row[at.COUNTERS]
    mark_one(out, PARTNER, row[at.PARTNER])
    mark_one(out, DOWN, row[at.DOWN + seat])
    mark_one(out, DOWN + PLACES, row[at.DOWN + 1 - seat])
    for place in range(row[at.LAID]):
        if row[at.DOWN + 1 - seat] != place:
            mark_one(out, OFFERED + CARDS * place, row[at.OFFERED + place])


@entry
def begin_all(rows: board.Numbers, ends: board.Ends, actors: board.Seats) -> None:
    for i in range(len(rows)):
        if ends[i] != board.ON:
            begin(rows[i])
            actors[i] = rows[i, at.SEAT]


@entry
def check_all(rows: board.Numbers, ids: board.Ids, tables: Tables) -> int:
    buffer = np.empty(at.MOST, np.int64)
    for i in range(len(rows)):
        row = rows[i]
        if not 0 <= ids[i] < tables.answers.shape[1]:
            return i
        if row[at.NOW] == at.OVER or not is_legal(row, tables.answers[row[at.NOW], ids[i]], buffer):
            return i
    return board.FAIR


@entry
def step_all(rows: board.Numbers, tables: Tables, ids: board.Ids, news: board.News) -> None:
    for i in range(len(rows)):
        row = rows[i]
        play(row, tables.answers[row[at.NOW], ids[i]])
        over = row[at.NOW] == at.OVER
        news.actors[i] = board.NOBODY if over else row[at.SEAT]
        news.ends[i] = board.OVER if over else board.ON
        board.pay(news.rewards[i], row[at.RESULT] if over else board.NOBODY)


@entry
def see_all(rows: board.Numbers, seat: int, observations: board.Observations) -> None:
    for i in range(len(rows)):
        see(rows[i], seat, observations[i])


@entry
def look_all(
    rows: board.Numbers, tables: Tables, observations: board.Observations, masks: board.Observations
) -> None:
    buffer = np.empty(at.MOST, np.int64)
    for i in range(len(rows)):
        row, mask = rows[i], masks[i]
        see(row, 0 if row[at.NOW] == at.OVER else row[at.SEAT], observations[i])
        mask[:] = 0
        for n in range(legal(row, buffer)):
            mask[tables.ours[row[at.NOW], buffer[n]]] = 1


@entry
def sample_all(rows: board.Numbers, tables: Tables, dice: board.Words, ids: board.Ids) -> None:
    buffer = np.empty(at.MOST, np.int64)
    for i in range(len(rows)):
        answer = buffer[below(dice[i : i + 1], legal(rows[i], buffer))]
        ids[i] = tables.ours[rows[i, at.NOW], answer]


class RoadBoard:
    def __init__(self, rows: board.Numbers, tables: Tables, actors: board.Seats) -> None:
        self.rows, self.tables, self.actors = rows, tables, actors

    @classmethod
    def of(cls, setting: Setting, count: int) -> "RoadBoard":
        rows = np.tile(new_table(setting.options, 0), (count, 1))
        return cls(rows, tables_of(setting), np.zeros(count, np.int64))

    def part(self, first: int, end: int) -> "RoadBoard":
        return RoadBoard(self.rows[first:end], self.tables, self.actors[first:end])

    def begin(self, seeds: board.Words) -> None:
        self.rows[:, at.CHANCE] = seeds.view(np.int64)
        self.renew(np.full(len(self.rows), board.OVER, np.int8))

    def renew(self, ends: board.Ends) -> None:
        begin_all(self.rows, ends, self.actors)

    def check(self, ids: board.Ids) -> int:
        return check_all(self.rows, ids, self.tables)

    def step(self, ids: board.Ids, rewards: board.Rewards, ends: board.Ends) -> None:
        step_all(self.rows, self.tables, ids, board.News(self.actors, rewards, ends))

    def see(self, seat: Seat, observations: board.Observations) -> None:
        see_all(self.rows, seat, observations)

    def look(self, observations: board.Observations, masks: board.Observations) -> None:
        look_all(self.rows, self.tables, observations, masks)

    def sample(self, dice: board.Words, ids: board.Ids) -> None:
        sample_all(self.rows, self.tables, dice, ids)


BOARD = RoadBoard
