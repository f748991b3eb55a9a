"""The browser app's files. Every page is the same file; what has a hash in its name never changes."""

from pathlib import Path
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC = Path(__file__).parent / "static"
RULES = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class AppFiles(StaticFiles):
    """A file if there is one, else the app's page."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC, html=True, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not (STATIC / "index.html").exists():
            return PlainTextResponse("The browser app is not built yet: run make play.", 503)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(("assets/", "api/")):
                raise
            response = await super().get_response("index.html", scope)
        fixed = path.startswith("assets/")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if fixed else "no-cache"
        return response


class Careful:
    """The same headers on every answer: nothing is loaded from elsewhere, nothing is framed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_rules(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: Any = MutableHeaders(scope=message)
                for name, value in RULES.items():
                    headers[name] = value
            await send(message)

        await self.app(scope, receive, with_rules)
