"""API of pictures: previews of links, which are the same for everybody, and pictures of what a user sees."""

from collections.abc import Sequence

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Scope

from hanamachi.core.table import Refused
from hanamachi.core.words import Name
from hanamachi.locales import catalogue
from hanamachi.pictures.picture import Picture
from hanamachi.server.analysis.replay import check_replay
from hanamachi.server.analysis.studies.service import Studies
from hanamachi.server.edge.api.analysis.reviews import row_of
from hanamachi.server.edge.api.analysis.studies import eyes_in, moment_in
from hanamachi.server.edge.api.requests import Requests
from hanamachi.server.edge.authentication import site_of, user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import TooMany
from hanamachi.server.previews.painter import Painter, version_of
from hanamachi.server.previews.preview import Place, between, place_of
from hanamachi.server.previews.service import Previews, told
from hanamachi.server.previews.tags import tags
from hanamachi.server.ratings.help_lock import HelpLock
from hanamachi.server.tables.model import Playing
from hanamachi.server.tables.players import names_in

KEPT = "public, max-age=600"  # a preview may be ten minutes old
LONGEST = 60  # signs of an id


class PicturesApi:
    """Routes under /previews, and the pictures of tables, studies and puzzles."""

    def __init__(
        self,
        requests: Requests,
        previews: Previews,
        painter: Painter,
        studies: Studies,
        help_lock: HelpLock,
    ) -> None:
        self.requests, self.previews, self.painter = requests, previews, painter
        self.studies, self.help_lock = studies, help_lock
        self.rates = requests.rates

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/previews/{kind}/{id}.png", self.preview),
            Route("/tables/{table}/picture", self.table),
            Route("/studies/{study}/picture", self.study),
            Route("/puzzles/{puzzle}/picture", self.puzzle),
        ]

    # Previews of links. Who asks does not matter, and is not looked at.

    async def tags(self, scope: Scope) -> str:
        """Return the tags for the head of a page, "" if there are none."""
        place = place_of(scope["path"])
        if place is None or len(place.id) > LONGEST:
            return ""
        try:
            self.rates.link_previews.take(address_of(scope))
        except TooMany:
            return ""
        request = HTTPConnection(scope)
        preview = await told(self.previews, place, language(request))
        if preview is None:
            return ""
        site = site_of(request)
        here = f"{site.scheme}://{site.host}"
        return tags(preview, place, here, scope["path"], pictured=self.painter.can_draw)

    async def preview(self, request: Request) -> Response:
        """Answer with the picture of a link's preview."""
        self.rates.pictures.take(address_of(request.scope))
        asked, query = request.path_params, request.query_params
        place = Place(asked["kind"], asked["id"][:LONGEST], query.get("at", ""))
        found = await self.previews.of(place, language(request))
        return await self.drawn(request, found.picture, KEPT)

    # Pictures of what a user sees, to be given away.

    async def table(self, request: Request) -> Response:
        """Answer with a moment of a game, as one seat or the gallery saw it."""
        self.rates.pictures.take(address_of(request.scope))
        eyes, user = request.query_params.get("eyes", "gallery"), user_of(request)
        async with self.requests.visit(request) as room:
            snapshot, seat = check_replay(room.snapshot, user, eyes)
        seq = row_of(request, snapshot.seq)
        if not 0 <= seq <= snapshot.seq:
            raise Refused("no_such_row")
        lang = language(request)
        names = names_in(snapshot.seats, lang)
        view = msgspec.json.encode(snapshot.table.log.states[seq].view(seat))
        lines = (between(names), *ending(snapshot, seq, lang))
        return await self.shared(request, snapshot.setup.game, lines, names, view)

    async def study(self, request: Request) -> Response:
        """Answer with a moment of a study."""
        self.rates.pictures.take(address_of(request.scope))
        user, lang = user_of(request), language(request)
        study = await self.studies.readable(request.path_params["study"], user)
        await self.help_lock.check(user, study.game)
        names, view = await self.studies.board(study, user, eyes_in(request), lang, moment_in(request))
        title = study.name or catalogue("house")(lang)("preview.study")
        return await self.shared(request, study.game, (title,), names, view)

    async def puzzle(self, request: Request) -> Response:
        """Answer with a puzzle as it is set."""
        self.rates.pictures.take(address_of(request.scope))
        place = Place("puzzles", request.path_params["puzzle"])
        found = await self.previews.of(place, language(request))
        picture = msgspec.structs.replace(found.picture, night=is_night(request))
        return await self.drawn(request, picture, "no-store")

    async def shared(
        self, request: Request, game: str, lines: tuple[str, ...], names: Sequence[str], view: bytes
    ) -> Response:
        """Answer with a picture that is for this user alone, until they give it away."""
        picture = Picture(
            game=game,
            lines=lines,
            names=tuple(names),
            view=msgspec.Raw(view),
            lang=language(request),
            night=is_night(request),
        )
        return await self.drawn(request, picture, "no-store")

    async def drawn(self, request: Request, picture: Picture, cache: str) -> Response:
        """Answer with a picture, or with word that the browser has it."""
        tag = f'"{version_of(picture)}"'
        headers = {"cache-control": cache, "etag": tag, "vary": "accept-language"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        made = await self.painter.png(picture, address_of(request.scope))
        return Response(made, headers=headers, media_type="image/png")


def is_night(request: Request) -> bool:
    return request.query_params.get("theme") == "night"


def ending(snapshot: Playing, seq: int, lang: str) -> tuple[str, ...]:
    """Return how a game ended, if this is its last moment."""
    result, house = snapshot.table.result, catalogue("house")(lang)
    if result is None or seq != snapshot.seq:
        return ()
    names = names_in(snapshot.seats, lang)
    won = ", ".join(names[seat] for seat in result.winners)
    drawn = len(result.winners) != 1
    said = house("preview.drawn") if drawn else house("preview.won", who=Name(won))
    points = " : ".join(map(str, result.points)) if any(result.points) else ""
    return (said, points) if points else (said,)
