"""What players ask of each other is always answered: granted, declined, or asked no more."""

import pytest

from hanamachi.core.game import Seat
from hanamachi.core.log import Agreed, Result
from hanamachi.core.table import Refused
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.live import commands
from hanamachi.server.protocol.messages import AnswerDraw, AnswerTakeback, AskTakeback, OfferDraw
from hanamachi.server.tables import transitions
from hanamachi.server.tables.model import Asked
from tests.server.live.test_durability import Scene, no_room, scene, told


async def moved_and_asked(here: Scene) -> Seat:
    """Who moved and asks to take that back."""
    guest, message = here.submission()
    await here.move()
    await commands.ask_takeback(here.room, guest, AskTakeback(message.seat))
    return message.seat


async def answer(here: Scene, seat: Seat, *, agree: bool) -> None:
    await commands.answer_takeback(here.room, f"guest{seat}", AnswerTakeback(seat, agree))


def notices(here: Scene) -> list[list[str]]:
    return [ear.notices for ear in here.ears]


@pytest.mark.parametrize(("agree", "heard"), [(True, "takeback_granted"), (False, "takeback_declined")])
def test_every_answer_to_a_takeback_is_told_to_all(agree: bool, heard: str) -> None:
    async def story() -> None:
        async with scene(takebacks=True) as here:
            asking = await moved_and_asked(here)
            await answer(here, 1 - asking, agree=agree)
            assert notices(here) == [[heard]] * 3
            assert [(await ear.news())["takeback"] for ear in here.ears] == [None] * 3
            assert here.snapshot.table.log.takebacks == int(agree)

    told(story)


def test_a_takeback_is_asked_no_more_when_the_table_went_on() -> None:
    async def story() -> None:
        async with scene(takebacks=True) as here:
            asking = await moved_and_asked(here)
            await here.move()
            assert notices(here) == [["takeback_moot"]] * 3
            with pytest.raises(Refused, match="no_takeback_asked"):
                await answer(here, 1 - asking, agree=True)
            await here.move()  # nobody is stuck

    told(story)


def test_a_takeback_that_became_impossible_is_told_and_nothing_freezes() -> None:
    """Part two of the tour, B1: "Allow it" cleared the question, was refused, and nobody heard of either."""

    async def story() -> None:
        async with scene(takebacks=True) as here:
            asking = await moved_and_asked(here)
            here.room.snapshot = here.snapshot.with_side(
                takeback=Asked(asking, here.snapshot.table.log.asked - 1)
            )
            await answer(here, 1 - asking, agree=True)
            assert notices(here) == [["takeback_moot"]] * 3
            assert (await here.ears[0].news())["takeback"] is None
            await here.move()

    told(story)


def test_an_answer_that_could_not_be_kept_may_be_given_again() -> None:
    async def story() -> None:
        async with scene(takebacks=True) as here:
            asking = await moved_and_asked(here)
            here.disk.failing = no_room
            with pytest.raises(NotSaved):
                await answer(here, 1 - asking, agree=True)
            here.disk.failing = lambda: None
            await answer(here, 1 - asking, agree=True)
            assert here.snapshot.table.log.takebacks == 1

    told(story)


def test_a_takeback_that_cannot_be_is_refused_when_it_is_asked() -> None:
    async def story() -> None:
        async with scene(takebacks=True) as here:
            with pytest.raises(Refused, match="no_takeback"):
                await commands.ask_takeback(here.room, "guest0", AskTakeback(0))
            assert here.snapshot.side.takeback is None

    told(story)


def test_events_leave_a_question_open() -> None:
    async def story() -> None:
        async with scene(takebacks=True) as here:
            asking = await moved_and_asked(here)
            await here.room.change(transitions.bot_takes(1 - asking, "novice"))
            assert here.snapshot.side.takeback is not None

    told(story)


DRAWS = {"options": {"full_board": "draw"}}


async def offer(here: Scene, seat: Seat) -> None:
    await commands.offer_draw(here.room, f"guest{seat}", OfferDraw(seat))


async def answer_draw(here: Scene, seat: Seat, *, agree: bool) -> None:
    await commands.answer_draw(here.room, f"guest{seat}", AnswerDraw(seat, agree))


def test_a_draw_is_offered_and_agreed() -> None:
    async def story() -> None:
        async with scene(**DRAWS) as here:
            await offer(here, 0)
            told_all = [await ear.news() for ear in here.ears]
            assert [(news["draw"], news["table"]["draws"]) for news in told_all] == [(0, True)] * 3
            with pytest.raises(Refused, match="no_draw_offered"):
                await answer_draw(here, 0, agree=True)
            await answer_draw(here, 1, agree=True)
            assert here.snapshot.table.rows[-1] == Agreed()
            assert here.snapshot.table.result == Result((0, 0), (1, 1), (), "agreed")
            assert (await here.ears[0].news())["draw"] is None

    told(story)


def test_a_draw_is_declined_and_everybody_hears_it() -> None:
    async def story() -> None:
        async with scene(**DRAWS) as here:
            await offer(here, 0)
            await answer_draw(here, 1, agree=False)
            assert notices(here) == [["draw_declined"]] * 3
            assert here.snapshot.side.draw is None

    told(story)


def test_an_offer_stands_until_the_other_moves() -> None:
    async def story() -> None:
        async with scene(**DRAWS) as here:
            mover = here.actor
            await offer(here, mover)
            await here.move()
            assert here.snapshot.side.draw is not None
            await here.move()
            assert notices(here) == [["draw_moot"]] * 3
            with pytest.raises(Refused, match="no_draw_offered"):
                await answer_draw(here, 1 - mover, agree=True)

    told(story)


def test_there_is_no_draw_where_the_game_knows_none_or_bots_play() -> None:
    async def story() -> None:
        async with scene() as here:
            assert (await here.ears[0].news())["table"]["draws"] is False
            with pytest.raises(Refused, match="no_draws"):
                await offer(here, 0)
        async with scene(**DRAWS) as here:
            await here.room.change(transitions.bot_takes(1, "novice"))
            with pytest.raises(Refused, match="bots_play_on"):
                await offer(here, 0)

    told(story)
