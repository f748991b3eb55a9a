"""The flag that adds external bots when a server starts. No command is ever taken from the network."""

import argparse

from hanamachi.bots import external
from hanamachi.core.words import Words


def add_bots(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--bot", action="append", default=[], metavar="NAME=COMMAND", help=words("flag.bot"))


def invite_bots(given: argparse.Namespace) -> None:
    for spec in given.bot or ():
        external.register(external.read_source(spec))
