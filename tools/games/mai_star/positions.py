"""Name the positions of Mai-Star that are kept for the end-to-end tests."""

from typing import Any

from tools.build.series import Full, Series, at, over


def rows_out(state: Any) -> float:
    """Measure Mai-Star: the longest row of guests and of advertisers, then all of them."""
    guests = [len(place.guests) for place in state.places]
    adverts = [len(place.advertisers) for place in state.places]
    return 100 * (max(guests) + max(adverts)) + sum(guests) + sum(adverts)


def own_place(state: Any) -> float:
    """Measure Mai-Star: the hand and rows of the deciding seat."""
    place = state.places[state.actor]
    return 10 * len(place.hand) + len(place.guests) + len(place.advertisers)


def looked_at(state: Any) -> float:
    return float(len(state.places[state.todo[0].of].hand))


def drafted(state: Any) -> float:
    return 1 + sum(place.geisha is not None for place in state.places)


MAI_STAR: dict[str, Full] = {
    "draft": at(drafted, "Choosing"),
    "rows": at(rows_out, "Acting"),
    "hand": at(own_place, "Acting"),
    "reaction": at(rows_out, "Reacting"),
    "pick": at(looked_at, "Picking"),
    "end": over(rows_out),
}
SERIES = [
    *(Series(f"mai_star_{n}", "mai_star", n, {}, 25, MAI_STAR) for n in (3, 4, 5, 6)),
]
