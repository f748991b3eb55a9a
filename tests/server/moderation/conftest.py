"""A house with a host, on both databases."""

from collections.abc import Iterator

import pytest

from tests.server.moderation.hosts import Desk, House, make_host


@pytest.fixture
def house(database: str) -> Iterator[House]:
    opened = House(database)
    with opened.client:
        yield opened


@pytest.fixture
def desk(house: House) -> Desk:
    return Desk(house, make_host(house))
