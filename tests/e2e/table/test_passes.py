"""A change on a table is laid out at once: a piece that asks for the size of its room (a container query) in a room
whose size follows from its pieces is styled anew in every pass, and rooms in rooms multiply the passes."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession

from tests.e2e.support.play import named, settled
from tests.e2e.support.road import guide
from tests.e2e.support.server import House
from tests.e2e.support.staged import reached

FEW = 8  # a game whose rooms follow from their pieces had 40
SEVEN = 16  # Hanamikoji's geishas are rooms of their own: each is styled once, on a phone twice
SCENES = ("okiya_garden", "hanamikoji_hand", "road_advanced_guests", "mai_star_6_rows")
# Lines come to the guide and go; each time all must be laid out that has less room by it.
CHANGE = """() => {
  const [guide, more] = [document.querySelector("#main"), document.createElement("p")];
  for (const words of [20, 60, 20, 60]) {
    more.textContent = "more ".repeat(words);
    guide.append(more);
    guide.getBoundingClientRect();
    more.remove();
    guide.getBoundingClientRect();
  }
}"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_change_is_styled_a_few_times(visit: Any, house: House, size: tuple[int, int]) -> None:
    page = named(visit(size=size), "Hina")
    lens = page.context.new_cdp_session(page)
    lens.send("Performance.enable")

    def passes() -> float:
        """How often the page is styled while it is laid out once."""
        before, after = numbers(lens), (page.evaluate(CHANGE), numbers(lens))[1]
        styled, laid = (after[each] - before[each] for each in ("RecalcStyleCount", "LayoutCount"))
        assert laid >= 8
        return styled / laid

    found = {}
    for scene in SCENES:
        page.goto(reached(house, page, scene))
        guide(page).wait_for()
        settled(page)
        found[scene] = passes()
    few = {"hanamikoji_hand": SEVEN}
    assert {scene: count for scene, count in found.items() if count > few.get(scene, FEW)} == {}


def numbers(lens: CDPSession) -> dict[str, float]:
    return {each["name"]: each["value"] for each in lens.send("Performance.getMetrics")["metrics"]}
