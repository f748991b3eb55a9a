"""Passwords are hashed with little memory here, so that hundreds of sign-ins take a moment."""

from collections.abc import Iterator

import argon2
import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from hanamachi.server.runtime.limits import Limits, Rate
from tests.server.support.visitors import HOST

WIDE = Limits(
    codes=Rate(1000, 60),
    attempts=Rate(1000, 60),
    sign_ins=Rate(1000, 60),
    members=Rate(1000, 60),
    names=Rate(1000, 60),
)


@pytest.fixture(autouse=True)
def _light(monkeypatch: pytest.MonkeyPatch) -> None:
    light = argon2.PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr("hanamachi.server.accounts.passwords.new_hasher", lambda: light)


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database, limits=WIDE), base_url=HOST) as client:
        yield client
