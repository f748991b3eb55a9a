"""Return the state behind a view: in Okiya there is only one."""

from random import Random

from hanamachi.core.game import NATURE
from hanamachi.games.okiya.moves import AnyStep, Beginning, Laying, Scoring, Taking
from hanamachi.games.okiya.pieces import TILES
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.view import OkiyaView


def imagine(view: OkiyaView, _rng: Random) -> State:
    return State(
        todo=agenda(view),
        options=view.options,
        starter=view.starter,
        layout=view.layout,
        geishas=view.geishas,
        last=view.last,
        rounds=view.rounds,
    )


def agenda(view: OkiyaView) -> tuple[AnyStep, ...]:
    if view.outcome:
        return ()
    if view.starter is None:
        return (Beginning(NATURE),)
    if view.scoring:
        return (Scoring(NATURE, view.scoring),)
    if view.prompt:
        return (Taking(view.prompt.seat),)
    return (*(Laying(NATURE) for _ in range(len(TILES) - len(view.layout))), Taking(view.starter))
