"""The wire, described from the Python structs: web/src/lib/wire.ts, docs/protocol.md with its JSON Schema,
and a wire.ts for each game with a table of its own in the browser.

`python tools/protocol.py` writes them; with --check it says whether they are current.
"""

import sys
from pathlib import Path
from typing import get_args

from hanamachi.core.game import Veiled
from hanamachi.core.record import Record
from hanamachi.games import GAMES
from hanamachi.games.geishas_road.pieces import POINTS
from hanamachi.games.mai_star.pieces import (
    BONUS,
    CARD_NAMES,
    CARDS,
    CHARACTER,
    CHARACTER_NAMES,
    COLOUR,
    GEISHA_NAMES,
    INCOME,
    REQUIREMENT,
    START,
)

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tools.protocol_page import page, schema
from tools.wire_calls import FROM_CLIENT, FROM_HOUSE, travelling
from tools.wire_types import constant, interface, structs_in, union

TYPESCRIPT = ROOT / "web" / "src" / "lib" / "wire.ts"
PAGE, SCHEMA = ROOT / "docs" / "protocol.md", ROOT / "docs" / "protocol.schema.json"
WINGS = ROOT / "web" / "src" / "games"
HEADER = """/** Made from the Python structs by tools/protocol.py. Do not edit. */
export type Seat = number;

/** A tagged struct of a game, a move or a veiled one: its kind and its fields. */
export interface Tagged {
  type: string;
  [field: string]: unknown;
}
"""


def typescript() -> str:
    """Every struct that travels, as an interface. A record goes through the browser unread."""
    infos = structs_in(kind for kind in travelling() if kind is not Record)
    lines = [HEADER, *(line for info in infos for line in interface(info))]
    lines += union("ClientMessage", FROM_CLIENT) + union("HouseMessage", FROM_HOUSE)
    return "\n".join(lines) + "\n"


def of_game(name: str, *printed: str) -> str:
    """What a game shows, what can be chosen in it, and what is printed on its pieces."""
    moves = get_args(GAMES[name].move)
    infos = structs_in((GAMES[name].view, *moves, Veiled))
    lines = ["/** Made from the Python structs by tools/protocol.py. Do not edit. */"]
    lines += [line for info in infos for line in interface(info, always=True)]
    lines += union("Move", moves)
    return "\n".join([*lines, "export type AnyMove = Move | Veiled;", *printed]) + "\n"


def mai_star_box() -> list[str]:
    """Cards and geishas by number."""
    cards = [
        {
            "name": CARD_NAMES[card],
            "character": CHARACTER_NAMES[CHARACTER[card]],
            "colour": COLOUR[card],
            "requirement": REQUIREMENT[card],
            "income": INCOME[card],
            "bonus": BONUS[card],
        }
        for card in CARDS
    ]
    geishas = [{"name": name, "start": start} for name, start in zip(GEISHA_NAMES, START, strict=True)]
    return [*constant("CARDS", cards), *constant("GEISHAS", geishas)]


def main() -> None:
    made = {
        TYPESCRIPT: typescript(),
        PAGE: page(),
        SCHEMA: schema(),
        WINGS / "hanamikoji" / "wire.ts": of_game("hanamikoji"),
        WINGS / "geishas_road" / "wire.ts": of_game(
            "geishas_road", f"export const POINTS: number[] = {list(POINTS)};"
        ),
        WINGS / "mai_star" / "wire.ts": of_game("mai_star", *mai_star_box()),
    }
    if "--check" in sys.argv:
        old = [
            path.name for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text
        ]
        sys.exit(f"not current: {', '.join(old)}; run python tools/protocol.py" if old else 0)
    for path, text in made.items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
