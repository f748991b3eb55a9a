"""API of the games: their cards, and the phrases of the server and of each game."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.game_cards import game_card
from hanamachi.server.edge.static import same_for_all
from hanamachi.server.protocol.messages import encode
from hanamachi.server.tables.errors import NotFound


async def list_games(request: Request) -> Response:
    """Answer with the cards of all games."""
    return same_for_all(request, encode([game_card(game, language(request)) for game in GAMES.values()]))


async def phrases(request: Request) -> Response:
    """Answer with a catalogue of phrases: a game's, or the server's."""
    name, lang = request.path_params["name"], language(request)
    if name != "house" and name not in GAMES:
        raise NotFound("unknown_game", name=name, known=tuple(GAMES))
    words = catalogue("house")(lang) if name == "house" else GAMES[name].text.words(lang)
    return same_for_all(request, encode(words.phrases))


ROUTES = [Route("/games", list_games), Route("/words/{name}", phrases)]
