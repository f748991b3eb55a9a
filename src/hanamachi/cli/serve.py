"""hanamachi serve: the house on the network, for browsers."""

import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

from hanamachi.cli import new_parser
from hanamachi.cli.own_bots import add_bots, invite_bots
from hanamachi.core.words import Refusal, Words


class CannotServe(Refusal):
    pass


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("serve", words)
    parser.add_argument("--host", default="127.0.0.1", help=words("flag.host"))
    parser.add_argument("--port", type=int, default=8460, help=words("flag.port"))
    parser.add_argument("--database", metavar="URL", help=words("flag.database"))
    parser.add_argument("--public-url", metavar="URL", help=words("flag.public_url"))
    parser.add_argument("--open", action="store_true", help=words("flag.open"))
    add_bots(parser, words)
    given = parser.parse_args(args)
    database = given.database or default_database()
    invite_bots(given)
    check_port(given.host, given.port)
    check_database(database)
    url = (
        given.public_url or f"http://{'localhost' if given.host == '127.0.0.1' else given.host}:{given.port}"
    )
    print(words("serving", url=url), flush=True)
    if given.host == "127.0.0.1" and not given.public_url:
        print(words("serving_local"), flush=True)
    if given.open:
        Timer(1.0, webbrowser.open, [url]).start()
    serve(given.host, given.port, database, given.public_url)
    return 0


def check_port(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CannotServe("port_taken", port=port) from error


def check_database(url: str) -> None:
    """Bring it to the newest shape before anybody is told that the house is open."""
    from sqlalchemy.exc import SQLAlchemyError

    from hanamachi.house.store import migrate

    try:
        migrate(url)
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise CannotServe("bad_database", problem=str(error).split("\n")[0]) from error


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / (
        "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    )
    folder = Path(base) / "hanamachi"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'house.db'}"


def serve(host: str, port: int, database: str, public_url: str | None) -> None:
    import uvicorn

    from hanamachi.house.app import make_app

    uvicorn.run(
        make_app(database, host, public_url, warm=True),
        host=host,
        port=port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=1 << 16,
        timeout_graceful_shutdown=3,
        access_log=False,
    )
