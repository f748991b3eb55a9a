"""API of the explorer: the exact value of every move of a walk, and what was played first."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.explorer.exact import MOST, BadStep, exact_games
from hanamachi.explorer.openings import SEPARATOR, openings
from hanamachi.games import GAMES
from hanamachi.server.edge.api.requests import Requests, answer, in_process
from hanamachi.server.edge.authentication import user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.explorer import jobs
from hanamachi.server.explorer.beginnings import Shelf, openings_after
from hanamachi.server.explorer.house import HouseGames
from hanamachi.server.ratings.help_lock import HelpLock
from hanamachi.server.runtime.process_pool import ProcessPool
from hanamachi.server.tables.errors import NotFound

OURS = ("layout", "moves", "lang")  # names in a query that are no options of the game


class ExplorerApi:
    """Routes under /explorer. `pool` walks."""

    def __init__(self, requests: Requests, pool: ProcessPool, house: HouseGames, help_lock: HelpLock) -> None:
        self.requests, self.pool, self.house, self.help_lock = requests, pool, house, help_lock
        self.shelf = Shelf(GAMES)

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/explorer/{game}/walk", self.walk),
            Route("/explorer/{game}/openings", self.openings),
        ]

    async def walk(self, request: Request) -> Response:
        """Answer with the position at the end of a walk. Options of the game stand in the query by name."""
        game, query = request.path_params["game"], request.query_params
        if game not in exact_games():
            raise NotFound("no_walk", known=tuple(exact_games()))
        user = user_of(request)
        await self.help_lock.check(user, game)
        steps = steps_in(query.get("moves", ""))
        if len(steps) > MOST:
            raise BadStep("too_many_steps", most=MOST)
        self.charge(request)
        options = {name: value for name, value in query.items() if name not in OURS}
        facts = game, options, query.get("layout", ""), steps, language(request)
        data = await in_process(self.pool, user, jobs.walk, *facts)
        return Response(data, media_type="application/json")

    async def openings(self, request: Request) -> Response:
        """Answer with what was played after some first steps, in the file and on this server."""
        game, query = request.path_params["game"], request.query_params
        if game not in openings():
            raise NotFound("no_openings", known=tuple(openings()))
        self.charge(request)
        given = query.get("setting", "0")
        setting = int(given) if given.isdecimal() and len(given) < 3 else -1
        path = tuple(steps_in(query.get("path", "")))
        lines, waiting = await self.house.lines(game)
        lang = language(request)
        return answer(openings_after(GAMES[game], self.shelf, lines, waiting, setting, path, lang))

    def charge(self, request: Request) -> None:
        """Count a request for its user, or without one for all strangers at its address."""
        if user := user_of(request):
            self.requests.rates.explorer.take(user)
        else:
            self.requests.rates.strangers.take(address_of(request.scope))


def steps_in(given: str) -> list[str]:
    return [step.strip() for step in given.split(SEPARATOR) if step.strip()]
