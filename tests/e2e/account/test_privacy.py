"""Whoever wishes has everything that the house keeps about them, and is forgotten: two steps, seen by others."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.e2e.support.play import named, open_table, take_seat


def test_everything_as_a_file_and_then_nothing(visit: Any) -> None:
    mika, rin = named(visit(), "Mika"), named(visit(), "Rin")
    table = open_table(mika, "okiya", [{"kind": "me"}, {"kind": "open"}])
    take_seat(rin, table, 1)
    rin.goto(f"/t/{table}")
    expect(rin.get_by_text("Mika").first).to_be_visible()
    mika.goto("/settings")
    mika.get_by_role("link", name="Privacy").click()
    with mika.expect_download() as download:
        mika.get_by_role("link", name="Download").click()
    kept = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert (kept["guest"][0]["name"], kept["games"][0]["table"]["id"]) == ("Mika", table)
    mika.get_by_role("button", name="Delete my data…").click()
    expect(mika.get_by_role("button", name="Keep everything")).to_be_focused()
    mika.get_by_role("button", name="Delete for good").click()
    expect(mika.get_by_role("status").filter(has_text="Done: your data is deleted.")).to_be_visible()
    assert mika.context.cookies() == []
    expect(rin.get_by_text("Someone").first).to_be_visible()
    expect(rin.get_by_text("Mika")).to_have_count(0)
    mika.reload()
    expect(mika.get_by_text("You have no profile here: nothing is stored about you.")).to_be_visible()
