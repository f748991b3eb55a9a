"""Describe the REST calls as OpenAPI 3.1, from the same list as docs/protocol.md."""

import re
from typing import Any

import msgspec

from hanamachi.server.accounts.cookies import PLAIN
from hanamachi.server.protocol import rest
from tools.build.wire_calls import CALLS, Call

SCHEMAS = "#/components/schemas/{name}"
ABOUT = (
    "Tables, games, reviews and users of a Hanamachi server. What happens at tables is told over a WebSocket "
    "at /ws: see protocol.md and protocol.schema.json. `PUT /api/me` gives the cookie."
)
JSON = "application/json"


def openapi() -> str:
    """Return the document."""
    bodies = [kind for call in CALLS for kind in (call.takes, call.gives) if kind]
    kinds = [*bodies, rest.Problem]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=SCHEMAS)
    known = {repr(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for call in CALLS:
        method, _, address = call.call.partition(" ")
        paths.setdefault(address.partition("?")[0], {})[method.lower()] = operation(call, known)
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "Hanamachi", "version": "1", "description": ABOUT, "license": {"name": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": PLAIN}},
        },
    }
    return msgspec.json.format(msgspec.json.encode(whole, order="deterministic"), indent=1).decode() + "\n"


def operation(call: Call, known: dict[str, Any]) -> dict[str, Any]:
    """Describe one call."""
    found: dict[str, Any] = {
        "operationId": name_of(call),
        "summary": call.what[:1].upper() + call.what[1:],
        "parameters": [*in_path(call), *in_query(call)],
        "responses": {
            str(call.status): {"description": "done", **content(call.gives, known)},
            "default": {
                "description": "refused, with a reason and a sentence",
                **content(rest.Problem, known),
            },
        },
    }
    if call.takes:
        found["requestBody"] = {"required": True, **content(call.takes, known)}
    if call.known:
        found["security"] = [{"guest": []}]
    return found


def name_of(call: Call) -> str:
    """Return a name for functions of generated clients: get_tables_id_replay."""
    return re.sub(r"\W+", "_", call.call.partition("?")[0].replace("/api", "").lower()).strip("_")


def content(kind: Any, known: dict[str, Any]) -> dict[str, Any]:
    return {"content": {JSON: {"schema": known[repr(kind)]}}} if kind else {}


def in_path(call: Call) -> list[dict[str, Any]]:
    names = re.findall(r"\{(\w+)\}", call.call)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def in_query(call: Call) -> list[dict[str, Any]]:
    """Return the parameters after the question mark, and those that the description names: `?game=`."""
    asked = re.findall(r"[?&](\w+)=", call.call)
    also = [
        name for code in re.findall(r"`([^`]*=[^`]*)`", call.what) for name in re.findall(r"(\w+)=", code)
    ]
    return [
        {"name": name, "in": "query", "required": name in asked, "schema": {"type": "string"}}
        for name in [*asked, *also]
    ]
