"""API of analysis: replays, reviews of finished games, and hints."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.server.analysis import jobs
from hanamachi.server.analysis.replay import check_replay
from hanamachi.server.analysis.review import Reviewer
from hanamachi.server.edge.api.requests import Requests, answer, in_process
from hanamachi.server.edge.authentication import user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import RateLimiter
from hanamachi.server.ratings.help_lock import HelpLock
from hanamachi.server.runtime.long_logs import in_thread
from hanamachi.server.runtime.process_pool import ProcessPool


class AnalysisApi:
    """`pool` works out replays."""

    def __init__(
        self, requests: Requests, reviewer: Reviewer, pool: ProcessPool, help_lock: HelpLock
    ) -> None:
        self.requests, self.reviewer, self.pool = requests, reviewer, pool
        self.help_lock = help_lock
        self.rates = requests.rates

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/tables/{table}/replay", self.replay),
            Route("/tables/{table}/advice", self.advice),
            Route("/tables/{table}/review", self.review),
        ]

    async def replay(self, request: Request) -> Response:
        """Answer with every position of a game, as one seat or the gallery saw it."""
        eyes, user = request.query_params.get("eyes", "gallery"), user_of(request)
        async with self.requests.visit(request) as room:
            snapshot, seat = check_replay(room.snapshot, user, eyes)
        self.charge(request, self.rates.studies)
        small = "gzip" in request.headers.get("accept-encoding", "")
        stored = await in_thread(snapshot.seq, jobs.pack, snapshot)
        facts = stored, room.id, seat, language(request), eyes == "open", small
        data = await in_process(self.pool, user, jobs.replay, *facts)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if small else {}
        return Response(data, media_type="application/json", headers=headers)

    async def review(self, request: Request) -> Response:
        """Answer with a judge's opinions of a finished game, as far as they are formed."""
        async with self.requests.visit(request) as room:
            user, lang = user_of(request), language(request)
            await self.help_lock.check(user, room.snapshot.setup.game)
            if room.id not in self.reviewer.opinions:
                self.charge(request, self.rates.reviews)
            return answer(await self.reviewer.review(room.id, room.snapshot, user, lang))

    async def advice(self, request: Request) -> Response:
        """Answer with a hint: a judge's opinion of the decision at a row."""
        async with self.requests.visit(request) as room:
            seq, user = row_of(request, room.snapshot.seq), user_of(request)
            await self.help_lock.check(user, room.snapshot.setup.game)
            self.charge(request, self.rates.studies)
            return answer(await self.reviewer.advice(room.id, room.snapshot, user, seq, language(request)))

    def charge(self, request: Request, rates: RateLimiter) -> None:
        """Count a request for its user, or without one for all strangers at its address."""
        if user := user_of(request):
            rates.take(user)
        else:
            self.rates.strangers.take(address_of(request.scope))


def row_of(request: Request, last: int) -> int:
    """Return the row that a question is about: the one that the query names, or the last."""
    given = request.query_params.get("seq", "")
    return int(given) if given.isdecimal() and len(given) < 9 else -1 if given else last
