"""Write docs/scaling.md and its picture from what `tools.quality.scaling` measured."""

from collections.abc import Sequence
from importlib.metadata import version

from msgspec import Struct

from bench.performance.measure import machine
from tools.quality.load import Run

WORKERS = 2
MOVES_WATCHED = 20
MOVES_A_DAY = 120  # of one player who plays three games of forty moves
PEAK = 3.0  # the busiest hour's load as a multiple of the day's mean
PRESENT = 0.05  # the share of a day's players who are online in the busiest hour
BUSY = 0.6  # of a core that may be used: beyond that waits grow fast
MILLION = 1_000_000
HUBBUB = 0.2  # of the time without a core: from there on the page says that the machine was not quiet


class Rolled(Struct):
    """A rolling restart under load: acknowledged moves, how often a player was sent to another worker, the
    longest wait for an answer in seconds, and what was wrong."""

    games: int
    moves: int
    sent_on: int
    longest: float
    wrong: list[str]


class Step(Struct):
    """What moves cost at so many tables: milliseconds of CPU per move, kilobytes per table."""

    run: Run
    database: float
    memory: float
    bytes: float  # of the database per move

    @property
    def whole(self) -> float:
        """Return the CPU of the server and the database, without the driver."""
        return self.run.cpu + self.database


class Watched(Struct):
    """What a move costs at a table with so many spectators: milliseconds of CPU of both workers, and of time
    until the last spectator has heard of it."""

    count: int
    cpu: float
    last: float | None


class Found(Struct):
    """All measurements. `opening`: milliseconds of CPU that a table and its two guests cost both workers."""

    steps: list[Step]
    watched: list[Watched]
    opening: float
    rolled: Rolled | None = None

    @property
    def largest(self) -> Step:
        return self.steps[-1]

    @property
    def dearest(self) -> Step:
        return max(self.steps, key=lambda step: step.whole)


PAGE = """# How far it goes

This page says what a move costs the server, how that grows with the number of tables and spectators, and what would have
to change for a million players a day. `make scaling` writes it, in one run on one machine. The first part is measured. The
second is arithmetic with the measured numbers; nobody has run the server at that size.

## Measured

**The machine.** {machine}; hanamachi {version}. It runs everything: {workers} workers, PostgreSQL (`fsync` and
`synchronous_commit` are on), and the program that plays. Half of the tables play Okiya, half Hanamikoji. The two players of a
table are connected to different workers, which is the dearest case: both workers must know of every move.

**The load.** {wanted:.0f} moves a second at every size, spread over all tables. A wait is the time from sending a move until the
player who sent it sees it on the table, in milliseconds. Half of the waits are shorter than p50, 99 of 100 are shorter than p99.

| {columns} |
|{rule}|
{values}

![CPU for each move, by the number of tables](scaling.svg)

"CPU" is milliseconds of processor time for each move. "Without a core" is the share of the time in which the busier worker could
have worked, but other programs had the processor. If a worker falls behind, more moves share one commit: they wait longer
and cost less. So a cheap row with long waits is a sign of overload, not of thrift.
{unquiet}
Opening a table with two new users costs {opening:.0f} ms of CPU of the workers. A table with both players connected takes {memory:.0f} kB of
memory, in both workers together, and a move {bytes:.0f} bytes of the database's disk.

**Spectators.** One table, all spectators at one worker, {moves_watched} moves, one each quarter of a second. The CPU is that of both workers.

| spectators | CPU for each move, ms | the last spectator sees it after, ms (p50) |
|---|---|---|
{spectators}

**A rolling restart** (`hanamachi serve --workers 2`, then the signal SIGHUP, while {games} games of all kinds are played as fast as
possible): players were sent to another worker {sent_on} times; {moves} moves were acknowledged, {lost} lost or doubled; the
longest wait for an answer was {longest:.1f} s.

## What follows, by arithmetic

The dearest row above counts: {dearest:.2f} ms of CPU for each move, workers and PostgreSQL together.

- Waits grow fast on a core that is busy for more than {busy:.0%} of the time. Up to there, a machine of 2 cores carries {capacity:.0f} moves a second.
- A player who plays three games makes {daily} moves a day. The busiest hour has {peak:.0f} times the moves of a mean hour, and {present:.0%} of
  the day's players are online in it. So this machine is enough for {people:,.0f} players a day.

| {titles} |
|{long_rule}|
{rows}

## What breaks first on the way to a million players a day

1. **Every worker hears of every commit.** Workers tell each other of changes by NOTIFY, and a worker throws away most of what it
   hears, because the table is not open there. That is the first cost that grows with the number of workers. What would be
   done: tables are divided among channels, and a worker listens only to the channels of its open tables.
2. **One PostgreSQL.** A million players need {database:.0f} cores for it by the last row, and commits that send a notice happen one after
   another. What would be done: several databases. Tables share nothing but users, so the id of a table can say in
   which database it is.
3. **Limits for each address** are counted by each worker alone, so with many workers they allow too much. What would be done: the
   web server in front of the workers counts them.
4. **Bots** think in processes beside the workers, and a move of a strong bot costs about a hundred times as much as a move
   of a person. What would be done: they think on other machines ([Bots on a Ray cluster](host/bots.md#bots-on-a-ray-cluster)).
"""
COLUMNS = (
    "tables", "moves/s", "p50", "p90", "p99", "longest", "moves that failed", "CPU: workers, ms", "PostgreSQL, ms",
    "playing program, ms", "without a core", "load average",
)  # fmt: skip
TITLES = (
    "players a day", "moves/s in the busiest hour", "cores for workers", "cores for PostgreSQL", "tables at once",
    "memory", "disk a day",
)  # fmt: skip
UNQUIET = """
**The machine was not quiet.** Other programs used it during this run, and a worker was without a core for up to {starved:.0%} of
the time. The waits above are longer than they would be alone; CPU times are less affected.
"""


def page(found: Found) -> str:
    largest, dearest, rolled = found.largest, found.dearest, found.rolled
    assert rolled is not None
    capacity = BUSY * 2 / dearest.whole * 1000
    starved = max(step.run.starved for step in found.steps)
    return PAGE.format(
        machine=machine(),
        version=version("hanamachi"),
        workers=WORKERS,
        wanted=largest.run.wanted,
        columns=" | ".join(COLUMNS),
        rule="|".join(["---"] * len(COLUMNS)),
        values="\n".join(map(values, found.steps)),
        unquiet=UNQUIET.format(starved=starved) if starved > HUBBUB else "",
        opening=found.opening,
        memory=largest.memory,
        bytes=largest.bytes,
        moves_watched=MOVES_WATCHED,
        spectators="\n".join(map(spectators, found.watched)),
        games=rolled.games,
        moves=rolled.moves,
        sent_on=rolled.sent_on,
        lost=len(rolled.wrong),
        longest=rolled.longest,
        dearest=dearest.whole,
        busy=BUSY,
        capacity=capacity,
        daily=MOVES_A_DAY,
        peak=PEAK,
        present=PRESENT,
        people=round(capacity / at_peak(1), -3),
        titles=" | ".join(TITLES),
        long_rule="|".join(["---"] * len(TITLES)),
        rows="\n".join(row(dearest, largest, count) for count in (10_000, 100_000, MILLION)),
        database=at_peak(MILLION) * dearest.database / 1000 / BUSY,
    )


def values(step: Step) -> str:
    run = step.run
    waits = [f"{wait:.1f}" for wait in (run.p50, run.p90, run.p99, run.longest)]
    costs = [f"{cost:.2f}" for cost in (run.cpu, step.database, 1000 * run.driver / run.rate)]
    fields = [f"{run.tables:,}", f"{run.rate:.0f}", *waits, str(run.failed), *costs]
    return f"| {' | '.join(fields)} | {run.starved:.0%} | {run.load:.1f} |"


def spectators(watched: Watched) -> str:
    last = "" if watched.last is None else f"{watched.last:.0f}"
    return f"| {watched.count:,} | {watched.cpu:.2f} | {last} |"


def at_peak(players: int) -> float:
    """Return the moves a second in the busiest hour."""
    return players * MOVES_A_DAY / 86400 * PEAK


def row(dearest: Step, largest: Step, players: int) -> str:
    moves, tables = at_peak(players), players * PRESENT / 2
    workers, database = (moves * cost / 1000 / BUSY for cost in (dearest.run.cpu, dearest.database))
    memory, disk = tables * largest.memory / 1e6, players * MOVES_A_DAY * largest.bytes / 1e9
    cores = f"{workers:.1f} | {database:.1f}"
    return f"| {players:,} | {moves:,.0f} | {cores} | {tables:,.0f} | {memory:.1f} GB | {disk:.1f} GB |"


# The picture: one line for the workers, one for workers and PostgreSQL together.

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 320, 60, 170, 50, 50
STYLE = """
  svg { --ink: #23262e; --line: #d9d5cc; --paper: #fffdf8; --whole: #b5301f; --part: #1b5c60;
        font: 12px system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #eceae4; --line: #3a3f4a; --paper: #16181d; --whole: #f0765f; --part: #7fc7c6; } }
  .paper { fill: var(--paper); } text { fill: var(--ink); } .grid { stroke: var(--line); }
  .whole { stroke: var(--whole); fill: var(--whole); } .part { stroke: var(--part); fill: var(--part); }
  polyline { fill: none !important; stroke-width: 2; } .title { font-size: 15px; font-weight: 600; }
"""


def picture(steps: Sequence[Step]) -> str:
    """Draw what a move costs by the number of tables."""
    title = "CPU for each move, by the number of tables"
    most_tables, most = steps[-1].run.tables, int(max(step.whole for step in steps)) + 1

    def x(tables: float) -> float:
        return LEFT + tables / most_tables * (WIDTH - LEFT - RIGHT)

    def y(cost: float) -> float:
        return HEIGHT - BOTTOM - cost / most * (HEIGHT - TOP - BOTTOM)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{title}</title><style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        f'<text class="title" x="16" y="24">{title}</text>',
    ]
    lines += [
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(cost):.0f}" y2="{y(cost):.0f}"/>'
        f'<text x="{LEFT - 10}" y="{y(cost) + 4:.0f}" text-anchor="end">{cost} ms</text>'
        for cost in range(most + 1)
    ]
    for step in steps:
        at = f'x="{x(step.run.tables):.0f}" y="{HEIGHT - BOTTOM + 20}"'
        lines.append(f'<text {at} text-anchor="middle">{step.run.tables:,}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    lines.append(f'<text x="{middle:.0f}" y="{HEIGHT - 12}" text-anchor="middle">tables</text>')
    for kind, name, costs in (
        ("whole", "workers and PostgreSQL", [step.whole for step in steps]),
        ("part", "workers alone", [step.run.cpu for step in steps]),
    ):
        places = [(x(step.run.tables), y(cost)) for step, cost in zip(steps, costs, strict=True)]
        points = " ".join(f"{across:.0f},{down:.0f}" for across, down in places)
        lines.append(f'<polyline class="{kind}" points="{points}"/>')
        lines += [f'<circle class="{kind}" cx="{a:.0f}" cy="{d:.0f}" r="3.5"/>' for a, d in places]
        across, down = places[-1]
        lines.append(f'<text x="{across + 10:.0f}" y="{down + 4:.0f}">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])
