"""What is seen in Okiya: everything. The garden is open to both houses and to the gallery."""

from typing import TYPE_CHECKING

from hanamachi.core.game import NATURE, Move, Prompt, Seat, View
from hanamachi.games.okiya.moves import Options, Score, Scoring, Square, Tile

if TYPE_CHECKING:
    from hanamachi.games.okiya.rules import State


class OkiyaView(View, frozen=True, kw_only=True):
    options: Options
    starter: Seat | None
    layout: tuple[Tile, ...]
    geishas: tuple[int, int]
    last: Square | None
    legal: tuple[Square, ...]
    scoring: Score | None
    rounds: tuple[Score, ...]
    wins: tuple[int, ...]
    points: tuple[int, ...]


def view(state: "State", seat: Seat | None) -> OkiyaView:
    first = state.todo[0] if state.todo else None
    return OkiyaView(
        seat=seat,
        prompt=prompt(state),
        outcome=state.outcome(),
        options=state.options,
        starter=state.starter,
        layout=state.layout,
        geishas=state.geishas,
        last=state.last,
        legal=() if state.actor in (None, NATURE) else tuple(state.legal()),
        scoring=first.score if isinstance(first, Scoring) else None,
        rounds=state.rounds,
        wins=state.wins(),
        points=state.points(),
    )


def prompt(state: "State") -> Prompt | None:
    if state.actor is None or state.actor == NATURE:
        return None
    if state.last is None:
        return Prompt(state.actor, "open", "O4")
    tile = state.layout[state.last]
    return Prompt(state.actor, "take", "O6", {"tile": f"@tile.{tile}"})


def veil(move: Move) -> Move:
    """Nothing is hidden in Okiya."""
    return move
