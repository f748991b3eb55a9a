"""Golden files: compared, or written anew with HANAMACHI_GOLDENS=write (make goldens).

Long ones are compressed (.xz). A test that fails shows what differs, so read that before writing them anew.
"""

import difflib
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, Game, Told, Veiled
from hanamachi.core.telling import tell
from tests.kept import packed

SHOWN = 60  # lines of a difference


def check_golden(path: Path, text: str) -> None:
    if os.environ.get("HANAMACHI_GOLDENS") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".xz":
            packed.write(path, text.encode())
        else:
            path.write_text(text, encoding="utf-8")
    kept = read_golden(path)
    if kept != text:
        pytest.fail(f"{path.name} differs: look, then make goldens\n{difference(kept, text)}", pytrace=False)


def read_golden(path: Path) -> str:
    return (packed.read(path) if path.suffix == ".xz" else path.read_bytes()).decode()


def difference(kept: str, text: str) -> str:
    """Return the lines that differ, with some around them."""
    lines = list(difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", lineterm=""))
    more = [f"... and {len(lines) - SHOWN} lines more"] if len(lines) > SHOWN else []
    return "\n".join([*lines[:SHOWN], *more])


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
