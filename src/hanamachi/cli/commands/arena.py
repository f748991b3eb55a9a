"""hanamachi arena: play bots against bots on the same deals from every side, and report their strength."""

import argparse
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from hanamachi.arena import records
from hanamachi.arena.contest import BadContest, Contender, Contest, Score
from hanamachi.arena.journal import Journal
from hanamachi.arena.report import Bounds, Report, report
from hanamachi.arena.statistics import Sprt
from hanamachi.arena.tournament import Players, hold
from hanamachi.bots import UnknownLevel, external, levels
from hanamachi.cli import BadUsage, new_parser
from hanamachi.cli.support.game_options import add_options, parsed, read_options
from hanamachi.core.game import Game
from hanamachi.core.options import chosen
from hanamachi.core.words import Words


def parser_for(game: Game | None, words: Words) -> argparse.ArgumentParser:
    """Return the parser. Once the game is known it has the game's options; until then nothing is required."""
    parser = new_parser("arena", words)
    known = game is not None
    parser.add_argument("game", nargs=None if known else "?", help=words("flag.game"))
    parser.add_argument("bots", nargs="+" if known else "*", metavar="BOT", help=words("flag.bots"))
    parser.add_argument("--deals", type=int, required=known, metavar="N", help=words("flag.deals"))
    parser.add_argument("--seats", type=int, metavar="N", help=words("flag.seats"))
    parser.add_argument("--seed", default="hanamachi", help=words("flag.seed"))
    parser.add_argument("--budget-ms", type=int, metavar="B", help=words("flag.budget_ms"))
    parser.add_argument("--processes", type=int, metavar="P", help=words("flag.processes"))
    parser.add_argument("--ray", metavar="ADDRESS", help=words("flag.ray"))
    parser.add_argument("--sprt", metavar="ELO0,ELO1", help=words("flag.sprt"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=words("flag.arena_json"))
    parser.add_argument("--plot", type=Path, metavar="FILE", help=words("flag.plot"))
    parser.add_argument("--journal", type=Path, metavar="FILE", help=words("flag.journal"))
    parser.add_argument("--records", type=Path, metavar="DIR", help=words("flag.records"))
    if game:
        add_options(parser, game, words)
    return parser


def run(args: Sequence[str], words: Words) -> int:
    game, given = parsed(args, words, parser_for)
    if game is None:
        raise BadUsage("usage", problem=words("problem.required", what="game, BOT, --deals"))
    contest, sprt = contest_from(game, given, words), sprt_from(given)
    journal = Journal(journal_path(contest, given), contest)
    if given.records:
        drop_games_without_record(journal, given.records)
    try:
        scores = played(contest, given, sprt, journal, words)
    except KeyboardInterrupt:
        print("\n" + words("arena.interrupted", path=str(journal.path)), file=sys.stderr)
        raise
    finally:
        journal.close()
    found = report(contest, scores, sprt)
    show(found, words)
    write_files(found, given, game, words)
    if not given.json and not given.journal:
        journal.path.unlink()
    return 0


def contest_from(game: Game, given: argparse.Namespace, words: Words) -> Contest:
    seats = game.seats[0] if given.seats is None else given.seats
    if seats not in game.seats:
        raise BadUsage("bad_seats", seats=seats, players=game.players)
    for name in ("deals", "budget_ms", "processes"):
        if (value := getattr(given, name)) is not None and value < 1:
            raise BadUsage("not_positive", flag=f"--{name.replace('_', '-')}", value=value)
    if given.ray and given.processes:
        raise BadUsage("ray_or_processes")
    if given.ray and given.records:
        raise BadUsage("records_on_ray")
    contest = Contest(
        game=game.name,
        version=game.version,
        options=chosen(read_options(game, given, words)),
        seats=seats,
        contenders=tuple(contenders(game, given.bots)),
        seed=given.seed,
        budget_ms=given.budget_ms,
    )
    contest.lineups()
    if given.sprt and (seats != 2 or len(contest.contenders) != 2):
        raise BadUsage("sprt_needs_two")
    return contest


def contenders(game: Game, specs: Sequence[str]) -> Iterator[Contender]:
    """Yield the contenders, each under a unique name: the second novice is novice-2."""
    names: list[str] = []
    for spec in specs:
        if "=" in spec:
            source = external.read_source(spec)
            found = Contender(source.name, command=source.command)
        elif spec in levels(game.name):
            found = Contender(spec, level=spec)
        else:
            raise UnknownLevel("unknown_level", level=spec, known=(*levels(game.name), "NAME=COMMAND"))
        names.append(found.name)
        count = names.count(found.name)
        yield found if count == 1 else msgspec.structs.replace(found, name=f"{found.name}-{count}")


def sprt_from(given: argparse.Namespace) -> Sprt | None:
    if given.sprt is None:
        return None
    try:
        elo0, elo1 = map(float, given.sprt.split(","))
    except ValueError as error:
        raise BadUsage("bad_sprt", value=given.sprt) from error
    if not -1000 <= elo0 < elo1 <= 1000:
        raise BadUsage("bad_sprt", value=given.sprt)
    return Sprt(elo0, elo1)


def journal_path(contest: Contest, given: argparse.Namespace) -> Path:
    """Return the file of --journal, else one beside the JSON file, else one in the user's cache. The name of
    the cached file depends on the contest alone, so the same command finds it again."""
    if given.journal:
        return Path(given.journal)
    if given.json:
        return Path(f"{given.json}.games.jsonl")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    mark = hashlib.sha256(msgspec.json.encode(contest)).hexdigest()[:16]
    return Path(base) / "hanamachi" / "arena" / f"{mark}.jsonl"


def drop_games_without_record(journal: Journal, folder: Path) -> None:
    """Forget the scores of games that have no record file, so that they are played again."""
    records.prepare(folder)
    for fixture in list(journal.scores):
        if not records.path_of(folder, fixture).exists():
            del journal.scores[fixture]


def played(
    contest: Contest, given: argparse.Namespace, sprt: Sprt | None, journal: Journal, words: Words
) -> list[Score]:
    games = sum(1 for _ in contest.fixtures(given.deals))
    there = sum(each in journal.scores for each in contest.fixtures(given.deals))
    if there:
        print(words("arena.resumed", games=there, path=str(journal.path)), file=sys.stderr)
    with progress(games, there, words) as told:
        return hold(contest, given.deals, journal, lambda: new_players(contest, given), sprt, told)


def new_players(contest: Contest, given: argparse.Namespace) -> Players:
    if given.ray:
        from hanamachi.arena.on_ray import RayPool

        return RayPool(contest, given.ray)
    from hanamachi.arena.process_pool import ProcessPool

    return ProcessPool(contest, given.processes or os.cpu_count() or 1, given.records)


@contextmanager
def progress(games: int, there: int, words: Words) -> Iterator[Callable[[Score], None]]:
    """Show a progress bar with the time left if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words("arena.games"), total=games, completed=there)
        yield lambda _: bar.advance(task)


def show(found: Report, words: Words) -> None:
    print(words("arena.played", deals=found.deals, games=sum(games_by_lineup(found))))
    rows = [
        [
            each.name,
            in_percent(each.score),
            *([in_elo(each.rating)] if each.rating else []),
            "–" if each.ms_per_move is None else f"{each.ms_per_move:.2f}",
        ]
        for each in sorted(found.standings, key=lambda each: -(each.score.mean or 0))
    ]
    rated = [words("arena.rating")] if any(each.rating for each in found.standings) else []
    print_table([words("arena.bot"), words("arena.score"), *rated, words("arena.ms")], rows)
    if len(found.meetings) == 1:
        print(words("arena.elo", value=in_elo(found.meetings[0].elo)))
        print(words("arena.pairs", counts=" ".join(map(str, found.meetings[0].pairs))))
    elif found.meetings:
        print()
        print_table(*cross_table(found))
    elif found.contest.seats > 2:
        print(words("arena.fair_share", value=f"{100 / found.contest.seats:.1f} %"))
    if found.test:
        print(
            words(
                f"arena.sprt.{found.test.verdict}",
                elo0=f"{found.test.elo0:g}",
                elo1=f"{found.test.elo1:g}",
                ratio=f"{found.test.ratio:.2f}",
                bound=f"{found.test.bound:.2f}",
            )
        )
    for each in found.standings:
        if each.late or each.crashed:
            print(words("arena.faults", name=each.name, late=each.late, crashed=each.crashed))
            last = next(mishap for mishap in reversed(found.mishaps) if mishap.name == each.name)
            print(words("arena.last_fault", deal=last.deal, detail=last.detail))


def games_by_lineup(found: Report) -> Iterator[int]:
    """Yield the number of games of each lineup."""
    for _ in found.contest.lineups():
        yield found.deals * found.contest.seats


def cross_table(found: Report) -> tuple[list[str], list[list[str]]]:
    """Return the head and rows of a table of each bot's score against each other bot, in per cent."""
    names = [each.name for each in found.standings]
    score = {(each.first, each.second): each.score.mean or 0.0 for each in found.meetings}
    score |= {(b, a): 1 - mean for (a, b), mean in score.items()}
    cells = [["·" if a == b else f"{100 * score[a, b]:.1f}" for b in names] for a in names]
    return ["", *names], [[name, *row] for name, row in zip(names, cells, strict=True)]


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, *rows):
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())


def in_percent(share: Bounds) -> str:
    return f"{100 * (share.mean or 0):.1f} % ({100 * (share.low or 0):.1f} … {100 * (share.high or 0):.1f})"


def in_elo(difference: Bounds) -> str:
    """Format an Elo difference with its interval. A missing bound is infinite."""
    low = "-∞" if difference.low is None else f"{difference.low:+.0f}"
    high = "+∞" if difference.high is None else f"{difference.high:+.0f}"
    mean = f"{difference.mean:+.0f}" if difference.mean is not None else high if high == "+∞" else low
    return f"{mean} ({low} … {high})"


def write_files(found: Report, given: argparse.Namespace, game: Game, words: Words) -> None:
    if given.json:
        write(given.json, msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")
    if given.plot:
        from hanamachi.arena.plot import marks, picture

        axis = words("arena.rating" if found.standings[0].rating else "arena.score")
        write(given.plot, picture(game.text.words(words.lang)("name"), axis, marks(found)))


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadContest("cannot_write", path=str(path), problem=error.strerror or str(error)) from error
