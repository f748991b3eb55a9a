"""Tell the effects of a move, by comparing the views before and after it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from hanamachi.core.game import Seat
from hanamachi.core.words import Fact, Name, Words
from hanamachi.games.mai_star.moves import Cards
from hanamachi.games.mai_star.pieces import CHARACTER, DOCTOR
from hanamachi.games.mai_star.view import MaiStarView, card_fact


def effect(before: MaiStarView, after: MaiStarView, words: Words, names: Sequence[str]) -> str:
    """Tell which seat lost which card, which seat took it, and whether another turn follows."""
    return " ".join(words(key, **facts) for key, facts in changes(before, after, names))


def changes(
    before: MaiStarView, after: MaiStarView, names: Sequence[str]
) -> Iterator[tuple[str, dict[str, Fact]]]:
    lost, gained = moved(before, after), moved(after, before)
    for (seat, row), cards in lost.items():
        taker = next((other for other, theirs in gained if theirs == row and other != seat), None)
        each: dict[str, Fact] = {"who": Name(names[seat]), "card": card_fact(cards[0])}
        if row == "advertisers" and (seat, "guests") in gained:
            yield "after.moved", {"who": Name(names[seat]), "cards": listed(cards)}
        elif taker is None:
            yield f"after.lost.{row}", each
        else:
            yield f"after.taken.{row}", each | {"who": Name(names[taker]), "of": Name(names[seat])}
    for (seat, row), cards in gained.items():
        if row == "guests" and not lost:
            yield "after.hand", {"who": Name(names[seat]), "cards": listed(cards)}
    thrown = less(after.discards, before.discards)
    if thrown and not lost and before.prompt:
        yield "after.thrown", {"who": Name(names[before.prompt.seat]), "cards": listed(thrown)}
    if doctors(before) and after.prompt and before.prompt:
        yield "after.again", {"who": Name(names[before.prompt.seat])}


def moved(before: MaiStarView, after: MaiStarView) -> dict[tuple[Seat, str], Cards]:
    """Return the cards that left each open row."""
    rows = ((seat, row) for seat in range(len(before.places)) for row in ("guests", "advertisers"))
    gone = {
        (seat, row): less(getattr(before.places[seat], row), getattr(after.places[seat], row))
        for seat, row in rows
    }
    return {place: cards for place, cards in gone.items() if cards}


def less(cards: Cards, others: Cards) -> Cards:
    return tuple((Counter(cards) - Counter(others)).elements())


def listed(cards: Cards) -> Fact:
    return tuple(card_fact(card) for card in cards)


def doctors(view: MaiStarView) -> bool:
    """Return whether the open question is about a Doctor."""
    return view.owed[0].what.startswith("Using") and CHARACTER[view.owed[0].facts[0]] == DOCTOR


def scores(_before: MaiStarView, after: MaiStarView, words: Words, names: Sequence[str]) -> str:
    """Tell the score of the last festival."""
    last = after.results[-1]
    each = zip(names, last.points, last.income, last.left, strict=True)
    told = [
        words("earned", who=who, points=points, income=income, cards=f"@cards:{left}") + "."
        for who, points, income, left in each
    ]
    return " ".join([*told, *starts(after, words, names)])


def starts(view: MaiStarView, words: Words, names: Sequence[str]) -> Iterator[str]:
    """Tell who starts the next festival, and why, unless nature will draw (M31)."""
    least = min(view.totals)
    if view.outcome or least == max(view.totals):
        return
    several = view.totals.count(least) > 1
    yield words("starts.left" if several else "starts.lowest", who=Name(names[view.starter]))


def picked(before: MaiStarView, _after: MaiStarView, words: Words, names: Sequence[str]) -> str:
    """Tell from whose hand a Sumo Wrestler discarded a card."""
    return words("after.lost.hand", who=Name(names[before.owed[0].facts[0]]))


def cancelled(before: MaiStarView, _after: MaiStarView, words: Words, names: Sequence[str]) -> str:
    """Tell which effect was cancelled."""
    by, card = before.owed[0].facts
    return words("after.cancelled", who=Name(names[by]), card=card_fact(card))


def taken_back(_before: MaiStarView, after: MaiStarView, words: Words, _names: Sequence[str]) -> str:
    """Tell which advertiser an Exchange is about."""
    step = after.owed[0]
    return words("after.exchanged", card=card_fact(after.places[step.seat].advertisers[step.facts[0]]))


AFTERMATH = {
    "Target": effect,
    "Allow": effect,
    "Use": effect,
    "Score": scores,
    "Pick": picked,
    "Ronin": cancelled,
    "Oiran": cancelled,
    "Exchange": taken_back,
}
