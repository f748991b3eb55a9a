"""Golden files: compared, or written anew with HANAMACHI_GOLDENS=write (make goldens)."""

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, Game, Told, Veiled
from hanamachi.core.telling import tell


def check_golden(path: Path, text: str) -> None:
    if os.environ.get("HANAMACHI_GOLDENS") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, f"{path.name} differs: look, then make goldens"


def playthrough(game: Game, seats: int, options: Any, seed: int, tables: Sequence[int] = ()) -> str:
    """A seeded game as text: each move's notation and what the others hear; the table at some plies."""
    story = random_story(game, seats, options, Random(seed), 10_000)
    words, names = game.text.words("en"), [f"Seat {seat + 1}" for seat in range(seats)]
    lines = [f"{game.name} {options} seed {seed}"]
    for ply, (state, move) in enumerate(zip(story.states, story.moves, strict=False)):
        assert state.actor is not None
        if ply in tables:
            lines += ["", game.text.table(state.view(max(state.actor, 0)), words, names), ""]
        who = "nature" if state.actor == NATURE else names[state.actor]
        lines.append(f"{ply:4} {who}: {game.text.write(move)}")
        heard = state.veil(move, None)
        if isinstance(heard, Veiled):
            lines.append(f"       gallery: {tell(game, Told(state.actor, heard), words, names)}")
    lines += ["", game.text.table(story.states[-1].view(None), words, names), str(story.states[-1].outcome())]
    return "\n".join(line.rstrip() for line in lines) + "\n"
