"""Who comes in, and who does not: Origin, Host, media types, sizes; and what breaks inside is said in words."""

import asyncio
import contextlib
import json
import logging
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from hanamachi.server.edge.errors import unanswered
from hanamachi.server.edge.middleware import AdmissionMiddleware
from hanamachi.server.runtime import metrics
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.runtime.origins import Site, Sites

SMALL = Limits(body=100, record_body=1_000, sockets=2)
JSON = {"content-type": "application/json"}


async def echo(request: Request) -> Response:
    return PlainTextResponse(f"{len(await request.body())}")


async def breaks(_request: Request) -> Response:
    raise KeyError("a hand")


async def breaks_late(_request: Request) -> Response:
    async def parts() -> Any:
        yield b"some"
        raise KeyError("a hand")

    return StreamingResponse(parts())


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    async for text in websocket.iter_text():
        if text == "break":
            raise KeyError("a hand")
        await websocket.send_text(text)


def house(limits: Limits = SMALL, public_url: str | None = None) -> TestClient:
    api = [Route("/me", echo, methods=["GET", "PUT"]), Route("/records", echo, methods=["POST"])]
    api += [Route("/breaks", breaks), Route("/breaks-late", breaks_late)]
    app = Starlette(
        routes=[Mount("/api", routes=api), WebSocketRoute("/ws", socket), Route("/page", echo)],
        middleware=[Middleware(AdmissionMiddleware, Sites(public_url), limits)],
        exception_handlers={HTTPException: unanswered},
    )
    return TestClient(app, base_url="http://localhost")


def said(answer: Any) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["sentence"].endswith(".")
    return answer.status_code, answer.json()["reason"]


def visit(client: TestClient, host: str, origin: str | None, url: str = "http://localhost") -> Any:
    headers = {"host": host} | ({"origin": origin} if origin else {})
    return client.put(f"{url}/api/me", content="{}", headers=headers | JSON)


FOREIGN = [
    "https://evil.example",
    "http://localhost:8461",
    "https://localhost:8460",
    "http://localhost",
    "null",
    "x",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_may_not_act_for_a_visitor(origin: str) -> None:
    """M1: a page on another port of the same host opened a table in the victim's name."""
    assert said(visit(house(), "localhost:8460", origin)) == (403, "foreign_origin")


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_cannot_open_a_socket(origin: str) -> None:
    """M1: it read the victim's hand over /ws."""
    headers = {"host": "localhost:8460", "origin": origin}
    with pytest.raises(WebSocketDisconnect) as refused, house().websocket_connect("/ws", headers=headers):
        pass
    assert getattr(refused.value, "status_code", 403) == 403


def test_nor_may_it_read() -> None:
    answer = house().get("/api/me", headers={"host": "localhost", "origin": "http://evil.example"})
    assert said(answer) == (403, "foreign_origin")


@pytest.mark.parametrize("host", ["localhost:8460", "127.0.0.1:8460", "192.168.1.7", "[::1]:8460"])
def test_the_houses_own_pages_are_served_under_every_address_of_a_lan(host: str) -> None:
    assert visit(house(), host, f"http://{host}").status_code == 200
    assert visit(house(), host, None).status_code == 200  # a program
    with house().websocket_connect("/ws", headers={"host": host, "origin": f"http://{host}"}) as talk:
        talk.send_text("hello")
        assert talk.receive_text() == "hello"


@pytest.mark.parametrize("host", ["teahouse", "teahouse.local:8460", "teahouse.lan", "TeaHouse."])
def test_a_machine_is_known_by_its_own_name(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamachi.server.runtime.origins.gethostname", lambda: "TeaHouse.lan")
    assert visit(house(), host, None).status_code == 200
    assert said(visit(house(), f"x{host}", None)) == (421, "foreign_host")


def test_the_name_that_a_house_listens_on_is_one_of_its_own() -> None:
    sites = Sites(host="Tea.lan")
    assert sites.visited("http", {"host": "tea.lan:8460"}) == Site("http", "tea.lan", 8460)
    assert Sites().visited("http", {"host": "tea.lan:8460"}) is None


def test_a_browser_leaves_out_the_usual_port() -> None:
    assert visit(house(), "localhost:80", "http://localhost").status_code == 200
    assert visit(house(), "localhost", "http://localhost", "https://localhost").status_code == 403
    assert visit(house(), "localhost:443", "https://localhost", "https://localhost").status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "tea.house:8460", "0x7f.1"])
def test_a_name_that_is_not_the_houses_is_refused(host: str) -> None:
    """Another's name may be pointed at this address (DNS rebinding): its page would have our Host as Origin."""
    assert said(visit(house(), host, f"http://{host}")) == (421, "foreign_host")
    with pytest.raises(WebSocketDisconnect), house().websocket_connect("/ws", headers={"host": host}):
        pass


@pytest.mark.parametrize(
    "host",
    ["[", "]", "[::1", "", " ", "a b", "a/b", "a@localhost", "localhost:x", ":", "ż".encode(), "x" * 999],
)
def test_a_host_that_is_none_is_refused_in_words(host: str | bytes) -> None:
    """M3: `Host: [` was a ValueError."""
    answer = house().get("/api/me", headers=[(b"host", host if isinstance(host, bytes) else host.encode())])
    assert said(answer) == (421, "foreign_host")


def test_the_public_address_is_a_home_whatever_a_web_server_in_front_passes_on() -> None:
    client = house(public_url="https://tea.example:8443/")
    for host in ("tea.example:8443", "tea.example", "TEA.example."):
        assert visit(client, host, "https://tea.example:8443").status_code == 200
        assert visit(client, host, "http://tea.example").status_code == 403
        assert visit(client, host, "https://tea.example").status_code == 403
    assert visit(client, "localhost:8460", "http://localhost:8460").status_code == 200
    assert visit(client, "tea.example:8460", "http://tea.example:8460").status_code == 200  # past that server


@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"]
)
def test_a_body_says_that_it_is_json(media: str) -> None:
    """M1: a `no-cors` POST may send text/plain, and REST took it."""
    assert said(house().put("/api/me", content="{}", headers={"content-type": media})) == (415, "wrong_media")


def test_json_may_name_its_charset_and_no_body_needs_no_type() -> None:
    media = {"content-type": "Application/JSON; charset=utf-8"}
    assert house().put("/api/me", content="{}", headers=media).text == "2"
    assert house().put("/api/me").text == "0"


def test_a_body_that_is_too_big_is_refused() -> None:
    """H3: 400 MB to PUT /api/me took 890 MB of memory."""
    client = house()
    assert client.put("/api/me", content="x" * 100, headers=JSON).text == "100"
    assert said(client.put("/api/me", content="x" * 101, headers=JSON)) == (413, "too_big")
    assert client.post("/api/records", content="x" * 1_000, headers=JSON).text == "1000"
    assert said(client.post("/api/records", content="x" * 1_001, headers=JSON)) == (413, "too_big")


def test_no_more_of_a_body_is_read_than_there_may_be() -> None:
    """H3: the length was looked at when all of it was in memory."""
    read, sent = list[bytes](), list[Any]()

    async def receive() -> Any:
        read.append(b"x" * 30)
        return {"type": "http.request", "body": read[-1], "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    async def reads_all(scope: Any, receive: Any, send: Any) -> None:
        await Request(scope, receive).body()

    headers = [
        (b"host", b"localhost"),
        (b"content-type", b"application/json"),
        (b"transfer-encoding", b"chunked"),
    ]
    scope = {"type": "http", "scheme": "http", "method": "PUT", "path": "/api/me", "headers": headers}
    asyncio.run(AdmissionMiddleware(reads_all, Sites(), SMALL)(scope | {"query_string": b""}, receive, send))
    assert sent[0]["status"] == 413
    assert len(read) == 4


@pytest.mark.parametrize("announced", ["9" * 30, "101"])
def test_an_announced_body_is_refused_unread(announced: str) -> None:
    assert said(house().put("/api/me", headers=JSON | {"content-length": announced})) == (413, "too_big")


def test_one_address_may_ask_so_often_and_pages_are_not_counted() -> None:
    """H3: there were no limits anywhere."""
    before = metrics.REFUSALS.counts["too_many"]
    client = house(Limits(requests=Rate(3, 6)))
    answers = [client.get("/api/me") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert said(answers[-1]) == (429, "too_many")
    assert answers[-1].headers["retry-after"] == "10"
    assert "10 sekund" in client.get("/api/me?lang=pl").json()["sentence"]
    assert client.get("/page").status_code == 200
    assert metrics.REFUSALS.counts["too_many"] == before + 2


def test_one_address_may_open_so_many_sockets() -> None:
    client = house()
    with (
        client.websocket_connect("/ws"),
        client.websocket_connect("/ws"),
        client.websocket_connect("/ws", headers={"accept-language": "fr"}) as third,
    ):
        declined = json.loads(third.receive_text())
        assert declined["type"] == "declined"
        assert declined["reason"] == "too_many_sockets"
        assert declined["sentence"].startswith("Trop de connexions")
        with pytest.raises(WebSocketDisconnect) as closed:
            third.receive_text()
        assert closed.value.code == 1008
    with client.websocket_connect("/ws") as later:
        later.send_text("room again")
        assert later.receive_text() == "room again"


def test_every_error_under_api_is_json_with_a_sentence() -> None:
    """D: unknown routes, 405 and 500 were plain text."""
    client = house()
    assert said(client.get("/api/nothing")) == (404, "not_found")
    refused = client.delete("/api/me")
    assert said(refused) == (405, "wrong_method")
    assert "GET" in refused.headers["allow"]
    assert said(client.options("/api/records")) == (405, "wrong_method")
    assert said(client.get("/api/breaks", headers={"accept-language": "pl"})) == (500, "broken")
    assert client.head("/api/me").text == ""


def test_what_breaks_is_logged_once_and_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    """M3: 500 in plain text and 3-4 kB of traceback."""
    answer = house().get("/api/breaks")
    assert "hand" not in answer.text
    assert [(line.name, line.message) for line in caplog.records if line.levelno >= logging.ERROR] == [
        ("hanamachi.server.edge.middleware", "request failed")
    ]


def test_an_answer_that_breaks_in_the_middle_ends_there(caplog: pytest.LogCaptureFixture) -> None:
    assert house().get("/api/breaks-late").text == "some"
    assert [line.message for line in caplog.records if line.levelno >= logging.ERROR] == ["request failed"]


def test_a_socket_that_breaks_is_closed_with_a_code(caplog: pytest.LogCaptureFixture) -> None:
    """M3: it was closed without one."""
    with house().websocket_connect("/ws") as talk:
        talk.send_text("break")
        with pytest.raises(WebSocketDisconnect) as closed:
            talk.receive_text()
    assert closed.value.code == 1011
    assert [line.message for line in caplog.records if line.levelno >= logging.ERROR] == ["WebSocket failed"]


def test_a_proxy_that_was_not_named_is_pointed_out_once(caplog: pytest.LogCaptureFixture) -> None:
    client = house()
    for _ in range(3):
        client.get("/api/me", headers={"x-forwarded-for": "192.0.2.7"})
    assert [line.message for line in caplog.records if "X-Forwarded-For" in line.message] == [
        "ignored X-Forwarded-For from untrusted testclient; see serve --proxy"
    ]


def test_a_request_that_the_closing_house_gives_up_is_answered_in_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It was "Internal Server Error" in plain text."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    async def waits(_scope: Any, _receive: Any, _send: Any) -> None:
        await asyncio.sleep(3600)

    async def story() -> None:
        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "scheme": "http", "method": "GET", "path": "/api/me", "headers": headers}
        task = asyncio.create_task(
            AdmissionMiddleware(waits, Sites(), SMALL)(scope | {"query_string": b""}, receive, send)
        )
        await asyncio.sleep(0)
        task.cancel()
        await task

    asyncio.run(story())
    assert sent[0]["status"] == 503
    assert json.loads(sent[1]["body"])["reason"] == "closing"
    assert caplog.records == []


def test_a_house_that_cannot_open_says_so_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    sent: list[Any] = []

    @contextlib.asynccontextmanager
    async def lifespan(_app: Any) -> Any:
        raise ConnectionRefusedError("no database")
        yield

    async def receive() -> Any:
        return {"type": "lifespan.startup"}

    async def send(message: Any) -> None:
        sent.append(message)

    app = Starlette(lifespan=lifespan, middleware=[Middleware(AdmissionMiddleware, Sites(), SMALL)])
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(app({"type": "lifespan", "app": app, "state": {}}, receive, send))
    assert sent == [{"type": "lifespan.startup.failed", "message": ""}]
    assert [record.getMessage() for record in caplog.records] == ["server cannot start or stop"]
