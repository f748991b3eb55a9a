"""Draw the speeds as bars on a logarithmic scale."""

from collections.abc import Sequence
from html import escape
from math import log10

from bench.performance.measure import Speed

WIDTH, LEFT, ROW, TOP = 880, 420, 20, 50
LEAST, MOST = 2, 8  # powers of ten
STYLE = """
  svg { --ink: #23262e; --line: #d9d5cc; --paper: #fffdf8; --ours: #b5301f; --theirs: #8f97a5;
        font: 12px system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #eceae4; --line: #3a3f4a; --paper: #16181d; --ours: #f0765f; --theirs: #6b7280; } }
  .paper { fill: var(--paper); } text { fill: var(--ink); } .grid { stroke: var(--line); }
  .ours { fill: var(--ours); } .theirs { fill: var(--theirs); } .title { font-size: 15px; font-weight: 600; }
"""


def x(per_second: float) -> float:
    return LEFT + (log10(per_second) - LEAST) / (MOST - LEAST) * (WIDTH - LEFT - 70)


def chart(title: str, speeds: Sequence[Speed]) -> str:
    shown = [speed for speed in speeds if speed.per_second]
    height = TOP + ROW * len(shown) + 16
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        f'<text class="title" x="16" y="24">{escape(title)}</text>',
    ]
    for power in range(LEAST, MOST + 1):
        at = x(10.0**power)
        lines.append(f'<line class="grid" x1="{at:.0f}" x2="{at:.0f}" y1="{TOP - 8}" y2="{height - 8}"/>')
        lines.append(f'<text x="{at - 10:.0f}" y="{TOP - 12}">10^{power}</text>')
    lines += [bar(number, speed) for number, speed in enumerate(shown)]
    return "\n".join([*lines, "</svg>", ""])


def bar(number: int, speed: Speed) -> str:
    assert speed.per_second
    top, end = TOP + ROW * number, x(speed.per_second)
    kind = "ours" if speed.system.startswith("hanamachi") else "theirs"
    return (
        f'<text x="16" y="{top + 13}">{escape(speed.system)}: {escape(speed.game)}</text>'
        f'<rect class="{kind}" x="{LEFT}" y="{top + 3}" width="{max(1.0, end - LEFT):.0f}" height="13"/>'
        f'<text x="{end + 6:.0f}" y="{top + 13}">{speed.per_second:,.0f}</text>'
    )
