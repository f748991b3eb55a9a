"""Build a seat's view of Mai-Star, by adding what it may know, and veil its moves."""

from typing import TYPE_CHECKING

from msgspec import Struct

from hanamachi.core.game import NATURE, Move, Prompt, Seat, Step, Veiled, View
from hanamachi.core.words import Fact
from hanamachi.games.mai_star import moves as m
from hanamachi.games.mai_star.effects import TARGETED
from hanamachi.games.mai_star.pieces import (
    CARD_NAMES,
    CARDS,
    CHARACTER,
    COURTESAN,
    MORNING_STAR,
    OKAASAN,
    ROUNDS,
    SPRING_BREEZE,
    Reputation,
)
from hanamachi.games.mai_star.prospects import (
    Cancel,
    Effect,
    Prospect,
    Stake,
    cancels,
    effect,
    introduces,
    prospects,
    stakes,
)
from hanamachi.games.mai_star.table import Result, Turn

if TYPE_CHECKING:
    from hanamachi.games.mai_star.rules import State

PUBLIC = (
    *(
        m.First,
        m.Score,
        m.Choose,
        m.Guest,
        m.Advertise,
        m.Introduce,
        m.Exchange,
        m.Replace,
        m.Search,
        m.Shine,
    ),
    *(m.Target, m.Use, m.Decline, m.Allow, m.Ronin, m.Oiran, m.Pick, m.Discard),
)
RULES: dict[type[Step], str] = {
    m.Starting: "M5",
    m.Dealing: "M6",
    m.Drawing: "M14",
    m.Showing: "M19",
    m.Scoring: "M30",
    m.Choosing: "M5",
    m.Acting: "M7",
    m.Continuing: "M25",
    m.Introducing: "M9",
    m.Replacing: "M10",
    m.Using: "M7",
    m.UsingAgain: "M36",
    m.Reacting: "M15",
    m.Picking: "M19",
    m.Following: "M2",
    m.Ringing: "M25",
    m.Burying: "M2",
    m.Discarding: "M24",
}
ACTIONS = ("M7", "M8", "M9", "M10", "M11")  # the rules of the five actions
OWED: dict[type[Step], tuple[str, ...]] = {  # the public fields of each step: here, every field
    m.Starting: (),
    m.Shuffling: (),
    m.Dealing: ("to", "cards"),
    m.Drawing: ("to", "cards"),
    m.Showing: ("to", "of", "shown"),
    m.Scoring: (),
    m.Choosing: (),
    m.Acting: (),
    m.Continuing: (),
    m.Introducing: (),
    m.Replacing: ("place",),
    m.Using: ("card",),
    m.UsingAgain: ("card",),
    m.Reacting: ("by", "card"),
    m.Picking: ("of",),
    m.Following: (),
    m.Ringing: (),
    m.Burying: (),
    m.Discarding: (),
    m.Ending: ("again",),
}


class Owed(Struct, frozen=True):
    """One step of the agenda, as the public sees it."""

    what: str
    seat: Seat
    facts: tuple[int, ...]


class OpenPlace(Struct, frozen=True):
    """One player's side, as all players see it."""

    geisha: int | None
    cards: int  # in hand
    guests: m.Cards
    advertisers: m.Cards
    income: int
    reputation: Reputation | None  # once the seat has a geisha; Morning Star's raise included
    added: Reputation  # the part of it that advertisers and that raise give
    shining: int | None  # the skill that is raised


class MaiStarView(View, frozen=True, kw_only=True):
    options: m.Options
    round: int
    rounds: int  # of a game
    player: Seat | None  # whose turn it is, or who chooses a geisha
    starter: Seat
    owed: tuple[Owed, ...]
    places: tuple[OpenPlace, ...]
    hand: m.Cards | None
    deck: int  # cards to draw, the buried ones included
    buried: int  # how many Spring Breeze has put at the bottom
    bottom: m.Cards | None  # the buried cards, the next to be drawn first: only for Spring Breeze's seat
    discards: m.Cards
    known: tuple[m.Cards, ...]  # cards this seat knows in each other hand
    shown: tuple[m.Cards, ...]  # cards in each hand that are public knowledge
    half_shown: m.Cards  # the part of a hand that this seat has been shown so far
    turn: Turn
    shone: bool
    lap: int | None
    results: tuple[Result, ...]
    totals: tuple[int, ...]  # of the results, by seat
    effect: Effect | None  # that is open
    stakes: tuple[Stake | None, ...]  # what the open effect would do to each seat
    cancels: tuple[Cancel, ...]  # open Ronins that could cancel the open effect
    prospects: tuple[Prospect, ...]  # what each kind in hand would bring, for a seat that may lay one now
    introduces: int  # how many cards the acting seat may introduce at once


def view(state: "State", seat: Seat | None) -> MaiStarView:
    buries = seat is not None and state.places[seat].geisha == SPRING_BREEZE
    return MaiStarView(
        seat=seat,
        prompt=prompt(state),
        outcome=state.outcome(),
        options=state.options,
        round=state.round,
        rounds=ROUNDS,
        player=player(state),
        starter=state.starter,
        owed=tuple(owed(step) for step in state.todo),
        places=tuple(open_place(state, each) for each in range(state.seats)),
        hand=None if seat is None else state.places[seat].hand,
        deck=state.deck,
        buried=len(state.bottom),
        bottom=state.bottom if buries else None,
        discards=state.discards,
        known=state.known[-1 if seat is None else seat],
        shown=state.known[-1],
        half_shown=half_shown(state, seat),
        turn=state.turn,
        shone=state.shone,
        lap=state.lap,
        results=state.results,
        totals=state.totals(),
        effect=effect(state),
        stakes=stakes(state),
        cancels=cancels(state),
        prospects=prospects(state, seat),
        introduces=introduces(state),
    )


def player(state: "State") -> Seat | None:
    """Return the seat whose turn it is; before the first turn, the one that chooses a geisha."""
    for step in state.todo:
        if isinstance(step, m.Choosing | m.Ending):
            return step.seat
    return None


def half_shown(state: "State", seat: Seat | None) -> m.Cards:
    match state.todo[:1]:
        case (m.Showing(to=to, of=of, shown=shown),) if to == seat:
            return state.places[of].hand[:shown]
    return ()


def owed(step: Step) -> Owed:
    kind = type(step)
    return Owed(kind.__name__, step.seat, tuple(getattr(step, fact) for fact in OWED[kind]))


def open_place(state: "State", seat: Seat) -> OpenPlace:
    place = state.places[seat]
    shining = state.turn.shining if place.geisha == MORNING_STAR else None
    return OpenPlace(
        geisha=place.geisha,
        cards=len(place.hand),
        guests=place.guests,
        advertisers=place.advertisers,
        income=place.income,
        reputation=None if place.geisha is None else place.reputation(shining),
        added=place.added(shining),
        shining=shining,
    )


def prompt(state: "State") -> Prompt | None:
    if not state.todo or state.todo[0].seat == NATURE:
        return None
    step = state.todo[0]
    ask, facts = question(state, step)
    rules = ACTIONS if ask in ("acting", "continuing") else ()
    return Prompt(step.seat, ask, rule_of(step), facts, paced=ask == "react_hidden", rules=rules)


def rule_of(step: Step) -> str:
    return RULES[type(step)]


def question(state: "State", step: Step) -> tuple[str, dict[str, Fact]]:
    match step:
        case m.Using(card=card):
            ask = way_of_use(card) + ("_again" if isinstance(step, m.UsingAgain) else "")
            return ask, {"card": card_fact(card)} | (shine_too(state, step) if ask == "use_guest" else {})
        case m.Acting() if type(step) is m.Acting:
            return "acting", shine_too(state, step)
        case m.Reacting(seat=seat, by=by, card=card):  # M18
            return way_to_cancel(state, seat), {"by": f"#{by}", "card": card_fact(card)}
        case m.Replacing(seat=seat, place=place):
            return "replace", {"card": card_fact(state.places[seat].advertisers[place])}
        case m.Picking(of=of):
            return "pick", {"of": f"#{of}"}
        case _:
            return type(step).__name__.lower(), {}


def shine_too(state: "State", step: Step) -> dict[str, Fact]:
    """Add Morning Star's ability to the question, as long as it has not been used."""
    able = state.places[step.seat].geisha == MORNING_STAR and not state.shone
    return {"also": "@shine_too" if able else ""}


def way_to_cancel(state: "State", seat: Seat) -> str:
    """Return the phrase of the question whether to cancel, by public knowledge."""
    if not state.places[seat].ronins:
        return "react_hidden"
    return "react_open" if state.may_hold_oiran(seat) else "react_ronin"


def way_of_use(card: m.Card) -> str:
    """Return the phrase of the question how to use this effect."""
    if CHARACTER[card] in TARGETED:
        return "use_target"
    return {OKAASAN: "use_advertise", COURTESAN: "use_guest"}.get(CHARACTER[card], "use")


def card_fact(card: m.Card) -> str:
    return f"@card.{CARD_NAMES[card]}" if card in CARDS else str(card)


def veil(state: "State", move: Move, seat: Seat | None) -> Move | Veiled:
    step = state.todo[0]
    if isinstance(move, PUBLIC) or seat == step.seat:
        return move
    match step:
        case m.Drawing(to=to):
            from_bottom = not any(state.pool) and seat is not None and seat == state.seat_of(SPRING_BREEZE)
            return move if seat == to or from_bottom else Veiled(NATURE, type(move).__name__, {"to": to})
        case m.Showing(to=to, of=of):
            return move if seat in (to, of) else Veiled(NATURE, "Show", {"of": of, "to": to})
        case _:
            return Veiled(step.seat, type(move).__name__)
