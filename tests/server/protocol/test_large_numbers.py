"""No whole number from outside is too large for the house: whatever is asked, over REST or the socket."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect, structs
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from hanamachi.core import record
from hanamachi.server.app import make_app
from hanamachi.server.db.schema import HOSTS
from hanamachi.server.runtime.json_input import LEAST, MOST, read_json
from hanamachi.server.runtime.limits import Limits, Rate
from tests.kept import packed
from tests.server.support.members import user_id, write
from tests.server.support.visitors import HOST, two_players
from tools.build.wire_calls import CALLS, FROM_CLIENT

MUCH = Rate(1_000_000, 1_000_000)
RATES = (
    *("devices", "codes", "tables", "imports", "exports", "studies", "challenges", "bots_alone", "reviews"),
    *("messages", "watches", "previews", "meetings"),
)
LIMITS = structs.replace(Limits(), **dict.fromkeys(RATES, MUCH), refusals=1_000_000)
TOO_LARGE = [MOST + 1, 2**63, LEAST - 1, -(2**63) - 1, 10**30]
ADDRESSES = ("/api/me/games?before={}", "/api/tables/{}", "/api/words/{}", "/api/invite?table={}&seat={}")
AT_A_TABLE = ("/replay?eyes={}", "/advice?seq={}")


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database, limits=LIMITS), base_url=HOST) as client:
        yield client


def usual(kind: inspect.Type) -> Any:
    """A value of a kind, as small as can be."""
    match kind:
        case inspect.Metadata():
            return usual(kind.type)
        case inspect.UnionType():
            return usual(kind.types[0])
        case inspect.StructType():
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return tag | {field.encode_name: usual(field.type) for field in kind.fields}
        case inspect.ListType() | inspect.VarTupleType():
            return [usual(kind.item_type)]
        case inspect.DictType():
            return {"match": usual(kind.value_type)}
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.StrType():
            return "okiya"
        case inspect.BoolType():
            return True
        case inspect.FloatType():
            return 1.5
        case inspect.NoneType():
            return None
        case _:  # a whole number, or anything
            return 1


def with_number(thing: Any, number: int) -> Iterator[Any]:
    """The thing with the number in each place where another one stands."""
    if isinstance(thing, dict):
        yield from ({**thing, key: new} for key in thing for new in with_number(thing[key], number))
    elif isinstance(thing, list):
        for place, inner in enumerate(thing):
            yield from ([*thing[:place], new, *thing[place + 1 :]] for new in with_number(inner, number))
    elif isinstance(thing, int | float) and not isinstance(thing, bool):
        yield number


def bodies() -> list[tuple[str, str, Any]]:
    """Every call that takes something, with a number in each of its places."""
    found = []
    for call in CALLS:
        method, path = call.call.split(" ")
        if call.takes and path != "/api/records":
            thing = usual(inspect.type_info(call.takes))
            found += [(method, path, body) for number in TOO_LARGE for body in with_number(thing, number)]
    return found


def test_no_body_brings_a_number_that_no_database_holds(house: TestClient, database: str) -> None:
    table, mika, _ = two_players(house)
    write(database, lambda db: db.execute(HOSTS.insert().values(guest=user_id(mika), since=0.0)))
    assert len(bodies()) > 50
    for method, path, body in bodies():
        answer = house.request(method, path.replace("{id}", table), json=body, headers=mika)
        assert (answer.status_code, answer.json()["reason"]) == (400, "big_number"), (path, body)
        assert str(MOST) in answer.json()["sentence"]


def test_nor_does_an_address(house: TestClient) -> None:
    """Numbers that are no row and no seat are refused for that; none breaks the house."""
    table, mika, _ = two_players(house)
    paths = [*ADDRESSES, *(f"/api/tables/{table}{each}" for each in AT_A_TABLE)]
    paths += [f"{each}?seq={{}}&seat={{}}&before={{}}" for each in every_address(house)]
    for path, number in itertools.product(paths, (*TOO_LARGE, 10**4000)):
        answer = house.get(path.replace("{}", str(number)), headers=mika)
        assert answer.status_code < 500, (path, number)
    for number in (*TOO_LARGE, 10**4000):
        answer = house.get(f"/api/me/games?before={number}", headers=mika)
        assert (answer.status_code, answer.json()["reason"]) == (400, "big_number")
    for number in (LEAST, 0, MOST):
        assert house.get(f"/api/me/games?before={number}", headers=mika).status_code == 200


def every_address(house: TestClient) -> Iterator[str]:
    """Each that can be read, with a number for whatever it names."""
    for mount in house.app.routes:  # type: ignore[attr-defined]
        for route in mount.routes if isinstance(mount, Mount) and mount.path == "/api" else ():
            if isinstance(route, Route) and "GET" in (route.methods or ()):
                yield "/api" + route.path.replace("{table}", "{}").replace("{name}", "{}")


def messages() -> list[Any]:
    found = [usual(inspect.type_info(kind)) for kind in FROM_CLIENT]
    return [new for number in TOO_LARGE for thing in found for new in with_number(thing, number)]


def test_nor_does_a_message(house: TestClient) -> None:
    table, mika, _ = two_players(house)
    assert {message["type"] for message in messages()} >= {"watch", "submit", "preview", "queue", "rematch"}
    with house.websocket_connect("/ws", headers=mika) as socket:
        socket.send_json({"type": "watch", "table": table, "seat": 0})
        for message in messages():
            socket.send_json(message)
            while (told := socket.receive_json())["type"] != "declined":
                assert told["type"] in ("updates", "yours", "presence", "ping")
            assert told["reason"] == "big_number", message


def test_nor_does_a_record(house: TestClient) -> None:
    """Its dice may have more sides than that: what does not fit the game is refused, and nothing breaks."""
    _, mika, _ = two_players(house)
    whole = json.loads(min(map(packed.read, packed.packed(packed.KEPT / "records")), key=len))
    short = {**whole, "log": whole["log"][:3]}
    for brought in (each for number in (MOST + 1, 2**63) for each in with_number(short, number)):
        brought["log"] += whole["log"][3:]
        brought["seal"] = record.seal(brought)
        answer = house.post("/api/records", json=brought, headers=mika)
        assert answer.status_code in (201, 400, 409), brought


@pytest.mark.parametrize("number", [LEAST, MOST, 0, 12345678901.5, 1e30])
def test_what_every_database_holds_is_read(number: float) -> None:
    said = msgspec.json.encode({"a": number, "b": "9" * 40, '"': ["\\", number]})
    assert read_json(said, msgspec.json.decode, 8)["a"] == number
