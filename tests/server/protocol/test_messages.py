"""What is described of the wire is what travels; and whatever is sent, the house answers in words."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from hanamachi.locales import catalogue
from hanamachi.server.app import make_app
from hanamachi.server.runtime.limits import Limits, Rate

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "hanamachi"
AT_THE_START = (
    "startup.py",
    "limits.py",
    "ray_connection.py",
)  # said to whoever opens the house, not over the wire
MUCH = Rate(1_000_000, 1_000_000)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
WISH = st.fixed_dictionaries(
    {"game": st.sampled_from(["okiya", "hanamikoji", "mai_star", "chess", 3])},
    optional={
        "seats": st.lists(
            st.fixed_dictionaries({"kind": st.sampled_from(["me", "open", "bot", "shared", "throne"])}),
            max_size=7,
        )
        | JSON,
        "options": st.dictionaries(st.sampled_from(["match", "target", "rounds", "x"]), JSON, max_size=3)
        | JSON,
        "layout": JSON,
        "starter": JSON,
        "words": JSON,
    },
)
MANY = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
)


def test_the_protocol_page_and_the_browsers_types_are_current() -> None:
    command = [sys.executable, "-m", "tools.build.protocol", "--check"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr


OTHERWISE = {"finished"}  # words of the house's sources that are a reason on the command line alone


def test_every_reason_of_the_house_is_on_the_protocol_page() -> None:
    """Whatever way it takes to the refusal: a word of the sources that is a reason is listed."""
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8").partition("## Reasons")[2]
    listed = set(re.findall(r"^\| `(\w+)` \| [\d, ]+ \|", page, re.MULTILINE))
    said = set(catalogue("house")("en").under("error"))
    files = [*SOURCE.glob("server/**/*.py"), *SOURCE.glob("core/*.py")]
    words = {word for path in files if path.name not in AT_THE_START for word in texts_in(path)}
    assert words & said - OTHERWISE <= listed
    assert "words_given" in listed


def texts_in(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("house")
    limits = Limits(tables=MUCH, imports=MUCH, messages=MUCH)
    with TestClient(make_app(str(folder / "house.db"), limits=limits), base_url="http://localhost") as client:
        client.put("/api/me", json={"name": "Mika"})
        yield client


def in_words(answer: Any) -> bool:
    return answer.status_code < 300 or (
        answer.status_code in (400, 404, 409) and bool(answer.json()["sentence"])
    )


@given(body=WISH | JSON, lang=st.sampled_from(["en", "fr", "pl", "xx"]))
@MANY
def test_any_wish_for_a_table_is_answered(house: Any, body: Any, lang: str) -> None:
    assert in_words(house.post(f"/api/tables?lang={lang}", json=body))


@given(body=st.binary(max_size=60) | JSON.map(lambda thing: json.dumps(thing).encode()))
@MANY
def test_any_bytes_are_answered(house: Any, body: bytes) -> None:
    for method, path in (
        ("PUT", "/api/me"),
        ("POST", "/api/tables"),
        ("POST", "/api/records"),
        ("POST", "/api/tables/x/seats"),
    ):
        assert in_words(
            house.request(method, path, content=body, headers={"content-type": "application/json"})
        )


@given(path=st.text(alphabet="abc/%.?=&0123456789-_", max_size=24))
@MANY
def test_any_address_is_answered(house: Any, path: str) -> None:
    answer = house.get(f"/api/tables/{path}")
    assert answer.status_code in ((400,) if "%00" in path else (200, 404, 405, 409))


@given(message=st.text(max_size=60) | JSON.map(json.dumps))
@MANY
def test_any_message_is_answered(house: Any, message: str) -> None:
    with house.websocket_connect("/ws") as socket:
        socket.send_text(message)
        socket.send_text('{"type":"ping"}')
        answers = [socket.receive_json()]
        while answers[-1]["type"] != "pong":
            answers.append(socket.receive_json())
        assert all(answer["type"] in ("declined", "pong", "updates") for answer in answers)
