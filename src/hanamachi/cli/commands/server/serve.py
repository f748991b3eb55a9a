"""hanamachi serve: run the server for browsers."""

import argparse
import asyncio
import http.client
import json
import re
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_network
from threading import Thread
from typing import TYPE_CHECKING

from hanamachi.cli import new_parser, sentence
from hanamachi.cli.support import settings
from hanamachi.cli.support.own_bots import invite_bots
from hanamachi.cli.support.settings import SETTINGS, Loaded, add_settings, settle
from hanamachi.core.user_text import visible
from hanamachi.core.words import Name, Refusal, Words

if TYPE_CHECKING:
    from hanamachi.server.runtime.limits import Limits

CLOSED = 1  # exit code if the server could not start
ANSWER_SECONDS, ANSWER_BYTES = 5.0, 1000  # of another server on this port


class CannotServe(Refusal):
    pass


def run(args: Sequence[str], words: Words) -> int:
    given, loaded = read(args, words)
    if given.print_config:
        from hanamachi.cli.support.settings_file import written

        print(written(given, settings.limits_of(given.limit, loaded), words))
        return 0
    return start(given, loaded, words)


def open_in_browser(words: Words) -> int:
    """Run the server and open the browser. If this server answers on its port already, open that one."""
    given, loaded = read(["--open", "--lang", words.lang], words)
    if answers(given):
        announce(given, words, "already_serving")
        return 0
    return start(given, loaded, words)


def start(given: argparse.Namespace, loaded: Loaded, words: Words) -> int:
    from hanamachi.server.db.startup import CannotOpen
    from hanamachi.server.runtime.limits import chosen

    limits = chosen(settings.limits_of(given.limit, loaded))
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


def read(args: Sequence[str], words: Words) -> tuple[argparse.Namespace, Loaded]:
    """Read flags, environment and settings file."""
    given = parser(words).parse_args(args)
    return given, settle(given, SETTINGS)


def parser(words: Words) -> argparse.ArgumentParser:
    parser = new_parser("serve", words)
    parser.epilog = words("settings.order")
    add_settings(parser, words, SETTINGS)
    parser.add_argument(
        "--limit", metavar="NAME=VALUE", action="append", default=[], help=words("flag.limit")
    )
    parser.add_argument("--rotate-keys", action="store_true", help=words("flag.rotate_keys"))
    parser.add_argument("--print-config", action="store_true", help=words("flag.print_config"))
    return parser


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
    from hanamachi.cli.support.database import default_database
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


def answers(given: argparse.Namespace) -> bool:
    """Return True if a server of ours answers on this port."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(given.host, given.host)
    connection = http.client.HTTPConnection(host, given.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/healthz", headers={"host": f"localhost:{given.port}"})
        found = json.loads(connection.getresponse().read(ANSWER_BYTES))
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return isinstance(found, dict) and found.get("program") == "hanamachi"


def announce(given: argparse.Namespace, words: Words, phrase: str = "serving") -> None:
    """Print the address, and open it in a browser if asked to. Call this when the port answers."""
    local = given.host == "127.0.0.1"
    host = "localhost" if local else f"[{given.host}]" if ":" in given.host else given.host
    url = given.public_url or f"http://{host}:{given.port}"
    print(words(phrase, url=url), flush=True)
    if local and not given.public_url and phrase == "serving":
        print(words("serving_local"), flush=True)
    if phrase == "serving" and sys.stdout.isatty():
        offer_host_link(given, words, url)
    if given.open:
        opening = Thread(target=webbrowser.open, args=[url], daemon=True)
        opening.start()
        if phrase != "serving":  # the program ends here, and the browser must have started
            opening.join(ANSWER_SECONDS)


def offer_host_link(given: argparse.Namespace, words: Words, url: str) -> None:
    """Print a link that makes its reader the host, if there is none yet. It must not get into a log, so call
    this only if a person reads the output."""
    from hanamachi.server.db.engine import make_engine, url_of
    from hanamachi.server.moderation.hosts import all_hosts, offer_link

    engine = make_engine(url_of(given.database), 1, "IMMEDIATE")
    try:
        with engine.begin() as db:
            link = None if all_hosts(db) else offer_link(db)
    finally:
        engine.dispose()
    if link:
        print(words("serving_host", url=f"{url.rstrip('/')}/host#{link}"), flush=True)


def serve(given: argparse.Namespace, limits: "Limits", opened: Callable[[], None]) -> None:
    from hanamachi.cli.support.foreman import Foreman, work

    if given.workers > 1:
        Foreman(given, limits, opened).run()
    else:
        work(given, limits, opened=opened)
