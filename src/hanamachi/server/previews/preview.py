"""Word the previews of links: a title, a sentence and what the picture shows."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from hanamachi.core.game import NATURE, State
from hanamachi.core.words import Name, Words
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.pictures.picture import Picture
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, Snapshot
from hanamachi.server.tables.players import names_in


class Place(Struct, frozen=True):
    """What a link leads to, by the words of its address: t/TABLE, r/TABLE, study/STUDY/AT,
    puzzles/GAME/PUZZLE."""

    kind: str
    id: str
    at: str = ""


class Preview(Struct, frozen=True):
    title: str
    description: str
    picture: Picture


def place_of(path: str) -> Place | None:
    """Return what the path of a page leads to, if it can have a preview."""
    match path.strip("/").split("/"):
        case ["t" | "r" as kind, id_, *_]:
            return Place(kind, id_)
        case ["study", id_, *at]:
            return Place("study", id_, "".join(at[:1]))
        case ["puzzles", _, id_]:
            return Place("puzzles", id_)
    return None


def is_private(setup: Setup) -> bool:
    """Return True for a table of which only its game and its host's name are told."""
    return not setup.public or not setup.spectators or setup.lesson is not None


def private_table(stored: StoredTable, lang: str) -> Preview:
    """Return what is told of a private table, whatever becomes of it."""
    who = host_name(stored.setup, stored.seats, lang)
    house = catalogue("house")(lang)
    title = house("preview.table_of", who=Name(who)) if who else ""
    return worded(stored.setup.game, title, "", lang)


def host_name(setup: Setup, seats: tuple[SeatHolder, ...], lang: str) -> str:
    held = (name for name, seat in zip(names_in(seats, lang), seats, strict=True) if seat.guest == setup.host)
    return next(held, "") if setup.host else ""


def public_table(snapshot: Snapshot, lang: str, *, replay: bool) -> Preview:
    """Return what is told of a public table. A finished game is shown at its beginning, so that neither its
    result nor its length is told."""
    house = catalogue("house")(lang)
    if not isinstance(snapshot, Playing):
        return waiting_table(snapshot.setup, snapshot.seats, lang)
    over = replay or snapshot.table.result is not None
    state = opening(snapshot.table.log.states) if over else snapshot.table.state
    said = house("preview.replay" if over else "preview.game")
    names = names_in(snapshot.seats, lang)
    return worded(snapshot.setup.game, between(names), said, lang, names, state)


def waiting_table(setup: Setup, seats: tuple[SeatHolder, ...], lang: str) -> Preview:
    house, free = catalogue("house")(lang), sum(held.kind == "open" for held in seats)
    who = host_name(setup, seats, lang)
    title = house("preview.table_of", who=Name(who)) if who else ""
    return worded(setup.game, title, house.count("preview.free", free) if free else "", lang)


def between(names: Sequence[str]) -> str:
    return " – ".join(names)


def opening(states: Sequence[State]) -> State:
    """Return the first state in which a player decides."""
    return next((state for state in states if state.actor not in (None, NATURE)), states[0])


def worded(
    game: str,
    title: str,
    said: str,
    lang: str,
    names: Sequence[str] = (),
    state: State | None = None,
) -> Preview:
    """Return a preview with the gallery's view of a state, or without a board."""
    view = None if state is None else msgspec.Raw(msgspec.json.encode(state.view(None)))
    return pictured(game, title, said, lang, names, view)


def pictured(
    game: str, title: str, said: str, lang: str, names: Sequence[str], view: msgspec.Raw | None
) -> Preview:
    words = words_of(game, lang)
    lines = tuple(line for line in (title, said) if line)
    picture = Picture(game=game, lines=lines, names=tuple(names), view=view, lang=lang)
    return Preview(" · ".join(filter(None, (words("name"), title))), said or words("about"), picture)


def words_of(game: str, lang: str) -> Words:
    return GAMES[game].text.words(lang)
