"""The house's type: from the house itself, light, with every letter of its languages, and without a jump."""

from typing import Any

from playwright.sync_api import Page

MOST = 70_000  # bytes
LETTERS = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ àâæçéèêëîïôœùûüÿ «»„”–−…"
# How wide a text is in each face; one that is not there is as wide as its stand-in of another shape.
WIDTHS = """async ([faces, weight, text]) => {
  await Promise.all(faces.map((face) => document.fonts.load(`${weight} 40px ${face}`, text)));
  const brush = document.createElement("canvas").getContext("2d");
  return faces.map((face) => { brush.font = `${weight} 40px ${face}`; return brush.measureText(text).width; });
}"""
LOADED = """([face, weight, text]) =>
  document.fonts.load(`${weight} 20px "${face}"`, text).then((all) => all.length)"""


def test_the_type_comes_from_the_house_and_is_light(visit: Any, house: Any) -> None:
    page = visit()
    loaded: dict[str, int] = {}
    page.on("response", lambda got: loaded.update({got.url: len(got.body())} if "woff2" in got.url else {}))
    page.goto("/")
    for face, weight in (("Hanamachi Serif", 600), ("Hanamachi Sans", 400), ("Hanamachi Sans", 600)):
        assert (
            page.evaluate(LOADED, [face, weight, LETTERS]) == 2
        )  # the file of Latin and that of its extension
    page.wait_for_load_state("networkidle")
    assert len(loaded) == 6
    assert all(url.startswith(house.url) for url in loaded)
    assert 20_000 < sum(loaded.values()) < MOST


def test_a_stand_in_is_as_wide_as_the_type_it_stands_for(visit: Any) -> None:
    page: Page = visit("/")
    text = "Twoja kolej: wybierz akcję. Rin makes you an offer, les deux autres vous reviennent."
    for face, weight in (("Hanamachi Serif", 600), ("Hanamachi Sans", 400), ("Hanamachi Sans", 600)):
        ours, stand_in, nothing = page.evaluate(
            WIDTHS, [[f'"{face}"', f'"{face} DejaVu"', "monospace"], weight, text]
        )
        assert abs(stand_in / ours - 1) < 0.04
        assert abs(nothing / ours - 1) > 0.04
