"""Name a decision of Mai-Star in the words of the log: "takes a guest of Rin: red Actor"."""

from collections.abc import Sequence
from typing import Any

from hanamachi.core.game import Move, Seat
from hanamachi.core.telling import named
from hanamachi.core.words import Fact, Name, Words
from hanamachi.games.mai_star.moves import Decline, Exchange, Target, Use
from hanamachi.games.mai_star.pieces import CHARACTER, EMISSARY, SAMURAI
from hanamachi.games.mai_star.text.facts import facts
from hanamachi.games.mai_star.view import MaiStarView, card_fact

FURTHER = frozenset({"replace"})
TAKERS = (EMISSARY, SAMURAI)


def whole(steps: Sequence[tuple[MaiStarView, Move]], words: Words, names: Sequence[str]) -> str:
    """Name the moves of one decision, without the name of the player."""
    view = steps[0][0]
    assert view.seat is not None
    said = sentence(view, view.seat, [move for _, move in steps], words, names)
    return said.removeprefix(f"{names[view.seat]} ").removesuffix(".")


def sentence(view: MaiStarView, seat: Seat, moves: Sequence[Any], words: Words, names: Sequence[str]) -> str:
    """Tell the decision as a line of the log. `view` is the view before it."""
    who: Fact = Name(names[seat])
    match moves:
        case (Target(player=player),):
            return targeting(view, seat, player, words, names)
        case (Use(),):
            return words("choice.use", who=who, card=card_fact(view.owed[0].facts[0]))
        case (Decline(),):
            return declining(view, seat, words, names)
        case (Exchange(place=place), *others):
            gone = card_fact(view.places[seat].advertisers[place])
            if not others:
                return words("choice.back", who=who, card=gone)
            return words("choice.exchange", who=who, card=gone, other=card_fact(others[0].card))
    return words(f"tell.{type(moves[0]).__name__}", who=who, **named(facts(moves[0]), names))


def targeting(view: MaiStarView, seat: Seat, player: Seat, words: Words, names: Sequence[str]) -> str:
    """Tell what an effect would do to a player, and by whom it is used unless that is said already."""
    card, who, of = view.owed[0].facts[0], Name(names[seat]), Name(names[player])
    used = words("choice.target", who=who, card=card_fact(card), player=of)
    stake = view.stakes[player]
    if stake is None or (stake.card is None and not stake.draws):
        return used
    if stake.card is None:
        return f"{used} {drawing(of, stake.draws, words)}"
    if CHARACTER[card] in TAKERS and seat != player:
        return words(f"after.taken.{stake.row}", who=who, of=of, card=card_fact(stake.card))
    return f"{used} {words(f'after.lost.{stake.row}', who=of, card=card_fact(stake.card))}"


def drawing(who: Name, cards: int, words: Words) -> str:
    if cards == 1:
        return words("hidden.Draw", to=who)
    return words("several.hidden.Draw", to=who, cards=f"@cards:{cards}")


def declining(view: MaiStarView, seat: Seat, words: Words, names: Sequence[str]) -> str:
    """Tell what will not happen."""
    step, who = view.owed[0], Name(names[seat])
    if is_effect(view):
        return words("choice.unused", who=who, card=card_fact(step.facts[0]))
    return words(f"after.declined.{step.what}")


def declined(before: MaiStarView, _after: MaiStarView, words: Words, names: Sequence[str]) -> str:
    """Tell in the log which player declines what."""
    step = before.owed[0]
    if is_effect(before):
        return declining(before, step.seat, words, names)
    return words(f"declined.{step.what}", who=Name(names[step.seat]))


def is_effect(view: MaiStarView) -> bool:
    """Return whether the open question is about using an effect."""
    return view.owed[0].what.startswith("Using")
