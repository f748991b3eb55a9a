"""The opinion of a strong player: on every decision of a finished game, or as a hint on the one that is open.

An opinion is formed by what its seat knew, in the study, one after the other, and kept.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import Move, Seat, State, Text, View
from hanamachi.core.log import Played
from hanamachi.core.table import Refused, Table
from hanamachi.core.value import Value
from hanamachi.core.words import Words
from hanamachi.house import opinions
from hanamachi.house.database import Database, NotKept
from hanamachi.house.kept import Kept, Playing, holds, may_watch
from hanamachi.house.thinkers import Lost, Thinkers, question

SHOWN = 4  # moves besides the one played
REMEMBERED = 1000  # tables whose opinions are kept in memory


class Weighed(Struct, frozen=True, omit_defaults=True):
    """A move and the chance to win after it; from an exact judge also what it leads to. Of a move in several
    steps this is the first: `then` has the others, and the label tells all of them."""

    notation: str
    label: str
    chance: float
    value: Value | None = None
    then: list[Any] = []


class Hold(Struct, frozen=True):
    """Something hidden: the chance that a rival has one that still counts, and how many are expected in each
    place where some lie."""

    key: str
    label: str
    chance: float
    places: dict[str, float]


class Advice(Struct, frozen=True):
    """For the decision at row `seq`: the best moves (every move, if their worth is known exactly), the best
    first; what is hidden."""

    seq: int
    seat: Seat
    moves: list[Weighed]
    holds: list[Hold]


class Decision(Struct, frozen=True):
    """A move that was made at row `seq`, and what else there was: the best first. Its chance spreads by
    `unknown` over what could not be known."""

    seq: int
    seat: Seat
    played: Weighed
    unknown: float
    moves: list[Weighed]
    holds: list[Hold]


class Review(Struct, frozen=True):
    done: bool
    count: int  # decisions with a choice
    decisions: list[Decision]


class Reviewer:
    """Forms opinions. Each table is reviewed once, by whoever asks first."""

    def __init__(self, study: Thinkers, database: Database) -> None:
        self.study, self.database = study, database
        self.opinions: dict[str, dict[int, Opinion | None]] = {}
        self.advised: dict[str, tuple[int, Opinion]] = {}  # the last hint at each table, and its row
        self.tasks: set[asyncio.Task[None]] = set()

    async def review(self, table_id: str, kept: Kept, guest: str, lang: str) -> Review:
        here = self._judged(kept, guest, "no_review_for_game")
        if here.table.result is None:
            raise Refused("not_finished")
        if table_id not in self.opinions:
            await self._begin(table_id, here, guest)
        return await asyncio.to_thread(reviewed, here.table, dict(self.opinions[table_id]), lang)

    async def advice(self, table_id: str, kept: Kept, guest: str, seq: int, lang: str) -> Advice:
        """A hint tells of the cards of who is asked: until the game is over it is for nobody else, unless
        nothing is hidden."""
        here = self._judged(kept, guest, "no_hints_for_game")
        table = here.table
        if not 0 <= seq <= table.seq:
            raise Refused("no_such_row")
        over, seat = table.result is not None, table.log.states[seq].actor
        if not here.setup.hints and not over:
            raise Refused("no_hints_here")
        if seat is None or seat < 0:
            raise Refused("no_decision")
        if not over and table.game.secrets and not holds(here, guest, seat):
            raise Refused("not_your_seat")
        opinion = await self._advised(table_id, table, seq, guest)
        shown = len(opinion.chances) if opinion.values else SHOWN
        return Advice(seq, seat, *told(table, seq, opinion, table.game.text.words(lang), shown))

    def _judged(self, kept: Kept, guest: str, otherwise: str) -> Playing:
        if not isinstance(kept, Playing):
            raise Refused("not_started")
        if not may_watch(kept, guest):
            raise Refused("no_spectators")
        if ladder_of(kept.setup.game).judge is None:
            raise Refused(otherwise)
        return kept

    async def _advised(self, table_id: str, table: Table, seq: int, guest: str) -> Opinion:
        at, opinion = self.advised.get(table_id, (-1, None))
        if opinion is None or at != seq:
            try:
                asked = await asyncio.to_thread(question, table, seq)
                opinion = await self.study.judge(guest, asked)
            except Lost as lost:
                raise Refused("no_hint_found") from lost
            self._remember(table_id, seq, opinion)
        return opinion

    def _remember(self, table_id: str, seq: int, opinion: Opinion) -> None:
        self.advised[table_id] = seq, opinion
        while len(self.advised) > REMEMBERED:
            self.advised.pop(next(iter(self.advised)))

    async def _begin(self, table_id: str, here: Playing, guest: str) -> None:
        judge = opinions.judge_of(here.setup)
        known = await self.database.read(opinions.formed(table_id, judge))
        if table_id in self.opinions:
            return  # somebody else asked meanwhile
        self.opinions[table_id] = known
        task = asyncio.get_running_loop().create_task(self._think(table_id, here.table, judge, guest))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _think(self, table_id: str, table: Table, judge: str, guest: str) -> None:
        known = self.opinions[table_id]
        for seq in await asyncio.to_thread(decisions, table):
            if seq not in known:
                known[seq] = opinion = await self._opinion(table, seq, guest)
                if opinion:
                    await self._keep(table_id, judge, seq, opinion)
        while len(self.opinions) > REMEMBERED:
            self.opinions.pop(next(iter(self.opinions)))

    async def _opinion(self, table: Table, seq: int, guest: str) -> Opinion | None:
        try:
            asked = await asyncio.to_thread(question, table, seq)
            return await self.study.judge(guest, asked, played(table, seq))
        except Lost:
            return None

    async def _keep(self, table_id: str, judge: str, seq: int, opinion: Opinion) -> None:
        with contextlib.suppress(NotKept):  # it can be formed again
            await self.database.write(opinions.keep(table_id, judge, seq, opinion))


def reviewed(table: Table, formed: dict[int, Opinion | None], lang: str) -> Review:
    """What is known of a game so far, in words."""
    rows, words = decisions(table), table.game.text.words(lang)
    opinions = [decision(table, seq, opinion, words) for seq, opinion in formed.items() if opinion]
    return Review(len(formed) == len(rows), len(rows), opinions)


def decisions(table: Table) -> list[int]:
    """The rows at which somebody had a choice."""
    return [
        seq
        for seq in table.log.stands
        if isinstance(row := table.rows[seq], Played)
        and row.seat >= 0
        and len(table.log.states[seq].moves()) > 1
    ]


def played(table: Table, seq: int) -> int:
    """The place, among the legal moves, of the one that was made."""
    row = table.rows[seq]
    assert isinstance(row, Played)
    return list(table.log.states[seq].moves()).index(row.move)


def told(
    table: Table, seq: int, opinion: Opinion, words: Words, shown: int
) -> tuple[list[Weighed], list[Hold]]:
    """The best moves, and what is hidden, in words."""
    best = [weighed(table, seq, opinion, place, words) for place in opinion.ranked()[:shown]]
    return best, [Hold(key, words(key), held.chance, held.places) for key, held in opinion.holds.items()]


def weighed(table: Table, seq: int, opinion: Opinion, place: int, words: Words) -> Weighed:
    """The move at this place among the legal ones."""
    text, state = table.game.text, table.log.states[seq]
    steps = followed(state, [place, *opinion.lines.get(place, [])])
    move, *then = [move for _, move in steps]
    value = opinion.values[place] if opinion.values else None
    return Weighed(text.write(move), in_words(text, steps, words), opinion.chances[place], value, then)


def followed(state: State, places: Sequence[int]) -> list[tuple[View, Move]]:
    """The steps of one move, with what its seat sees before each. It ends where somebody else decides, or
    where there is no such step."""
    seat, steps = state.actor, list[tuple[View, Move]]()
    for place in places:
        if state.actor != seat or place >= len(state.moves()):
            break
        steps.append((state.view(seat), state.moves()[place]))
        state = state.play(steps[-1][1])
    return steps


def in_words(text: Text, steps: Sequence[tuple[View, Move]], words: Words) -> str:
    """A move, of however many steps."""
    if len(steps) > 1 and text.whole:
        return text.whole(steps, words)
    return ", ".join(text.label(*step, words) if text.label else text.write(step[1]) for step in steps)


def decision(table: Table, seq: int, opinion: Opinion, words: Words) -> Decision:
    seat = table.log.states[seq].actor
    assert seat is not None
    made = weighed(table, seq, opinion, played(table, seq), words)
    return Decision(seq, seat, made, opinion.unknown, *told(table, seq, opinion, words, SHOWN))
