"""What all tests share: Hypothesis profiles (a lighter one for mutants), whom coverage watches."""

import os
import re

import pytest
from hypothesis import HealthCheck, settings

# A whole game is a large example and takes its time: both are meant.
LONG_GAMES = [HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large]
settings.register_profile("house", deadline=None, suppress_health_check=LONG_GAMES)
settings.register_profile("mutants", parent=settings.get_profile("house"), max_examples=5, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


AT_RANDOM = "kernel|student|novice|statistics|lesson|perft|golden"
WATCHED = re.compile(rf"tests/(core/test_|games/\w+/test_(?!{AT_RANDOM})|house/test_(?!leaks))")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The law and the house must be covered by their own tests. Others play thousands of games: watched, they
    take thrice the time.

    Browsers come last: Playwright keeps an event loop running in its process, beside which no other may run.
    """
    items.sort(key=lambda item: "e2e" in item.path.parts)
    for item in items:
        if not WATCHED.search(item.path.as_posix()):
            item.add_marker("no_cover")
