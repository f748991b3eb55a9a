"""Nobody holds a door open: time-outs, counts of connections, and what uvicorn tells of itself."""

import asyncio
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from select import select
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from hanamachi.server.edge.middleware import AdmissionMiddleware
from hanamachi.server.edge.uvicorn_limits import ConnectionLimit, room_for_connections
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.runtime.origins import Sites
from tests.server.support.loopback_server import Served, rest, served

GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
CLOSE = GET + b"connection: close\r\n\r\n"


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Tells who asks; reads a body where there is one to read; echoes what is said."""
    if scope["type"] == "websocket":
        await talk(receive, send)
        return
    if scope["path"] == "/read":
        while (await receive()).get("more_body"):
            pass
    body = (
        b"x" * 30_000_000
        if scope["path"] == "/much"
        else json.dumps([scope["client"][0], scope["scheme"]]).encode()
    )
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def talk(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (said := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": said["text"]})


@pytest.fixture(scope="module")
def usual() -> Iterator[Served]:
    """A house with the usual limits."""
    with served(app) as house:
        yield house


def until_empty(house: Served) -> None:
    while house.gate.inside:
        time.sleep(0.01)


def answered(house: Served) -> Any:
    return json.loads(house.ask(CLOSE).partition(b"\r\n\r\n")[2])


PUT = b"PUT /read HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nx"
DOORS = {  # what is said, and how many answers come before the door is closed
    "nothing": (b"", 0),
    "half a word": (b"GE", 0),
    "half a head": (GET + b"x-slow: y", 0),
    "half a body": (PUT, 0),
    "half a head after a whole request": (GET + b"\r\n" + GET, 1),
    "half a body after a whole request": (GET + b"\r\n" + PUT, 1),
    "half a head long after a whole request": (GET + b"\r\n", 1),
    "letter by letter": (GET, 0),
    "idle": (GET + b"\r\n", 1),
}


@pytest.fixture(scope="module")
def doors() -> Iterator[dict[str, socket.socket]]:
    """All of them held open at once, at a house with little patience."""
    with served(app, Limits(header_seconds=1, body_seconds=1, idle_seconds=1)) as house:
        held = {}
        for name, (said, _) in DOORS.items():
            held[name] = house.connect()
            held[name].sendall(said)
        later = held["half a head long after a whole request"]
        select([later], [], [], 30)  # it was answered: now comes the next
        later.sendall(GET)
        yield held
        for each in held.values():
            each.close()


@pytest.mark.parametrize("name", DOORS)
def test_nobody_holds_a_door_open(doors: dict[str, socket.socket], name: str) -> None:
    """H3: 300 half requests shut everybody out, still all open after 66 s."""
    if name == "letter by letter":
        go_on_sending(doors[name])
    assert rest(doors[name]).count(b"HTTP/1.1 200") == DOORS[name][1]


def go_on_sending(slow: socket.socket) -> None:
    with suppress(ConnectionError):
        while not select([slow], [], [], 0.05)[0]:
            slow.sendall(b"x")


def test_until_then_a_connection_may_ask_again(usual: Served) -> None:
    with usual.connect() as idle:
        idle.sendall((GET + b"\r\n") * 3 + CLOSE)
        assert rest(idle).count(b"HTTP/1.1 200") == 4


def test_who_takes_time_to_think_is_not_cut_off() -> None:
    """A request that is whole is waited for, however long its answer takes."""

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.3)
        await app(scope, receive, send)

    with served(slow, Limits(body_seconds=0.1, idle_seconds=0.1)) as house:
        assert answered(house) == ["127.0.0.1", "http"]


def test_a_body_that_nobody_reads_is_answered_and_then_broken_off() -> None:
    """H3: 400 MB came in whole."""
    with served(app, Limits(record_body=100_000)) as house, house.connect() as much:
        much.sendall(b"PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 40000000\r\n\r\n")
        assert much.recv(65_536).startswith(b"HTTP/1.1 200")
        with pytest.raises(ConnectionError):
            much.sendall(b"x" * 40_000_000)


def test_who_does_not_take_the_answer_is_let_go() -> None:
    with served(app, Limits(hear_seconds=0.2)) as house, house.connect() as deaf:
        deaf.sendall(GET.replace(b"/", b"/much", 1) + b"\r\n")
        gone = rest_is_short(deaf, house)
    assert gone


def rest_is_short(deaf: socket.socket, house: Served) -> bool:
    """Without reading: until the house has let go. Then less is there than was to be said."""
    until_empty(house)
    return len(rest(deaf)) < 30_000_000


def test_one_address_has_so_many_connections() -> None:
    with served(app, Limits(connections=2)) as house:
        with house.connect() as a, house.connect() as b:
            for each in (a, b):
                each.sendall(GET + b"\r\n")
                assert each.recv(65_536).startswith(b"HTTP/1.1 200")
            assert house.ask(GET) == b""
        until_empty(house)
        assert answered(house) == ["127.0.0.1", "http"]
    assert not house.gate.addresses.open


def test_behind_a_named_proxy_all_have_one_address_and_are_not_counted_by_it() -> None:
    with served(app, Limits(connections=1), ["127.0.0.0/8"]) as house, house.connect() as a:
        a.sendall(GET + b"\r\n")
        assert a.recv(65_536).startswith(b"HTTP/1.1 200")
        assert answered(house) == ["127.0.0.1", "http"]


def test_never_more_come_in_than_there_are_file_handles_for() -> None:
    """H3: "Too many open files", 165,685 times."""
    gate = ConnectionLimit(Limits(), room=2)
    assert [gate.enter((f"192.0.2.{n}", 1)) for n in range(3)] == [True, True, False]
    gate.leave(("192.0.2.0", 1))
    assert gate.enter(None)


def test_one_address_never_has_all_the_room() -> None:
    gate = ConnectionLimit(Limits(), room=4)
    assert [gate.enter(("192.0.2.1", 1)) for _ in range(3)] == [True, True, False]
    assert gate.enter(("192.0.2.2", 1))


def test_handles_are_left_for_the_house() -> None:
    code = (
        "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (200, 300));"
        "from hanamachi.server.edge.uvicorn_limits import room_for_connections as room; print(*room(), r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    room, at_once, handles = map(int, run.stdout.split())
    assert (room, at_once, handles) == (157, 78, 300)
    assert room + at_once < handles - 50
    assert min(room_for_connections()) > 0


def test_a_forwarded_address_is_not_believed_from_just_anybody(usual: Served) -> None:
    """uvicorn trusts 127.0.0.1 by itself: then every program on this machine could be anybody."""
    asked = CLOSE.replace(b"\r\n\r\n", b"\r\nx-forwarded-for: 192.0.2.7\r\nx-forwarded-proto: https\r\n\r\n")
    assert usual.ask(asked).endswith(b'["127.0.0.1", "http"]')
    with served(app, proxies=["127.0.0.1"]) as house:
        assert house.ask(asked).endswith(b'["192.0.2.7", "https"]')
    with served(app, proxies=["10.1.2.3"]) as house:
        assert house.ask(asked).endswith(b'["127.0.0.1", "http"]')


def test_nothing_says_what_runs_here(usual: Served) -> None:
    """M2: `Server: uvicorn`."""
    assert b"server:" not in usual.ask(CLOSE).lower()
    with connect(f"ws://127.0.0.1:{usual.port}") as talk:
        assert talk.response
        assert "server" not in talk.response.headers


def test_messages_are_not_compressed_for_each_socket(usual: Served) -> None:
    with connect(f"ws://127.0.0.1:{usual.port}", compression="deflate") as talk:
        assert talk.response
        assert "sec-websocket-extensions" not in talk.response.headers


def close_code(talk: ClientConnection) -> int:
    with suppress(ConnectionClosed):
        while True:
            talk.recv(20)
    assert talk.close_code
    return talk.close_code


def test_a_message_that_is_too_long_closes_the_socket_with_its_code() -> None:
    with served(app, Limits(message=100)) as house, connect(f"ws://127.0.0.1:{house.port}") as talk:
        talk.send("x" * 100)
        assert talk.recv() == "x" * 100
        talk.send("x" * 101)
        assert close_code(talk) == 1009


def test_a_message_in_endless_pieces_closes_the_socket(usual: Served) -> None:
    with connect(f"ws://127.0.0.1:{usual.port}") as talk:
        piece = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True, extensions=[])
        talk.socket.sendall(
            Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True, extensions=[]) + piece * 200
        )
        assert close_code(talk) == 1009


def test_a_flood_of_pings_closes_the_socket() -> None:
    with served(app, Limits(messages=Rate(20, 1))) as house, connect(f"ws://127.0.0.1:{house.port}") as talk:
        talk.socket.sendall(Frame(Opcode.PING, b"").serialize(mask=True, extensions=[]) * 21)
        assert close_code(talk) == 1008


def test_text_that_is_none_closes_the_socket_and_is_no_fault_of_the_house(
    usual: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with connect(f"ws://127.0.0.1:{usual.port}") as talk:
        talk.socket.sendall(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True, extensions=[]))
        assert close_code(talk) == 1007
    until_empty(usual)
    assert caplog.records == []


def test_a_socket_that_goes_while_it_is_told_is_no_fault_of_the_house(
    caplog: pytest.LogCaptureFixture,
) -> None:
    gone = threading.Event()

    async def tells(_scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        for message in (
            {"type": "websocket.send", "text": "news"},
            {"type": "websocket.close", "code": 1000},
        ):
            try:
                await send(message)
            except OSError:  # as Starlette expects it
                gone.set()

    with served(tells) as house:
        with connect(f"ws://127.0.0.1:{house.port}") as talk:
            talk.socket.sendall(Frame(Opcode.TEXT, b"\xff").serialize(mask=True, extensions=[]))
            assert close_code(talk) == 1007
        assert gone.wait(30)
        until_empty(house)
    assert caplog.records == []


def test_a_handshake_that_is_refused_is_no_fault_of_the_house(caplog: pytest.LogCaptureFixture) -> None:
    with served(AdmissionMiddleware(app, Sites(), Limits())) as house:
        with pytest.raises(InvalidStatus) as refused:
            connect(f"ws://127.0.0.1:{house.port}", origin=Origin("http://evil.example"), legacy=True)
        until_empty(house)
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["reason"] == "foreign_origin"
    assert caplog.records == []


def test_a_socket_leaves_its_place() -> None:
    with served(app, Limits(connections=1)) as house:
        for _ in range(3):
            with connect(f"ws://127.0.0.1:{house.port}") as talk:
                talk.send("hello")
                assert talk.recv() == "hello"
            until_empty(house)


def test_a_socket_outlives_the_time_for_a_request() -> None:
    limits = Limits(body_seconds=0.2, idle_seconds=0.2)
    with served(app, limits) as house, connect(f"ws://127.0.0.1:{house.port}") as talk:
        time.sleep(0.6)
        talk.send("still here")
        assert talk.recv() == "still here"
