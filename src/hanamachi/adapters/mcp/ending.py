"""Describe the end of a game to a language model: the winners, and the rule or reason."""

from collections.abc import Sequence

from hanamachi.core.game import Seat
from hanamachi.core.log import CALLED_OFF
from hanamachi.core.telling import called
from hanamachi.locales import catalogue


def describe_end(winners: Sequence[Seat], reason: str, seat: Seat, names: Sequence[str]) -> str:
    """Return the last sentences about a game, addressed to the model in this seat. A game that was called off
    has no result, so only the reason is told."""
    house, known = catalogue("house")("en"), called(names)
    key = ("result.none", "result.win")[len(winners)] if len(winners) < 2 else "result.shared"
    won = "You win." if list(winners) == [seat] else house(key, who=tuple(known[who] for who in winners))
    why = house(f"reason.{reason}") if f"reason.{reason}" in house.phrases else f"(Rule {reason}.)"
    return f"The game is over. {why}" if reason in CALLED_OFF else f"The game is over. {won} {why}"
