"""Review finished games, and give hints: the opinion of a judge on a decision.

A judge knows only what the seat knew. Opinions are formed one after the other in the process pool of the
judges, and stored.
"""

import asyncio
import contextlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import NATURE, Move, Seat, State, View
from hanamachi.core.table import Refused, Table
from hanamachi.core.telling import called, choice
from hanamachi.core.telling import decision as named
from hanamachi.core.value import Value
from hanamachi.core.words import Words
from hanamachi.server.analysis import opinions
from hanamachi.server.analysis.decisions import DecisionRows, decisions, made
from hanamachi.server.analysis.reasons import Reason, reasons
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.engines.bot_pool import BotPool, TaskFailed, question
from hanamachi.server.tables.model import Playing, Snapshot, holds, may_watch
from hanamachi.server.tables.players import names_in

SHOWN = 4  # moves besides the one played
REMEMBERED = 100  # tables whose opinions are kept in memory, some kilobytes for each decision


class Expected(Struct, frozen=True):
    """A move that is expected to follow, and in what share of the imagined deals."""

    seat: Seat
    notation: str
    label: str
    move: Any
    share: float


class Weighed(Struct, frozen=True, omit_defaults=True):
    """A move and the chance to win after it; from an exact judge also what it leads to. Of a move in several
    steps this is the first: `then` has the others, and the label tells all of them. `line`: what is expected
    to follow."""

    notation: str
    label: str
    chance: float
    value: Value | None = None
    then: list[Any] = []
    line: list[Expected] = []


class Hold(Struct, frozen=True):
    """A hidden item: the chance that a rival has one that still counts, and how many are expected in each
    place."""

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
    """A decision that began at row `seq` and was complete with row `last`, and what else there was: the best
    first. Its chance spreads by `unknown` over what could not be known. `why` explains a slip."""

    seq: int
    seat: Seat
    played: Weighed
    unknown: float
    moves: list[Weighed]
    holds: list[Hold]
    last: int
    why: list[Reason] = []


class Review(Struct, frozen=True):
    done: bool
    count: int  # decisions with a choice
    decisions: list[Decision]


class Reviewer:
    """Form and remember opinions. Each table is reviewed once, at the first request."""

    def __init__(self, study: BotPool, database: Database) -> None:
        self.study, self.database = study, database
        self.opinions: dict[str, dict[int, Opinion | None]] = {}
        self.advised: dict[str, tuple[int, Opinion]] = {}  # the last hint at each table, and its row
        self.thinking: set[str] = set()  # tables whose opinions are being formed
        self.tasks: set[asyncio.Task[None]] = set()

    async def review(self, table_id: str, snapshot: Snapshot, guest: str, lang: str) -> Review:
        here = self._judged(snapshot, guest, "no_review_for_game")
        if here.table.result is None:
            raise Refused("not_finished")
        if table_id not in self.opinions:
            await self._begin(table_id, here, guest)
        return await asyncio.to_thread(reviewed, here, dict(self.opinions[table_id]), lang)

    async def advice(self, table_id: str, snapshot: Snapshot, guest: str, seq: int, lang: str) -> Advice:
        """Return a hint. It reveals cards of the seat that decides, so until the game is over only its player
        gets it, unless the game hides nothing."""
        here = self._judged(snapshot, guest, "no_hints_for_game")
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
        names = called(names_in(here.seats, lang), seat)
        return Advice(seq, seat, *told(table, seq, opinion, table.game.text.words(lang), names, shown))

    def _judged(self, snapshot: Snapshot, guest: str, otherwise: str) -> Playing:
        if not isinstance(snapshot, Playing):
            raise Refused("not_started")
        if not may_watch(snapshot, guest):
            raise Refused("no_spectators")
        if ladder_of(snapshot.setup.game).judge is None:
            raise Refused(otherwise)
        return snapshot

    async def _advised(self, table_id: str, table: Table, seq: int, guest: str) -> Opinion:
        at, opinion = self.advised.get(table_id, (-1, None))
        if opinion is None or at != seq:
            try:
                asked = await asyncio.to_thread(question, table, seq)
                opinion = await self.study.judge(guest, asked)
            except TaskFailed as lost:
                raise Refused("no_hint_found") from lost
            self.remember_hint(table_id, seq, opinion)
        return opinion

    def remember_hint(self, table_id: str, seq: int, opinion: Opinion) -> None:
        self.advised[table_id] = seq, opinion
        while len(self.advised) > REMEMBERED:
            self.advised.pop(next(iter(self.advised)))

    async def _begin(self, table_id: str, here: Playing, guest: str) -> None:
        judge = opinions.judge_of(here.setup)
        known = await self.database.read(opinions.saved_opinions(table_id, judge))
        if table_id in self.opinions:
            return  # somebody else asked meanwhile
        self.opinions[table_id] = known
        self.thinking.add(table_id)
        task = asyncio.get_running_loop().create_task(self._think(table_id, here, judge, guest))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _think(self, table_id: str, here: Playing, judge: str, guest: str) -> None:
        known, table = self.opinions[table_id], here.table
        try:
            for seq in await asyncio.to_thread(in_turn, here, guest):
                if seq not in known:
                    known[seq] = opinion = await self._opinion(table, seq, guest)
                    if opinion:
                        await self._keep(table_id, judge, seq, opinion)
        finally:
            self.thinking.discard(table_id)
            self.forget_done()

    def forget_done(self) -> None:
        """Forget the oldest reviews that are complete: a later request reads them from the database."""
        done = [table_id for table_id in self.opinions if table_id not in self.thinking]
        for table_id in done[: max(0, len(done) - REMEMBERED)]:
            del self.opinions[table_id]

    async def _opinion(self, table: Table, seq: int, guest: str) -> Opinion | None:
        try:
            asked = await asyncio.to_thread(question, table, seq)
            return await self.study.judge(guest, asked, played(table, seq))
        except TaskFailed:
            return None

    async def _keep(self, table_id: str, judge: str, seq: int, opinion: Opinion) -> None:
        with contextlib.suppress(NotSaved):  # it can be formed again
            await self.database.write(opinions.save(table_id, judge, seq, opinion))


def in_turn(here: Playing, guest: str) -> list[int]:
    """Return the rows at which the judge is asked: the user's own decisions first, the newest first."""
    found = decisions(here.table)
    found.sort(key=lambda each: (not holds(here, guest, each.seat), -each.rows[0]))
    return [seq for each in found for seq in each.judged]


def reviewed(here: Playing, formed: dict[int, Opinion | None], lang: str) -> Review:
    """Return the opinions on a game that are formed so far, in words."""
    table = here.table
    found, words, names = decisions(table), table.game.text.words(lang), called(names_in(here.seats, lang))
    thought = [each for each in found if all(seq in formed for seq in each.judged)]
    told = [decision(table, each, formed, words, names) for each in thought if formed[each.chosen[0]]]
    return Review(len(thought) == len(found), len(found), told)


def played(table: Table, seq: int) -> int:
    """Return the place, among the legal moves, of the one that was made."""
    return list(table.log.states[seq].moves()).index(made(table, seq))


def told(
    table: Table, seq: int, opinion: Opinion, words: Words, names: Sequence[str], shown: int
) -> tuple[list[Weighed], list[Hold]]:
    """Return the best moves at a row, and what is hidden, in words."""
    best = [
        replace(
            put(table, seq, completed(table, seq, opinion, place), worth(opinion, place), words, names),
            line=expected(table, seq, opinion, place, words, names),
        )
        for place in opinion.ranked()[:shown]
    ]
    return best, holding(opinion, words)


def expected(
    table: Table, seq: int, opinion: Opinion, place: int, words: Words, names: Sequence[str]
) -> list[Expected]:
    """Return what is expected to follow a move, as the seat that decides would see it."""
    state, found = table.log.states[seq], list[Expected]()
    seat, reply = state.actor, opinion.replies.get(place)
    if reply is None:
        return []
    for move in completed(table, seq, opinion, place):
        state = state.play(move)
    for step, each in enumerate(reply.places):
        if state.actor in (None, NATURE) or each >= len(state.moves()):
            break
        move = state.moves()[each]
        if state.veil(move, seat) != move:
            break
        said = choice(table.game, state.view(seat), state.actor, move, words, names)
        share = 1.0 if step < reply.own else reply.share
        found.append(Expected(state.actor, table.game.text.write(move), said, move, share))
        state = state.play(move)
    return found


def holding(opinion: Opinion, words: Words) -> list[Hold]:
    return [Hold(key, words(key), held.chance, held.places) for key, held in opinion.holds.items()]


def worth(opinion: Opinion, place: int) -> tuple[float, Value | None]:
    """Return what the judge says of the move at this place among the legal ones."""
    return opinion.chances[place], opinion.values[place] if opinion.values else None


def put(
    table: Table,
    seq: int,
    moves: Sequence[Move],
    worth: tuple[float, Value | None],
    words: Words,
    names: Sequence[str],
) -> Weighed:
    """Put a decision that begins at this row into words."""
    game, steps = table.game, seen(table.log.states[seq], moves)
    return Weighed(game.text.write(moves[0]), named(game, steps, words, names), *worth, list(moves[1:]))


def seen(state: State, moves: Sequence[Move]) -> list[tuple[View, Move]]:
    """Return the steps of a decision, with what its seat sees before each."""
    steps = list[tuple[View, Move]]()
    for move in moves:
        steps.append((state.view(state.actor), move))
        state = state.play(move)
    return steps


def completed(table: Table, seq: int, opinion: Opinion, place: int) -> list[Move]:
    """Return a move and those with which the judge would complete it."""
    places = [place, *opinion.lines.get(place, [])]
    return [move for _, move in followed(table.log.states[seq], places)]


def followed(state: State, places: Sequence[int]) -> list[tuple[View, Move]]:
    """Return the steps of one move, with what its seat sees before each. It ends where another seat decides,
    or where there is no such step."""
    seat, steps = state.actor, list[tuple[View, Move]]()
    for place in places:
        if state.actor != seat or place >= len(state.moves()):
            break
        steps.append((state.view(seat), state.moves()[place]))
        state = state.play(steps[-1][1])
    return steps


def decision(
    table: Table,
    whole: DecisionRows,
    formed: Mapping[int, Opinion | None],
    words: Words,
    names: Sequence[str],
) -> Decision:
    """Describe one decision with one number. Alternatives with the same label are listed once."""
    begins, first, last = whole.rows[0], whole.chosen[0], whole.chosen[-1]
    opinion = formed[first]
    assert opinion is not None
    forced = [made(table, seq) for seq in whole.rows if seq < first]
    plans = {place: [*forced, *completed(table, first, opinion, place)] for place in opinion.ranked()[:SHOWN]}
    best = [
        replace(
            put(table, begins, plans[place], worth(opinion, place), words, names),
            line=expected(table, first, opinion, place, words, names),
        )
        for place in plans
    ]
    moves, value = [made(table, seq) for seq in whole.rows], worth(opinion, played(table, first))
    done = put(table, begins, moves, value, words, names)
    alike = next((each for each in best if each.label == done.label), None)
    after = formed[last] or opinion
    if alike:
        done = replace(done, chance=alike.chance)
    elif after is not opinion:  # it was completed in another way than the judge would
        done = replace(done, chance=min(done.chance, after.chances[played(table, last)]))
    told = once([done if each.label == done.label else each for each in best])
    begun = first if opinion.ranked()[0] != played(table, first) else last  # where it differs from the best
    thought = formed[begun] or opinion
    return Decision(
        seq=first,
        seat=whole.seat,
        played=done,
        unknown=after.unknown,
        moves=told,
        holds=holding(opinion, words),
        last=whole.rows[-1],
        why=reasons(thought, played(table, begun), words) if thought is formed[begun] else [],
    )


def once(moves: Iterable[Weighed]) -> list[Weighed]:
    """Keep the first of those that have the same label."""
    found: dict[str, Weighed] = {}
    for each in moves:
        found.setdefault(each.label, each)
    return list(found.values())
