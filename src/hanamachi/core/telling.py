"""Moves, prompts and refusals in the words of a language, with the players' names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hanamachi.core.game import NATURE, Game, Prompt, Seat, Told, Veiled
from hanamachi.core.words import Fact, Name, Reader, Refusal, Words


def called(names: Iterable[str], reader: Seat | None = None) -> list[Name]:
    """People's own names: one may look like the key of a phrase, and is none. `reader`: who is spoken to."""
    return [Reader(name) if seat == reader else Name(name) for seat, name in enumerate(names)]


def tell(game: Game, line: Told, words: Words, names: Sequence[str]) -> str:
    """One line of the story: the phrase tell.<Kind>, or hidden.<Kind> for a veiled move."""
    who = {} if line.seat == NATURE else {"who": Name(names[line.seat])}
    manner = "hidden" if isinstance(line.move, Veiled) else "tell"
    return words(f"{manner}.{line.kind}", **who, **named(game.text.facts(line.move), names))


def narrate(
    game: Game, line: Told, seq: int, look: Callable[[int], Any], words: Words, names: Sequence[str]
) -> str:
    """Row `seq` as a seat heard it, and what it did; `look(n)` is what this seat saw after n rows."""
    did = game.text.aftermath.get(line.kind)
    said = tell(game, line, words, names)
    if did is None:
        return said
    return f"{said} {did(look(seq), look(seq + 1), words, names)}".strip()


def ask(prompt: Prompt, words: Words, names: Sequence[str], manner: str = "ask") -> str:
    """The question that is open; `manner`: "gallery", as it is told to those who are not asked."""
    return words(f"{manner}.{prompt.ask}", who=Name(names[prompt.seat]), **named(prompt.facts, names))


def explain(refusal: Refusal, words: Words, names: Sequence[str] = ()) -> str:
    """Why something was not taken."""
    facts = {key: _meant(fact, words, names) for key, fact in refusal.facts.items()}
    return words(f"error.{refusal.reason}", **facts)


def _meant(fact: Fact, words: Words, names: Sequence[str]) -> Name:
    """What somebody typed may look like the key of a phrase and be none: then it stays as it is."""
    try:
        return Name(words.name(_named(fact, names)))
    except (KeyError, ValueError, IndexError):
        return Name(fact)


def named(facts: Mapping[str, Fact], names: Sequence[str]) -> dict[str, Fact]:
    """Facts with each "#seat" replaced by that seat's name."""
    return {key: _named(fact, names) for key, fact in facts.items()}


def _named(fact: Fact, names: Sequence[str]) -> Fact:
    if isinstance(fact, str) and fact.startswith("#") and not isinstance(fact, Name):
        return Name(names[int(fact[1:])])
    return fact
