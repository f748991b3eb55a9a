"""Write docs/judges.md and its pictures, and the curves that the bots ship, from what was kept."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hanamachi.bots import ladder_of
from hanamachi.bots.curve import Curve
from hanamachi.bots.curve import write as write_curve
from hanamachi.games import GAMES
from tools.research.calibration import statistics as s
from tools.research.calibration.games import FINE, PARTS, TIMES, Asked, Sampled
from tools.research.calibration.picture import picture
from tools.research.calibration.records import Duel, Kept, read

MANY = 1000  # games that are wanted
FEWEST = 10  # games for a curve; with fewer the judge's chances stay as they are
DOCS = Path(__file__).parents[3] / "docs"
HEAD = """# How far the judges can be trusted

A [judge](bots.md#judges) says how likely a seat wins after a move, from what that seat knows. This page
compares what it says with what came of it. `make calibration` writes it from the games kept in
`tools/research/calibration`; it goes on from the games that are there, to 1,000 of each kind.

Bots of different levels play. Near a quarter, a half and three quarters of the decisions every seat in turn
is asked once: its judge sees the view and the story of that seat, and its chance after the move that was
made is compared with the result. A curve with two parameters is fitted on the games with even numbers;
everything called *mapped* is measured on the others. Players see mapped chances. All decisions of a game
share its result, so the intervals (95 %) are over games; those of the ten bins hold together, and count a
game once in a bin.

Okiya needs none of this: its judge solves the round, and its word is proof.
"""


class Half(NamedTuple):
    """The decisions of some games: the game, the part, and the chances by judge and student."""

    games: s.Numbers
    parts: s.Numbers
    made: s.Numbers
    student: s.Numbers
    won: s.Numbers
    constant: s.Numbers

    def predictions(self, chances: s.Numbers) -> s.Predictions:
        return s.Predictions(chances, self.won, self.games.astype(int))


def half(games: Iterable[Sampled]) -> Half:
    rows = [
        (
            each.number,
            one.part,
            one.made / FINE,
            one.student / FINE,
            each.shares[one.seat],
            1 / len(each.shares),
        )
        for each in games
        for one in each.asked
    ]
    return Half(*np.array(rows).T)


def mapped(curve: Curve, chances: s.Numbers) -> s.Numbers:
    return np.array([curve(chance) for chance in chances])


def sums(games: Iterable[Sampled], chance: Sequence[str], curve: Curve | None = None) -> s.Mean:
    """Return the mean sum over the seats of a moment. `chance` names the number of the first seat, and of the
    others."""
    found = [
        (each.number, total([one for one in each.asked if one.part == part], chance, curve))
        for each in games
        for part in range(len(PARTS))
        if any(one.part == part for one in each.asked)
    ]
    return s.mean(np.array([value for _, value in found]), np.array([number for number, _ in found]))


def total(asked: Sequence[Asked], chance: Sequence[str], curve: Curve | None) -> float:
    named = [chance[0], *[chance[1]] * (len(asked) - 1)]
    shares = [getattr(each, name) / FINE for each, name in zip(asked, named, strict=True)]
    return sum(curve(share) if curve else share for share in shares)


def said(found: s.Mean) -> str:
    return f"{found.mean:.3f} ± {found.half:.3f}"


def scores(found: Half, curve: Curve) -> Iterator[str]:
    columns = ["decisions", "number", "Brier: mapped", "judge", "student", "constant"]
    columns += ["log loss: mapped", "judge", "student", "constant"]
    yield f"| {' | '.join(columns)} |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    names = {0: "at a quarter", 1: "at a half", 2: "at three quarters", 3: "all"}
    for part, name in names.items():
        chosen = (found.parts == part) | (part == 3)
        won, ours = found.won[chosen], mapped(curve, found.made[chosen])
        judge, student, constant = (each[chosen] for each in (found.made, found.student, found.constant))
        cells = [name, str(int(chosen.sum()))]
        cells += [f"{s.brier(each, won):.3f}" for each in (ours, judge, student, constant)]
        cells += [f"{s.log_loss(each, won):.3f}" for each in (ours, judge, student, constant)]
        yield f"| {' | '.join(cells)} |"


def ten_bins(found: Sequence[s.Bin]) -> Iterator[str]:
    yield "| mapped chance | decisions | games | came true | interval | meets the diagonal |"
    yield "|---:|---:|---:|---:|---:|---|"
    for each in found:
        meets = "yes" if each.meets else "**no**"
        yield (
            f"| {each.mean:.2f} | {each.decisions} | {each.games} | {each.won:.2f} "
            f"| {each.low:.2f} … {each.high:.2f} | {meets} |"
        )


def thorough(kept: Kept) -> Iterator[str]:
    """Yield how much ten times the effort would help, on the same decisions."""
    both = [(kept.games[n], each.made) for n, each in sorted(kept.thorough.items()) if n in kept.games]
    rows = [
        (one.made / FINE, more / FINE, game.shares[one.seat], 1 / len(game.shares))
        for game, made in both
        for one, more in zip(game.asked, made, strict=True)
    ]
    if rows:
        judge, more, won, constant = np.array(rows).T
        skills = s.skill(judge, constant, won), s.skill(more, constant, won)
        yield (
            f"With {TIMES} times its effort the judge's Brier skill on {len(rows)} decisions of "
            f"{len(both)} games would be {skills[1]:.3f} instead of {skills[0]:.3f}; its chances would "
            f"move by {np.abs(judge - more).mean():.3f} on average."
        )
        yield ""


def contradictions(duels: Sequence[Duel], searched: int) -> Iterator[str]:
    """Yield what came of the moves that judge and master contradict each other on."""
    yield from ("### Judge against master", "")
    told = f"In {len(duels)} of {searched} decisions the judge likes another move by more than 0.06."
    if not duels:
        yield from (told, "")
        return
    right = sum(each.more > 2 * each.error for each in duels)
    wrong = sum(-each.more > 2 * each.error for each in duels)
    worlds = sorted({each.worlds for each in duels})
    yield (
        f"{told} Two adepts played both moves on to the end of the round, in {' or '.join(map(str, worlds))} "
        "imagined worlds weighted by the story: by more than two standard errors the judge was right "
        f"{right} times and the master {wrong} times; {len(duels) - right - wrong} were too close."
    )
    if len(duels) > 1:
        more = np.array([each.more for each in duels]) / FINE
        half = 1.96 * more.std(ddof=1) / np.sqrt(len(more))
        gap = np.mean([each.gap for each in duels]) / FINE
        scored = f"{more.mean():+.3f} ± {half:.3f}"
        yield f"On average the judge's move scored {scored}; it had promised {gap:+.3f}."
    yield ""


def section(name: str, kept: Kept) -> Iterator[str]:
    games = [kept.games[number] for number in sorted(kept.games)]
    first = [each for each in games if each.number % 2 == 0]
    other = [each for each in games if each.number % 2]
    learn, test = half(first), half(other)
    curve = s.fitted(learn.predictions(learn.made)) if len(first) >= FEWEST else Curve(1.0, 0.0, 0)
    write_curve(curve_file(name), curve)
    title = GAMES[name].text.words("en")("name")
    found = s.bins(test.predictions(mapped(curve, test.made)))
    (DOCS / f"judges-{name}.svg").write_text(picture(f"{title}: chances that came true", found))
    yield from (f"## {title}", "", f"![{title}](judges-{name}.svg)", "")
    cpu, rows = np.mean([each.cpu for each in games]), np.mean([each.decisions for each in games])
    yield (
        f"{len(games)} games with {len(half(games).won)} decisions: {len(first)} for the curve, "
        f"{len(other)} for this picture. The curve: log odds × {curve.slope:g} {curve.shift:+g}. "
        f"An opinion took {cpu:.0f} ms of CPU, a game had {rows:.0f} choices: about "
        f"{cpu * rows / 1000:.1f} s a review."
    )
    if len(games) < MANY:
        yield ""
        yield f"**A small sample**: {MANY} games are wanted. Little is shown beyond what the intervals say."
    yield from ("", *scores(test, curve), "", *ten_bins(found), "")
    yield from sums_of(games, other, curve)
    yield from thorough(kept)
    if kept.duels:
        searched = sum(each.searched for each in kept.duels.values())
        yield from contradictions([duel for each in kept.duels.values() for duel in each.found], searched)


def sums_of(games: Sequence[Sampled], other: Sequence[Sampled], curve: Curve) -> Iterator[str]:
    """Yield what the chances of all seats at a moment add up to."""
    yield "| the chances of all seats, one after the other, add up to | judge | mapped |"
    yield "|---|---:|---:|"
    made, best = ("made", "made"), ("made", "best")
    yield f"| after the moves that were made | {said(sums(games, made))} | {said(sums(other, made, curve))} |"
    yield (
        f"| after the first seat's move, and the best of the others | {said(sums(games, best))} "
        f"| {said(sums(other, best, curve))} |"
    )
    yield ""


def curve_file(name: str) -> Path:
    module = str(ladder_of(name).judge).split(":")[0].rpartition(".")[0]
    return Path(str(import_module(module).__file__)).with_name("curve.json")


def write(names: Iterable[str]) -> None:
    """Write the page, with every game of which enough was kept."""
    lines = [HEAD]
    for name in names:
        kept = read(name)
        if len({number % 2 for number in kept.games}) == 2:
            lines += section(name, kept)
    (DOCS / "judges.md").write_text("\n".join(lines).rstrip() + "\n")
