"""hanamachi service: print units of systemd for this installation, or a text for nginx or Caddy."""

import sys
from collections.abc import Sequence
from pathlib import Path

from hanamachi.cli import new_parser
from hanamachi.cli.support import deployment
from hanamachi.cli.support.settings import SETTINGS, add_settings, settle
from hanamachi.core.user_text import visible
from hanamachi.core.words import Name, Refusal, Words
from hanamachi.server.runtime.origins import of_url


class CannotWrite(Refusal):
    """Refuse to write a file."""


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("service", words)
    parser.add_argument(
        "what", nargs="?", choices=tuple(deployment.FILES), default="systemd", help=words("flag.service")
    )
    parser.add_argument("--write", type=Path, metavar="FOLDER", help=words("flag.write"))
    parser.add_argument("--user", default="hanamachi", metavar="NAME", help=words("flag.user"))
    add_settings(parser, words, SETTINGS)
    given = parser.parse_args(args)
    settle(given, SETTINGS)
    if given.public_url and not of_url(given.public_url):
        raise CannotWrite("bad_public_url", value=Name(given.public_url))
    texts = deployment.texts(given.what, given)
    if given.what == "systemd" and (locked := deployment.locked_folder(Path(sys.prefix))):
        print(words("service_locked", path=visible(str(locked))), file=sys.stderr)
    if given.write is None:
        print("\n".join(texts.values()), end="")
        return 0
    for name, text in texts.items():
        write(given.write / name, text)
        print(visible(str(given.write / name)))
    return 0


def write(path: Path, text: str) -> None:
    """Write a file that is not there yet."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise CannotWrite("file_exists", path=Name(path)) from error
    except OSError as error:
        raise CannotWrite("cannot_write", path=Name(path), problem=error.strerror or "?") from error
