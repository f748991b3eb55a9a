"""Write units of systemd that run this installation as a service, and texts for nginx and Caddy."""

import argparse
import re
import stat
import sys
from importlib.resources import files
from pathlib import Path

from hanamachi.server.db.engine import is_shared
from hanamachi.server.runtime.origins import Site, of_url

EXAMPLE = "https://tea.example"
PRIVILEGED = 1024  # ports below need a capability
UNITS = ("hanamachi.service", "hanamachi-backup.service", "hanamachi-backup.timer")
RELOAD = "ExecReload=/bin/kill -HUP $MAINPID"
ALONE = "# One process cannot be replaced: no ExecReload. With several workers, print this anew."
FILES = {"systemd": UNITS, "nginx": ("nginx.conf",), "caddy": ("Caddyfile",)}


def texts(what: str, given: argparse.Namespace) -> dict[str, str]:
    """Return the files, by name."""
    values = (units if what == "systemd" else web_server)(given)
    return {name: filled(template(name), values) for name in FILES[what]}


def template(name: str) -> str:
    return (files("hanamachi.cli") / "deploy" / name).read_text("utf-8")


def filled(text: str, values: dict[str, str]) -> str:
    """Put values into a template. Only names in capitals are places for values."""
    while found := re.search(r"@([A-Z_]+)@", text):
        text = text.replace(found[0], values[found[1]])
    return re.sub(r"\n\n+(?=[A-Z][A-Za-z]+=)", "\n", text)


def units(given: argparse.Namespace) -> dict[str, str]:
    needs_port = "CAP_NET_BIND_SERVICE" if given.port < PRIVILEGED else ""
    return {
        "USER": given.user,
        "PROGRAM": program(),
        "PROGRAM_SHOWN": str(Path(sys.prefix)),
        "AFTER": " postgresql.service" if is_shared(given.database or "") else "",
        "RELOAD": RELOAD if given.workers > 1 else ALONE,
        "COMMON": template("common").rstrip("\n"),
        "CAPABILITIES": f"CapabilityBoundingSet={needs_port}\nAmbientCapabilities={needs_port}",
        "HOME": "read-only" if is_in_a_home(Path(sys.prefix)) else "yes",
    }


def program() -> str:
    """Return the command of this installation as a unit has it."""
    script = Path(sys.executable).with_name("hanamachi")
    words = [str(script)] if script.exists() else [sys.executable, "-m", "hanamachi"]
    return " ".join(map(quoted, words))


def quoted(word: str) -> str:
    """Quote a word for a unit of systemd, where % and $ have a meaning."""
    word = word.replace("%", "%%").replace("$", "$$")
    if not re.search(r"[\s\"'\\;]", word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def is_in_a_home(path: Path) -> bool:
    return path.parts[1:2] in (("home",), ("root",))


def locked_folder(path: Path) -> Path | None:
    """Return the outermost folder on the way to this installation that other users may not enter."""
    folders = [*reversed(path.parents), path]
    return next((each for each in folders if not each.stat().st_mode & stat.S_IXOTH), None)


def web_server(given: argparse.Namespace) -> dict[str, str]:
    url = given.public_url or EXAMPLE
    site = of_url(url) or Site("https", "tea.example", 443)
    return {
        "URL": url,
        "NAME": site.name,
        "SITE": site.host,
        "TLS_PORT": str(site.port),
        "PORT": str(given.port),
    }
