"""Generate the protocol's descriptions from the Python structs: web/src/api/wire.ts, docs/protocol.md and a
wire.ts for each game with its own table in the browser.

`python -m tools.build.protocol` writes them; with --check it reports whether they are current.
"""

import sys
from pathlib import Path
from typing import get_args

from hanamachi.core.game import Veiled
from hanamachi.core.record import Record
from hanamachi.games import GAMES
from tools.build.printed import PRINTED, printed
from tools.build.protocol_page import PAGE, page
from tools.build.wire_calls import FROM_CLIENT, FROM_HOUSE, travelling
from tools.build.wire_types import interface, structs_in, union

ROOT = Path(__file__).parents[2]
TYPESCRIPT = ROOT / "web" / "src" / "api" / "wire.ts"
WINGS = ROOT / "web" / "src" / "games"
HEADER = """/** Made from the Python structs by tools/build/protocol.py. Do not edit. */
export type Seat = number;

/** A tagged struct of a game, a move or a veiled one: its kind, and fields that the game knows. */
export interface Tagged {
  type: string;
}
"""


def typescript() -> str:
    """Return every struct of the protocol as an interface. Records pass through the browser unread."""
    infos = structs_in((*(kind for kind in travelling() if kind is not Record), Veiled))
    lines = [HEADER, *(line for info in infos for line in interface(info))]
    lines += union("ClientMessage", FROM_CLIENT) + union("HouseMessage", FROM_HOUSE)
    return "\n".join(lines) + "\n"


def of_game(name: str) -> str:
    """Return the view and moves of a game, and the values printed on its pieces."""
    moves = get_args(GAMES[name].move)
    infos = structs_in((GAMES[name].view, *moves, Veiled))
    lines = ["/** Made from the Python structs by tools/build/protocol.py. Do not edit. */"]
    lines += [line for info in infos for line in interface(info, always=True)]
    lines += union("Move", moves)
    return "\n".join([*lines, "export type AnyMove = Move | Veiled;", *printed(name)]) + "\n"


def main() -> None:
    made = {
        TYPESCRIPT: typescript(),
        PAGE: page(),
        **{WINGS / game / "model" / "wire.ts": of_game(game) for game in PRINTED},
    }
    if "--check" in sys.argv:
        old = [
            path.name for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text
        ]
        sys.exit(f"not current: {', '.join(old)}; run python -m tools.build.protocol" if old else 0)
    for path, text in made.items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
