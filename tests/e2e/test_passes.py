"""A change on a table is laid out at once: a piece that asks for the size of its room (a container query) in a room
whose size follows from its pieces is styled anew in every pass, and rooms in rooms multiply the passes."""

from typing import Any

import pytest

from e2e.conftest import House
from e2e.play import named, settled
from e2e.road import guide
from e2e.staged import reached

CHANGES = 6
CHANGE = """(times) => {
  const felt = document.querySelector(".felt");
  const pieces = felt.querySelectorAll("*");
  for (let n = 1; n <= times; n++) {
    felt.style.paddingBottom = `${20 + 3 * n}px`;
    pieces[pieces.length >> 1].getBoundingClientRect();
  }
}"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_change_is_styled_once_or_twice(visit: Any, house: House, size: tuple[int, int]) -> None:
    page = named(visit(size=size), "Hina")
    lens = page.context.new_cdp_session(page)
    lens.send("Performance.enable")

    def styled() -> int:
        """How often the page was styled so far."""
        metrics = lens.send("Performance.getMetrics")["metrics"]
        return int(next(each["value"] for each in metrics if each["name"] == "RecalcStyleCount"))

    passes = {}
    for scene in ("okiya_garden", "hanamikoji_hand", "road_advanced_guests", "mai_star_6_rows"):
        page.goto(reached(house, page, scene))
        guide(page).wait_for()
        settled(page)
        before = styled()
        page.evaluate(CHANGE, CHANGES)
        passes[scene] = styled() - before
    assert {scene: count for scene, count in passes.items() if count > 2 * CHANGES} == {}
