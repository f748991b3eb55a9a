"""hanamachi work: think for a house that is on another machine."""

import argparse
import asyncio
import os
from collections.abc import Sequence
from urllib.parse import urlsplit

from hanamachi.cli import new_parser
from hanamachi.core.words import Name, Refusal, Words

TOKEN = "HANAMACHI_TOKEN"  # an environment variable: what stands in a command everybody can list


class CannotHelp(Refusal):
    pass


def run(args: Sequence[str], words: Words) -> int:
    given = parser(words).parse_args(args)
    check(given)
    from hanamachi.server.engines.remote_worker import think_for
    from hanamachi.server.runtime import logs

    logs.start()
    print(words("thinking_for", url=given.house, n=given.thinkers), flush=True)
    asyncio.run(think_for(given.house, given.token, given.thinkers))
    return 0


def parser(words: Words) -> argparse.ArgumentParser:
    parser = new_parser("work", words)
    parser.add_argument("--house", metavar="URL", required=True, help=words("flag.house"))
    parser.add_argument("--token", default=os.environ.get(TOKEN, ""), help=words("flag.token"))
    cores = os.cpu_count() or 1
    parser.add_argument("--thinkers", type=int, default=cores, metavar="N", help=words("flag.thinkers"))
    return parser


def check(given: argparse.Namespace) -> None:
    parts = urlsplit(given.house)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CannotHelp("bad_public_url", value=Name(given.house))
    if given.thinkers < 1:
        raise CannotHelp("not_positive", flag="--thinkers", value=given.thinkers)
    if not given.token:
        raise CannotHelp("no_token", name=TOKEN)
