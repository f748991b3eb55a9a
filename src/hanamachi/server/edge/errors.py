"""Errors of the API: answer a refusal with a status, a reason for programs and a sentence for people."""

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from hanamachi.core.table import Refused
from hanamachi.core.telling import explain
from hanamachi.core.words import LANGUAGES, Name, Refusal
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.edge.rate_limits import TooMany
from hanamachi.server.protocol.messages import encode
from hanamachi.server.protocol.rest import Problem
from hanamachi.server.runtime import metrics
from hanamachi.server.tables.errors import NotFound

STATUS = {
    "bad_json": 400,
    "bad_move_format": 400,
    "too_deep": 400,
    "ended": 401,
    "bad_credentials": 401,
    "bad_recovery_code": 401,
    "wrong_password": 401,
    "bad_token": 401,
    "foreign_origin": 403,
    "proof_needed": 403,
    "not_for_bots": 403,
    "banned": 403,
    "banned_address": 403,
    "stale": 409,
    "not_found": 404,
    "wrong_method": 405,
    "too_big": 413,
    "wrong_media": 415,
    "foreign_host": 421,
    "too_many": 429,
    "too_many_sockets": 429,
    "too_many_passwords": 503,
    "broken": 500,
    "closing": 503,
    "not_kept": 503,
    "not_writing": 503,
    "slow_disk": 503,
    "disk_low": 503,
}


class RequestRejected(Refusal):
    """The request is rejected before a handler sees it."""


def language(connection: HTTPConnection) -> str:
    """Return the language of the answer: the query's, or the browser's, or the first one there is."""
    wish = connection.query_params.get("lang") or connection.headers.get("accept-language", "")[:2]
    return wish if wish in LANGUAGES else LANGUAGES[0]


def explain_refusal(refusal: Refusal, lang: str, game: str | None = None, names: Sequence[str] = ()) -> str:
    """Return the sentence for a refusal, from the server's catalogue or a game's. `names`: of the players."""
    books = [
        catalogue("house")(lang),
        *(GAMES[name].text.words(lang) for name in GAMES if game in (None, name)),
    ]
    book = next(book for book in books if f"error.{refusal.reason}" in book.phrases)
    return explain(refusal, book, names, numbered=False)


def problem(refusal: Refusal, connection: HTTPConnection, status: int = 400) -> Response:
    """Return the answer to a refused request. `status` is for reasons that have none of their own."""
    metrics.REFUSALS.add(refusal.reason)
    said = Problem(refusal.reason, explain_refusal(refusal, language(connection)))
    headers = {"retry-after": str(refusal.wait)} if isinstance(refusal, TooMany) else {}
    return Response(encode(said), STATUS.get(refusal.reason, status), headers, "application/json")


async def refused(request: Request, error: Exception) -> Response:
    """Answer with a refusal (exception handler): 404 if it is NotFound, 409 if it is Refused, else 400."""
    assert isinstance(error, Refusal)
    status = 404 if isinstance(error, NotFound) else 409 if isinstance(error, Refused) else 400
    return problem(error, request, status)


async def unanswered(request: Request, error: Exception) -> Response:
    """Answer a request that no route matches (exception handler)."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        answer = problem(RequestRejected("wrong_method", method=Name(request.method)), request)
    else:
        answer = problem(RequestRejected("not_found"), request)
    answer.headers.update(error.headers or {})
    return answer
