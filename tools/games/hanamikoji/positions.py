"""Name the positions of Hanamikoji that are kept for the end-to-end tests."""

from typing import Any

from tools.build.series import Full, Series, at, over


def piles(state: Any) -> float:
    """Measure Hanamikoji: the largest pile beside a geisha, then all cards."""
    return float(1 + 10 * max(map(max, state.sides)) + sum(map(sum, state.sides)))


def hand_and_piles(state: Any) -> float:
    return float(100 * sum(state.hands[state.actor]) + piles(state))


def gift(state: Any) -> float:
    return piles(state) if type(state.offer).__name__ == "Gift" else 0


def competition(state: Any) -> float:
    return piles(state) if type(state.offer).__name__ == "Competition" else 0


HANAMIKOJI: dict[str, Full] = {
    "hand": at(hand_and_piles, "Acting"),
    "piles": at(piles, "Acting"),
    "gift": at(gift, "Choosing"),
    "competition": at(competition, "Choosing"),
    "end": over(piles),
}
SERIES = [
    Series("hanamikoji", "hanamikoji", 2, {}, 25, HANAMIKOJI),
]
