"""Many sockets of one user, or of one address, may not do more together than a few."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import Server, app_of
from hanamachi.server.live.renames import Renames
from hanamachi.server.runtime import monotonic
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.storage.store import Store
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, two_players

NEVER = 1e-6  # a minute


@contextmanager
def opened(database: str, **limits: Any) -> Iterator[tuple[Server, TestClient]]:
    house = Server(Store(database), "127.0.0.1", None, Limits(**limits))
    with TestClient(app_of(house), base_url=HOST) as client:
        yield house, client


def foresee(client: TestClient, who: dict[str, str], table: str, sockets: int) -> list[str]:
    """A preview over each of so many sockets: what is answered."""
    answers = []
    with ExitStack() as stack:
        for number in range(sockets):
            socket = stack.enter_context(client.websocket_connect("/ws", headers=who))
            seat = Seat(socket, table, 0)
            move = seat.last["choices"][0]["move"] if seat.last["choices"] else {}
            seat.send(type="preview", id=number, seat=0, seq=seat.last["seq"], moves=[move])
            while (told := socket.receive_json())["type"] not in ("foreseen", "declined"):
                pass
            answers.append(told.get("reason", "foreseen"))
    return answers


def test_previews_over_many_sockets_of_one_user(database: str) -> None:
    with opened(database, my_previews=Rate(3, NEVER)) as (_, client):
        mika = guest(client, "Mika")
        table = open_table(client, mika, seats=[{"kind": "me"}, {"kind": "me"}])
        answers = foresee(client, mika, table, 5)
        assert answers[3:] == ["too_many"] * 2
        assert "too_many" not in answers[:3]
        rin = guest(client, "Rin")  # behind the same router
        assert "too_many" not in foresee(client, rin, open_table(client, rin, seats=[{"kind": "me"}] * 2), 3)


def test_previews_of_one_address(database: str) -> None:
    with opened(database, all_previews=Rate(3, NEVER)) as (_, client):
        answers = []
        for name in ("Mika", "Rin"):
            who = guest(client, name)
            table = open_table(client, who, seats=[{"kind": "me"}, {"kind": "me"}])
            answers += foresee(client, who, table, 2)
        assert [each == "too_many" for each in answers] == [False, False, False, True]


@pytest.mark.parametrize("wish", [{"type": "watch", "seat": 0}, {"type": "lobby"}, {"type": "street"}])
def test_what_many_sockets_of_one_user_look_at(database: str, wish: dict[str, Any]) -> None:
    """A table, the lobby, the user's own tables: together no more than one limit."""
    with opened(database, my_watches=Rate(2, NEVER)) as (_, client), ExitStack() as stack:
        mika = guest(client, "Mika")
        here = {"table": open_table(client, mika)} if wish["type"] == "watch" else {}
        sockets = [stack.enter_context(client.websocket_connect("/ws", headers=mika)) for _ in range(3)]
        assert [refusals(socket, wish | here) for socket in sockets] == [[], [], ["too_many"]]


def refusals(socket: Any, message: dict[str, Any]) -> list[str]:
    """Why a message was declined, if it was, by the time the next one is answered."""
    socket.send_json(message)
    socket.send_json({"type": "ping"})
    reasons = []
    while (told := socket.receive_json())["type"] != "pong":
        if told["type"] == "declined":
            reasons.append(told["reason"])
    return reasons


@pytest.mark.parametrize(("limit", "known"), [("all_messages", False), ("my_messages", True)])
def test_messages_beyond_a_limit_wait_and_none_is_refused(
    database: str, monkeypatch: pytest.MonkeyPatch, limit: str, known: bool
) -> None:
    """Those of one address, and those of one user."""
    waits: list[float] = []
    plain = monotonic.sleep

    async def sleep(seconds: float) -> None:
        if seconds > 1e6:
            waits.append(seconds)
            seconds = 0
        await plain(seconds)

    with opened(database, **{limit: Rate(5, NEVER)}) as (_, client), ExitStack() as stack:
        who = guest(client, "Mika") if known else {}
        monkeypatch.setattr(monotonic, "sleep", sleep)
        for _ in range(4):
            socket = stack.enter_context(client.websocket_connect("/ws", headers=who))
            for _ in range(2):
                assert refusals(socket, {"type": "ping"}) == []
                assert socket.receive_json()["type"] == "pong"
    assert len(waits) == 11  # of sixteen
    assert waits == sorted(waits)  # each behind the one before


def test_a_user_changes_their_name_a_few_times_only(database: str) -> None:
    with opened(database, names=Rate(3, NEVER)) as (_, client):
        mika = guest(client, "Mika")
        for name in ("Miki", "Miku", "Miku", "Miku"):
            assert client.put("/api/me", json={"name": name}, headers=mika).json() == {"name": name}
        answer = client.put("/api/me", json={"name": "Mika"}, headers=mika)
        assert problem(answer) == (429, "too_many")
        assert client.get("/api/me", headers=mika).json()["name"] == "Miku"
        guest(client, "Rin")  # nobody else waits for that


def test_the_same_name_again_is_told_to_nobody(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    async def rename(_self: Renames, user: str, _tables: Any) -> None:
        told.append(user)

    with opened(database) as (_, client):
        _, mika, _ = two_players(client)
        monkeypatch.setattr(Renames, "rename", rename)
        for _ in range(3):
            client.put("/api/me", json={"name": "Mika"}, headers=mika)
        assert told == []
        client.put("/api/me", json={"name": "Miki"}, headers=mika)
        assert len(told) == 1


def test_names_that_change_quickly_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, list[str]]] = []

    async def tell(user: str, tables: Any) -> None:
        told.append((user, sorted(tables)))

    async def story() -> None:
        pauses = asyncio.Semaphore(0)

        async def sleep(_seconds: float) -> None:
            await pauses.acquire()

        monkeypatch.setattr(monotonic, "sleep", sleep)
        names = Renames(tell)
        for n in range(50):
            await names.rename("mika", [f"t{n % 2}"])
        await names.rename("rin", ["t1"])
        assert told == [("mika", ["t0"]), ("rin", ["t1"])]
        for _ in range(4):
            pauses.release()
            await asyncio.sleep(0.001)
        assert told[2:] == [("mika", ["t0", "t1"])]
        assert not names.pauses
        await names.rename("mika", [])
        await names.close()
        assert not names.pauses

    asyncio.run(story())
