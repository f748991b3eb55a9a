"""Draw a calibration curve as an SVG: predicted chances against what came true, with the diagonal."""

from collections.abc import Sequence
from html import escape

from hanamachi.arena.plot import STYLE
from tools.research.calibration.statistics import Bin

SIZE, LEFT, TOP, FOOT, RIGHT = 360, 56, 44, 48, 20


def x(share: float) -> str:
    return f"{LEFT + SIZE * share:.1f}"


def y(share: float) -> str:
    return f"{TOP + SIZE * (1 - share):.1f}"


def picture(title: str, found: Sequence[Bin]) -> str:
    wide, high = LEFT + SIZE + RIGHT, TOP + SIZE + FOOT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"'
        ' aria-labelledby="title">',
        f'<title id="title">{escape(title)}</title>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{wide}" height="{high}" rx="8"/>',
        f'<text class="title" x="16" y="28">{escape(title)}</text>',
    ]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        lines += [
            f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="{y(0)}" y2="{y(1)}"/>',
            f'<line class="grid" x1="{x(0)}" x2="{x(1)}" y1="{y(tick)}" y2="{y(tick)}"/>',
            f'<text class="quiet" x="{x(tick)}" y="{TOP + SIZE + 18}" text-anchor="middle">'
            f"{100 * tick:g} %</text>",
            f'<text class="quiet" x="{LEFT - 8}" y="{y(tick)}" text-anchor="end">{100 * tick:g} %</text>',
        ]
    lines.append(f'<line class="grid" x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke-width="2"/>')
    for each in found:
        said = f"predicted {each.mean:.0%}: came true in {each.won:.0%} ({each.low:.0%} to {each.high:.0%})"
        at = x(each.mean)
        lines += [
            f"<g><title>{said}, {each.decisions} decisions of {each.games} games</title>",
            f'<line class="whisker" x1="{at}" x2="{at}" y1="{y(each.low)}" y2="{y(each.high)}"/>',
            f'<circle class="dot" cx="{at}" cy="{y(each.won)}" r="5"/></g>',
        ]
    lines.append(
        f'<text class="quiet" x="{x(1)}" y="{high - 10}" text-anchor="end">'
        "predicted; upwards: came true</text>"
    )
    return "\n".join([*lines, "</svg>", ""])
