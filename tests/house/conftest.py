"""Whatever a house is called, Starlette's test client calls it testserver when it opens a socket."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _testserver() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hanamachi.house.sites.gethostname", lambda: "testserver")
        yield
