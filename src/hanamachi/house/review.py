"""A finished game with the opinion of a strong player on every decision, each by what its seat knew then.

Opinions are formed in the background, one after the other, and kept while the house stands.
"""

import asyncio

import msgspec
from msgspec import Struct

from hanamachi.bots.judge import JUDGES, Opinion
from hanamachi.core.game import Move, Seat
from hanamachi.core.record import Played, line
from hanamachi.core.words import Words
from hanamachi.house.live import Live
from hanamachi.house.table import Refused, Table
from hanamachi.house.thinkers import Lost, Question, Thinkers

SHOWN = 4  # moves besides the one played


class Weighed(Struct, frozen=True):
    """A move and the chance to win after it."""

    notation: str
    label: str
    chance: float


class Hold(Struct, frozen=True):
    """Something hidden, and the chance that a rival has at least one."""

    key: str
    label: str
    chance: float


class Decision(Struct, frozen=True):
    """A move that was made at row `seq`, and what else there was: the best first."""

    seq: int
    seat: Seat
    played: Weighed
    moves: list[Weighed]
    holds: list[Hold]


class Review(Struct, frozen=True):
    done: bool
    count: int  # decisions with a choice
    decisions: list[Decision]


class Reviewer:
    """Forms opinions. Each table is reviewed once, by whoever asks first."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.opinions: dict[str, dict[int, Opinion | None]] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def review(self, live: Live, guest: str, lang: str) -> Review:
        table = live.table
        if table is None or table.result() is None:
            raise Refused("not_finished")
        if not live.may_watch(guest):
            raise Refused("no_spectators")
        if live.game.name not in JUDGES:
            raise Refused("no_review_for_game")
        if live.id not in self.opinions:
            self.opinions[live.id] = {}
            task = asyncio.get_running_loop().create_task(self._think(live.id, table))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        formed, rows = self.opinions[live.id], decisions(table)
        words = live.game.text.words(lang)
        told = [decision(table, seq, opinion, words) for seq, opinion in formed.items() if opinion]
        return Review(len(formed) == len(rows), len(rows), told)

    async def _think(self, table_id: str, table: Table) -> None:
        for seq in decisions(table):
            try:
                opinion = await self.thinkers.judge(question(table, seq))
            except Lost:
                opinion = None
            self.opinions[table_id][seq] = opinion


def decisions(table: Table) -> list[int]:
    """The rows at which somebody had a choice."""
    return [
        seq
        for seq in line(table.log)
        if isinstance(row := table.log[seq], Played) and row.seat >= 0 and len(table.states[seq].moves()) > 1
    ]


def question(table: Table, seq: int) -> Question:
    row, state = table.log[seq], table.states[seq]
    assert isinstance(row, Played)
    view, moves, story = state.view(row.seat), state.moves(), table.story(row.seat, seq)
    return Question(table.game.name, "", 0, *(msgspec.json.encode(part) for part in (view, moves, story)))


def decision(table: Table, seq: int, opinion: Opinion, words: Words) -> Decision:
    row, state = table.log[seq], table.states[seq]
    assert isinstance(row, Played)
    text, view, moves = table.game.text, state.view(row.seat), list(state.moves())

    def weighed(move: Move, chance: float) -> Weighed:
        label = text.label(view, move, words) if text.label else text.write(move)
        return Weighed(text.write(move), label, chance)

    ranked = sorted(zip(moves, opinion.chances, strict=True), key=lambda pair: -pair[1])
    return Decision(
        seq,
        row.seat,
        weighed(row.move, opinion.chances[moves.index(row.move)]),
        [weighed(*pair) for pair in ranked[:SHOWN]],
        [Hold(key, words(key), chance) for key, chance in opinion.holds.items()],
    )
