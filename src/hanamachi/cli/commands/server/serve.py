"""hanamachi serve: run the server for browsers."""

import argparse
import asyncio
import os
import re
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from hanamachi.cli import new_parser, sentence
from hanamachi.cli.support.own_bots import add_bots, invite_bots
from hanamachi.core.user_text import visible
from hanamachi.core.words import Name, Refusal, Words

if TYPE_CHECKING:
    from hanamachi.server.runtime.limits import Limits

CLOSED = 1  # exit code if the server could not start


class CannotServe(Refusal):
    pass


def run(args: Sequence[str], words: Words) -> int:
    given = parser(words).parse_args(args)
    from hanamachi.server.db.startup import CannotOpen
    from hanamachi.server.runtime.limits import chosen

    limits = chosen(given.limit)
    check_workers(given)
    check_addresses(given)
    check_cluster(given.bots, words)
    invite_bots(given)
    try:
        prepare(given)
    except CannotOpen as refusal:
        print(visible(sentence(refusal, words)), file=sys.stderr)
        return CLOSED
    serve(given, limits, partial(announce, given, words))
    return 0


def parser(words: Words) -> argparse.ArgumentParser:
    parser = new_parser("serve", words)
    parser.add_argument("--host", default="127.0.0.1", help=words("flag.host"))
    parser.add_argument("--port", type=int, default=8460, help=words("flag.port"))
    add_database(parser, words)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help=words("flag.workers"))
    parser.add_argument("--public-url", metavar="URL", help=words("flag.public_url"))
    parser.add_argument("--open", action="store_true", help=words("flag.open"))
    add_bots(parser, words)
    parser.add_argument("--bots", metavar="ADDRESS", help=words("flag.cluster"))
    parser.add_argument("--proxy", metavar="ADDRESS", action="append", default=[], help=words("flag.proxy"))
    parser.add_argument(
        "--limit", metavar="NAME=VALUE", action="append", default=[], help=words("flag.limit")
    )
    parser.add_argument("--hook-to", metavar="URL", action="append", default=[], help=words("flag.hook_to"))
    parser.add_argument("--push-private", action="store_true", help=words("flag.push_private"))
    parser.add_argument("--metrics-port", type=int, metavar="PORT", help=words("flag.metrics_port"))
    parser.add_argument("--rotate-keys", action="store_true", help=words("flag.rotate_keys"))
    return parser


def add_database(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--database", metavar="FILE|URL", help=words("flag.database"))


def check_workers(given: argparse.Namespace) -> None:
    from hanamachi.server.db.engine import is_shared

    if given.workers < 1:
        raise CannotServe("no_workers")
    if given.workers > 1 and not is_shared(given.database or ""):
        raise CannotServe("workers_need_postgresql")


def check_addresses(given: argparse.Namespace) -> None:
    from hanamachi.server.runtime.origins import of_url

    if given.public_url and not of_url(given.public_url):
        raise CannotServe("bad_public_url", value=Name(given.public_url))
    for proxy in given.proxy:
        try:
            ip_network(proxy)
        except ValueError as error:
            raise CannotServe("bad_proxy", value=Name(proxy)) from error
    check_hooks(given.hook_to)
    check_port(given.host, given.port)
    if given.metrics_port is not None:
        for number in range(given.workers):  # each worker has its own metrics port
            check_port("127.0.0.1", given.metrics_port + number)


def check_hooks(hooks: Sequence[str]) -> None:
    from hanamachi.server.notifications.outgoing_http import is_web_address, stays_below

    for hook in hooks:
        if not is_web_address(hook, private=True) or not stays_below(hook):
            raise CannotServe("bad_hook_to", value=Name(hook))


def check_port(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CannotServe("port_taken", port=port) from error


def check_cluster(address: str | None, words: Words) -> None:
    """Refuse a Ray cluster that can never be used. One that is not there yet may come later."""
    if address is None:
        return
    if not re.fullmatch(r"auto|ray://[^\s/]+:\d+", address):
        raise CannotServe("bad_bots", value=Name(address))
    if not find_spec("ray") or not find_spec("grpc"):
        raise CannotServe("no_ray")
    from hanamachi.server.engines.ray_connection import ClusterLost, check_cluster

    try:
        asyncio.run(check_cluster(address))
    except ClusterLost as lost:
        print(words("bots_local", address=address, problem=str(lost)), file=sys.stderr)


def prepare(given: argparse.Namespace) -> None:
    """Prepare the database, so that every problem is found before the server is announced as open."""
    from hanamachi.games.kernels.cache_folder import fall_back_to
    from hanamachi.server.accounts.cookie_keys import change_keys
    from hanamachi.server.db import startup
    from hanamachi.server.db.engine import path_of

    given.database = given.database or default_database()
    startup.prepare(given.database)
    if path := path_of(given.database):
        fall_back_to(path.absolute().parent / "kernels")
    if given.rotate_keys:
        change_keys(given.database)


def default_database() -> str:
    """Return the path of a SQLite file in the user's data folder. Raise CannotOpen if there is no such
    folder."""
    from hanamachi.server.db.startup import CannotOpen

    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser(
        "~/Library/Application Support" if sys.platform == "darwin" else "~/.local/share"
    )
    folder = Path(base) / "hanamachi"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpen("no_permission", path=Name(folder), problem=error.strerror or "?") from error
    return str(folder / "house.db")


def announce(given: argparse.Namespace, words: Words) -> None:
    """Print the address, and open it in a browser if asked to. Call this when the port answers."""
    local = given.host == "127.0.0.1"
    host = "localhost" if local else f"[{given.host}]" if ":" in given.host else given.host
    url = given.public_url or f"http://{host}:{given.port}"
    print(words("serving", url=url), flush=True)
    if local and not given.public_url:
        print(words("serving_local"), flush=True)
    if given.open:
        Thread(target=webbrowser.open, args=[url], daemon=True).start()


def serve(given: argparse.Namespace, limits: "Limits", opened: Callable[[], None]) -> None:
    from hanamachi.cli.support.foreman import Foreman, work

    if given.workers > 1:
        Foreman(given, limits, opened).run()
    else:
        work(given, limits, opened=opened)
