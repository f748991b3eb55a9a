"""The wire, described from the Python structs: web/src/lib/wire.ts, docs/protocol.md, and a wire.ts for each
game with a table of its own in the browser.

`python tools/protocol.py` writes them; with --check it says whether they are current.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from hanamachi.core.game import Veiled
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
from hanamachi.house import aside, bodies, invite, opening, replay, review, showcase, wire

ROOT = Path(__file__).parents[1]
TYPESCRIPT, PAGE = ROOT / "web" / "src" / "lib" / "wire.ts", ROOT / "docs" / "protocol.md"
WINGS = ROOT / "web" / "src" / "games"
FROM_CLIENT = (
    *(wire.Watch, wire.Submit, wire.Resign, wire.AskTakeback, wire.AnswerTakeback),
    *(wire.CallBot, wire.Rematch, wire.AlwaysPass, wire.Ping),
)
FROM_HOUSE = (wire.Updates, wire.Yours, wire.Presence, wire.Declined, wire.Pong)
ENDPOINTS: list[tuple[str, str, Any, Any]] = [
    ("GET /healthz", "whether the house lives", None, None),
    ("GET /readyz", "whether it can write, and how much room there is", None, None),
    ("GET /api/games", "every game, in words", None, list[showcase.GameCard]),
    ("GET /api/words/{game}", "a catalogue of phrases; `house` for the house's own", None, dict[str, str]),
    ("GET /api/me", "who I am here, and my tables", None, bodies.Mine),
    ("PUT /api/me", "my name; makes me a guest", bodies.Me, bodies.Me),
    ("POST /api/tables", "open a table", opening.TableWish, bodies.Opened),
    ("GET /api/tables/{id}", "a table", None, wire.TableCard),
    (
        "POST /api/tables/{id}/seats",
        "take an open seat, or a reserved one by its token",
        bodies.Seating,
        wire.TableCard,
    ),
    (
        "POST /api/tables/{id}/words",
        "my part in the shuffle, after I saw the commitment; the game starts when everybody's is there",
        bodies.Words,
        wire.TableCard,
    ),
    ("POST /api/tables/{id}/decline", "no, thank you: to a rematch that was offered", None, wire.TableCard),
    (
        "GET /api/tables/{id}/replay?eyes=",
        "frame by frame, by a seat, `gallery` or `open`",
        None,
        replay.Replay,
    ),
    ("GET /api/tables/{id}/hints?seq=", "Okiya: the exact worth of every move", None, aside.Hints),
    (
        "GET /api/tables/{id}/advice?seq=",
        "a strong player's best moves for one's own decision, where hints are allowed",
        None,
        review.Advice,
    ),
    (
        "GET /api/tables/{id}/review",
        "a finished game: a strong player's opinion of every decision, as far as it is formed",
        None,
        review.Review,
    ),
    (
        "POST /api/tables/{id}/play-on",
        "a new game against bots from a moment of a finished one",
        bodies.PlayOn,
        bodies.Opened,
    ),
    ("GET /api/tables/{id}/record", "the sealed record of a finished game", None, None),
    ("POST /api/records", "bring a finished game from elsewhere", None, bodies.Opened),
    ("GET /api/invite?table=&seat=", "addresses for a friend, and a QR code", None, invite.Invitation),
]
HEADER = """/** Made from the Python structs by tools/protocol.py. Do not edit. */
export type Seat = number;

/** A tagged struct of a game, a move or a veiled one: its kind and its fields. */
export interface Tagged {
  type: string;
  [field: string]: unknown;
}
"""
PLAIN: dict[Any, str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
}


def typescript() -> str:
    """Every struct that travels, as an interface."""
    seen: dict[str, inspect.StructType] = {}
    travelling = [kind for _, _, sent, got in ENDPOINTS for kind in (sent, got) if kind]
    for kind in (*FROM_CLIENT, *FROM_HOUSE, *travelling, bodies.Problem):
        collect(inspect.type_info(kind), seen)
    lines = [HEADER]
    lines += [line for info in seen.values() for line in interface(info)]
    lines.append(f"export type ClientMessage = {' | '.join(kind.__name__ for kind in FROM_CLIENT)};")
    lines.append(f"export type HouseMessage = {' | '.join(kind.__name__ for kind in FROM_HOUSE)};")
    return "\n".join(lines) + "\n"


def of_game(name: str, *printed: str) -> str:
    """What a game shows, what can be chosen in it, and what is printed on its pieces."""
    seen: dict[str, inspect.StructType] = {}
    moves = get_args(GAMES[name].move)
    for kind in (GAMES[name].view, *moves, Veiled):
        collect(inspect.type_info(kind), seen)
    lines = ["/** Made from the Python structs by tools/protocol.py. Do not edit. */"]
    lines += [line for info in seen.values() for line in interface(info, always=True)]
    lines.append(f"export type Move = {' | '.join(kind.__name__ for kind in moves)};")
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


def constant(name: str, rows: list[dict[str, Any]]) -> list[str]:
    lines = [f"  {msgspec.json.encode(row).decode()}," for row in rows]
    return [f"export const {name} = [", *lines, "] as const;"]


def collect(info: Any, seen: dict[str, inspect.StructType]) -> None:
    if isinstance(info, inspect.StructType) and info.cls.__name__ not in seen:
        seen[info.cls.__name__] = info
        for field in info.fields:
            collect(field.type, seen)
    for part in parts(info):
        collect(part, seen)


def parts(info: Any) -> Iterator[Any]:
    for name in ("types", "item_type", "item_types", "key_type", "value_type"):
        found = getattr(info, name, ())
        yield from found if isinstance(found, tuple | list) else (found,)


def interface(info: inspect.StructType, *, always: bool = False) -> list[str]:
    """What the house sends has `always` every field; a client may leave out what has a default."""
    if info.array_like:
        entries = ", ".join(f"{field.name}: {ts(field.type)}" for field in info.fields)
        return [f"/** {summary(info.cls)} */", f"export type {info.cls.__name__} = [{entries}];", ""]
    lines = [f"/** {summary(info.cls)} */"] if summary(info.cls) else []
    lines.append(f"export interface {info.cls.__name__} {{")
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    fields = [f"  {f.encode_name}{'' if always or f.required else '?'}: {ts(f.type)};" for f in info.fields]
    return [*lines, *fields, "}", ""]


def summary(kind: type) -> str:
    text = kind.__doc__ or ""
    return "" if text.startswith(kind.__name__ + "(") else " ".join(text.split())


def ts(info: Any) -> str:
    if type(info) in PLAIN:
        return PLAIN[type(info)]
    match info:
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(map(ts, types))
        case inspect.DictType(value_type=value):
            return f"Record<string, {ts(value)}>"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(ts, items))}]"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"({ts(item)})[]" if isinstance(item, inspect.UnionType) else f"{ts(item)}[]"
        case other:
            raise TypeError(f"no TypeScript for {other}")


def page() -> str:
    """The protocol as a page of the documentation."""
    lines = [INTRODUCTION, "## REST", "", "| call | what it does | takes | gives |", "|---|---|---|---|"]
    for call, what, sent, got in ENDPOINTS:
        lines.append(f"| `{call}` | {what} | {named(sent)} | {named(got)} |")
    lines += ["", "## From a client", ""]
    lines += [f"- `{kind.__struct_config__.tag}`: {summary(kind) or kind.__name__}" for kind in FROM_CLIENT]
    lines += ["", "## From the house", ""]
    lines += [f"- `{kind.__struct_config__.tag}`: {summary(kind) or kind.__name__}" for kind in FROM_HOUSE]
    kinds = [wire.ClientMessage, wire.HouseMessage]
    (client, house), components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    schema = {"client": client, "house": house, "$defs": components}
    pretty = msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=1).decode()
    return "\n".join([*lines, "", "## JSON Schema", "", "```json", pretty, "```", ""])


def named(kind: Any) -> str:
    return f"`{ts(inspect.type_info(kind))}`" if kind else ""


INTRODUCTION = """# The protocol of the house

Made by `tools/protocol.py` from the structs in `src/hanamachi/house`; a test keeps it true.

A guest is a signed, HTTP-only cookie. Errors are `{reason, sentence}` with status 400, 404 or 409; the
sentence is in the language of `?lang=` or of the browser. One WebSocket at `/ws`: the client says what it
watches and which rows it has; the house answers with everything since, through the eyes of that seat, and
then with every change. To reconnect is to say `watch` again with the seq one has. A move is told only when
it is on disk.
"""


def main() -> None:
    made = {
        TYPESCRIPT: typescript(),
        PAGE: page(),
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
