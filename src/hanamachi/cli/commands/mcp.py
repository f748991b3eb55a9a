"""hanamachi mcp: serve the games to language models (Model Context Protocol) on standard input and output."""

from collections.abc import Sequence

from hanamachi.cli import BadUsage, new_parser
from hanamachi.core.words import Words


def run(args: Sequence[str], words: Words) -> int:
    new_parser("mcp", words).parse_args(args)
    try:
        from hanamachi.adapters.mcp.server import make_server
    except ModuleNotFoundError as error:
        raise BadUsage("no_extra", what=str(error.name), extra="mcp") from error
    make_server().run("stdio")
    return 0
