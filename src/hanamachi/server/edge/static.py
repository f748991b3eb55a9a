"""Serve the browser app: one page for all paths, and assets whose names have a hash and never change."""

import gzip
from collections.abc import Awaitable, Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanamachi.server.runtime.origins import Site

STATIC = Path(__file__).parents[1] / "static"
HEADERS = {"referrer-policy": "same-origin", "x-content-type-options": "nosniff"}
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'{sockets}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
Tags = Callable[[Scope], Awaitable[str]]
YEAR = 365 * 24 * 3600


class Files(StaticFiles):
    """Serve the files of a folder, and nothing outside of it."""

    def __init__(self, folder: Path, *, html: bool = False) -> None:
        super().__init__(directory=folder, html=html, check_dir=False)
        self.config_checked = True  # a folder that is not there is one without files, and no error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            raise HTTPException(404)  # no socket is a file
        await super().__call__(scope, receive, send)


class AppFiles(Files):
    """Serve a file if there is one, else the app's page."""

    def __init__(self, tags: Tags | None = None) -> None:
        """`tags`: returns what to write into the head of a page."""
        super().__init__(STATIC, html=True)
        self.tags = tags

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not (STATIC / "index.html").exists():
            return PlainTextResponse("The browser app is not built yet: run make play.", 503)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(("assets/", "api/", "wings/")):
                raise
            response = await self.page(scope)
        fixed = path.startswith("assets/")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if fixed else "no-cache"
        return packed(response, scope) if fixed else response

    async def page(self, scope: Scope) -> Response:
        """Return the app's page, with what a chat program is told of this address."""
        head = await self.tags(scope) if self.tags else ""
        if not head:
            return await super().get_response("index.html", scope)
        page = (STATIC / "index.html").read_text("utf-8").replace("</head>", f"{head}  </head>", 1)
        return HTMLResponse(page, headers={"vary": "accept-language"})


def packed(response: Response, scope: Scope) -> Response:
    """Compress a file that never changes once, not for every visitor."""
    asked = Headers(scope=scope)
    whole = scope["method"] == "GET" and "range" not in asked and "gzip" in asked.get("accept-encoding", "")
    if not (whole and isinstance(response, FileResponse) and Path(response.path).suffix in (".js", ".css")):
        return response
    data = compressed(str(response.path))
    headers = {"content-encoding": "gzip", "vary": "accept-encoding", "content-length": str(len(data))}
    return Response(data, headers=dict(response.headers) | headers)


@lru_cache(maxsize=512)
def compressed(file: str) -> bytes:
    return gzip.compress(Path(file).read_bytes(), 9)


class SecurityHeaders:
    """Add security headers to every answer (middleware): load nothing from other sites, allow no frames, and
    store no personal answers in caches."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_rules(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                own = headers.get("content-security-policy")  # the documentation has one of its own
                headers.update(rules(scope.get("site")))
                headers["content-security-policy"] = own or headers["content-security-policy"]
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, with_rules if scope["type"] == "http" else send)


def rules(site: Site | None) -> dict[str, str]:
    """Return the security headers. Safari before 15.4 does not count a page's own socket as its 'self'."""
    sockets = f" ws://{site.host} wss://{site.host}" if site else ""
    secure = {"strict-transport-security": f"max-age={YEAR}"} if site and site.scheme == "https" else {}
    return HEADERS | {"content-security-policy": POLICY.format(sockets=sockets)} | secure


def same_for_all(request: Request, data: bytes) -> Response:
    """Answer with data that is the same for all users. A browser keeps it and asks whether it has changed."""
    tag = f'W/"{sha256(data).hexdigest()[:32]}"'
    headers = {"cache-control": "no-cache", "etag": tag, "vary": "accept-language, accept-encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type="application/json")
