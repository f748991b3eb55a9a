"""Tell what was played after some first steps: in the file of the package, and on this server."""

import logging
from collections.abc import Iterable, Mapping, Sequence

from hanamachi.core.game import Game
from hanamachi.core.table import Refused
from hanamachi.explorer.file import BadFile, Beginnings, Line, shipped
from hanamachi.explorer.openings import SEPARATOR, Path, openings
from hanamachi.explorer.tree import Interval, Tally, next_steps
from hanamachi.locales import catalogue
from hanamachi.server.explorer.house import LEAST
from hanamachi.server.protocol.explorer import (
    ExplorerHouse,
    ExplorerInterval,
    ExplorerLabelled,
    ExplorerMade,
    ExplorerOpenings,
    ExplorerRow,
    ExplorerTally,
)

LOG = logging.getLogger(__name__)


class Shelf:
    """The files of all games. A game whose file is damaged has none, and `damaged` names it."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.files: dict[str, Beginnings] = {}
        self.damaged: set[str] = set()
        for name in openings():
            try:
                found = shipped(games[name])
            except (BadFile, OSError) as error:
                LOG.error("%s; the server starts without them", error)
                self.damaged.add(name)
                continue
            if found:
                self.files[name] = found


def openings_after(
    game: Game, shelf: Shelf, house: Sequence[Line], waiting: int, setting: int, path: Path, lang: str
) -> ExplorerOpenings:
    """Return what was played after these steps. Refuse steps that were never played."""
    subject, found = openings()[game.name], shelf.files.get(game.name)
    if not 0 <= setting < len(subject.settings):
        raise Refused("no_setting", most=len(subject.settings))
    words = game.text.words(lang)
    lines = found.lines if found else ()
    starter = subject.by_starter(path)
    played = [next_steps(of, setting, path, starter=starter) for of in (lines, house)]
    shown = {step: tally for step, tally in played[1].items() if tally.games >= LEAST}
    whole = [sum(tally.games for tally in each.values()) for each in played]
    rows = [
        ExplorerRow(
            step,
            subject.label(step, words),
            told(played[0].get(step), whole[0]),
            told(shown.get(step), whole[1]),
            goes_on((*lines, *house), setting, (*path, step)),
        )
        for step in (*played[0], *(each for each in shown if each not in played[0]))
    ]
    if path and not rows:  # of what few played here nothing is told
        raise Refused("no_such_steps")
    return ExplorerOpenings(
        game=game.name,
        setting=setting,
        settings=[setting_named(game, place, lang) for place in range(len(subject.settings))],
        note=words("explorer.note"),
        path=[ExplorerLabelled(step, subject.label(step, words)) for step in path],
        starter=starter,
        rows=rows,
        made=made(found, setting) if found else None,
        damaged=game.name in shelf.damaged,
        house=ExplorerHouse(sum(line.games for line in house if line.setting == setting), waiting, LEAST),
    )


def goes_on(lines: Iterable[Line], setting: int, path: Path) -> bool:
    """Return whether steps after these were played."""
    begun = SEPARATOR.join(path) + SEPARATOR
    return any(line.setting == setting and line.path.startswith(begun) for line in lines)


def told(tally: Tally | None, of: int) -> ExplorerTally | None:
    if tally is None:
        return None
    lead = tally.leads
    return ExplorerTally(tally.games, tally.games / of, interval(tally.won), interval(lead) if lead else None)


def interval(found: Interval) -> ExplorerInterval:
    return ExplorerInterval(found.mean, found.low, found.high)


def made(found: Beginnings, setting: int) -> ExplorerMade:
    head = found.header
    games = sum(line.games for line in found.lines if line.setting == setting)
    return ExplorerMade(head.opens, head.plays_on, head.version, games)


def setting_named(game: Game, place: int, lang: str) -> str:
    """Name a setting by the choices that it makes."""
    words, options = game.text.words(lang), openings()[game.name].settings[place].options
    said = [words(f"option.{name}.{value}") for name, value in options.items()]
    return ", ".join(said) or catalogue("house")(lang)("explorer.usual")
