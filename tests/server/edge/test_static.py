"""The app's files, and what every answer says to browsers."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hanamachi.server.edge import static
from hanamachi.server.edge.errors import unanswered
from hanamachi.server.edge.middleware import AdmissionMiddleware
from hanamachi.server.edge.static import AppFiles, SecurityHeaders, same_for_all
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.origins import Sites


async def mine(_request: Request) -> Response:
    return PlainTextResponse("my games")


async def words(request: Request) -> Response:
    return same_for_all(request, b'{"name": "Okiya"}')


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("the page")
    (tmp_path / "assets" / "app-1234.js").write_text("code")
    monkeypatch.setattr(static, "STATIC", tmp_path)
    app = Starlette(
        routes=[
            Mount("/api", routes=[Route("/me", mine), Route("/words", words)]),
            Mount("/", AppFiles()),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(AdmissionMiddleware, Sites("https://tea.example"), Limits()),
        ],
        exception_handlers={HTTPException: unanswered},
    )
    return TestClient(app, base_url="http://localhost")


def test_code_is_compressed_once_for_those_who_take_it_so(house: TestClient) -> None:
    path = "/assets/app-1234.js"
    plain, *small = [
        house.get(path, headers={"accept-encoding": each}) for each in ("identity", "gzip", "br, gzip")
    ]
    assert [answer.text for answer in (plain, *small)] == ["code"] * 3
    assert "content-encoding" not in plain.headers
    for answer in small:
        assert (answer.headers["content-encoding"], answer.headers["vary"]) == ("gzip", "accept-encoding")
        for name in ("content-type", "cache-control", "etag"):
            assert answer.headers[name] == plain.headers[name]
    part = house.get(path, headers={"accept-encoding": "gzip", "range": "bytes=0-1"})
    assert (part.status_code, part.text) == (206, "co")
    known = {"accept-encoding": "gzip", "if-none-match": small[0].headers["etag"]}
    assert house.get(path, headers=known).status_code == 304


def sources(house: TestClient, host: str) -> str:
    policy = house.get("/", headers={"host": host}).headers["content-security-policy"]
    return next(part for part in policy.split("; ") if part.startswith("connect-src"))


def test_a_page_may_talk_to_its_own_house_and_to_nobody_else(house: TestClient) -> None:
    """M2: `connect-src ws: wss:` let injected code talk to any host."""
    assert sources(house, "localhost:8460") == "connect-src 'self' ws://localhost:8460 wss://localhost:8460"
    assert sources(house, "[::1]:8460") == "connect-src 'self' ws://[::1]:8460 wss://[::1]:8460"
    assert sources(house, "tea.example") == "connect-src 'self' ws://tea.example wss://tea.example"
    assert sources(house, "evil.example; script-src *") == "connect-src 'self'"


def test_what_was_always_said_is_still_said(house: TestClient) -> None:
    for path in ("/", "/t/abc", "/api/me", "/api/nothing", "/assets/nothing.js"):
        headers = house.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "default-src 'self'" in headers["content-security-policy"]
        assert (headers["referrer-policy"], headers["x-content-type-options"]) == ("same-origin", "nosniff")


def test_only_a_secure_address_asks_to_stay_secure(house: TestClient) -> None:
    """M2: no HSTS."""
    secure = house.get("/", headers={"host": "tea.example"}).headers["strict-transport-security"]
    assert secure == "max-age=31536000"
    assert "strict-transport-security" not in house.get("/", headers={"host": "localhost:8460"}).headers


def test_what_is_somebodys_own_is_not_kept_on_the_way(house: TestClient) -> None:
    """M2: answers carried no `no-store`."""
    assert house.get("/api/me").headers["cache-control"] == "no-store"
    assert house.get("/api/nothing").headers["cache-control"] == "no-store"
    assert "immutable" in house.get("/assets/app-1234.js").headers["cache-control"]
    assert house.get("/").headers["cache-control"] == "no-cache"


def test_a_catalogue_is_sent_again_only_when_it_has_changed(house: TestClient) -> None:
    first = house.get("/api/words")
    assert first.json() == {"name": "Okiya"}
    again = house.get("/api/words", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert house.get("/api/words", headers={"if-none-match": 'W/"other"'}).status_code == 200


def test_every_page_is_the_same_file_and_assets_are_what_they_are(house: TestClient) -> None:
    assert house.get("/t/abc").text == "the page"
    assert house.get("/assets/nothing.js").status_code == 404
    assert house.post("/").status_code == 405


def test_a_path_with_nul_is_refused_in_words(house: TestClient) -> None:
    answer = house.get("/%00")
    assert (answer.status_code, answer.json()["reason"]) == (400, "bad_signs")


@pytest.mark.parametrize(
    "path", ["/" + "x" * 5000, "/%ff", "/..%2f..%2fetc/passwd", "//etc/passwd", "/a%0d%0ab"]
)
def test_odd_paths_are_the_page_or_nothing(house: TestClient, path: str) -> None:
    answer = house.get(path)
    assert answer.text == "the page" or answer.status_code == 404


def test_a_socket_that_is_no_address_of_the_house_is_refused_in_words(house: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect) as refused, house.websocket_connect("/nowhere"):
        pass
    assert getattr(refused.value, "status_code", None) == 404


def test_without_a_built_app_everything_else_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout has no app before it is built: each of its pages was an error with a traceback."""
    monkeypatch.setattr(static, "STATIC", tmp_path / "nowhere")
    with TestClient(
        Starlette(routes=[Route("/api/me", mine), Mount("/", AppFiles())]), base_url="http://localhost"
    ) as bare:
        page = bare.get("/t/abc")
        assert (page.status_code, page.text) == (503, "The browser app is not built yet: run make play.")
        assert bare.get("/api/me").text == "my games"
