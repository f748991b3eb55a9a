"""List the moves that a hand allows, and check moves against it."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

from hanamachi.core.game import IllegalMove, Move
from hanamachi.games.hanamikoji.moves import (
    Competition,
    Discard,
    Gift,
    Offer,
    Pair,
    Secret,
    Share,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.pieces import (
    ACTIONS,
    CARDS,
    DISCARD,
    GIFT,
    ITEMS,
    NAMES,
    RULES,
    SECRET,
    Action,
    Counts,
    Item,
    spread,
)


@cache
def actions_with(hand: Counts, actions: tuple[Action, ...]) -> tuple[Move, ...]:
    """Return every move with one of these action tokens and cards of this hand."""
    return tuple(move for action in actions for items in groups(hand, action) for move in ways(action, items))


def groups(hand: Counts, action: Action) -> list[tuple[Item, ...]]:
    """Return the distinct groups of cards that an action can take from a hand."""
    return sorted(set(combinations(spread(hand), CARDS[action])))


@cache
def ways(action: Action, items: tuple[Any, ...]) -> tuple[Move, ...]:
    """Return the moves of an action with exactly these cards: one, or for Competition one for each
    pairing."""
    if action == SECRET:
        return (Secret(*items),)
    if action == DISCARD:
        return (Discard(items),)
    if action == GIFT:
        return (Gift(items),)
    return tuple(map(Competition, pairings(*items)))


def pairings(a: Item, b: Item, c: Item, d: Item) -> list[tuple[Pair, Pair]]:
    """Return the distinct ways to make two pairs of four cards, which are given in order."""
    return sorted({((a, b), (c, d)), ((a, c), (b, d)), (min((a, d), (b, c)), max((a, d), (b, c)))})


def answers(offer: Offer) -> tuple[Move, ...]:
    """Return the answers to an offer. Equal cards, or equal pairs, are one answer."""
    if isinstance(offer, Gift):
        return tuple(TakeOne(item) for item in dict.fromkeys(offer.items))
    return tuple(TakePair(pair) for pair in dict.fromkeys(offer.pairs))


def check_action(action: Action, tokens: Sequence[Action], box: Sequence[Action]) -> None:
    if action not in box:
        raise IllegalMove("no_action", "H3", action=f"@action.{ACTIONS[action]}")
    if action not in tokens:
        raise IllegalMove("used", "H7", action=f"@action.{ACTIONS[action]}")


def check_cards(action: Action, items: Sequence[Item], hand: Counts) -> None:
    """Check that the cards are of the right number, in order, and all in the hand."""
    rule = RULES[action]
    check_items(items, rule)
    if len(items) != CARDS[action]:
        name = f"@action.{ACTIONS[action]}"
        raise IllegalMove(
            "wrong_count", rule, action=name, needs=f"@cards:{CARDS[action]}", got=f"@cards:{len(items)}"
        )
    if list(items) != sorted(items):
        raise IllegalMove("unsorted", rule)
    for item in items:
        check_held(item, hand[item], items.count(item), rule)


def check_items(items: object, rule: str) -> None:
    if not isinstance(items, tuple):
        raise IllegalMove("no_item", rule, item=repr(items))
    for item in items:
        if not isinstance(item, int) or item not in ITEMS:
            raise IllegalMove("no_item", rule, item=repr(item))


def check_held(item: Item, held: int, needs: int, rule: str) -> None:
    name = f"@item.{NAMES[item]}"
    if not held:
        raise IllegalMove("not_in_hand", rule, item=name)
    if held < needs:
        raise IllegalMove("too_few", rule, item=name, held=held, needs=needs)


def paired(pairs: tuple[Pair, Pair]) -> tuple[Item, ...]:
    """Return the four cards of a Competition, in order. Raise IllegalMove if they are badly paired."""
    if not is_pair(pairs) or not all(map(is_pair, pairs)):
        raise IllegalMove("not_pairs", "H11")
    (a, b), (c, d) = pairs
    check_items((a, b, c, d), "H11")
    if a > b or c > d or (a, b) > (c, d):
        raise IllegalMove("unsorted", "H11")
    return tuple(sorted((a, b, c, d)))


def is_pair(thing: object) -> bool:
    return isinstance(thing, tuple) and len(thing) == 2


def shared(offer: Offer, taken: tuple[Item, ...], rule: str) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return the cards that the taker gets of an offer, and those left for the seat that made it."""
    check_items(taken, rule)
    for share in shares(offer):
        if share.takes == taken:
            return taken, share.leaves
    raise IllegalMove("not_offered", rule, items=tuple(f"@item.{NAMES[item]}" for item in taken))


@cache
def shares(offer: Offer) -> tuple[Share, ...]:
    """Return the parts of an offer: single cards of a Gift (H10), pairs of a Competition (H11)."""
    parts = [(item,) for item in offer.items] if isinstance(offer, Gift) else offer.pairs
    return tuple(
        Share(part, tuple(item for other in (*parts[:at], *parts[at + 1 :]) for item in other))
        for at, part in enumerate(parts)
    )
