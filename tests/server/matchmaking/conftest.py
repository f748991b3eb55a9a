"""A server in which everything is told at once, and browsers in its lobby."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from hanamachi.server.matchmaking import lobby_feed, match_queue, settlement
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.storage import open_sockets
from tests.server.support.lobby_visitor import Visitor
from tests.server.support.visitors import HOST


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told at most once a second is told at once."""
    monkeypatch.setattr(lobby_feed, "READ_INTERVAL", 0.01)
    for module in (match_queue, settlement):
        monkeypatch.setattr(module, "OVERDUE_SECONDS", 0.01)
    monkeypatch.setattr(open_sockets, "WRITE_INTERVAL", 0.01)
    monkeypatch.setattr(open_sockets, "LINGER_SECONDS", 0.01)


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    limits = Limits(challenges=Rate(20, 1))
    with TestClient(make_app(database, limits=limits), base_url=HOST) as client:
        yield client


@pytest.fixture
def visit(house: TestClient) -> Iterator[Any]:
    with ExitStack() as stack:
        yield lambda name, **how: Visitor(house, name, stack, **how)
