"""The rules of Okiya, O1 to O13: two houses place geishas in the emperor's garden."""

from collections.abc import Sequence

from msgspec.structs import replace

from hanamachi.core.game import (
    NATURE,
    Agenda,
    IllegalMove,
    Move,
    Outcome,
    Seat,
    Universe,
    Veiled,
    ranking,
)
from hanamachi.core.options import OptionError
from hanamachi.games.okiya.moves import (
    AnyStep,
    Begin,
    Beginning,
    Lay,
    Laying,
    Options,
    Score,
    Scoring,
    Square,
    Take,
    Taking,
    Tile,
)
from hanamachi.games.okiya.pieces import (
    BOXES_AT,
    CENTRE,
    GARDEN,
    LINES_AT,
    MATCHING,
    SERIES,
    SQUARES,
    TILES,
    matches,
)
from hanamachi.games.okiya.view import OkiyaView, veil, view

TAKE = tuple(Take(square) for square in SQUARES)
LAY = tuple(Lay(tile) for tile in TILES)


class State(Agenda, frozen=True):
    todo: tuple[AnyStep, ...]
    options: Options
    starter: Seat | None = None
    layout: tuple[Tile, ...] = ()
    geishas: tuple[int, int] = (0, 0)  # each seat's squares, as bits
    last: Square | None = None  # where the tile just removed lay
    rounds: tuple[Score, ...] = ()

    @property
    def round(self) -> int:
        return len(self.rounds) + 1

    def moves(self) -> Sequence[Move]:
        match self.todo[:1]:
            case (Taking(),):
                return [TAKE[square] for square in self.legal()]
            case _:
                return [move for move, _ in self.odds()]

    def legal(self) -> list[Square]:
        if self.last is None:
            return [square for square in SQUARES if not CENTRE >> square & 1]  # O4
        taken = self.geishas[0] | self.geishas[1]
        fits = MATCHING[self.layout[self.last]]  # O6
        return [at for at, tile in enumerate(self.layout) if fits[tile] and not taken >> at & 1]

    def odds(self) -> Sequence[tuple[Move, int]]:
        match self.todo[:1]:
            case (Beginning(),):
                return [(Begin(0), 1), (Begin(1), 1)]  # O3
            case (Laying(),):
                return [(LAY[tile], 1) for tile in TILES if tile not in self.layout]  # O2
            case (Scoring(score=score),):
                return [(score, 1)]
            case _:
                return ()

    def answer(self, move: Move) -> "State":
        match self.todo[:1], move:
            case (Taking(seat=seat),), Take(square=square):
                self._check(square)
                return self._take(seat, square)
            case (Beginning(),), Begin(starter=starter) if starter in (0, 1):
                return self._set_up(starter)
            case (Laying(),), Lay(tile=tile) if tile in TILES and tile not in self.layout:
                return replace(self, todo=self.todo[1:], layout=(*self.layout, tile))
            case (Scoring(score=score),), Score() if move == score:
                return self._scored(score)
            case (), _:
                raise IllegalMove("over", self._final_rule())
            case _:
                raise IllegalMove("not_now", "O5")

    def _set_up(self, starter: Seat) -> "State":
        steps: tuple[AnyStep, ...] = (*[Laying(NATURE) for _ in TILES], Taking(starter))
        return State(steps, self.options, starter, rounds=self.rounds)

    def _check(self, square: Square) -> None:
        if square not in SQUARES:
            raise IllegalMove("no_square", "O2")
        if (self.geishas[0] | self.geishas[1]) >> square & 1:
            raise IllegalMove("taken", "O5", square=f"@square.{square}")
        if self.last is None:
            if CENTRE >> square & 1:
                raise IllegalMove("centre", "O4", square=f"@square.{square}")
        elif not matches(self.layout[square], self.layout[self.last]):
            tile, removed = self.layout[square], self.layout[self.last]
            raise IllegalMove("no_match", "O6", tile=f"@tile.{tile}", removed=f"@tile.{removed}")

    def _take(self, seat: Seat, square: Square) -> "State":
        mine = self.geishas[seat] | 1 << square
        geishas = (mine, self.geishas[1]) if seat == 0 else (self.geishas[0], mine)
        taken = replace(self, todo=(Taking(1 - seat),), geishas=geishas, last=square)
        score = taken._verdict(seat, square)
        return replace(taken, todo=(Scoring(NATURE, score),)) if score else taken

    def _verdict(self, seat: Seat, square: Square) -> Score | None:
        """Return the score if `seat` ended the round by this square, or None while it goes on."""
        mine, taken = self.geishas[seat], self.geishas[0] | self.geishas[1]
        left = len(SQUARES) - taken.bit_count()
        if any(mine & line == line for line in LINES_AT[square]):
            return Score(seat, "O7", left)
        if any(mine & box == box for box in BOXES_AT[square]):
            return Score(seat, "O8", left)
        if taken == GARDEN:
            return Score(None if self.options.full_board == "draw" else seat, "O10", left)
        if not self.legal():
            return Score(seat, "O9", left)
        return None

    def _scored(self, score: Score) -> "State":
        after = replace(self, todo=(), rounds=(*self.rounds, score))
        if after._decided():
            return after
        assert self.starter is not None
        loser = 1 - (self.starter if score.winner is None else score.winner)  # O3, O10
        return after._set_up(loser)

    def wins(self) -> tuple[int, int]:
        """Return the rounds won by each seat."""
        first, second = (sum(score.winner == seat for score in self.rounds) for seat in (0, 1))
        return first, second

    def points(self) -> tuple[int, int]:
        """Return each seat's points: the winner of a round scores the tiles still in the garden (O13)."""
        first, second = (
            sum(score.points for score in self.rounds if score.winner == seat) for seat in (0, 1)
        )
        return first, second

    def _decided(self) -> bool:
        if self.options.match == "single":
            return True  # O11
        if self.options.match == "series":
            return SERIES in self.wins()  # O12
        return max(self.points()) >= self.options.target  # O13

    def _final_rule(self) -> str:
        return {"single": self.rounds[-1].rule, "series": "O12", "points": "O13"}[self.options.match]

    def outcome(self) -> Outcome | None:
        if self.todo:
            return None
        points = self.points() if self.options.match == "points" else self.wins()
        ranks = ranking(points)
        winners = () if ranks == (1, 1) else (ranks.index(1),)
        return Outcome(points, ranks, winners, self._final_rule())

    def view(self, seat: Seat | None) -> OkiyaView:
        return view(self, seat)

    def veil(self, move: Move, _seat: Seat | None) -> Move | Veiled:
        return veil(move)


def start(_seats: int, options: Options) -> State:
    if options.match != "points" and options.target != Options().target:
        raise OptionError("target_without_points")
    return State((Beginning(NATURE),), options)


def universe(_seats: int, _options: Options) -> Universe:
    begin = (Begin(0), Begin(1))
    won = [
        Score(seat, rule, left)
        for seat in (0, 1)
        for rule in ("O7", "O8", "O9")
        for left in range(len(TILES))
    ]
    full = [Score(winner, "O10", 0) for winner in (None, 0, 1)]
    return Universe(TAKE, (*begin, *LAY, *won, *full))


def bound(_seats: int, options: Options) -> int | None:
    """Return the most plies. A round has 16 tiles to lay, at most 16 to take, and a score."""
    a_round = 2 * len(TILES) + 1
    if options.match == "single":
        return 1 + a_round
    if options.match == "series" and options.full_board == "last_mover":
        return 1 + (2 * SERIES - 1) * a_round
    return None  # draws, and full boards that score nothing, can go on for ever


def pieces(state: State) -> list[int]:
    """Return the tiles, laid or not. A removed tile stays in the layout."""
    unlaid = [tile for tile in TILES if tile not in state.layout]
    return sorted([*state.layout, *unlaid])
