"""API of studies: what-if boards over finished games, lessons and empty starts."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.server.analysis.studies.rows import StoredStudy
from hanamachi.server.analysis.studies.service import Start, Studies
from hanamachi.server.analysis.study_tree.tree import Ply
from hanamachi.server.edge.api.requests import Requests, answer, required_user
from hanamachi.server.edge.api.tables import TablesApi
from hanamachi.server.edge.authentication import user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import RateLimiter
from hanamachi.server.protocol.rest import Opened
from hanamachi.server.protocol.studies import (
    StudyEdit,
    StudyOpened,
    StudyPlayOn,
    StudyQuestion,
    StudyReport,
    StudyWish,
)
from hanamachi.server.puzzles import jobs
from hanamachi.server.puzzles.answers import stored_answer
from hanamachi.server.puzzles.shelf import Puzzles
from hanamachi.server.ratings.help_lock import HelpLock

FORMS = {"json": "application/json", "text": "text/plain; charset=utf-8"}


class StudiesApi:
    """Routes under /studies. While a user plays a rated game of a kind, studies of it are closed to them."""

    def __init__(
        self, requests: Requests, studies: Studies, puzzles: Puzzles, help_lock: HelpLock, tables: TablesApi
    ) -> None:
        self.requests, self.studies, self.puzzles = requests, studies, puzzles
        self.help_lock, self.tables = help_lock, tables
        self.rates = requests.rates

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        here = "/studies/{study}"
        return [
            Route("/studies", self.list_mine, methods=["GET"]),
            Route("/studies", self.begin, methods=["POST"]),
            Route("/studies/import", self.bring, methods=["POST"]),
            Route(here, self.show, methods=["GET"]),
            Route(here, self.remove, methods=["DELETE"]),
            Route(f"{here}/path", self.path),
            Route(f"{here}/choices", self.choices),
            Route(f"{here}/advice", self.advice),
            Route(f"{here}/file", self.file),
            Route(f"{here}/edits", self.edit, methods=["POST"]),
            Route(f"{here}/answers", self.ask, methods=["POST"]),
            Route(f"{here}/copy", self.copy, methods=["POST"]),
            Route(f"{here}/play-on", self.play_on, methods=["POST"]),
            Route(f"{here}/reports", self.report, methods=["POST"]),
        ]

    # Which studies there are.

    async def list_mine(self, request: Request) -> Response:
        """Answer with the studies of the user, those changed last first."""
        return answer(await self.studies.list_of(required_user(request)))

    async def begin(self, request: Request) -> Response:
        """Begin a study."""
        user, _ = await self.requests.named_user(request)
        wish = await self.requests.body(request, StudyWish)
        user_text.all_said(dict(wish.options), self.requests.limits.option)
        self.rates.new_studies.take(user)
        if wish.puzzle is not None:
            return answer(await self.begin_from_puzzle(user, wish.puzzle), 201)
        if wish.table is None:
            await self.help_lock.check(user, wish.game)
        else:
            async with self.studies.visit(wish.table) as room:
                await self.help_lock.check(user, room.snapshot.setup.game)
        return answer(await self.studies.begin(user, wish), 201)

    async def begin_from_puzzle(self, user: str, puzzle: str) -> StudyOpened:
        """Begin a study at the position of a puzzle that the user has answered."""
        shelf, found = self.puzzles.find(puzzle)
        game = shelf.game.name
        await self.help_lock.check(user, game)
        stored = await self.studies.database.read(partial(stored_answer, user=user, puzzle=puzzle))
        if stored is None or stored.is_open:
            raise Refused("puzzle_not_answered")
        line = await self.studies.work(user, jobs.way, game, puzzle)
        plies = tuple(Ply(told.seat, told.move) for told in line)
        start = Start(found.setting.seats, dict(found.setting.options), plies)
        return await self.studies.begin_from(user, game, start)

    async def bring(self, request: Request) -> Response:
        """Add a study from a file."""
        user, _ = await self.requests.named_user(request)
        self.rates.imports.take(user)
        return answer(await self.studies.bring(user, await request.body()), 201)

    async def copy(self, request: Request) -> Response:
        """Make a copy for the user, who may change it."""
        user, _ = await self.requests.named_user(request)
        self.rates.new_studies.take(user)
        study = await self.readable(request)
        return answer(await self.studies.copy(user, study), 201)

    async def remove(self, request: Request) -> Response:
        """Delete a study."""
        await self.studies.remove(request.path_params["study"], required_user(request))
        return Response(status_code=204)

    # One study.

    async def readable(self, request: Request) -> StoredStudy:
        """Return the study that a request names, if its sender may read it now."""
        user = user_of(request)
        study = await self.studies.readable(request.path_params["study"], user)
        await self.help_lock.check(user, study.game)
        return study

    async def show(self, request: Request) -> Response:
        """Answer with the tree of a study."""
        study = await self.readable(request)
        self.charge(request, self.rates.study_edits)
        return json(await self.studies.tree(study, user_of(request), eyes_in(request), language(request)))

    async def path(self, request: Request) -> Response:
        """Answer with the table after each move of a branch."""
        study, at = await self.readable(request), moment_in(request)
        self.charge(request, self.rates.study_edits)
        return json(await self.studies.path(study, user_of(request), eyes_in(request), language(request), at))

    async def choices(self, request: Request) -> Response:
        """Answer with what can be done at a moment."""
        study, at = await self.readable(request), moment_in(request)
        self.charge(request, self.rates.study_edits)
        return json(
            await self.studies.choices(study, user_of(request), eyes_in(request), language(request), at)
        )

    async def file(self, request: Request) -> Response:
        """Answer with a study as a file. It can be taken away at any time."""
        form = request.query_params.get("form", "json")
        if form not in FORMS:
            raise Refused("unknown_form", known=tuple(FORMS))
        study = await self.studies.readable(request.path_params["study"], user_of(request))
        self.charge(request, self.rates.study_edits)
        data = await self.studies.file(study, user_of(request), language(request), as_text=form == "text")
        suffix = "txt" if form == "text" else "json"
        headers = {"content-disposition": f'attachment; filename="study-{study.game}-{study.id}.{suffix}"'}
        return Response(data, media_type=FORMS[form], headers=headers)

    async def edit(self, request: Request) -> Response:
        """Change a study."""
        user, wish = required_user(request), await self.requests.body(request, StudyEdit)
        study = await self.studies.own(request.path_params["study"], user)
        await self.help_lock.check(user, study.game)
        self.rates.study_edits.take(user)
        return answer(await self.studies.edit(study, user, wish))

    async def advice(self, request: Request) -> Response:
        """Answer with what a judge says of every move at a moment."""
        study, at = await self.readable(request), moment_in(request)
        user = required_user(request)
        self.rates.studies.take(user)
        return json(await self.studies.advice(study, user, eyes_in(request), language(request), at))

    async def ask(self, request: Request) -> Response:
        """Answer with what a bot would do."""
        user, wish = required_user(request), await self.requests.body(request, StudyQuestion)
        study = await self.readable(request)
        self.rates.study_answers.take(user)
        lang = language(request)
        return answer(await self.studies.ask(study, user, wish.eyes, lang, wish.at, wish.level))

    async def play_on(self, request: Request) -> Response:
        """Open an unrated table that goes on from a moment of a study."""
        user, name = await self.tables.player(request)
        wish = await self.requests.body(request, StudyPlayOn)
        self.tables.check_may_open(request, user, ["me", "bot" if wish.level else "open"])
        study = await self.readable(request)
        opening = await self.studies.played_on(study, user, name, wish)
        return answer(Opened(await self.tables.new_tables.establish(opening), {}, ""), 201)

    async def report(self, request: Request) -> Response:
        """Report a name or a note to the host."""
        user, _ = await self.requests.named_user(request)
        wish = await self.requests.body(request, StudyReport)
        study = await self.readable(request)
        self.rates.study_reports.take(user)
        await self.studies.report(study, user, wish.at)
        return Response(status_code=204)

    def charge(self, request: Request, rates: RateLimiter) -> None:
        """Count a request for its user, or without one for all strangers at its address."""
        if user := user_of(request):
            rates.take(user)
        else:
            self.rates.strangers.take(address_of(request.scope))


def json(data: bytes) -> Response:
    return Response(data, media_type="application/json")


def eyes_in(request: Request) -> str:
    return request.query_params.get("eyes", "open")


def moment_in(request: Request) -> int:
    """Return the moment that a request names."""
    given = request.query_params.get("at", "0")
    return int(given) if given.isdecimal() and len(given) < 9 else -1
