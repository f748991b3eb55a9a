"""In these tests the machine bears the name by which Starlette's test client calls it."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _testserver() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hanamachi.house.sites.gethostname", lambda: "testserver")
        yield
