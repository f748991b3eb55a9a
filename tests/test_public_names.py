"""Names that the outside world knows stay: on the wire, in rows, in databases, in browsers, in scripts.

`public_names.json.xz` lists them. A name that is missing breaks a client, a record or a database; new ones may
be added (`make goldens` writes the list anew; read the diff: it should only grow).
"""

import contextlib
import io
import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect
from starlette.routing import Mount, Route, WebSocketRoute

from hanamachi.bots.judge import Opinion
from hanamachi.cli import COMMANDS, main
from hanamachi.core import log, record
from hanamachi.core.log import Result
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.accounts import cookies
from hanamachi.server.analysis.study_tree.tree import Study
from hanamachi.server.app import make_app
from hanamachi.server.db import schema
from hanamachi.server.edge.api.host import links
from hanamachi.server.engines import warmup_times
from hanamachi.server.live.broadcast.remote_audience import WorkerAudience
from hanamachi.server.matchmaking.pairing import MatchRequest
from hanamachi.server.runtime import metrics
from hanamachi.server.storage.archive import PackedLog
from hanamachi.server.tables.model import SeatHolder, Setup, SideState
from tests.kept import packed
from tools.build.refusals import over_the_wire
from tools.build.wire_calls import CALLS, FROM_CLIENT, FROM_HOUSE

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).with_name("public_names.json.xz")
BROWSER = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
STORED = {  # by column
    "seats.held": SeatHolder,
    "tables.setup": Setup,
    "tables.aside": SideState,
    "tables.result": Result,
    "rows.row": PackedLog,
    "places.wish": MatchRequest,
    "here.told": WorkerAudience,
    "opinions": Opinion,
    "studies.study": Study,
}
SOURCES = list((ROOT / "src").rglob("*.py"))


def shapes(kinds: Iterable[Any]) -> set[str]:
    """Every struct reached from these types as `tag: field field ...`; class names are left out."""
    found, seen = set[str](), set[Any]()
    waiting = [inspect.type_info(kind) for kind in kinds]
    while waiting:
        info = waiting.pop()
        if isinstance(info, inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            found.add(f"{info.tag or '-'}: {' '.join(sorted(field.encode_name for field in info.fields))}")
            waiting += [field.type for field in info.fields]
        else:
            waiting += [each for each in parts(info) if isinstance(each, inspect.Type)]
    return found


def parts(info: inspect.Type) -> Iterator[Any]:
    for name in info.__struct_fields__:
        value = getattr(info, name)
        yield from value if isinstance(value, tuple) else (value,)


def fields(kinds: Iterable[Any]) -> set[str]:
    return {field for shape in shapes(kinds) for field in shape.split(": ")[1].split()}


def tagged(kinds: Iterable[Any]) -> set[str]:
    """`tag.field` for each field of tagged structs, so that a field may be added but none goes."""
    return {
        f"{kind.__struct_config__.tag}.{field}"
        for kind in kinds
        for field in ("", *kind.__struct_encode_fields__)
    }


def bodies() -> set[str]:
    """`METHOD /path takes|gives field` for each field, at any depth, of what a REST call carries."""
    return {
        f"{call.call} {way} {field}"
        for call in CALLS
        for way, kind in (("takes", call.takes), ("gives", call.gives))
        if kind
        for field in fields([kind])
    }


def paths(routes: Iterable[Any], before: str = "") -> Iterator[str]:
    for route in routes:
        if isinstance(route, Mount) and route.routes:
            yield from paths(route.routes, before + route.path)
        elif isinstance(route, Route):
            yield from (f"{method} {before}{route.path}" for method in sorted(route.methods or ()))
        elif isinstance(route, WebSocketRoute):
            yield f"WS {before}{route.path}"


def literals(files: Iterable[Path], pattern: str) -> set[str]:
    return {found for path in files for found in re.findall(pattern, path.read_text("utf-8"))}


def flags(command: str) -> set[str]:
    help_text = io.StringIO()
    with contextlib.redirect_stdout(help_text), pytest.raises(SystemExit):
        main([command, "--lang", "en", "--help"])
    return {f"{command} {flag}" for flag in re.findall(r"(?<![\w-])--?[a-z][a-z-]*", help_text.getvalue())}


def measures() -> set[str]:
    return {f"{name}{{{getattr(each, 'label', '')}}}" for name, each in metrics.ALL.items()}


def phrases() -> set[str]:
    house = {f"house {key}" for key in catalogue("house")("en").phrases}
    games = {f"{name} {key}" for name, game in GAMES.items() for key in game.text.words("en").phrases}
    return house | games


def columns() -> set[str]:
    return {f"{table.name}.{column.name}" for table in schema.META.sorted_tables for column in table.columns}


def names() -> dict[str, set[str]]:
    rows = (log.Played, log.Placed, *get_args(log.Event))
    moves = {name: get_args(game.move) or (game.move,) for name, game in GAMES.items()}
    return {
        "rows": tagged(rows),
        "record": set(record.Record.__struct_encode_fields__),
        "moves": {f"{name} {each}" for name, kinds in moves.items() for each in tagged(kinds)},
        "views": {f"{name} {each}" for name, game in GAMES.items() for each in fields([game.view])},
        "messages from clients": tagged(FROM_CLIENT),
        "messages to clients": tagged(FROM_HOUSE),
        "bodies": bodies(),
        "paths": set(paths(make_app("sqlite:///never-opened.sqlite").routes)),
        "refusals": {f"{reason} {status}" for reason, all_ in over_the_wire().items() for status in all_},
        "phrases": phrases(),
        "columns": columns(),
        "stored as JSON": {f"{name} {field}" for name, kind in STORED.items() for field in fields([kind])},
        "settings": literals(SOURCES, r'(?:get|put|get_or_create|with_prefix)\(db, "([^"]+)"')
        | {warmup_times.PREFIX},
        "cookies": {cookies.PLAIN, cookies.SECURE, cookies.DEVICE, links.COOKIE},
        "browser storage": literals(BROWSER, r'"(hanamachi[^"/@]*)"'),
        "service worker": literals(BROWSER, r'"(/sw\.js)"'),
        "metrics": measures(),
        "entry points": literals(SOURCES, r'group="([^"]+)"'),
        "environment": literals(SOURCES, r"HANAMACHI_[A-Z_]+"),
        "flags": {flag for command in COMMANDS for flag in flags(command)},
    }


def written(found: dict[str, set[str]]) -> str:
    return (
        json.dumps({kind: sorted(each) for kind, each in found.items()}, indent=0, ensure_ascii=False) + "\n"
    )


@pytest.fixture(scope="module")
def present() -> dict[str, set[str]]:
    found = names()
    if os.environ.get("HANAMACHI_GOLDENS") == "write":
        packed.write(GOLDEN, written(found).encode())
    return found


@pytest.mark.parametrize("kind", msgspec.json.decode(packed.read(GOLDEN)) if GOLDEN.exists() else ["rows"])
def test_no_golden_public_name_is_lost(present: dict[str, set[str]], kind: str) -> None:
    known = json.loads(packed.read(GOLDEN))
    assert known[kind], f"nothing is listed under {kind}"
    assert not set(known[kind]) - present[kind]
