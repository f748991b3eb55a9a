"""Bots in processes of their own: one that hangs or crashes is put down, and the next question is answered."""

import asyncio
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hanamachi.core.game import NATURE, Told, Veiled
from hanamachi.core.table import Refused, Table
from hanamachi.games import GAMES
from hanamachi.games.okiya import GAME
from hanamachi.server.engines.bot_pool import BotPool, Question, TaskFailed, answer, question, read_story
from hanamachi.server.runtime.process_pool import FairQueue, ProcessPool
from tests.server.support.pool_tasks import die, refuse, wait


def a_question() -> Question:
    """The first decision in some garden."""
    table = Table.begin(GAME, ["Mika", "Rin"], GAME.options(), bytes(32), ["", ""]).deal()
    return question(table, table.seq)


def test_a_thinker_answers_with_the_index_of_a_move() -> None:
    async def ask() -> int:
        thinkers = BotPool(1)
        try:
            return await thinkers.ask("mika", a_question(), "novice", 1)
        finally:
            thinkers.close()

    assert 0 <= asyncio.run(ask()) < 12


def test_a_bot_that_cannot_be_had_is_lost() -> None:
    async def ask() -> tuple[str, int]:
        thinkers = BotPool(1)
        try:
            with pytest.raises(TaskFailed) as lost:
                await thinkers.ask("mika", a_question(), "god", 1)
            return str(lost.value), await thinkers.ask("mika", a_question(), "novice", 1)
        finally:
            thinkers.close()

    reason, index = asyncio.run(ask())
    assert reason == "the bot could not be asked: unknown_level"
    assert 0 <= index < 12


def test_a_thinker_that_hangs_is_replaced() -> None:
    async def ask() -> tuple[str, int]:
        thinkers = BotPool(1, seconds=0.0)
        try:
            with pytest.raises(TaskFailed) as lost:
                await thinkers.do("mika", wait, 600.0)
            thinkers.seconds = 30.0
            return str(lost.value), await thinkers.ask("mika", a_question(), "novice", 1)
        finally:
            thinkers.close()

    reason, index = asyncio.run(ask())
    assert reason == "the worker was too slow"
    assert 0 <= index < 12


@pytest.mark.parametrize("name", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_a_bot_hears_the_story_in_the_games_own_moves(name: str) -> None:
    """What a bot reads at a table is what it would have heard in the same process."""
    game, rng = GAMES[name], Random(3)
    state, story = game.start(game.seats[0], game.options()), list[Told]()
    for _ in range(200):
        if state.actor is None:
            break
        move = state.draw(rng) if state.actor == NATURE else rng.choice(state.moves())
        story.append(Told(state.actor, state.veil(move, 0)))
        state = state.play(move)
    assert read_story(game, msgspec.json.encode(story)) == story
    assert any(isinstance(told.move, Veiled) for told in story) == game.secrets


def test_a_program_thinks_for_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named by the house's owner, known in the thinker's own process; one that fails counts as lost."""
    script = tmp_path / "bot.py"
    script.write_text("import sys\nfor line in sys.stdin:\n    print(3, flush=True)\n")
    bots = (f"mine={sys.executable} {script}", "broken=false")
    monkeypatch.setenv("HANAMACHI_BOTS", "\n".join(bots))

    async def ask(level: str) -> int:
        thinkers = BotPool(1)
        try:
            return await thinkers.ask("mika", a_question(), level, 1)
        finally:
            thinkers.close()

    assert asyncio.run(ask("mine")) == 3
    assert answer(a_question(), "mine", 1) == 3
    with pytest.raises(TaskFailed):
        asyncio.run(ask("broken"))


def test_a_worker_that_is_killed_is_replaced_and_a_refusal_comes_back() -> None:
    async def ask() -> Any:
        workers = ProcessPool(1)
        try:
            with pytest.raises(TaskFailed):
                await workers.do("mika", die)
            with pytest.raises(Refused) as refused:
                await workers.do("mika", refuse)
            return refused.value.reason, await workers.do("mika", abs, -3)
        finally:
            workers.close()

    assert asyncio.run(ask()) == ("no_table", 3)


def test_those_who_wait_are_served_by_turns() -> None:
    """H3: sixty questions of one guest kept everybody else waiting."""

    async def story() -> list[str]:
        turns, served = FairQueue(1), list[str]()
        await turns.take("nobody")

        async def wait(who: str) -> None:
            await turns.take(who)
            served.append(who)
            turns.give()

        tasks = [asyncio.create_task(wait(who)) for who in ["greedy"] * 5 + ["mika", "rin"]]
        await asyncio.sleep(0)
        tasks[1].cancel()
        turns.give()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (turns.free, len(turns)) == (1, 0)
        return served

    assert asyncio.run(story()) == ["greedy", "mika", "rin", "greedy", "greedy", "greedy"]
