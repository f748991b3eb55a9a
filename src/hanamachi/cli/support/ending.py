"""Describe the end of a game in the terminal: the winners, and the reason."""

from collections.abc import Sequence

from hanamachi.core.log import CALLED_OFF, Result
from hanamachi.core.words import Name, Words, rules


def describe_end(result: Result, names: Sequence[Name], words: Words, phrases: Words) -> list[str]:
    """Return the last sentences about a game. `phrases` is the game's own catalogue. A game that was called
    off has no winners, so only the reason is given."""
    why = rules(phrases).get(result.reason) or words(f"reason.{result.reason}")
    if result.reason in CALLED_OFF:
        return [why]
    winners = tuple(names[seat] for seat in result.winners)
    key = ("result.none", "result.win")[len(winners)] if len(winners) < 2 else "result.shared"
    return [words(key, who=winners), why]
