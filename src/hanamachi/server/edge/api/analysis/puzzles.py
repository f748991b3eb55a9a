"""API of puzzles: the puzzle of the day, the next one, answers, hints, and how far a user is."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core.table import Refused
from hanamachi.puzzles.puzzle import Puzzle
from hanamachi.server.db import timestamps
from hanamachi.server.edge.api.requests import Requests, answer, in_process
from hanamachi.server.edge.authentication import user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.protocol.puzzles import (
    PuzzleAnswer,
    PuzzleCard,
    PuzzleDays,
    PuzzleGame,
    PuzzleHall,
    PuzzleHint,
    PuzzlePast,
    PuzzleTheme,
    PuzzleVerdict,
    RatingChange,
)
from hanamachi.server.puzzles import jobs
from hanamachi.server.puzzles.answers import (
    DAY,
    SOLVER,
    StoredAnswer,
    Tried,
    is_current,
    player_standing,
    puzzle_standing,
    save_answer,
    stored_answer,
    take_hint,
)
from hanamachi.server.puzzles.progress import answered, days_of, newest, next_puzzle, solved_by_theme
from hanamachi.server.puzzles.shelf import Puzzles, Shelf
from hanamachi.server.runtime.process_pool import ProcessPool

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class PuzzlesApi:
    """Routes under /puzzles. Who has no name may answer, too, but nothing of it is stored."""

    def __init__(self, requests: Requests, puzzles: Puzzles, pool: ProcessPool) -> None:
        self.requests, self.puzzles, self.pool = requests, puzzles, pool
        self.database = requests.store.database

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/puzzles", self.hall),
            Route("/puzzles/today", self.today),
            Route("/puzzles/next", self.next),
            Route("/puzzles/{puzzle}", self.one),
            Route("/puzzles/{puzzle}/answer", self.answer, methods=["POST"]),
            Route("/puzzles/{puzzle}/show", self.show, methods=["POST"]),
            Route("/puzzles/{puzzle}/hint", self.hint, methods=["POST"]),
        ]

    async def hall(self, request: Request) -> Response:
        """Answer with the games that have puzzles, and how far the user is with each."""
        self.charge(request)
        user, lang = await self.user(request), language(request)
        return answer(await self.database.read(partial(hall, puzzles=self.puzzles, user=user, lang=lang)))

    async def today(self, request: Request) -> Response:
        """Answer with the puzzle of the day: of the game that the query names, or of the one whose turn it
        is."""
        day = int(await self.database.read(timestamps.now) // DAY)
        game = request.query_params.get("game") or self.puzzles.game_of_day(day) or ""
        return await self.card(request, self.puzzles.shelf(game).of_day(day))

    async def next(self, request: Request) -> Response:
        """Answer with the next puzzle of a game, near the user's rating; `theme` narrows the choice."""
        query, user = request.query_params, await self.user(request)
        shelf = self.puzzles.shelf(query.get("game", ""))

        def choose(db: sa.Connection) -> str:
            now = timestamps.now(db)
            rating = player_standing(db, user, shelf.game.name).rating if user else SOLVER
            theme = query.get("theme", "")
            return next_puzzle(db, shelf, user, theme, rating.rating, int(now // DAY), now)

        return await self.card(request, await self.database.read(choose))

    async def one(self, request: Request) -> Response:
        """Answer with a puzzle."""
        return await self.card(request, request.path_params["puzzle"])

    async def answer(self, request: Request) -> Response:
        """Judge an answer."""
        wish = await self.requests.body(request, PuzzleAnswer)
        shelf, puzzle = self.puzzles.find(request.path_params["puzzle"])
        self.charge(request)
        which = shelf.game.name, puzzle.id, language(request)
        place = await self.work(request, jobs.place_of, *which, wish.move)
        return await self.judged(request, shelf, puzzle, place)

    async def show(self, request: Request) -> Response:
        """Give a puzzle up, and answer with its solution."""
        shelf, puzzle = self.puzzles.find(request.path_params["puzzle"])
        self.charge(request)
        return await self.judged(request, shelf, puzzle, None)

    async def hint(self, request: Request) -> Response:
        """Answer with choices that are not right. The answer is not rated then."""
        shelf, puzzle = self.puzzles.find(request.path_params["puzzle"])
        self.charge(request)
        wrong = await self.work(request, jobs.hint, shelf.game.name, puzzle.id)
        if not wrong:
            raise Refused("no_hint")
        if user := await self.user(request):
            await self.database.write(partial(take_hint, user=user, tried=tried(shelf, puzzle)))
        return answer(PuzzleHint(wrong))

    async def judged(self, request: Request, shelf: Shelf, puzzle: Puzzle, place: int | None) -> Response:
        """Store an answer, then tell the verdict."""
        found = await self.judgement(request, shelf, puzzle, place)
        stored = None
        if user := await self.user(request):
            save = partial(
                save_answer, user=user, tried=tried(shelf, puzzle), verdict=found.verdict, place=place
            )
            stored = await self.database.write(save)
        return answer(await self.verdict(user, puzzle, found, stored))

    async def card(self, request: Request, id_: str) -> Response:
        """Answer with a puzzle as it is set, and with the verdict if the user has answered it."""
        shelf, puzzle = self.puzzles.find(id_)
        self.charge(request)
        user, game = await self.user(request), shelf.game.name
        setting = await self.work(request, jobs.set_puzzle, game, id_, language(request))

        def facts(db: sa.Connection) -> tuple[Any, float, StoredAnswer | None]:
            standing = puzzle_standing(db, id_, shelf.ratings[id_])
            return standing, timestamps.now(db), stored_answer(db, user, id_) if user else None

        standing, now, stored = await self.database.read(facts)
        verdict = None
        if stored and is_current(stored, now):
            found = await self.judgement(request, shelf, puzzle, stored.place)
            verdict = await self.verdict(user, puzzle, found, stored)
        day = int(now // DAY)
        card = PuzzleCard(
            id=id_,
            game=game,
            kind=puzzle.line.kind,
            task=setting.task,
            options=dict(puzzle.setting.options),
            names=setting.names,
            seat=setting.seat,
            view=setting.view,
            words=setting.words,
            ask=setting.ask,
            choices=setting.choices,
            hint=setting.hint,
            rating=round(standing.rating.rating),
            deviation=round(standing.rating.deviation),
            tries=standing.tries,
            solved=standing.solved,
            day=date_of(day) if shelf.of_day(day) == id_ else None,
            answered=verdict,
        )
        return answer(card)

    async def judgement(
        self, request: Request, shelf: Shelf, puzzle: Puzzle, place: int | None
    ) -> jobs.PuzzleJudgement:
        game, lang = shelf.game.name, language(request)
        found: jobs.PuzzleJudgement = await self.work(request, jobs.judge, game, puzzle.id, lang, place)
        return found

    async def verdict(
        self, user: str, puzzle: Puzzle, found: jobs.PuzzleJudgement, stored: StoredAnswer | None
    ) -> PuzzleVerdict:
        days: PuzzleDays | None = None
        if user:
            days = await self.database.read(lambda db: days_of(db, user, int(timestamps.now(db) // DAY)))
        return PuzzleVerdict(
            verdict=found.verdict,
            place=found.place,
            right=found.right,
            reason=found.reason,
            theme=puzzle.line.theme,
            grade=puzzle.grade,
            worths=found.worths,
            proof=found.proof,
            rating=change_of(stored) if stored else None,
            days=days,
        )

    async def work(self, request: Request, what: Any, *args: Any) -> Any:
        return await in_process(self.pool, user_of(request), what, *args)

    async def user(self, request: Request) -> str:
        """Return the user who sent a request, if they have a name; else ""."""
        user = user_of(request)
        return user if user and await self.requests.store.users.name(user) is not None else ""

    def charge(self, request: Request) -> None:
        """Count a request for its user, or without one for all strangers at its address."""
        rates = self.requests.rates
        if user := user_of(request):
            rates.puzzles.take(user)
        else:
            rates.strangers.take(address_of(request.scope))


def tried(shelf: Shelf, puzzle: Puzzle) -> Tried:
    return Tried(puzzle.id, shelf.game.name, puzzle.line.theme, shelf.ratings[puzzle.id])


def change_of(stored: Any) -> RatingChange | None:
    if stored.before is None or stored.after is None or stored.deviation is None:
        return None
    return RatingChange(round(stored.before), round(stored.after), round(stored.deviation))


def date_of(day: int) -> str:
    return (EPOCH + timedelta(days=day)).date().isoformat()


def hall(db: sa.Connection, puzzles: Puzzles, user: str, lang: str) -> PuzzleHall:
    """Return all puzzles, as far as this user is with them."""
    now = timestamps.now(db)
    day = int(now // DAY)
    return PuzzleHall(
        date=date_of(day),
        seconds=int((day + 1) * DAY - now),
        first=puzzles.game_of_day(day),
        games=[hall_game(db, shelf, user, lang, day) for shelf in puzzles.shelves.values()],
        damaged=puzzles.damaged,
        days=days_of(db, user, day) if user else None,
        past=[past_of(row, puzzles, lang) for row in newest(db, user) if row.game in puzzles.shelves],
    )


def past_of(row: Any, puzzles: Puzzles, lang: str) -> PuzzlePast:
    words = puzzles.shelf(row.game).game.text.words(lang)
    theme = words(f"puzzle.theme.{row.theme}")
    return PuzzlePast(row.puzzle, row.game, theme, row.verdict, row.at, change_of(row))


def hall_game(db: sa.Connection, shelf: Shelf, user: str, lang: str, day: int) -> PuzzleGame:
    verdicts = answered(db, user, shelf.game.name) if user else {}
    standing = player_standing(db, user, shelf.game.name)
    solved, words = solved_by_theme(shelf, verdicts), shelf.game.text.words(lang)
    known = standing.tries > 0
    return PuzzleGame(
        game=shelf.game.name,
        count=len(shelf.by_id),
        today=shelf.of_day(day),
        done=shelf.of_day(day) in verdicts,
        rating=round(standing.rating.rating) if known else None,
        deviation=round(standing.rating.deviation) if known else None,
        tries=standing.tries,
        themes=[
            PuzzleTheme(theme, words(f"puzzle.theme.{theme}"), solved[theme], len(ids))
            for theme, ids in shelf.themes.items()
        ],
    )
