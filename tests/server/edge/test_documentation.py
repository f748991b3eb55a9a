"""The documentation site at /docs: its own Content-Security-Policy, and one sentence where it was not built."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from hanamachi.server.edge.documentation import HASHES, documentation_routes
from hanamachi.server.edge.errors import unanswered
from hanamachi.server.edge.static import SecurityHeaders


async def app_page(_request: Request) -> Response:
    return PlainTextResponse("the app")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "host").mkdir()
    (tmp_path / "index.html").write_text("home")
    (tmp_path / "host" / "index.html").write_text("for hosts")
    (tmp_path / "404.html").write_text("no such page")
    (tmp_path / HASHES).write_text('["sha256-abc="]')
    return tmp_path


def client(folder: Path) -> TestClient:
    app = Starlette(
        routes=[*documentation_routes(folder), Route("/", app_page)],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: unanswered},
    )
    return TestClient(app, base_url="http://localhost")


def test_pages_are_found_with_and_without_a_slash(site: Path) -> None:
    house = client(site)
    for path, text in (("/docs", "home"), ("/docs/", "home"), ("/docs/host", "for hosts")):
        assert house.get(path).text == text
    missing = house.get("/docs/nothing/")
    assert (missing.status_code, missing.text) == (404, "no such page")


def test_its_policy_allows_its_own_inline_scripts_and_no_others(site: Path) -> None:
    answer = client(site).get("/docs/host/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self' 'sha256-abc=';" in policy
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-cache"


def test_the_policy_of_the_app_stays_as_it_is(site: Path) -> None:
    policy = client(site).get("/").headers["content-security-policy"]
    assert "script-src" not in policy
    assert "sha256" not in policy


def test_a_site_that_is_built_anew_has_its_new_scripts(site: Path) -> None:
    house = client(site)
    assert "sha256-abc=" in house.get("/docs/").headers["content-security-policy"]
    (site / HASHES).write_text('["sha256-def=", "sha256-ghi="]')
    policy = house.get("/docs/").headers["content-security-policy"]
    assert "'sha256-def=' 'sha256-ghi='" in policy
    assert "sha256-abc=" not in policy


def test_without_a_site_there_is_one_sentence(tmp_path: Path) -> None:
    for path in ("/docs", "/docs/", "/docs/host/"):
        answer = client(tmp_path).get(path)
        assert answer.status_code == 404
        assert answer.text.startswith("The documentation is not built here: run make docs")


@pytest.mark.parametrize(
    "path", ["/docs/../pyproject.toml", "/docs/%2e%2e/pyproject.toml", "/docs//etc/passwd"]
)
def test_nothing_outside_of_the_site_is_served(site: Path, path: str) -> None:
    assert client(site).get(path).status_code == 404
