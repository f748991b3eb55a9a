"""Golden: what the bots that think on kernels choose, from some questions of a random game.

A change that is meant to change nothing must change none of these. On another machine a logarithm may be
rounded otherwise, so one in twenty may differ.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hanamachi.bots import ladders, make_bot
from hanamachi.core.game import NATURE, Game, State, Told
from hanamachi.games import GAMES
from hanamachi.games import OURS as OUR_GAMES

QUESTIONS = 20
FOLDER = Path(__file__).parent / "choices"
THINKERS = [(game.name, level) for game in OUR_GAMES for level in ladders()[game.name].warm]


def questions(game: Game, seed: int) -> Iterator[tuple[Any, Any, list[Told]]]:
    """Every choice of a random game. What nature cannot but do costs no chance."""
    state, rng = game.start(game.seats[0], game.options()), Random(seed)
    stories: list[list[Told]] = [[] for _ in range(game.seats[0])]
    while (actor := state.actor) is not None:
        move = drawn(state, rng) if actor == NATURE else rng.choice(state.moves())
        if actor != NATURE and len(state.moves()) > 1:
            yield state.view(actor), state.moves(), [*stories[actor]]
        for seat, story in enumerate(stories):
            story.append(Told(actor, state.veil(move, seat)))
        state = state.play(move)


def drawn(state: State, rng: Random) -> Any:
    odds = state.odds()
    return odds[0][0] if len(odds) == 1 else state.draw(rng)


@pytest.mark.parametrize(("name", "level"), THINKERS)
def test_golden_choices(name: str, level: str) -> None:
    game, path = GAMES[name], FOLDER / f"{name}-{level}.txt"
    asked = list(questions(game, 1))
    some = [asked[len(asked) * i // QUESTIONS] for i in range(QUESTIONS)]
    chosen = [game.text.write(make_bot(name, level, 1).choose(*question)) for question in some]
    if os.environ.get("HANAMACHI_GOLDENS") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text("\n".join(chosen) + "\n", "utf-8")
    wanted = path.read_text("utf-8").splitlines()
    same = sum(one == other for one, other in zip(chosen, wanted, strict=True))
    assert same >= QUESTIONS - 1, "another player: look, then make goldens"
