"""Gather the pages of the documentation site: of docs/, of the repository, and made from code."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from tools.build.openapi import openapi
from tools.build.protocol_page import schema, types_page
from tools.docs.command_line import command_line
from tools.docs.languages import TRANSLATED
from tools.docs.python_api import python_api

ROOT = Path(__file__).parents[2]
DIAGRAMS = Path(__file__).with_name("diagrams.mjs")
FROM_REPOSITORY = {  # files of the repository that are pages of the site
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "security.md",
    "README.md": "index.md",  # the site has a first page of its own; links to the README lead to it
}
FROM_CODE: dict[str, Callable[[], str]] = {
    "command-line.md": command_line,
    "python.md": python_api,
    "openapi.json": openapi,
    "protocol-types.md": types_page,
    "protocol.schema.json": schema,
}
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<to>[^()\s]+)\)")
FENCE = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2 *$", re.S | re.M)
CODE = re.compile(r"`[^`\n]+`")
MERMAID = re.compile(r"^```mermaid\n(.*?)^```$", re.S | re.M)
COMMENT = re.compile(r"<!--.*?-->\n?", re.S)


class BrokenLink(Exception):
    """A page links to a file that does not exist."""


def gather(folder: Path) -> None:
    """Write all pages, pictures and data into a folder, as Zensical wants them."""
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns(*TRANSLATED))
    for source, page in FROM_REPOSITORY.items():
        if source != "README.md":
            shutil.copy(ROOT / source, folder / page)
    for page, make in FROM_CODE.items():
        (folder / page).write_text(make(), "utf-8")
    shutil.copy(ROOT / "web" / "public" / "icon.svg", folder / "pictures" / "icon.svg")
    staged = {page.relative_to(folder).as_posix(): page for page in sorted(folder.rglob("*.md"))}
    texts = {name: relinked(name, page.read_text("utf-8")) for name, page in staged.items()}
    for name, text in drawn(texts).items():
        staged[name].write_text(text, "utf-8")


def source_of(page: str) -> PurePosixPath:
    """Return the file of the repository that a page is made from."""
    back = {staged: source for source, staged in FROM_REPOSITORY.items() if source != "README.md"}
    return PurePosixPath(back.get(page, f"docs/{page}"))


def relinked(page: str, text: str) -> str:
    """Let links lead to pages of the site. A link to another file of the repository becomes its text."""

    def relink(found: re.Match[str]) -> str:
        to, text = found["to"], found["text"]
        if re.match(r"[a-z]+:|#|/", to):
            return found[0]
        path, _, part = to.partition("#")
        target = staged_at(source_of(page), path)
        if target is None:
            return text
        relative = os.path.relpath(target, PurePosixPath(page).parent)
        return f"{found['picture']}[{text}]({relative}{'#' * bool(part)}{part})"

    return outside_code(COMMENT.sub("", text), lambda prose: LINK.sub(relink, prose))


def staged_at(source: PurePosixPath, path: str) -> str | None:
    """Return where on the site a link of a file leads, or None if it leads to a file that is no page."""
    wanted = os.path.normpath(source.parent / path)
    if wanted in FROM_REPOSITORY:
        return FROM_REPOSITORY[wanted]
    inside = wanted.removeprefix("docs/")
    if inside in FROM_CODE:
        return inside
    if not (ROOT / wanted).exists():
        raise BrokenLink(f"{source}: {path}")
    return inside if wanted.startswith("docs/") and (ROOT / wanted).is_file() else None


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change the prose of a page and leave its code as it is."""

    def pieces(text: str, code: re.Pattern[str], change: Callable[[str], str]) -> Iterator[str]:
        end = 0
        for block in code.finditer(text):
            yield change(text[end : block.start()])
            yield block[0]
            end = block.end()
        yield change(text[end:])

    return "".join(pieces(text, FENCE, change))


def drawn(texts: dict[str, str]) -> dict[str, str]:
    """Replace Mermaid's diagrams by SVG. One process of Node draws all of them."""
    sources = [source for text in texts.values() for source in MERMAID.findall(text)]
    made = subprocess.run(
        ["node", DIAGRAMS],
        input=json.dumps(sources),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT / "web",
    )
    pictures: Iterator[str] = iter(json.loads(made.stdout))
    return {
        name: MERMAID.sub(lambda _: f'<figure class="diagram">{next(pictures)}</figure>', text)
        for name, text in texts.items()
    }
