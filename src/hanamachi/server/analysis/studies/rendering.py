"""Show a study: its tree, the frames of a branch, what can be done at a moment. Runs in a process.

What is shown through a seat's eyes follows from its story: views, veiled moves, and the moves of this seat
alone. With all cards open everything is shown.
"""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from hanamachi.core.game import NATURE, Game, Move, Seat, State, Told
from hanamachi.core.log import Log, Placed
from hanamachi.core.nature import FairDice
from hanamachi.core.options import choose
from hanamachi.core.table import Refused, Table
from hanamachi.core.telling import called, choice, tell
from hanamachi.core.words import Words
from hanamachi.games import GAMES
from hanamachi.server.analysis.replay import frame
from hanamachi.server.analysis.studies.edits import eyes_of, with_names
from hanamachi.server.analysis.study_tree import retelling, tree
from hanamachi.server.analysis.study_tree.file import opened
from hanamachi.server.analysis.study_tree.public import public_moves
from hanamachi.server.analysis.study_tree.supposed import known_for, lies_for, supposed
from hanamachi.server.analysis.study_tree.tree import Node, Study
from hanamachi.server.live.broadcast.rendering import SeatRenderer, info
from hanamachi.server.protocol.messages import Choice, Frame, Line, TableInfo, encode
from hanamachi.server.protocol.studies import (
    HiddenPlace,
    StudyChoices,
    StudyLaid,
    StudyMoment,
    StudyPath,
    StudyTree,
    StudyWorld,
)
from hanamachi.server.tables.model import Playing, SeatHolder, Setup

SEED = bytes(32)  # a study throws no fair dice


class Look(Struct, frozen=True):
    """How a study is looked at: its JSON, the present names of its players, whose eyes, which language."""

    data: bytes
    names: tuple[str, ...]
    eyes: str
    lang: str


class Card(Struct, frozen=True):
    """What is known of a study besides its tree."""

    id: str
    name: str
    revision: int
    mine: bool
    shared: bool
    table: str | None


class Seen(Struct, frozen=True):
    """A study, opened for some eyes."""

    study: Study
    game: Game
    seat: Seat | None
    lang: str

    @property
    def openly(self) -> bool:
        return self.seat is None

    def playing(self, log: Log) -> Playing:
        """Return a branch as a table that is played."""
        study, game = self.study, self.game
        setup = Setup(
            format=2,
            game=game.name,
            version=game.version,
            options=dict(study.options),
            host="",
            seed=SEED.hex(),
        )
        held = tuple(SeatHolder("guest", name, words="") for name in study.seats)
        words = ("",) * len(study.seats)
        options = choose(game.options, dict(study.options))
        table = Table(game, study.seats, options, SEED, words, log, FairDice(SEED))
        return Playing(setup, held, table)

    def renderer(self, log: Log) -> SeatRenderer:
        return SeatRenderer(self.playing(log), self.seat, self.lang, openly=self.openly)


def seen(look: Look) -> Seen:
    """Open a study for its reader."""
    study = with_names(opened(look.data, GAMES), look.names)
    return Seen(study, GAMES[study.game], eyes_of(look.eyes, len(study.seats)), look.lang)


def table_at(look: Look, at: int) -> Table:
    """Return the table at a moment of a study."""
    here = seen(look)
    return here.playing(tree.fold(here.study, here.game, tree.line_to(here.study, at))).table


# The tree.


def tree_of(look: Look, card: Card) -> bytes:
    """Return a study as its reader sees it."""
    here = seen(look)
    trunk = tree.fold(here.study, here.game, here.study.trunk)
    moments = [*trunk_moments(here, trunk), *branch_moments(here, trunk)]
    return encode(
        StudyTree(
            id=card.id,
            name=card.name,
            revision=card.revision,
            mine=card.mine,
            shared=card.shared,
            table=card.table,
            info=about(here, trunk),
            moments=moments,
            picture=here.study.picture,
            older=len(here.study.older),
        )
    )


def about(here: Seen, log: Log) -> TableInfo:
    return info("", here.playing(log), here.lang)


def trunk_moments(here: Seen, log: Log) -> Iterator[StudyMoment]:
    remarks = {remark.id: remark for remark in here.study.remarks}
    told = here.renderer(log)
    for at in range(log.seq + 1):
        said = remarks.get(at)
        yield StudyMoment(
            id=at,
            parent=at - 1,
            n=at,
            line=told.one_line(at - 1) if at else None,
            name=said.name if said else "",
            note=said.note if said else "",
            trunk=True,
        )


def branch_moments(here: Seen, trunk: Log) -> list[StudyMoment]:
    """Return the moments beside the trunk, each told with the whole branch that it is part of."""
    nodes, lines = {node.id: node for node in here.study.nodes}, dict[int, Line | None]()
    logs, parents = branch_logs(here, trunk), {node.parent for node in nodes.values()}
    for leaf in (node for node in nodes.values() if node.id not in parents):
        told, at = here.renderer(logs[leaf.id]), leaf.id
        while at in nodes and at not in lines:
            lines[at] = None if nodes[at].world else told.one_line(logs[at].seq - 1)
            at = nodes[at].parent
    words = here.game.text.words(here.lang)
    return [moment(node, logs[node.id].seq, lines[node.id], words) for node in nodes.values()]


def branch_logs(here: Seen, trunk: Log) -> dict[int, Log]:
    """Return the log up to each node. A branch goes on with the log that it leaves."""
    logs = dict[int, Log]()
    for node in here.study.nodes:
        if node.world:
            logs[node.id] = tree.fold(here.study, here.game, node.world.line)
        elif node.ply:
            before = logs.get(node.parent) or cut(trunk, node.parent)
            logs[node.id] = before.then(Placed(node.ply.seat, node.ply.move))
    return logs


def cut(log: Log, rows: int) -> Log:
    """Return the first rows of a log of placed moves."""
    return Log(log.seats, log.states[: rows + 1], log.rows[:rows], log.stands[:rows], asked=rows)


def moment(node: Node, n: int, line: Line | None, words: Words) -> StudyMoment:
    return StudyMoment(
        id=node.id,
        parent=node.parent,
        n=n,
        line=line,
        name=node.name,
        note=node.note,
        world=world(node, words),
    )


def world(node: Node, words: Words) -> StudyWorld | None:
    if node.world is None:
        return None
    told, of = node.world, node.world.of
    place = words(f"place.{told.place}") if told.place else ""
    return StudyWorld(told.eyes, place, of, words(told.card) if told.card else "")


# A branch, and a moment of it.


def path_of(look: Look, at: int) -> bytes:
    """Return the table after each move of a branch. Before a change of hidden cards they lie as they did."""
    here = seen(look)
    moments, frames, laid = tree.line_through(here.study, at), list[Frame](), dict[int, StudyLaid]()
    worlds = {node.id: node for node in here.study.nodes if node.world}
    begins = [0, *(place for place, moment in enumerate(moments) if moment in worlds)]
    for begin, end in zip(begins, [*begins[1:], len(moments)], strict=True):
        last = worlds[moments[end]].parent if end < len(moments) else moments[-1]
        line = tree.line_to(here.study, last)
        log = tree.fold(here.study, here.game, line)
        told = here.renderer(log)
        frames += [frame(told, seq, everybody=here.openly) for seq in range(begin, end)]
        if moments[begin] in worlds:
            laid |= laid_in(here, worlds[moments[begin]], moments[begin:end], log, line)
    return encode(StudyPath(frames, list(moments), log.result, laid))


def laid_in(
    here: Seen, node: Node, moments: Sequence[int], log: Log, line: Sequence[tree.Ply]
) -> dict[int, StudyLaid]:
    """Return the card that was changed, at each moment since at which these eyes see it or know of it."""
    world, game = node.world, here.game
    assert world is not None
    states, since = log.states[len(world.line) :], line[len(world.line) :]
    if here.seat == world.eyes:
        last = known_for(game, world, states, since)
    else:
        last = lies_for(game, world, states) if here.seat in (None, world.of) else -1
    if last < 0:
        return {}
    assert game.hidden is not None
    card = StudyLaid(world.place, world.of, game.hidden.cards.index(world.card))
    return dict.fromkeys(moments[: last + 1], card)


def board_of(look: Look, at: int) -> bytes:
    """Return the view of a moment; with all cards open, the gallery's."""
    return encode(table_at(look, at).state.view(seen(look).seat))


def choices_of(look: Look, at: int) -> bytes:
    """Return what can be done at a moment."""
    here = seen(look)
    log = tree.fold(here.study, here.game, tree.line_to(here.study, at))
    state, told = log.state, here.renderer(log)
    known = here.openly or not here.game.secrets or state.actor == here.seat
    public = here.seat is not None and not known and public_moves(here.game, state, here.seat)
    prompt = state.view(here.seat).prompt
    hidden = [] if here.seat is None else hidden_places(here, state)
    return encode(
        StudyChoices(
            at,
            state.actor,
            told.asks(prompt) if prompt else "",
            choices(here, state) if known or public else [],
            hidden,
            closed=not (known or public) and state.actor not in (None, NATURE),
            counted=here.seat is not None
            and here.seat == state.actor
            and bool(supposed(here.study, here.game, at, here.seat)),
        )
    )


def choices(here: Seen, state: State) -> list[Choice]:
    """Return every legal move, and every outcome of chance."""
    game, seat, names = here.game, state.actor, called(here.study.seats)
    words, view = game.text.words(here.lang), state.view(seat_shown(here, seat))

    def named(move: Move) -> str:
        if seat is None or seat == NATURE:
            return tell(game, Told(NATURE, move), words, names).removesuffix(".")
        return choice(game, view, seat, move, words, names)

    return [Choice(move, game.text.write(move), named(move)) for move in state.moves()]


def seat_shown(here: Seen, seat: Seat | None) -> Seat | None:
    """Return the seat whose view names the moves of another: its own, unless some eyes must not see that."""
    other = here.seat is not None and here.game.secrets
    return None if seat == NATURE else here.seat if other else seat


def hidden_places(here: Seen, state: State) -> list[HiddenPlace]:
    assert here.seat is not None
    words = here.game.text.words(here.lang)
    return [
        HiddenPlace(
            each.place, words(f"place.{each.place}"), each.seat, {card: words(card) for card in each.cards}
        )
        for each in retelling.options(here.game, state, here.seat)
    ]


def heard(look: Look, at: int, places: Collection[int]) -> dict[int, str]:
    """Return how these eyes would hear the legal moves at some places."""
    here = seen(look)
    log = tree.fold(here.study, here.game, tree.line_to(here.study, at))
    moves, seat = log.state.moves(), log.state.actor
    assert seat is not None
    after = {place: log.then(Placed(seat, moves[place])) for place in places}
    return {place: here.renderer(then).one_line(log.seq).said for place, then in after.items()}


def decider(look: Look, at: int) -> Table:
    """Return the table at a moment with a decision. Refuse any other moment."""
    table = table_at(look, at)
    if table.state.actor is None or table.state.actor == NATURE:
        raise Refused("no_decision")
    return table
