"""Build a view of Okiya: all is public, for both houses and for spectators."""

from functools import lru_cache
from typing import TYPE_CHECKING

from hanamachi.core.game import NATURE, Move, Prompt, Seat, View
from hanamachi.games.okiya.layout import encode
from hanamachi.games.okiya.moves import Options, Score, Scoring, Square, Tile
from hanamachi.games.okiya.pieces import BOXES_AT, GEISHAS, LINES_AT, MATCHING, SERIES, SQUARES, TILES

if TYPE_CHECKING:
    from hanamachi.games.okiya.rules import State


class OkiyaView(View, frozen=True, kw_only=True):
    options: Options
    round: int  # of the match, from 1
    series: int  # rounds that win a match by rounds (O12)
    starter: Seat | None
    layout: tuple[Tile, ...]
    geishas: tuple[int, int]
    left: tuple[int, int]  # geishas that each house has not placed
    last: Square | None
    legal: tuple[Square, ...]
    answers: tuple[int, ...]  # for each legal square, the squares that could be taken after it, as bits
    scoring: Score | None
    four: tuple[Square, ...]  # the finished rows and squares of a round that was just won
    rounds: tuple[Score, ...]
    wins: tuple[int, ...]
    points: tuple[int, ...]
    code: str  # of a whole layout


def view(state: "State", seat: Seat | None) -> OkiyaView:
    first = state.todo[0] if state.todo else None
    scoring = first.score if isinstance(first, Scoring) else None
    legal = () if state.actor in (None, NATURE) else tuple(state.legal())
    return OkiyaView(
        seat=seat,
        prompt=prompt(state),
        outcome=state.outcome(),
        options=state.options,
        round=len(state.rounds) + bool(state.todo),
        series=SERIES,
        starter=state.starter,
        layout=state.layout,
        geishas=state.geishas,
        left=(GEISHAS - state.geishas[0].bit_count(), GEISHAS - state.geishas[1].bit_count()),
        last=state.last,
        legal=legal,
        answers=answers(state, legal),
        scoring=scoring,
        four=four(state) if scoring or not state.todo else (),
        rounds=state.rounds,
        wins=state.wins(),
        points=state.points(),
        code=code(state.layout),
    )


def answers(state: "State", legal: tuple[Square, ...]) -> tuple[int, ...]:
    """Return for each of these squares the free tiles that share a sign with it (O6)."""
    if not legal:
        return ()
    free, matching = ~(state.geishas[0] | state.geishas[1]), matching_squares(state.layout)
    return tuple(matching[square] & free for square in legal)


@lru_cache(1024)
def matching_squares(layout: tuple[Tile, ...]) -> tuple[int, ...]:
    """Return for each square the other squares whose tiles share a sign with it, as bits."""
    return tuple(
        sum(1 << at for at in SQUARES if at != square and MATCHING[tile][layout[at]])
        for square, tile in enumerate(layout)
    )


def four(state: "State") -> tuple[Square, ...]:
    """Return the geishas of the pattern that ended the round (O7, O8)."""
    shapes = () if state.last is None else (*LINES_AT[state.last], *BOXES_AT[state.last])
    lit = [shape for mine in state.geishas for shape in shapes if mine & shape == shape]
    return tuple(at for at in SQUARES if any(shape >> at & 1 for shape in lit))


@lru_cache(1024)
def code(layout: tuple[Tile, ...]) -> str:
    return encode(layout) if len(layout) == len(TILES) else ""


def prompt(state: "State") -> Prompt | None:
    if state.actor is None or state.actor == NATURE:
        return None
    if state.last is None:
        return Prompt(state.actor, "open", "O4")
    tile = state.layout[state.last]
    return Prompt(state.actor, "take", "O6", {"tile": f"@tile.{tile}"})


def veil(move: Move) -> Move:
    """Return the move as it is: nothing is hidden in Okiya."""
    return move
