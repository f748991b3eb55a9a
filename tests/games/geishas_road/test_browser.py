"""The browser tells journeys step by step with a twin of travel.py (web/src/games/geishas_road/travel.ts).

Whole games, as the gallery hears them, lie in web/tests/road.games.json with a digest of what is seen after each
line; web/tests/road.test.ts folds them and compares. `python tests/games/geishas_road/test_browser.py` writes them.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from hanamachi.games.geishas_road.moves import Options
from hanamachi.games.geishas_road.rules import State, start
from hanamachi.games.geishas_road.view import RoadView

GAMES = Path(__file__).parents[3] / "web" / "tests" / "road.games.json"
SEEN = (
    *("round", "circle", "pawns", "favours", "pool", "hands", "sides", "taken", "tokens", "specials"),
    *("lefts", "rights", "offer", "upper", "lower", "tiles", "waiting", "guests"),
)
TABLES = [
    Options(),
    Options(destiny=True),
    Options(mode="harder"),
    *[Options(mode="advanced")] * 3,
    Options(mode="advanced", destiny=True, double_counter_gift="literal"),
]


def digest(view: RoadView) -> int:
    """FNV-1a of what all can see, as JSON."""
    seen = msgspec.json.encode([getattr(view, field) for field in SEEN])
    found = 0x811C9DC5
    for byte in seen:
        found = (found ^ byte) * 0x01000193 % 2**32
    return found


def played(options: Options, rng: Random) -> dict[str, Any]:
    """A game of random moves; the lively ones (specials, offers) are sought."""
    state: State = start(2, options)
    lines = []
    while state.todo:
        moves = state.moves()
        lively = [
            move for move in moves if getattr(move, "hidden", False) or type(move).__name__ == "Counter"
        ]
        move = rng.choice(lively if lively and rng.random() < 0.5 else moves)
        heard = msgspec.json.decode(msgspec.json.encode(state.veil(move, None)))
        seat = state.todo[0].seat
        state = state.play(move)
        lines.append([seat, heard, digest(state.view(None))])
    return {"options": msgspec.to_builtins(options), "lines": lines}


def written() -> str:
    games = [played(options, Random(seed)) for seed, options in enumerate(TABLES)]
    return "[\n" + ",\n".join(json.dumps(game, separators=(",", ":")) for game in games) + "\n]\n"


def test_the_games_that_the_browsers_twin_is_tested_with_are_games_of_the_law() -> None:
    assert GAMES.read_text("utf-8") == written()


if __name__ == "__main__":
    GAMES.write_text(written(), "utf-8")
