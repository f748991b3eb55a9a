"""Count how often bots miss provable wins and losses, in positions from weak and strong play.

A lookout proves the end of a game by the rules engine alone (bots/certain.py). Every level is asked in each
position where a move can be a proved mistake, and its misses are counted.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from hanamachi.bots import ladder_of, make_bot
from hanamachi.bots.bot import Bot, M
from hanamachi.bots.certain import Lookout
from hanamachi.bots.geishas_road import student as road_student
from hanamachi.bots.geishas_road.lookout import RoadLookout
from hanamachi.bots.hanamikoji import student as hanamikoji_student
from hanamachi.bots.hanamikoji.lookout import HanamikojiLookout
from hanamachi.bots.mai_star import student as mai_star_student
from hanamachi.bots.mai_star.levels import MASTER, Leaner
from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.core.game import NATURE, Move, Seat, Told
from hanamachi.core.options import choose
from hanamachi.games import GAMES
from hanamachi.games.mai_star.moves import Choosing, Starting
from hanamachi.games.mai_star.pieces import ROUNDS
from hanamachi.games.mai_star.table import Result
from hanamachi.games.okiya.imagine import imagine as okiya_imagine
from hanamachi.games.okiya.moves import Scoring


class OkiyaLookout(Lookout[Any]):
    """Proves what the next two moves decide: a win at once, and a move that gives the rival none. Nothing is
    hidden in Okiya, but only `perfect` sees all of it."""

    def states(self, view: Any) -> Sequence[Any]:
        return (okiya_imagine(view, random.Random(0)),)

    def settled(self, state: Any, seat: Seat) -> float | None:
        step = state.todo[0]
        if not isinstance(step, Scoring):
            return None
        return 0.5 if step.score.winner is None else float(step.score.winner == seat)

    def best(self, view: Any, moves: Sequence[M]) -> Sequence[M]:
        (state,) = self.states(view)
        after = {move: state.play(move) for move in moves}
        worth = {move: self.settled(then, state.actor) for move, then in after.items()}
        won = [move for move in moves if worth[move] == 1.0]
        safe = [move for move in moves if worth[move] is not None or not self.lost(after[move], state.actor)]
        return won or safe or moves

    def lost(self, state: Any, seat: Seat) -> bool:
        return any(self.settled(state.play(move), seat) == 0.0 for move in state.moves())


LOOKOUTS: dict[str, Lookout[Any]] = {
    "okiya": OkiyaLookout(),
    "hanamikoji": HanamikojiLookout(),
    "geishas_road": RoadLookout(),
    "mai_star": MaiStarLookout(),
}
FROZEN: dict[str, Any] = {
    "hanamikoji": hanamikoji_student.student,
    "geishas_road": road_student.student,
    "mai_star": mai_star_student.student,
}
OPTIONS: dict[str, Sequence[dict[str, Any]]] = {
    "okiya": [{}],
    "hanamikoji": [{}, {"rounds": "until_won"}, {"box": "small"}],
    "geishas_road": [{"mode": mode} for mode in ("basic", "harder", "advanced")],
    "mai_star": [{}, {"management": True}, {"limited_guests": "at_once"}],
}
BEFORE = 25  # points that a seat of Mai-Star may have from the festivals before the last one


def player(name: str, dice: random.Random) -> Bot[Any]:
    """Return a weak or strong bot. Mai-Star's strong ones have only a hundredth of the master's playouts."""
    level, seed = dice.choice(("random", "novice", "student")), dice.getrandbits(40)
    hurried = name == "mai_star" and level == "student"
    return Leaner(seed, MASTER // 100) if hurried else make_bot(name, level, seed)


def beginning(name: str, seats: int, options: Any, dice: random.Random) -> Any:
    """Return the start; of Mai-Star the last festival after a random standing, because nothing is provable
    before."""
    state: Any = GAMES[name].start(seats, options)
    if name != "mai_star":
        return state
    while isinstance(state.todo[0], Starting | Choosing):
        state = state.play(state.draw(dice) if state.actor == NATURE else dice.choice(state.moves()))
    nothing, points = (0,) * seats, tuple(dice.randint(0, BEFORE) for _ in range(seats))
    results = (Result("M27", nothing, points, nothing, points), Result("M27", *[nothing] * 4))
    return replace(state, round=ROUNDS, results=results)


class Position(NamedTuple):
    view: Any
    moves: Sequence[Move]
    story: list[Told]
    right: Sequence[Move]


def decisions(name: str, number: int) -> Iterator[tuple[Any, list[Told]]]:
    """Yield every choice of a game, with the deciding seat's story."""
    game, dice = GAMES[name], random.Random(f"sure things {name} {number}")
    seats = dice.randint(*(game.seats[0], game.seats[-1]))
    options = choose(game.options, OPTIONS[name][number % len(OPTIONS[name])])
    bots = [player(name, dice) for _ in range(seats)]
    heard: list[list[Told]] = [[] for _ in bots]
    state = beginning(name, seats, options, dice)
    while (seat := state.actor) is not None:
        if seat == NATURE:
            move = state.draw(dice)
        else:
            if len(state.moves()) > 1:
                yield state, heard[seat]
            move = bots[seat].choose(state.view(seat), state.moves(), heard[seat])
        for each, told in enumerate(heard):
            told.append(Told(seat, state.veil(move, each)))
        state = state.play(move)


def positions(name: str, wanted: int) -> tuple[list[Position], int]:
    """Return so many positions with a possible mistake, and the number of all decisions that could be
    proved."""
    lookout, found, judged, number = LOOKOUTS[name], list[Position](), 0, 0
    while len(found) < wanted:
        for state, heard in decisions(name, number):
            view, moves = state.view(state.actor), state.moves()
            right = lookout.best(view, moves)
            judged += bool(lookout.states(view))
            if len(right) < len(moves):
                found.append(Position(view, moves, list(heard), right))
        number += 1
    return found[:wanted], judged


def misses(bots: Sequence[Bot], found: Sequence[Position]) -> int:
    return sum(
        bot.choose(each.view, each.moves, each.story) not in each.right
        for bot, each in zip(bots, found, strict=True)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300, help="of each game")
    parser.add_argument("--games", nargs="+", default=list(LOOKOUTS), choices=list(LOOKOUTS))
    given = parser.parse_args()
    for name in given.games:
        found, judged = positions(name, given.positions)
        print(f"{name}: {judged} decisions looked at, {len(found)} in which something can be missed")
        for level in ladder_of(name).levels:
            bots = [make_bot(name, level, n) for n in range(len(found))]
            print(f"  {level}: {misses(bots, found)} missed", flush=True)
        if name in FROZEN:
            frozen = misses([FROZEN[name](n) for n in range(len(found))], found)
            print(f"  the frozen student: {frozen} missed", flush=True)


if __name__ == "__main__":
    main()
