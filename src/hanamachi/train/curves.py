"""Draw the curves of a training run from its log, as a plain SVG."""

from collections.abc import Callable, Sequence
from html import escape
from itertools import groupby
from statistics import fmean

Line = dict[str, float]
Points = list[tuple[float, float]]

WIDTH, HEIGHT, MARGIN = 640, 150, 44
APART = 2.0  # points of a line that are closer to each other are drawn as their mean
INK = ("#b5301f", "#2f6fa8", "#3d7d3a", "#8a5a12")
HALVES = ("first half of a round", "second half")
SEATS = {seats: f"{seats} seats" for seats in (3, 4, 5, 6)}
MODES = ("basic", "harder", "advanced")
PANELS: dict[str, dict[str, str]] = {  # a run has only some of these keys
    "score": {"random": "against random", "back_0": "one checkpoint back", "back_1": "four back"},
    "entropy (nats)": {f"entropy_{half}": name for half, name in enumerate(HALVES)},
    "critic loss": {f"critic_loss_{half}": name for half, name in enumerate(HALVES)},
    "KL divergence an iteration": {f"shift_{half}": name for half, name in enumerate(HALVES)},
    "one back": {f"back_0_at_{seats}": name for seats, name in SEATS.items()},
    "points for e : 1": {f"lead_{mode}": mode for mode in MODES},
    "cost of starting": {f"starting_{mode}": mode for mode in MODES},
    "surprise (nats)": {"surprise": "at games not yet learned from"},
    "four back": {f"back_1_at_{seats}": name for seats, name in SEATS.items()},
}


def curves(lines: Sequence[Line]) -> str:
    known = {key for line in lines for key in line}
    titles = [title for title, keys in PANELS.items() if known & set(keys)]
    panels = "".join(panel(number, title, lines) for number, title in enumerate(titles))
    height = len(titles) * (HEIGHT + MARGIN) + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>{panels}</svg>\n'
    )


def panel(number: int, title: str, lines: Sequence[Line]) -> str:
    """Draw one diagram. Its x axis counts millions of decisions."""
    series = {
        label: [(line["decisions"] / 1e6, line[key]) for line in lines if key in line]
        for key, label in PANELS[title].items()
    }
    points = [point for each in series.values() for point in each] or [(0.0, 0.0)]
    low, high = min(y for _, y in points), max(y for _, y in points)
    far, top = max(x for x, _ in points) or 1.0, MARGIN + number * (HEIGHT + MARGIN)

    def place(x: float, y: float) -> tuple[float, float]:
        share = (y - low) / ((high - low) or 1.0)
        return MARGIN + (WIDTH - 2 * MARGIN) * x / far, top + HEIGHT * (1 - share)

    legend = "".join(
        f'<text x="{MARGIN + 170 + 150 * i}" y="{top - 8}" fill="{INK[i]}">{escape(label)}</text>'
        for i, label in enumerate(series)
    )
    drawn = "".join(polyline(each, INK[i], place) for i, each in enumerate(series.values()))
    right, bottom = WIDTH - MARGIN, top + HEIGHT
    return (
        f'<text x="{MARGIN}" y="{top - 8}" font-weight="bold">{escape(title)}</text>{legend}'
        f'<path d="M{MARGIN} {top}V{bottom}H{right}" fill="none" stroke="#777"/>'
        f'<text x="{MARGIN - 4}" y="{top + 10}" text-anchor="end">{high:.3g}</text>'
        f'<text x="{MARGIN - 4}" y="{bottom}" text-anchor="end">{low:.3g}</text>'
        f'<text x="{right}" y="{bottom + 15}" text-anchor="end">{far:.1f} million decisions</text>{drawn}'
    )


def thinned(points: Points) -> Points:
    """Replace points too close to distinguish by their mean, so that a long run fits into a small file."""
    near = [list(each) for _, each in groupby(points, lambda point: point[0] // APART)]
    return [(fmean(x for x, _ in each), fmean(y for _, y in each)) for each in near]


def polyline(points: Points, ink: str, place: Callable[[float, float], tuple[float, float]]) -> str:
    where = " ".join(f"{x:.1f},{y:.1f}" for x, y in thinned([place(*point) for point in points]))
    return f'<polyline points="{where}" fill="none" stroke="{ink}" stroke-width="1.5"/>'
