"""hanamachi host: see and do what the host's page does, in the database of a server that may be running.

Every running worker follows within a few seconds. Whoever may write to the database may do this: no other
proof is asked for, and the journal says that it was done here.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from hanamachi.cli import BadUsage, Help, new_parser
from hanamachi.cli.commands.server.host import people, rules, tables
from hanamachi.cli.commands.server.host.house import House, opened
from hanamachi.cli.support.database import database_of
from hanamachi.cli.support.settings import DATABASE, PORT, PUBLIC_URL, add_settings, settle
from hanamachi.core.words import Words

ASKED = (DATABASE, PORT, PUBLIC_URL)
Command = Callable[[House], Awaitable[None]]
COMMANDS: dict[str, tuple[Command, int, int]] = {  # with the least and the most words that follow
    "people": (people.show, 0, 1),
    "tables": (tables.show, 0, 0),
    "reports": (tables.reports, 0, 0),
    "bans": (people.bans_now, 0, 0),
    "close": (tables.close, 1, 1),
    "resolve": (tables.resolve, 1, 1),
    "warn": (people.warn, 1, 1),
    "mute": (people.mute, 1, 1),
    "unmute": (people.unmute, 1, 1),
    "rename": (people.rename, 2, 2),
    "end-sessions": (people.end_sessions, 1, 1),
    "ban": (people.ban, 1, 1),
    "unban": (people.unban, 1, 1),
    "message": (rules.message, 0, 0),
    "registration": (rules.registration, 0, 1),
    "invite": (rules.invite, 0, 0),
    "guests": (rules.guests, 0, 1),
    "limits": (rules.limits, 0, 2),
    "health": (rules.health, 0, 0),
    "log": (rules.log, 0, 0),
    "grant": (rules.grant, 1, 1),
    "revoke": (rules.revoke, 1, 1),
}


class HelpWithList(argparse.RawDescriptionHelpFormatter, Help):
    """Formats help that ends with a list of commands, each on a line of its own."""


def run(args: Sequence[str], words: Words) -> int:
    given = parser(words).parse_args(args)
    settle(given, ASKED)
    command, least, most = COMMANDS[given.what]
    if not least <= len(given.about) <= most:
        raise BadUsage("host_usage", usage=words(f"host.usage.{given.what}"))
    asyncio.run(do(database_of(given), given, words, command))
    return 0


def parser(words: Words) -> argparse.ArgumentParser:
    parser = new_parser("host", words)
    parser.formatter_class = partial(HelpWithList, words)
    parser.epilog = "\n".join(f"  {words(f'host.usage.{name}')}" for name in COMMANDS)
    parser.add_argument("what", choices=tuple(COMMANDS), help=words("flag.host_what"))
    parser.add_argument("about", nargs="*", metavar="NAME", help=words("flag.host_about"))
    parser.add_argument("--why", default="", metavar="TEXT", help=words("flag.host_why"))
    parser.add_argument("--for", dest="span", metavar="TIME", help=words("flag.host_for"))
    parser.add_argument("--report", default="", metavar="ID", help=words("flag.host_report"))
    parser.add_argument("--address", action="store_true", help=words("flag.host_address"))
    parser.add_argument("--yes", action="store_true", help=words("flag.host_yes"))
    parser.add_argument("--all", action="store_true", help=words("flag.host_all"))
    for lang in ("en", "fr", "pl"):
        parser.add_argument(f"--{lang}", default="", metavar="TEXT", help=words("flag.host_message"))
    add_settings(parser, words, ASKED)
    return parser


async def do(database: str, given: argparse.Namespace, words: Words, command: Command) -> None:
    async with opened(database, given, words) as house:
        await command(house)
