"""A house in which people may talk as fast as a test does, and browsers at its tables."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.support.talkers import opened, talker


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with opened(database) as client:
        yield client


@pytest.fixture
def at(house: TestClient) -> Iterator[Any]:
    """Open a browser at a table."""
    with ExitStack() as stack:
        yield lambda who, table, seat=None: stack.enter_context(talker(house, who, table, seat))
