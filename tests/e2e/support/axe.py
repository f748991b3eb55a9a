"""Ask axe-core what is wrong with a page."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page, *only: str) -> list[str]:
    """What axe has against the page, by these of its rules or by all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    rules = {"runOnly": list(only)} if only else {}
    found = page.evaluate(
        "how => axe.run(how).then(r => r.violations)", {"resultTypes": ["violations"]} | rules
    )
    return [f"{v['id']}: {[n['target'] for n in v['nodes']][:3]}" for v in found]
