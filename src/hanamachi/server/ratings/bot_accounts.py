"""Keep the ratings of bot accounts and of people apart, and the bots of one owner from each other."""

from collections.abc import Collection

import sqlalchemy as sa

from hanamachi.core.table import Refused
from hanamachi.server.accounts.bot_accounts import owners_of


def check_apart(db: sa.Connection, users: Collection[str]) -> None:
    """Refuse a rated game of these users if it is one of people and bot accounts, or if two bots have one
    owner."""
    owners = owners_of(db, users)
    if owners and len(owners) < len(set(users)):
        raise Refused("rated_bots_apart")
    if len(set(owners.values())) < len(owners):
        raise Refused("rated_same_owner")


def may_be_rated(db: sa.Connection, users: Collection[str]) -> bool:
    """Return True if a game of these users may be rated."""
    try:
        check_apart(db, users)
    except Refused:
        return False
    return True
