"""hanamachi token: by what a house knows the machines that think for it. Made, listed, and ended."""

import argparse
from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from hanamachi.cli import new_parser
from hanamachi.cli.commands.server.serve import add_database, default_database
from hanamachi.core.words import Name, Refusal, Words
from hanamachi.server.db.engine import make_engine, path_of, url_of
from hanamachi.server.db.startup import in_words
from hanamachi.server.engines import remote_tokens


class NoToken(Refusal):
    pass


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("token", words)
    add_database(parser, words)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help=words("flag.token_list"))
    what.add_argument("--end", metavar="NAME", help=words("flag.token_end"))
    given = parser.parse_args(args)
    database = given.database or default_database()
    path = path_of(database)
    if path and not path.exists():
        raise NoToken("nothing_kept", path=Name(path))
    engine = make_engine(url_of(database), 1, "IMMEDIATE")
    try:
        with engine.begin() as db:
            said = answer(db, given, words)
    except SQLAlchemyError as error:
        raise in_words(error, database) from error
    finally:
        engine.dispose()
    print(said)
    return 0


def answer(db: sa.Connection, given: argparse.Namespace, words: Words) -> str:
    if given.list:
        return "\n".join(remote_tokens.names(db))
    return ended(db, given.end, words) if given.end else remote_tokens.make(db)


def ended(db: sa.Connection, name: str, words: Words) -> str:
    if not remote_tokens.end(db, name.partition(".")[0]):
        raise NoToken("no_such_token", name=Name(name.partition(".")[0]))
    return words("token_ended")
