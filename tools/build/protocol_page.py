"""Write the tables of docs/protocol.md, the manual for authors of clients, and the site's page of types.

What stands between two marks with a name, `<!-- limits -->` and `<!-- /limits -->`, comes from the code.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from hanamachi.core.log import MOST_ROWS, MOST_TAKEBACKS
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.protocol import messages
from hanamachi.server.runtime.limits import described
from tools.build.refusals import over_the_wire
from tools.build.wire_calls import CALLS, FROM_CLIENT, FROM_HOUSE, travelling
from tools.build.wire_types import interface, structs_in, summary, ts

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
MADE = re.compile(r"<!-- (\w+) -->.*?<!-- /\1 -->", re.S)
RECORD = "Record"  # in TypeScript this name is a built-in type


def page() -> str:
    """Return the page with its tables as they are now."""
    made = {**tables(), "rows": f"{MOST_ROWS:,}", "takebacks": f"{MOST_TAKEBACKS:,}"}
    return MADE.sub(
        lambda found: f"<!-- {found[1]} -->{made[found[1]]}<!-- /{found[1]} -->", PAGE.read_text("utf-8")
    )


def tables() -> dict[str, str]:
    lists: dict[str, Iterable[str]] = {
        "calls": calls(),
        "client": map(message, FROM_CLIENT),
        "house": map(message, FROM_HOUSE),
        "limits": table("limit | usual value | of what", ((f"`{n}`", v, line) for n, v, line in described())),
        "reasons": reasons(),
        "games": games(),
    }
    return {name: "\n".join(["", *lines, ""]) for name, lines in lists.items()}


def table(head: str, rows: Iterable[Iterable[str]]) -> Iterator[str]:
    yield f"| {head} |"
    yield "|---" * (head.count("|") + 1) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def calls() -> Iterator[str]:
    rows = (
        (
            f"`{call.call}`{' *' * call.known}",
            call.what,
            named(call.takes),
            f"{call.status} {named(call.gives)}",
        )
        for call in CALLS
    )
    return table("call | what it does | takes | gives", rows)


def message(kind: Any) -> str:
    return f"- `{kind.__struct_config__.tag}`: {summary(kind)}"


def reasons() -> Iterator[str]:
    said = catalogue("house")("en").under("error")
    rows = (
        (f"`{reason}`", ", ".join(map(str, statuses)), said[reason])
        for reason, statuses in over_the_wire().items()
    )
    return table("reason | status | in English", rows)


def games() -> Iterator[str]:
    """Yield the refusals of each game by its rules."""
    for game in GAMES.values():
        words = game.text.words("en")
        yield f"{words('name')}, with status 400:\n"
        yield from table(
            "reason | in English", ((f"`{key}`", text) for key, text in words.under("error").items())
        )
        yield ""


TYPES = """# Types of the HTTP and WebSocket API

Every message and body of the [API](protocol.md) as TypeScript, made from the server's structs. A client may
leave out a field with `?`; messages of the server always have it.

```ts
"""


def types_page() -> str:
    return TYPES + "\n".join(types()) + "```\n"


def types() -> Iterator[str]:
    """Yield every type. What a message is for stands above in the list of messages."""
    for info in structs_in(travelling()):
        text = "\n".join(interface(info, remarks=True))
        if info.cls in FROM_CLIENT or info.cls in FROM_HOUSE:
            text = text[text.index("export interface") :]
        yield text.replace(f"interface {RECORD} ", f"interface Game{RECORD} ")


def named(kind: Any) -> str:
    if not kind:
        return ""
    name = ts(inspect.type_info(kind))
    return f"`{'Game' * (name == RECORD)}{name}`"


def schema() -> str:
    """Return all messages and bodies as JSON Schema."""
    kinds = [messages.ClientMessage, messages.HouseMessage, *travelling()]
    (client, house, *_), components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    whole = {"client": client, "house": house, "$defs": components}
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=1).decode() + "\n"
