"""Bots and judges think here, in processes of their own, so that no table ever waits for one."""

from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.bots.judge import Opinion
from hanamachi.core.game import Game, Told, Veiled
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal
from hanamachi.house import metrics
from hanamachi.house.workers import Lost, Workers


class Question(Struct, frozen=True):
    """All that a bot or a judge may know of a decision. Views, moves and stories travel as JSON."""

    game: str
    view: bytes
    moves: bytes
    story: bytes


def question(table: Table, seq: int) -> Question:
    """What whoever decides after `seq` rows is asked: what this seat sees, may do, and has heard."""
    state = table.log.states[seq]
    parts = state.view(state.actor), state.moves(), table.story(state.actor, seq)
    return Question(table.game.name, *map(msgspec.json.encode, parts))


def answer(question: Question, level: str, seed: int) -> int:
    from hanamachi.bots import dismiss, make_bot

    bot = make_bot(question.game, level, seed)
    view, moves, story = read(question)
    try:
        return moves.index(bot.choose(view, moves, story))
    finally:
        dismiss(bot)


def judge(question: Question, played: int | None) -> Opinion:
    from hanamachi.bots import ladder_of

    return ladder_of(question.game).opinion(*read(question), played)


def read(question: Question) -> tuple[Any, list[Any], list[Told]]:
    from hanamachi.games import GAMES

    game = GAMES[question.game]
    view: Any = msgspec.json.decode(question.view, type=game.view)
    moves: list[Any] = msgspec.json.decode(question.moves, type=list[game.move])  # type: ignore[name-defined]
    return view, moves, read_story(game, question.story)


def read_story(game: Game, story: bytes) -> list[Told]:
    """The story with the game's own moves in it, veiled or not."""
    lines = msgspec.json.decode(story, type=list[Told])
    return [Told(line.seat, msgspec.convert(line.move, game.move | Veiled)) for line in lines]


class Thinkers(Workers):
    async def ask(self, who: str, question: Question, level: str, seed: int) -> int:
        """The index of the move that a bot chooses, at a table of this host; Lost if there is none."""
        try:
            with metrics.THINKING.timed():
                index: int = await self.do(who, answer, question, level, seed)
        except Refusal as refusal:
            raise Lost(f"the bot could not be asked: {refusal.reason}") from refusal
        return index

    async def judge(self, who: str, question: Question, played: int | None = None) -> Opinion:
        """What a strong player thinks of every move, that with this index above all; Lost if nothing."""
        with metrics.THINKING.timed():
            thought: Opinion = await self.do(who, judge, question, played)
        return thought


__all__ = ["Lost", "Question", "Thinkers", "answer", "judge", "question", "read_story"]
