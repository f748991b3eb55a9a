"""Measure how plainly docstrings are written.

    python -m tools.quality.prose [--root src/hanamachi] [--list PACKAGE]

A docstring is counted as a riddle if it begins with a question word (Who, What, Whether, Where) or leans on
an indefinite pronoun (somebody, nobody, whoever ...). `--list server/db` prints each one with file and line.
"""

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2] / "src" / "hanamachi"
QUESTION = re.compile(r"(Who|Whom|Whose|Whoever|What|Whatever|Whether|Where|Wherever)\b")
PRONOUN = re.compile(r"\b(somebody|nobody|whoever|whomever|something|someone)\b", re.IGNORECASE)
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Docstring(NamedTuple):
    """A docstring and where it stands, relative to the root."""

    path: Path
    line: int
    text: str

    @property
    def package(self) -> str:
        """Return the folder two levels deep at most, such as `server/db`, or `(root)`."""
        return "/".join(self.path.parent.parts[:2]) or "(root)"

    @property
    def is_riddle(self) -> bool:
        return bool(QUESTION.match(self.text) or PRONOUN.search(self.text))


def docstrings(root: Path = ROOT) -> Iterator[Docstring]:
    """Yield every docstring of modules, classes and functions below a folder."""
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
                yield Docstring(path.relative_to(root), node.body[0].lineno, text)


def share(found: list[Docstring]) -> float:
    """Return the share of riddles among docstrings."""
    return sum(each.is_riddle for each in found) / max(1, len(found))


def line(name: str, found: list[Docstring]) -> str:
    riddles = sum(each.is_riddle for each in found)
    return f"{name:28} {riddles:5} of {len(found):5}  {100 * share(found):5.1f} %"


def print_shares(root: Path) -> None:
    packages = defaultdict[str, list[Docstring]](list)
    everything = list(docstrings(root))
    for each in everything:
        packages[each.package].append(each)
    for package, found in sorted(packages.items()):
        print(line(package, found))
    print(line("all", everything))


def print_riddles(root: Path, package: str) -> None:
    for each in docstrings(root):
        if each.is_riddle and each.path.is_relative_to(package):
            print(f"{root / each.path}:{each.line}: {each.text.splitlines()[0]}")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Measure how plainly docstrings are written.")
    parser.add_argument("--root", type=Path, default=ROOT, help="the package to read")
    parser.add_argument("--list", metavar="PACKAGE", help="print each riddle below this folder of the root")
    asked = parser.parse_args(arguments)
    if asked.list is None:
        print_shares(asked.root)
    else:
        print_riddles(asked.root, asked.list)


if __name__ == "__main__":
    main(sys.argv[1:])
