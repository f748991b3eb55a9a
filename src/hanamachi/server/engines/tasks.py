"""Tasks of bots and judges: the question, and how it is answered, in any process and on any machine."""

import math
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from hanamachi.bots import dismiss, ladder_of, make_bot
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import Game, Hidden, Told, Veiled
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.games.kernels.compile_time import HERE

Kind = tuple[str, str | None]  # a game, and the level of a bot or None for the judge


class Question(Struct, frozen=True):
    """All that a bot or a judge may know of a decision. Views, moves and stories travel as JSON.

    `lying`: cards that a study supposes to lie in hidden places.
    """

    game: str
    view: bytes
    moves: bytes
    story: bytes
    lying: tuple[Hidden, ...] = ()


def question(table: Table, seq: int) -> Question:
    """Return the question to the seat that decides after `seq` rows: its view, legal moves and story."""
    state = table.log.states[seq]
    parts = state.view(state.actor), state.moves(), table.story(state.actor, seq)
    view, moves, story = map(msgspec.json.encode, parts)
    return Question(table.game.name, view, moves, story)


def answer(question: Question, level: str, seed: int) -> int:
    bot = make_bot(question.game, level, seed)
    view, moves, story = read(question)
    try:
        return moves.index(bot.choose(view, moves, story))
    finally:
        dismiss(bot)


def answers(question: Question, level: str, seed: int, most: int, seconds: float) -> list[int]:
    """Return what a bot answers if it is asked again and again, each time with other random numbers: `most`
    times, or until it has thought for so long."""
    began, found = time.monotonic(), list[int]()
    for n in range(most):
        found.append(answer(question, level, seed + n))
        if time.monotonic() - began > seconds:
            break
    return found


class Preparation(Struct, frozen=True):
    """How long a preparation took, and whether kernels were compiled or loaded from the disk."""

    seconds: float
    compiled: bool


def prepare(game: str, level: str | None) -> Preparation:
    """Load, and compile if need be, all that a bot (or without a level the judge) thinks with."""
    began, before = time.monotonic(), HERE.compiled
    ladder = ladder_of(game)
    if level is None:
        judge(first_question(GAMES[game]), None)
    elif level in ladder.warm:
        answer(first_question(GAMES[game]), level, 1)
    elif level in ladder.names:
        make_bot(game, level, 1)
    return Preparation(time.monotonic() - began, HERE.compiled > before)


def first_question(game: Game) -> Question:
    """Return the first decision of a game."""
    names = [""] * game.seats[0]
    table = Table.begin(game, names, game.options(), bytes(32), names).deal()
    return question(table, table.seq)


def judge(question: Question, played: int | None) -> Opinion:
    return ladder_of(question.game).opinion(*read(question), played, question.lying)


def read(question: Question) -> tuple[Any, list[Any], list[Told]]:
    game = GAMES[question.game]
    view: Any = msgspec.json.decode(question.view, type=game.view)
    moves: list[Any] = msgspec.json.decode(question.moves, type=list[game.move])  # type: ignore[name-defined]
    return view, moves, read_story(game, question.story)


def read_story(game: Game, story: bytes) -> list[Told]:
    """Return the story with the game's own moves in it, veiled or not."""
    lines = msgspec.json.decode(story, type=list[Told])
    return [Told(line.seat, msgspec.convert(line.move, game.move | Veiled)) for line in lines]


class BotTask(Struct, frozen=True):
    """A question to a bot of some level with its own random seed; without a level, to the judge."""

    question: Question
    level: str | None = None
    dice: int = 0
    played: int | None = None

    @property
    def kind(self) -> Kind:
        return self.question.game, self.level

    @property
    def at_home(self) -> tuple[Callable[..., Any], *tuple[Any, ...]]:
        """Return the task as a call for a local process: a function and its arguments."""
        if self.level is None:
            return judge, self.question, self.played
        return answer, self.question, self.level, self.dice

    def read(self, answer: object) -> int | Opinion | None:
        """Return the answer of another machine, or None if it does not fit this task."""
        count = len(msgspec.json.decode(self.question.moves, type=list[Raw]))
        if self.level is not None:
            return answer if isinstance(answer, int) and 0 <= answer < count else None
        sound = isinstance(answer, Opinion) and is_sound(answer, self.question.game, count)
        return answer if isinstance(answer, Opinion) and sound else None


def is_sound(opinion: Opinion, game: str, moves: int) -> bool:
    """Return True if an opinion is one that a judge can have of so many moves."""
    chances, values = opinion.chances, opinion.values
    numbers = [*chances, *(held.chance for held in opinion.holds.values())]
    outlooks, replies = opinion.outlooks, opinion.replies.items()
    told = [key for each in outlooks.values() for key in (*each.gets, *each.points)]
    known = GAMES[game].text.words("en").phrases
    return (
        len(chances) == moves
        and all(0 <= number <= 1 for number in numbers)
        and math.isfinite(opinion.unknown)
        and (values is None) != ladder_of(game).exact
        and len(values or chances) == moves
        and all(key in known for key in (*opinion.holds, *told))
        and all(0 <= place < moves for place in outlooks)
        and all(0 <= share <= 1 for each in outlooks.values() for share in each.gets.values())
        and all(math.isfinite(mean) for each in outlooks.values() for mean in each.points.values())
        and all(0 <= place < moves and min(each.places, default=0) >= 0 for place, each in replies)
        and all(0 <= each.share <= 1 for _, each in replies)
        and all(0 <= place < moves and min(line, default=0) >= 0 for place, line in opinion.lines.items())
    )
