"""Puzzles of Geisha's Road: the last two turns of a round, won whatever the rival holds."""

from collections.abc import Sequence
from types import MappingProxyType

from hanamachi.bots.geishas_road.lookout import RoadLookout
from hanamachi.core.game import Move
from hanamachi.games.geishas_road.imagine import every_way
from hanamachi.games.geishas_road.rules import LAST_ROUND, State
from hanamachi.games.geishas_road.view import RoadView
from hanamachi.puzzles.certain import MOST, CertainSubject
from hanamachi.puzzles.path import Position, Setting
from hanamachi.puzzles.proof import Foresight, Proof

TOKENS = 4  # not yet used, when the end of a game begins


class RoadForesight(RoadLookout, Foresight[RoadView]):
    """Looks a turn farther than the bots do."""

    def states(self, view: RoadView) -> Sequence[State]:
        tokens = sum(map(len, view.tokens)) - (view.stage.now == "Acting")
        return every_way(view) if tokens <= 1 and view.pool <= 1 else ()


class RoadSubject(CertainSubject):
    game = "geishas_road"
    settings = (Setting(2), Setting(2, {"mode": "harder"}), Setting(2, {"mode": "advanced"}))
    levels = ("novice", "student")
    foresight = RoadForesight()
    themes = ("choose", "resolve", "offer")
    asked = MappingProxyType({"choose": ("choose", "counter"), "resolve": ("resolve", "take")})
    by_seat = (
        *("hands", "sides", "sums", "taken", "tokens", "specials", "lefts", "rights", "may_counter"),
        *("guests", "worth", "drawn", "schemed", "hid", "totals"),
    )
    seats_named = ("favours", "leads", "starter")
    a_game, endings = 4, 8

    def shares(self, position: Position, moves: Sequence[Move]) -> list[int]:
        """Return in how many of a hundred deals each move is sure to win for one who knows the cards."""
        states = self.foresight.states(position.view)
        proof = Proof(self.foresight, position.seat, MOST * len(states))
        return [100 * sum(proof.after([(state, move)]) for state in states) // len(states) for move in moves]

    def is_end(self, position: Position) -> bool:
        view: RoadView = position.view
        return view.round == LAST_ROUND and sum(map(len, view.tokens)) <= TOKENS


SUBJECT = RoadSubject()
