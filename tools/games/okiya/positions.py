"""Name the positions of Okiya that are kept for the end-to-end tests."""

from typing import Any

from tools.build.series import Full, Series, at, over


def garden(state: Any) -> float:
    """Measure Okiya: many geishas and many tiles that may be taken."""
    return float(1 + (state.geishas[0] | state.geishas[1]).bit_count() + 2 * len(state.moves()))


OKIYA: dict[str, Full] = {"garden": at(garden, "Taking"), "end": over(lambda state: 1)}
SERIES = [
    Series("okiya", "okiya", 2, {"match": "series"}, 25, OKIYA),
]
