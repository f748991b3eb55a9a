"""Serve the documentation site at /docs, if `make docs` has built it into this package."""

from functools import lru_cache
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Scope

from hanamachi.server.edge.static import Files

SITE = Path(__file__).parents[1] / "site"
HASHES = "inline-scripts.json"  # tools/docs/build.py writes it
POLICY = (
    "default-src 'self'; script-src 'self'{scripts}; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
NOT_BUILT = "The documentation is not built here: run make docs, or read the folder docs of the repository."


class DocumentationFiles(Files):
    """Serve the pages under a Content-Security-Policy that allows their own inline scripts, by hash."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, html=True)
        self.folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        hashes = self.folder / HASHES
        if not hashes.is_file():
            return PlainTextResponse(NOT_BUILT, 404)
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        response.headers["content-security-policy"] = policy(hashes, hashes.stat().st_mtime_ns)
        return response


@lru_cache(maxsize=8)
def policy(hashes: Path, _changed: int) -> str:
    """Return the policy for a site. It is read again after the site was built anew."""
    known = msgspec.json.decode(hashes.read_bytes(), type=list[str])
    return POLICY.format(scripts="".join(f" '{script}'" for script in known))


async def enter(request: Request) -> Response:
    return RedirectResponse("/docs/", 308)


def documentation_routes(folder: Path = SITE) -> list[BaseRoute]:
    return [Route("/docs", enter), Mount("/docs", DocumentationFiles(folder))]
