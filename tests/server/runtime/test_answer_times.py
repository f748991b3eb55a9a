"""How long the slowest of a hundred answers took."""

import asyncio

from hanamachi.server.runtime.answer_times import KEPT, AnswerTimes
from hanamachi.server.runtime.process_pool import FairQueue


def test_the_slowest_of_a_hundred_answers_is_told() -> None:
    times = AnswerTimes()
    assert times.slowest_of_100() is None
    times.add(2.0)
    assert times.slowest_of_100() == 2.0
    for n in range(KEPT):
        times.add(n / KEPT)
    assert times.slowest_of_100() == 0.989


def test_places_of_bots_become_more_or_fewer_while_they_think() -> None:
    async def run() -> None:
        places = FairQueue(2)
        await places.take("a")
        await places.take("b")
        waits = [asyncio.create_task(places.take(name)) for name in "cd"]
        await asyncio.sleep(0)
        places.resize(3)
        await asyncio.sleep(0)
        assert ([wait.done() for wait in waits], places.taken) == ([True, False], 3)
        places.resize(1)
        places.give()
        places.give()
        await asyncio.sleep(0)
        assert (waits[1].done(), places.taken) == (False, 1)
        places.give()
        await asyncio.sleep(0)
        assert (waits[1].done(), places.taken) == (True, 1)
        places.give()
        assert places.taken == 0

    asyncio.run(run())
