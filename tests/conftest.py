"""What all tests share: Hypothesis profiles (a lighter one for mutants), whom coverage watches, databases."""

import functools
import gc
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import cpu_by_folder
from tests.postgres import MISSING, Postgres, binaries, running

# A whole game is a large example and takes its time: both are meant.
LONG_GAMES = [HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large]
settings.register_profile("house", deadline=None, suppress_health_check=LONG_GAMES)
settings.register_profile("mutants", parent=settings.get_profile("house"), max_examples=5, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


AT_RANDOM = "kernel|student|novice|statistics|lesson|perft|golden"
AGAIN = "leaks|study_leaks|study_retelling|stalls|spectators|preview|pairing|time_control|store|app|upgrade|start|export_and_erase|worker|messages|giving_up"
WATCHED = re.compile(
    rf"tests/(core/test_|games/\w+/(\w+/)?test_(?!{AT_RANDOM})|server/(\w+/)?test_(?!({AGAIN})\.))"
)

LAW = re.compile(r"hanamachi\.(core|games)\.(?!.*kernel)")


def coverage(config: pytest.Config) -> Any:
    """What pytest-cov steers coverage with in this process, if it does."""
    plugin: Any = config.pluginmanager.getplugin("_cov")
    return plugin and plugin.cov_controller


def pytest_configure(config: pytest.Config) -> None:
    """In a process of xdist pytest-cov begins twice, and the first goes on watching, at three times the cost,
    whenever the second looks away; what it sees is never kept."""
    config.pluginmanager.register(cpu_by_folder)
    if hasattr(config, "workerinput") and (controller := coverage(config)):
        controller.cov.stop()


def watched(item: pytest.Item) -> bool:
    """The law and the house must be covered by their own tests. Others play thousands of games: watched, they
    take three or four times as long. So do some of their own, which are marked no_cover, and tests of the house
    that do at length what others have done already, or on PostgreSQL what it did on SQLite."""
    parameters = getattr(item, "callspec", None)
    again = parameters is not None and parameters.params.get("database") == "postgresql"
    mine = WATCHED.search(item.path.as_posix()) and not item.get_closest_marker("no_cover")
    return bool(mine) and not again


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Coverage looks away before the fixtures of a test that it does not watch are made."""
    controller = coverage(item.config)
    if controller and controller.started != watched(item):
        if controller.started:
            controller.pause()
        else:
            forget()
            controller.resume()


def forget() -> None:
    """Empty the caches of the law: what an unwatched test has called would not run again in a watched one."""
    modules = [module for name, module in list(sys.modules.items()) if LAW.match(name)]
    for value in [value for module in modules for value in vars(module).values()]:
        if isinstance(value, functools._lru_cache_wrapper):
            value.cache_clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits much comes first, beside what computes: then no processor is idle at the end. One process of
    xdist gets all tests with browsers, so they share one browser and one server."""
    items.sort(key=lambda item: not {"e2e", "storm"} & set(item.path.parts))


def pytest_collection_finish() -> None:
    """What is loaded stays: to look through it for garbage again and again took a seventh of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests of a process."""
    if binaries() is None:
        pytest.skip(MISSING)
    from hanamachi.server.db.engine import url_of
    from hanamachi.server.db.schema import migrate

    with running() as server:
        server.do("CREATE DATABASE newest TEMPLATE template0")
        migrate(url_of(server.url("newest")))
        yield server


@pytest.fixture(scope="session")
def newest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables and nothing in them, to be copied."""
    from hanamachi.server.db.engine import url_of
    from hanamachi.server.db.schema import migrate

    file = tmp_path_factory.mktemp("newest") / "house.db"
    migrate(url_of(str(file)))
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path, newest: Path) -> Iterator[str]:
    """Where a house may keep everything: a file, then a database of PostgreSQL."""
    if request.param == "sqlite":
        yield str(shutil.copy(newest, tmp_path / "house.db"))
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.fresh("newest") as url:
        yield url
