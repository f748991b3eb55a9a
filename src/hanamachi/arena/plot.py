"""Draw a contest as an SVG: a dot and an interval for each bot, in colours for light and dark pages."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from msgspec import Struct

from hanamachi.arena.report import Report

WIDTH, LEFT, RIGHT, TOP, ROW, FOOT = 640, 150, 30, 48, 30, 44
STYLE = """
  svg { --ink: #23262e; --quiet: #6b7280; --line: #d9d5cc; --paper: #fffdf8; --dot: #b5301f;
        font: 13px system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #eceae4; --quiet: #9aa0ac; --line: #3a3f4a; --paper: #16181d; --dot: #f0765f; } }
  .paper { fill: var(--paper); } text { fill: var(--ink); } .quiet { fill: var(--quiet); }
  .title { font-size: 15px; font-weight: 600; } .grid { stroke: var(--line); }
  .whisker { stroke: var(--dot); stroke-width: 2; } .dot { fill: var(--dot); }
"""


class Mark(Struct, frozen=True):
    name: str
    mean: float
    low: float
    high: float


def marks(report: Report) -> list[Mark]:
    """Return ratings if there are any, else shares of the victories in per cent, the best first."""
    found = []
    for each in report.standings:
        shown, factor = (each.rating, 1.0) if each.rating else (each.score, 100.0)
        assert shown.mean is not None
        assert shown.low is not None
        assert shown.high is not None
        found.append(Mark(each.name, shown.mean * factor, shown.low * factor, shown.high * factor))
    return sorted(found, key=lambda mark: -mark.mean)


def picture(title: str, axis: str, shown: Sequence[Mark]) -> str:
    ticks = round_numbers(min(mark.low for mark in shown), max(mark.high for mark in shown))
    height = TOP + ROW * len(shown) + FOOT
    bottom = height - FOOT + 6

    def x(value: float) -> str:
        part = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return f"{LEFT + part * (WIDTH - LEFT - RIGHT):.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        ' aria-labelledby="title">',
        f'<title id="title">{escape(title)}</title>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="8"/>',
        f'<text class="title" x="16" y="28">{escape(title)}</text>',
    ]
    for tick in ticks:
        lines.append(f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="{TOP - 6}" y2="{bottom}"/>')
        lines.append(
            f'<text class="quiet" x="{x(tick)}" y="{bottom + 16}" text-anchor="middle">{tick:g}</text>'
        )
    for number, mark in enumerate(shown):
        y = TOP + ROW * number + ROW // 2
        said = f"{mark.mean:.0f} ({mark.low:.0f} … {mark.high:.0f})"
        lines += [
            f"<g><title>{escape(mark.name)}: {said}</title>",
            f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(mark.name)}</text>',
            f'<line class="whisker" x1="{x(mark.low)}" x2="{x(mark.high)}" y1="{y}" y2="{y}"/>',
            f'<circle class="dot" cx="{x(mark.mean)}" cy="{y}" r="5"/></g>',
        ]
    lines.append(
        f'<text class="quiet" x="{WIDTH - RIGHT}" y="{height - 8}" text-anchor="end">{escape(axis)}</text>'
    )
    return "\n".join([*lines, "</svg>", ""])


def round_numbers(low: float, high: float) -> list[float]:
    """Return four to ten round ticks that enclose both numbers."""
    span = max(high - low, 1e-6)
    unit = 10.0 ** floor(log10(span))
    step = next(unit * part for part in (0.1, 0.2, 0.5, 1, 2) if span / (unit * part) <= 7)
    first, last = floor(low / step), ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]
