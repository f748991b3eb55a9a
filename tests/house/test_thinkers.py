"""Bots in processes of their own: one that hangs or crashes is put down, and the next question is answered."""

import asyncio

import msgspec
import pytest

from hanamachi.games.okiya import GAME
from hanamachi.games.okiya.moves import Begin, Lay
from hanamachi.house.thinkers import Lost, Question, Thinkers


def a_question(level: str = "novice") -> Question:
    state = GAME.start(2, GAME.options()).play(Begin(0))
    for tile in range(16):
        state = state.play(Lay(tile))
    parts = [msgspec.json.encode(part) for part in (state.view(0), state.moves(), [])]
    return Question("okiya", level, 1, *parts)


def test_a_thinker_answers_with_the_index_of_a_move() -> None:
    async def ask() -> int:
        thinkers = Thinkers(1)
        try:
            return await thinkers.ask(a_question())
        finally:
            thinkers.close()

    assert 0 <= asyncio.run(ask()) < 12


def test_a_thinker_that_crashes_is_replaced() -> None:
    async def ask() -> tuple[str, int]:
        thinkers = Thinkers(1)
        try:
            with pytest.raises(Lost) as lost:
                await thinkers.ask(a_question("god"))
            return str(lost.value), await thinkers.ask(a_question())
        finally:
            thinkers.close()

    reason, index = asyncio.run(ask())
    assert reason == "the thinker crashed"
    assert 0 <= index < 12


def test_a_thinker_that_hangs_is_replaced() -> None:
    async def ask() -> tuple[str, int]:
        thinkers = Thinkers(1, seconds=0.0)
        try:
            with pytest.raises(Lost) as lost:
                await thinkers.ask(a_question())
            thinkers.seconds = 30.0
            return str(lost.value), await thinkers.ask(a_question())
        finally:
            thinkers.close()

    reason, index = asyncio.run(ask())
    assert reason == "the thinker was too slow"
    assert 0 <= index < 12
