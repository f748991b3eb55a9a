"""Decide who may talk at a table, and who hears whom.

Until the game ends players and spectators talk apart, because a spectator may see a player's hand. A user who
holds a seat is a player, whatever they look at.
"""

from hanamachi.core.table import Refused
from hanamachi.server.protocol.messages import Side
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, Snapshot, TalkPolicy, may_watch, people_at, seats_of


def is_over(snapshot: Snapshot) -> bool:
    return isinstance(snapshot, Playing) and snapshot.table.result is not None


def side_of(snapshot: Snapshot, user: str) -> Side:
    return "players" if seats_of(snapshot, user) else "gallery"


def heard_by(snapshot: Snapshot, user: str) -> tuple[Side, ...]:
    """Return the sides whose lines a user may read."""
    return ("players", "gallery") if is_over(snapshot) else (side_of(snapshot, user),)


def check_may_talk(snapshot: Snapshot, user: str) -> None:
    """Refuse a user who may not say anything here now."""
    if snapshot.setup.may_be_said == "off":
        raise Refused("talk_off")
    if not may_watch(snapshot, user):
        raise NotFound("no_spectators")
    if not isinstance(snapshot, Playing):
        raise Refused("talk_before_game")
    mine = seats_of(snapshot, user)
    if mine and not is_over(snapshot) and not set(mine) & set(people_at(snapshot)):
        raise Refused("gave_up")


def check_may_type(policy: TalkPolicy) -> None:
    """Refuse free text where its host allows ready-made phrases alone."""
    if policy != "all":
        raise Refused("phrases_only")
