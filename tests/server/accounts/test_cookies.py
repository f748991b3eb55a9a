"""A guest's cookie: whom it names, what it is called where, and how its key is changed."""

from http.cookies import Morsel, SimpleCookie
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from hanamachi.server.accounts.cookies import PLAIN, SECURE, Cookies, read, sign
from hanamachi.server.edge.authentication import Authentication, set_cookies
from hanamachi.server.edge.bot_access import BotAccess
from hanamachi.server.edge.middleware import AdmissionMiddleware
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.origins import Sites

OLD, NEW, NEWEST = b"o" * 32, b"n" * 32, b"w" * 32
PUBLIC = {"host": "tea.example"}


async def who(request: Request) -> Response:
    return PlainTextResponse(request.scope["user"])


async def who_speaks(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text(websocket.scope["user"])
    await websocket.close()


NO_BOTS: Any = None  # without a token nothing is asked of them


def house(*keys: bytes) -> tuple[TestClient, Cookies]:
    cookies = Cookies(keys)

    async def come(request: Request) -> Response:
        response = Response()
        set_cookies(response, cookies, request.scope["site"], "mika")
        return response

    app = Starlette(
        routes=[
            Mount("/api", routes=[Route("/me", who), Route("/me", come, methods=["PUT"])]),
            Route("/page", who),
            WebSocketRoute("/ws", who_speaks),
        ],
        middleware=[
            Middleware(AdmissionMiddleware, Sites("https://tea.example"), Limits()),
            Middleware(Authentication, cookies, BotAccess(NO_BOTS, Limits())),
        ],
    )
    return TestClient(app, base_url="http://localhost"), cookies


def given(answer: Any) -> "dict[str, Morsel[str]]":
    jar: SimpleCookie = SimpleCookie()
    for header in answer.headers.get_list("set-cookie"):
        jar.load(header)
    return dict(jar)


def ask(client: TestClient, host: str, path: str = "/api/me", **cookies: str) -> Any:
    client.cookies.clear()
    jar = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return client.get(path, headers={"host": host, "cookie": jar})


def test_under_the_public_address_a_cookie_is_secure_and_this_hosts_alone() -> None:
    """M2: no `Secure` even with `--public-url https://`."""
    client, _ = house(NEW)
    jar = given(client.put("/api/me", headers=PUBLIC))
    cookie = jar[SECURE]
    assert cookie.value == sign("mika", NEW)
    assert (cookie["secure"], cookie["httponly"], cookie["path"], cookie["domain"]) == (True, True, "/", "")
    assert cookie["samesite"] == "lax"


def test_in_a_lan_without_tls_it_is_a_plain_one() -> None:
    client, _ = house(NEW)
    jar = given(client.put("/api/me", headers={"host": "192.168.1.7:8460"}))
    assert list(jar) == [PLAIN]
    assert not jar[PLAIN]["secure"]
    assert jar[PLAIN]["httponly"]


def test_the_old_cookie_is_read_once_more_and_replaced() -> None:
    """M2: nobody loses games when the house becomes secure."""
    client, _ = house(NEW)
    answer = ask(client, "tea.example", **{PLAIN: sign("mika", NEW)})
    assert answer.text == "mika"
    jar = given(answer)
    assert jar[SECURE].value == sign("mika", NEW)
    assert jar[PLAIN]["max-age"] == "0"
    again = ask(client, "tea.example", **{SECURE: sign("mika", NEW)})
    assert (again.text, given(again)) == ("mika", {})


def test_a_cookie_that_a_neighbour_could_have_set_does_not_count_beside_the_secure_one() -> None:
    client, _ = house(NEW)
    answer = ask(client, "tea.example", **{PLAIN: sign("mallory", NEW), SECURE: sign("mika", NEW)})
    assert answer.text == "mika"
    assert given(answer)[PLAIN]["max-age"] == "0"


def test_a_new_key_replaces_cookies_on_the_next_visit() -> None:
    """M2: no rotation, cannot be revoked."""
    client, cookies = house(OLD)
    old = sign("mika", OLD)
    assert given(ask(client, "localhost", **{PLAIN: old})) == {}
    cookies.use((NEW, OLD))
    answer = ask(client, "localhost", **{PLAIN: old})
    assert (answer.text, given(answer)[PLAIN].value) == ("mika", sign("mika", NEW))
    assert given(ask(client, "localhost", **{PLAIN: sign("mika", NEW)})) == {}


def test_after_two_new_keys_an_old_cookie_is_nobodys() -> None:
    client, _ = house(NEWEST, NEW, OLD)
    assert ask(client, "localhost", **{PLAIN: sign("mika", NEW)}).text == "mika"
    assert ask(client, "localhost", **{PLAIN: sign("mika", OLD)}).text == ""


def test_a_page_that_everybody_may_keep_carries_no_cookie() -> None:
    client, _ = house(NEW, OLD)
    assert given(ask(client, "localhost", "/page", **{PLAIN: sign("mika", OLD)})) == {}


def test_a_socket_knows_its_guest_by_the_same_cookie() -> None:
    client, _ = house(NEW, OLD)
    headers = {"host": "tea.example", "cookie": f"{SECURE}={sign('mika', OLD)}"}
    with client.websocket_connect("/ws", headers=headers) as talk:
        assert talk.receive_text() == "mika"


@pytest.mark.parametrize(
    "forged", ["", ".", "mika", "mika.", ".0" * 16, f"mika.{'0' * 32}", "mika.żółw", "ż.ż", "\ud800.\ud800"]
)
def test_what_the_house_did_not_sign_names_nobody(forged: str) -> None:
    assert read(forged, NEW) is None
    assert read(sign("mika", OLD), NEW) is None
    assert read(sign("mika", NEW)[:-1] + "x", NEW) is None
