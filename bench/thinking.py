"""Measure how long the levels of each game think: milliseconds of CPU a decision, beside the student.

The decisions are those of one game between students, at the smallest table with the usual options. All levels
answer the same ones. docs/training.md holds a table of this.
"""

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from hanamachi.bots import ladders, make_bot
from hanamachi.core.game import NATURE, Game, Told
from hanamachi.games import OURS

DECISIONS = 24
YARDSTICK = "student"


def decisions(game: Game, seed: int) -> Iterator[tuple[Any, Any, list[Told]]]:
    """Yield every real choice of a game between students: view, moves and story."""
    seats = game.seats[0]
    state, rng = game.start(seats, game.options()), Random(seed)
    bots = [make_bot(game.name, YARDSTICK, seed + seat) for seat in range(seats)]
    stories: list[list[Told]] = [[] for _ in range(seats)]
    while (actor := state.actor) is not None:
        if actor == NATURE:
            move = state.draw(rng)
        else:
            question = state.view(actor), state.moves(), [*stories[actor]]
            if len(question[1]) > 1:
                yield question
            move = bots[actor].choose(*question)
        for seat, story in enumerate(stories):
            story.append(Told(actor, state.veil(move, seat)))
        state = state.play(move)


def milliseconds(game: str, level: str, asked: list[tuple[Any, Any, list[Told]]]) -> list[float]:
    """Return the time of each decision, sorted. The first is asked twice, because it may compile a kernel."""
    bot, taken = make_bot(game, level, 1), []
    for question in [asked[0], *asked]:
        begun = process_time()
        bot.choose(*question)
        taken.append(1000 * (process_time() - begun))
    return sorted(taken[1:])


def main() -> None:
    print(
        "| game | level | ms of CPU a decision | 90 % below | times the student |\n|---|---|---:|---:|---:|"
    )
    for game in OURS:
        every = list(decisions(game, 1))
        asked = [every[len(every) * i // DECISIONS] for i in range(DECISIONS)]
        found = {level: milliseconds(game.name, level, asked) for level in ladders()[game.name].levels}
        student = sum(found[YARDSTICK])
        for level, taken in found.items():
            mean, most = sum(taken) / len(taken), taken[len(taken) * 9 // 10]
            print(f"| {game.name} | {level} | {mean:.1f} | {most:.1f} | {sum(taken) / student:.2f} |")


if __name__ == "__main__":
    main()
