"""make docs: build the documentation site into the server's package, from docs/ and from the code.

    python -m tools.docs.build [--out FOLDER]

Pages are gathered in a folder of their own (tools/docs/pages.py), diagrams become SVG, and Zensical makes
HTML of all of it, without the network. The hashes of the inline scripts are written beside it for the server.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import msgspec

from hanamachi.games import OURS
from tools.docs import languages
from tools.docs.pages import ROOT, gather

SITE = ROOT / "src" / "hanamachi" / "server" / "site"
CONFIG = Path(__file__).with_name("zensical.toml")
THEME = Path(__file__).with_name("theme")
TYPE = ROOT / "web" / "type"  # the fonts that are cut for the browser app
HASHES = "inline-scripts.json"
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.S)
HANDLER = re.compile(r"<[a-z][^>]*\s(on[a-z]+=|href=\"javascript:)", re.I)
# A site does not know where it will be served. For other languages its script would ask for lists of pages.
CANONICAL = re.compile(r'\s*<link rel="(canonical"|alternate"[^>]* hreflang=)[^>]*>')


class CannotBuild(Exception):
    """The pages have a fault; the message says which."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=SITE)
    out: Path = parser.parse_args().out
    build(out.resolve())
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    print(f"{len(list(out.rglob('*.html')))} pages, {size / 1e6:.1f} MB: {out}")


def build(out: Path) -> None:
    """Build the site. What was there before is replaced as a whole, and only if the build succeeds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gather(folder / "en" / "docs")
        site = made(folder / "en", configured(CONFIG.read_text("utf-8"), folder / "en" / "docs"))
        for lang in languages.TRANSLATED:
            languages.gather(folder / lang / "docs", lang)
            config = languages.configured(CONFIG.read_text("utf-8"), lang)
            languages.put_into(site, made(folder / lang, config), lang)
        finish(site)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(site, out)


def made(folder: Path, config: str) -> Path:
    """Make HTML of the pages in a folder's docs."""
    (folder / CONFIG.name).write_text(config, "utf-8")
    shutil.copytree(THEME, folder / "docs" / "theme")
    shutil.copytree(TYPE, folder / "docs" / "theme", dirs_exist_ok=True)
    run = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise CannotBuild(run.stdout + run.stderr)
    return folder / "site"


def configured(config: str, pages: Path) -> str:
    """Name the page of every game where the configuration says GAME.md."""

    def of_games(found: re.Match[str]) -> str:
        names = [f"{found[1]}/{game.name}.md" for game in OURS]
        return ", ".join(f'"{name}"' for name in names if (pages / name).exists())

    return re.sub(r'"(\w+)/GAME\.md"', of_games, config)


def finish(site: Path) -> None:
    """Take out what depends on an address, and write down which inline scripts there are."""
    for left_over in ("sitemap.xml", "sitemap.xml.gz", "robots.txt", "objects.inv"):
        for file in site.rglob(left_over):
            file.unlink()
    found = set[str]()
    for page in site.rglob("*.html"):
        text = CANONICAL.sub("", page.read_text("utf-8"))
        page.write_text(text, "utf-8")
        if handler := HANDLER.search(text):
            raise CannotBuild(f"{page.relative_to(site)} has an inline handler: {handler[0][:200]}")
        found |= inline_scripts(text)
    (site / HASHES).write_bytes(msgspec.json.encode(sorted(found)))


def inline_scripts(page: str) -> set[str]:
    """Return the hashes of a page's inline scripts as a Content-Security-Policy names them."""
    return {
        f"sha256-{b64encode(sha256(script['text'].encode()).digest()).decode()}"
        for script in SCRIPT.finditer(page)
        if "src=" not in script["attributes"] and "application/json" not in script["attributes"]
    }


if __name__ == "__main__":
    main()
