"""Work of the explorer that runs in a process of a pool. Arguments are small, results are bytes or small."""

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from hanamachi.core.game import NATURE
from hanamachi.core.log import MOVES
from hanamachi.core.options import choose, chosen
from hanamachi.core.words import Refusal
from hanamachi.explorer.exact import Walked, any_layout
from hanamachi.explorer.making import Begun, ended
from hanamachi.explorer.openings import SEPARATOR, Decision, openings
from hanamachi.games import GAMES
from hanamachi.server.protocol.explorer import ExplorerMove, ExplorerPlace, ExplorerStep, ExplorerWalk
from hanamachi.server.protocol.messages import encode
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.model import Playing


def walk(game: str, given: dict[str, str], layout: str, steps: Sequence[str], lang: str) -> bytes:
    """Return the position at the end of a walk as JSON. Without a layout a start is drawn at random."""
    rules = GAMES[game]
    options = choose(rules.options, dict(given))
    here = Walked(rules, options, layout or any_layout(rules, Random()), steps, lang)
    return encode(
        ExplorerWalk(
            game=game,
            layout=here.layout,
            options=chosen(options),
            names=[str(name) for name in here.names],
            seat=here.seat,
            view=msgspec.Raw(msgspec.json.encode(here.view)),
            words=here.table,
            end=here.end,
            moves=[
                ExplorerMove(rules.text.write(move), here.named(move), value, value == here.worths[0][1])
                for move, value in here.worths
            ],
            path=[
                ExplorerStep(seat, rules.text.write(move), here.label(number), value, best)
                for number, (seat, move, value, best) in enumerate(here.taken())
            ],
            turns={name: ExplorerPlace(to.layout, to.moves) for name, to in here.turned().items()},
        )
    )


def begun(tables: Sequence[StoredTable]) -> list[Begun | None]:
    """Return how these games began; None for a game that does not count."""
    return [begun_of(stored) for stored in tables]


def begun_of(stored: StoredTable) -> Begun | None:
    """Return how a game began, if spectators could see it and it was played from its start to its end."""
    try:
        snapshot = rehydrate(stored, GAMES)
    except Refusal:
        return None
    if not isinstance(snapshot, Playing) or snapshot.damaged or not counts(snapshot):
        return None
    outcome = snapshot.table.state.outcome()
    subject = openings()[snapshot.setup.game]
    setting = subject.setting_of(snapshot.table.options)
    taken = list(decisions(snapshot))
    path = subject.path(taken)
    if outcome is None or setting is None or path is None or len(outcome.points) != len(snapshot.seats):
        return None
    starter = taken[0][0].actor
    assert starter is not None
    return Begun(setting, SEPARATOR.join(path), *ended(outcome, starter))


def counts(snapshot: Playing) -> bool:
    """Return whether a game is public, and began as games do."""
    setup = snapshot.setup
    shown = setup.spectators and (setup.public or setup.rated)
    return shown and not setup.lesson and setup.layout is None and not setup.taken_over


def decisions(snapshot: Playing) -> Iterator[Decision]:
    """Yield the decisions that stand."""
    log = snapshot.table.log
    for seq in log.stands:
        row = log.rows[seq]
        if isinstance(row, MOVES) and row.seat != NATURE:
            yield log.states[seq], row.move
