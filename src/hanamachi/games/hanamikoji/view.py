"""Build a seat's view of Hanamikoji, by adding what it may know, and veil its moves."""

from typing import TYPE_CHECKING

from hanamachi.core.game import NATURE, Move, Prompt, Seat, Veiled, View
from hanamachi.core.words import Fact
from hanamachi.games.hanamikoji.choices import shares
from hanamachi.games.hanamikoji.moves import (
    Acting,
    Choosing,
    Competition,
    Deal,
    Draw,
    Gift,
    Offer,
    Options,
    Outlook,
    Reveal,
    Round,
    Score,
    Share,
    Standing,
    Start,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.pieces import (
    ACTIONS,
    BOXES,
    GEISHAS_TO_WIN,
    NAMES,
    NO_CARDS,
    POINTS_TO_WIN,
    RULES,
    VALUE,
    Action,
    Counts,
    Item,
    Tokens,
    art_points,
    geishas,
    spread,
    without,
)

if TYPE_CHECKING:
    from hanamachi.games.hanamikoji.rules import State

PUBLIC = (Start, Gift, Competition, TakeOne, TakePair, Reveal, Score)


class HanamikojiView(View, frozen=True, kw_only=True):
    options: Options
    round: int
    rounds: int | None  # the number of the last one; None: rounds are played until a win (H20)
    goal: Standing | None  # one of these two numbers wins (H16); None: this box cannot reach them
    starter: Seat | None  # of this round; None until nature has said
    deck: int  # cards still to draw; the removed card is not among them
    hands: tuple[int, int]  # how many cards each seat holds
    hand: Counts | None
    actions: tuple[tuple[Action, ...], tuple[Action, ...]]  # the tokens not yet used, of each seat
    secrets: tuple[bool, bool]  # True for seats whose Secret lies face down
    secret: Item | None  # one's own
    discards: tuple[Item, ...]  # one's own
    offer: Offer | None
    shares: tuple[Share, ...]  # what could be taken of the offer
    sides: tuple[Counts, Counts]
    unseen: Counts  # cards that this seat cannot see
    tokens: Tokens
    race: tuple[Standing, Standing]
    outlook: Outlook
    history: tuple[Round, ...]
    races: tuple[tuple[Standing, Standing], ...]  # after each round of the history


def view(state: "State", seat: Seat | None) -> HanamikojiView:
    one, other = state.hands
    return HanamikojiView(
        seat=seat,
        prompt=prompt(state),
        outcome=state.outcome(),
        options=state.options,
        round=state.round,
        rounds=state.rounds,
        goal=goal(state.options),
        starter=state.starter,
        deck=sum(state.pool) - 1,
        hands=(sum(one), sum(other)),
        hand=None if seat is None else state.hands[seat],
        actions=state.actions,
        secrets=(state.secrets[0] is not None, state.secrets[1] is not None),
        secret=None if seat is None else state.secrets[seat],
        discards=() if seat is None else state.discards[seat],
        offer=state.offer,
        shares=shares(state.offer) if state.offer else (),
        sides=state.sides,
        unseen=unseen(state, seat),
        tokens=state.tokens,
        race=race(state.tokens),
        outlook=state.outlook(),
        history=state.history,
        races=tuple(race(each.tokens) for each in state.history),
    )


def goal(options: Options) -> Standing | None:
    """Return what wins the game (H16), or None if the box holds too few geishas for it."""
    items = BOXES[options.box].items
    in_reach = len(items) >= GEISHAS_TO_WIN or sum(VALUE[item] for item in items) >= POINTS_TO_WIN
    return Standing(GEISHAS_TO_WIN, POINTS_TO_WIN) if in_reach else None


def race(tokens: Tokens) -> tuple[Standing, Standing]:
    """Return what the art tokens on each side come to."""
    one, other = (Standing(geishas(tokens, seat), art_points(tokens, seat)) for seat in (0, 1))
    return one, other


def unseen(state: "State", seat: Seat | None) -> Counts:
    """Return the cards in the deck, set aside, in other hands and face down elsewhere, all together."""
    one, other = state.sides
    hand, secret, discards = (NO_CARDS, None, ()) if seat is None else own(state, seat)
    offered = state.offer.items if state.offer else ()
    kept = () if secret is None else (secret,)
    known = [*spread(one), *spread(other), *spread(hand), *offered, *discards, *kept]
    return without(state.box.copies, known)


def own(state: "State", seat: Seat) -> tuple[Counts, Item | None, tuple[Item, ...]]:
    """Return a seat's hand, Secret and discards."""
    return state.hands[seat], state.secrets[seat], state.discards[seat]


def prompt(state: "State") -> Prompt | None:
    match state.todo[:1]:
        case (Acting(seat=seat),):
            left = state.actions[seat]
            rules = tuple(RULES[action] for action in left)
            return Prompt(seat, "act", "H7", {"actions": actions_named(left)}, rules=rules)
        case (Choosing(seat=seat, offer=Gift(items=items)),):
            return Prompt(seat, "take_one", "H10", {"items": items_named(items)})
        case (Choosing(seat=seat, offer=Competition(pairs=(one, other))),):
            facts = {"one": items_named(one), "other": items_named(other)}
            return Prompt(seat, "take_pair", "H11", facts)
        case _:
            return None


def actions_named(actions: tuple[Action, ...]) -> Fact:
    return tuple(f"@action.{ACTIONS[action]}" for action in actions)


def items_named(items: tuple[Item, ...]) -> Fact:
    return tuple(f"@item.{NAMES[item]}" for item in items)


def veil(state: "State", move: Move, seat: Seat | None) -> Move | Veiled:
    step = state.todo[0]
    if isinstance(move, PUBLIC) or seat == step.seat:
        return move
    if isinstance(move, Deal | Draw):
        return move if seat == move.to else Veiled(NATURE, type(move).__name__, {"to": move.to})
    return Veiled(step.seat, type(move).__name__)
