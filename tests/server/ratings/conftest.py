"""A house with members."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from hanamachi.server.runtime.limits import Limits, Rate
from tests.server.support.visitors import HOST


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    wide = Rate(10_000, 100_000)
    limits = Limits(tables=wide, all_tables=wide, studies=wide, challenges=wide)
    with TestClient(make_app(database, limits=limits), base_url=HOST) as client:
        yield client
