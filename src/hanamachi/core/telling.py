"""Put moves, prompts and refusals into sentences of a language, with the players' names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from hanamachi.core.game import NATURE, Game, Move, Prompt, Seat, Told, Veiled
from hanamachi.core.words import Fact, Name, Reader, Refusal, Words


def called(names: Iterable[str], reader: Seat | None = None) -> list[Name]:
    """Mark people's names, which may look like keys of phrases. `reader`: the seat that is addressed as
    "you"."""
    return [Reader(name) if seat == reader else Name(name) for seat, name in enumerate(names)]


def tell(game: Game, line: Told, words: Words, names: Sequence[str]) -> str:
    """Tell one line of the story: by the phrase tell.<Kind>, or hidden.<Kind> for a veiled move."""
    who = {} if line.seat == NATURE else {"who": Name(names[line.seat])}
    return words(_phrase(line), **who, **named(game.text.facts(line.move), names))


def narrate(
    game: Game, line: Told, seq: int, look: Callable[[int], Any], words: Words, names: Sequence[str]
) -> str:
    """Tell row `seq` as a seat heard it, and what it did; `look(n)` returns what this seat saw after n
    rows."""
    if line.kind in game.text.instead:
        return game.text.instead[line.kind](look(seq), look(seq + 1), words, names)
    did = game.text.aftermath.get(line.kind)
    said = tell(game, line, words, names)
    if did is None:
        return said
    return f"{said} {did(look(seq), look(seq + 1), words, names)}".strip()


def folded(lines: Sequence[Told], words: Words) -> list[list[int]]:
    """Group lines that are told as one sentence, by their places, in the order in which groups end.

    As long as nature does things of one kind, those that befall the same seat are one group, if the language
    has a sentence for several of them. Every other line is a group of its own.
    """
    groups: list[list[int]] = []
    begun: dict[Any, list[int]] = {}  # by what is told: the groups to which the next line may belong
    for place, line in enumerate(lines):
        if line.seat != NATURE or line.kind != lines[place - 1].kind:
            begun = {}
        key = (_phrase(line), _around(line.move)) if line.seat == NATURE else None
        if key in begun and f"several.{_phrase(line)}" in words.phrases:
            begun[key].append(place)
        else:
            begun[key] = [place]
            groups.append(begun[key])
    return sorted(groups, key=lambda group: group[-1])


def tell_together(game: Game, lines: Sequence[Told], words: Words, names: Sequence[str]) -> str:
    """Tell lines that fold as one sentence: with their number, or with a list of what they name."""
    line = lines[0]
    if len(lines) == 1:
        return tell(game, line, words, names)
    if isinstance(line.move, Veiled):
        more: dict[str, Fact] = {"cards": f"@cards:{len(lines)}"}
    else:
        thing = line.move.__struct_fields__[-1]
        more = {thing: tuple(words.name(game.text.facts(each.move)[thing]) for each in lines)}
    return words(f"several.{_phrase(line)}", **named(game.text.facts(line.move) | more, names))


def story_told(
    game: Game,
    lines: Sequence[tuple[int, Told]],
    look: Callable[[int], Any],
    words: Words,
    names: Sequence[str],
) -> Iterator[tuple[list[Told], str]]:
    """Narrate rows, given with their numbers; those that fold are told together."""
    for group in folded([line for _, line in lines], words):
        together = [lines[place][1] for place in group]
        yield together, narrate_together(game, together, lines[group[0]][0], look, words, names)


def narrate_together(
    game: Game,
    lines: Sequence[Told],
    seq: int,
    look: Callable[[int], Any],
    words: Words,
    names: Sequence[str],
) -> str:
    """Narrate lines that fold, or a single one, which is row `seq`."""
    if len(lines) > 1:
        return tell_together(game, lines, words, names)
    return narrate(game, lines[0], seq, look, words, names)


def _phrase(line: Told) -> str:
    return f"{'hidden' if isinstance(line.move, Veiled) else 'tell'}.{line.kind}"


def _around(move: Any) -> tuple[Any, ...]:
    """Return what a move says besides its thing, its last field; of a veiled one, all that is shown."""
    if isinstance(move, Veiled):
        return tuple(move.shown.items())
    return tuple(getattr(move, field) for field in move.__struct_fields__[:-1])


def label(game: Game, view: Any, move: Move, words: Words) -> str:
    """Name a legal move; in a game that has no names for moves, by its notation."""
    return game.text.label(view, move, words) if game.text.label else game.text.write(move)


def decision(game: Game, steps: Sequence[tuple[Any, Move]], words: Words, names: Sequence[str]) -> str:
    """Name a decision of one or several moves, each with what its player saw before it."""
    if game.text.whole:
        return game.text.whole(steps, words, names)
    return ", ".join(label(game, *step, words) for step in steps)


def choice(game: Game, view: Any, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
    """Name a legal move of a seat as the log does, as far as it is seen with `view`."""
    return decision(game, [(replace(view, seat=seat), move)], words, names)


def ask(prompt: Prompt, words: Words, names: Sequence[str], manner: str = "ask") -> str:
    """Return the open question; `manner` "gallery": as it is told to those who are not asked."""
    return words(f"{manner}.{prompt.ask}", who=Name(names[prompt.seat]), **named(prompt.facts, names))


def explain(refusal: Refusal, words: Words, names: Sequence[str] = (), *, numbered: bool = True) -> str:
    """Explain a refusal in a sentence; `numbered`: with the number of the rule behind it, if there is one."""
    facts = {key: _meant(fact, words, names) for key, fact in refusal.facts.items()}
    said, rule = words(f"error.{refusal.reason}", **facts), rule_behind(refusal)
    return f"{said.removesuffix('.')} ({rule})." if numbered and rule and rule not in said else said


def rule_behind(refusal: Refusal) -> str:
    """Return the number of the rule that forbids a move; "" if it is no rule of the game."""
    return str(refusal.facts.get("rule", ""))


def _meant(fact: Fact, words: Words, names: Sequence[str]) -> Name:
    """Return text that a person typed unchanged, even if it looks like the key of a phrase."""
    try:
        return Name(words.name(_named(fact, names)))
    except (KeyError, ValueError, IndexError):
        return Name(fact)


def named(facts: Mapping[str, Fact], names: Sequence[str]) -> dict[str, Fact]:
    """Return facts with each "#seat" replaced by that seat's name."""
    return {key: _named(fact, names) for key, fact in facts.items()}


def _named(fact: Fact, names: Sequence[str]) -> Fact:
    if isinstance(fact, str) and fact.startswith("#") and not isinstance(fact, Name):
        return Name(names[int(fact[1:])])
    return fact
