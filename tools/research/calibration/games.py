"""Play games of mixed levels, and ask the judge at a quarter, a half and three quarters of the decisions.

At each of these moments every seat is asked in turn, at its next decision, with its own view and story. A
decision of several steps is judged at its last one.
"""

import time
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from hanamachi.bots import ladder_of, make_bot
from hanamachi.bots.ladder import named
from hanamachi.core.game import NATURE, Game, Move, Seat, Told
from hanamachi.core.options import choose
from hanamachi.games import GAMES, modules

SEED = "calibration"
PARTS = (0.25, 0.5, 0.75)
FAR = 4  # rounds of the table after which a seat that has not decided is given up
FINE = 1000
TIMES, ONE_IN = 10, 12  # one game in so many is judged with so many times the effort, too


class Setting(NamedTuple):
    """A table that is played: seats and options."""

    seats: int
    options: dict[str, Any]


class Asked(Struct, frozen=True, array_like=True):
    """A judged decision, in thousandths: the chance after the move that was made, by the judge and by the
    frozen student's playouts, and after the best move by the judge. `part` is the moment, counted from 0."""

    part: int
    seat: Seat
    made: int
    student: int
    best: int


class Sampled(Struct, frozen=True, array_like=True):
    """One game: its number, the share of the victory of each seat, what the judge said, the number of
    decisions that a review would judge, and the milliseconds of CPU for one of them."""

    number: int
    shares: tuple[float, ...]
    asked: tuple[Asked, ...]
    decisions: int
    cpu: int


class Choice(NamedTuple):
    """A decision with a choice, as the deciding seat knew it, and the place of its move."""

    seat: Seat
    view: Any
    moves: Sequence[Move]
    story: list[Told]
    place: int
    further: bool  # it completes the decision before


def part_of(game: str) -> Any:
    """Return what a game brings to this tool: its tables, and the chance by the student's playouts."""
    return import_module(modules("tools.games.{}.calibration")[game])


def play(name: str, number: int) -> tuple[list[Choice], tuple[float, ...]]:
    """Play one game. Return its choices and the share of the victory of each seat."""
    dice = Random(f"{SEED} {name} {number}")
    setting: Setting = dice.choice(part_of(name).SETTINGS)
    return play_levels(name, setting, part_of(name).LEVELS, dice, mixed=True)


def play_levels(
    name: str, setting: Setting, levels: Sequence[str], dice: Random, *, mixed: bool = False
) -> tuple[list[Choice], tuple[float, ...]]:
    """Play a game of these levels by seat; `mixed`: of levels drawn from these."""
    game = GAMES[name]
    seated = [dice.choice(levels) if mixed else levels[seat] for seat in range(setting.seats)]
    bots = [make_bot(name, level, dice.getrandbits(40)) for level in seated]
    state: Any = game.start(setting.seats, choose(game.options, setting.options))
    stories: list[list[Told]] = [[] for _ in bots]
    found: list[Choice] = []
    while (actor := state.actor) is not None:
        if actor == NATURE:
            move = state.draw(dice)
        else:
            moves, view = state.moves(), state.view(actor)
            move = bots[actor].choose(view, moves, stories[actor])
            if len(moves) > 1:
                place = list(moves).index(move)
                found.append(Choice(actor, view, moves, [*stories[actor]], place, completes(game, view)))
        for seat, story in enumerate(stories):
            story.append(Told(actor, state.veil(move, seat)))
        state = state.play(move)
    winners = state.outcome().winners or range(setting.seats)
    return found, tuple((seat in winners) / len(winners) for seat in range(setting.seats))


def completes(game: Game, view: Any) -> bool:
    return view.prompt is not None and view.prompt.ask in game.text.further


def whole(choices: Sequence[Choice]) -> list[Choice]:
    """Return the last step of each decision."""
    after = [*choices[1:], None]
    return [
        each
        for each, then in zip(choices, after, strict=True)
        if not (then and then.further and then.seat == each.seat)
    ]


def moment(choices: Sequence[Choice], begin: int, seats: int) -> list[Choice]:
    """Return the first decision of every seat from here on, or none if a seat is not asked for long."""
    found: dict[Seat, Choice] = {}
    for each in choices[begin : begin + FAR * seats]:
        found.setdefault(each.seat, each)
        if len(found) == seats:
            return list(found.values())
    return []


class Thorough(Struct, frozen=True, array_like=True):
    """What the judge with ten times its effort said of the same decisions, in thousandths."""

    number: int
    made: tuple[int, ...]


def sample(name: str, number: int) -> tuple[Sampled, Thorough | None]:
    """Play a game, and ask the judge; in one game of ten with ten times the effort, too. `number` decides all
    chance."""
    choices, shares = play(name, number)
    asked, seconds = list[Asked](), list[float]()
    close = list[int]()
    for part, begin, each in moments(name, number, choices, len(shares)):
        began = time.process_time()
        chances = raw(name, each)
        seconds.append(time.process_time() - began)
        student = part_of(name).student(each, number * FINE + begin)
        numbers = (round(FINE * chance) for chance in (chances[each.place], student, max(chances)))
        asked.append(Asked(part, each.seat, *numbers))
        if number % ONE_IN == 0:
            close.append(round(FINE * raw(name, each, TIMES)[each.place]))
    cpu = round(1000 * sum(seconds) / max(len(seconds), 1))
    found = Sampled(number, shares, tuple(asked), len(choices), cpu)
    return found, Thorough(number, tuple(close)) if close else None


def moments(name: str, number: int, choices: Sequence[Choice], seats: int) -> list[tuple[int, int, Choice]]:
    """Return the decisions at which the judge is asked, with the part of the game and the place in it."""
    ends, dice = whole(choices), Random(f"{SEED} {name} {number} moments")
    found = []
    for part, share in enumerate(PARTS):
        begin = max(0, round(share * len(ends)) - dice.randrange(3))
        found += [(part, begin, each) for each in moment(ends, begin, seats)]
    return found


def raw(name: str, choice: Choice, times: int = 1) -> list[float]:
    """Return the judge's chances before they are mapped. `times` multiplies its effort."""
    judge = named(str(ladder_of(name).judge))
    more = {} if times == 1 else {"times": times}
    chances: list[float] = judge(choice.view, choice.moves, choice.story, choice.place, **more).chances
    return chances
