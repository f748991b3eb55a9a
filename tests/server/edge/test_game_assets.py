"""Browser wings of installed packages: served from their folders, and nothing besides."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fifth_game import WING
from hanamachi.server.app import make_app
from hanamachi.server.edge import game_assets
from tests.server.support.visitors import HOST

MODULE = "/wings/tsukimi/wing.js"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as client:
        yield client


def test_a_games_card_says_where_its_wing_is(house: TestClient) -> None:
    cards = {card["name"]: card["wing"] for card in house.get("/api/games").json()}
    assert cards.pop("tsukimi") == MODULE
    assert set(cards.values()) == {None}  # ours are in the browser app


def test_a_wing_is_served_as_it_is_under_the_houses_own_rules(house: TestClient) -> None:
    answer = house.get(MODULE)
    assert answer.text == (WING / "wing.js").read_text("utf-8")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"].startswith("default-src 'self';")
    assert house.get("/wings/tsukimi/wing.css").headers["content-type"].startswith("text/css")
    again = house.get(MODULE, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/wings/tsukimi/../rules.py",
        "/wings/tsukimi/%2e%2e/rules.py",
        "/wings/tsukimi/..%2frules.py",
        "/wings/tsukimi/%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/wings/tsukimi//etc/passwd",
        "/wings/tsukimi/%2fetc%2fpasswd",
        "/wings/tsukimi/..%5crules.py",
        "/wings/tsukimi/nothing.js",
        "/wings/tsukimi/",
        "/wings/okiya/wing.js",
        "/wings/none/wing.js",
    ],
)
def test_nothing_else_is_there(house: TestClient, path: str) -> None:
    assert house.get(path).status_code == 404


def test_no_link_leads_out_of_a_wing(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("mine")
    (tmp_path / "wing").mkdir()
    (tmp_path / "wing" / "wing.js").symlink_to(tmp_path / "secret.txt")
    client = TestClient(game_assets.GameAssets(tmp_path / "wing"))
    with pytest.raises(Exception, match="404"):
        client.get("/wing.js")


def test_a_wing_is_only_read(house: TestClient) -> None:
    assert house.put(MODULE, json={}).status_code == 405
    with pytest.raises(WebSocketDisconnect), house.websocket_connect(MODULE):
        pass


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("tsukimi", "no_such:WING", "No module"),
        ("tsukimi", "fifth_game:WING.parent", "there is no wing.js"),
        ("okiya", "fifth_game:WING", "no such game from outside"),
        ("go", "fifth_game:WING", "no such game from outside"),
    ],
)
def test_a_wing_that_cannot_be_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, problem: str
) -> None:
    entries = [EntryPoint(name, value, "hanamachi.wings")]
    monkeypatch.setattr(game_assets, "entry_points", lambda group: entries)
    with pytest.warns(UserWarning, match=f"the wing {name} .*{problem}"):
        assert list(game_assets.guests()) == []
