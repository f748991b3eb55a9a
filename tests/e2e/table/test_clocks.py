"""A clock in the browser: chosen with the table, seen by both until a flag falls, and told by the replay."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table, send, take_seat

SEATS = [{"kind": "me"}, {"kind": "open"}]


def test_a_flag_falls_before_both_players(visit: Any) -> None:
    mika, rin = named(visit(), "Mika"), named(visit(size=(390, 844)), "Rin")
    mika.goto("/new/okiya")
    mika.get_by_role("combobox", name="Clock").select_option(label="5 min + 3 s a move")
    expect(mika.get_by_text("5 min + 3 s a move.")).to_be_visible()
    assert violations(mika) == []
    wish = {"game": "okiya", "seats": SEATS, "clock": {"type": "days", "days": 1000}}
    assert "1 to 14 days" in send(mika, "POST", "/api/tables", wish)["sentence"]
    table = open_table(mika, "okiya", SEATS, clock={"type": "live", "base": 10})
    mika.goto(f"/t/{table}")
    expect(mika.get_by_text("10 s a player")).to_be_visible()
    take_seat(rin, table, 1)
    rin.goto(f"/t/{table}")
    expect(mika.get_by_role("timer", name="Mika’s clock")).to_be_visible()
    expect(mika.locator(".clock.runs.last")).to_be_visible()
    for page in (mika, rin):
        expect(page.get_by_text("ran out of time").first).to_be_attached()
    mika.goto(f"/r/{table}")
    expect(mika.get_by_text("Time for this decision").first).to_be_attached()
