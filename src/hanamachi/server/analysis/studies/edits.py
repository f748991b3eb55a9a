"""Change a study: check the wish, play its moves and return the next value. Pure; runs in a process."""

from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Game, Malformed, Move, Seat
from hanamachi.core.table import Refused
from hanamachi.games import GAMES
from hanamachi.server.analysis.study_tree import retelling, tree
from hanamachi.server.analysis.study_tree.file import opened
from hanamachi.server.analysis.study_tree.public import public_moves
from hanamachi.server.analysis.study_tree.tree import Study
from hanamachi.server.chat import text
from hanamachi.server.protocol.studies import StudyEdit

OPEN = "open"
MOST_THROWS = 500  # of nature, after one move


class Edited(Struct, frozen=True):
    """A changed study as JSON, and the moment that is shown then."""

    data: bytes
    at: int


def edit(data: bytes, wish: StudyEdit, seed: int) -> Edited:
    """Return the study after a change, or refuse it. `seed`: of what is thrown."""
    study = opened(data, GAMES)
    after, at = EDITS[wish.kind](study, GAMES[study.game], wish, Random(seed))
    return Edited(msgspec.json.encode(after), at)


def keep(data: bytes, at: int, place: int, eyes: str, seed: int) -> Edited:
    """Return the study with the legal move that a bot chose."""
    study = opened(data, GAMES)
    game = GAMES[study.game]
    state = tree.fold(study, game, tree.line_to(study, at)).state
    moves = list(state.moves())
    if state.actor is None or place >= len(moves):
        raise Refused("answer_forgotten")
    after, kept = tree.joined(study, at, tree.Ply(state.actor, moves[place]))
    if eyes_of(eyes, len(study.seats)) is not None:
        after, kept = thrown(after, game, kept, Random(seed))
    return Edited(msgspec.json.encode(after), kept)


def eyes_of(eyes: str, seats: int) -> Seat | None:
    """Return the seat through whose eyes a study is seen; None: all cards are open."""
    if eyes == OPEN:
        return None
    seat = int(eyes) if eyes.isdecimal() and len(eyes) < 3 else -1
    if not 0 <= seat < seats:
        raise Refused("no_seat")
    return seat


def play(study: Study, game: Game, wish: StudyEdit, rng: Random) -> tuple[Study, int]:
    """Make a move. Through a seat's eyes chance follows at once: its outcomes would tell what is hidden."""
    eyes = eyes_of(wish.eyes, len(study.seats))
    try:
        move: Move = msgspec.convert(wish.move, game.move)
    except msgspec.ValidationError as error:
        raise Malformed(wish.move) from error
    if eyes is not None and wish.seat != eyes and game.secrets:
        state = tree.fold(study, game, tree.line_to(study, wish.at)).state
        if wish.seat != state.actor or move not in public_moves(game, state, eyes):
            raise Refused("not_these_eyes")
    after, at = tree.added(study, game, wish.at, -2 if wish.seat is None else wish.seat, move)
    return (after, at) if eyes is None and game.secrets else thrown(after, game, at, rng)


def throw(study: Study, game: Game, wish: StudyEdit, rng: Random) -> tuple[Study, int]:
    """Throw the dice of nature, up to the next decision."""
    return thrown(study, game, wish.at, rng)


def thrown(study: Study, game: Game, at: int, rng: Random) -> tuple[Study, int]:
    state = tree.fold(study, game, tree.line_to(study, at)).state
    for _ in range(MOST_THROWS):
        if state.actor != NATURE:
            break
        move: Any = state.draw(rng)
        study, at = tree.joined(study, at, tree.Ply(NATURE, move))
        state = state.answer(move)
    return study, at


def name(study: Study, _game: Game, wish: StudyEdit, _rng: Random) -> tuple[Study, int]:
    return tree.remarked(study, wish.at, name=said(wish.text, tree.NAME)), wish.at


def note(study: Study, _game: Game, wish: StudyEdit, _rng: Random) -> tuple[Study, int]:
    return tree.remarked(study, wish.at, note=said(wish.text, tree.NOTE)), wish.at


def said(wanted: str, most: int) -> str:
    """Return what somebody typed, by the rules of talk. Nothing takes a text away."""
    return text.line(wanted, most) if wanted.strip() else ""


def delete(study: Study, _game: Game, wish: StudyEdit, _rng: Random) -> tuple[Study, int]:
    parent = tree.parent_of(study, wish.at)
    return tree.without(study, wish.at), parent or 0


def change_card(study: Study, game: Game, wish: StudyEdit, _rng: Random) -> tuple[Study, int]:
    """Lay another card into a hidden place."""
    eyes, line = seat_that_looks(study, wish), tree.line_to(study, wish.at)
    world = retelling.changed(study, game, line, eyes, wish.place, wish.seat, wish.card)
    return tree.with_world(study, wish.at, world)


def deal_again(study: Study, game: Game, wish: StudyEdit, rng: Random) -> tuple[Study, int]:
    """Deal again what a seat cannot know."""
    eyes, line = seat_that_looks(study, wish), tree.line_to(study, wish.at)
    if game.hidden is None:
        raise Refused("nothing_hidden")
    return tree.with_world(study, wish.at, retelling.dealt_again(study, game, line, eyes, rng))


def choose_picture(study: Study, _game: Game, wish: StudyEdit, _rng: Random) -> tuple[Study, int]:
    """Choose whose eyes the picture of the study's link has."""
    if wish.seat is not None and not 0 <= wish.seat < len(study.seats):
        raise Refused("no_seat")
    return replace(study, picture=wish.seat), wish.at


def seat_that_looks(study: Study, wish: StudyEdit) -> Seat:
    eyes = eyes_of(wish.eyes, len(study.seats))
    if eyes is None:
        raise Refused("eyes_of_nobody")
    return eyes


EDITS = {
    "move": play,
    "throw": throw,
    "name": name,
    "note": note,
    "delete": delete,
    "card": change_card,
    "again": deal_again,
    "picture": choose_picture,
}


def with_names(study: Study, names: tuple[str, ...]) -> Study:
    """Return a study with the present names of its players."""
    return replace(study, seats=names) if len(names) == len(study.seats) else study
