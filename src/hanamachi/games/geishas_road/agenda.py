"""Build the agenda of Geisha's Road: the steps of a set-up, of a round's turns, of an offer, of a
Counteroffer."""

from functools import cache

from hanamachi.core.game import NATURE, Seat
from hanamachi.games.geishas_road.moves import (
    Acting,
    AnyStep,
    Building,
    Choosing,
    Countering,
    Darkening,
    Dealing,
    Favouring,
    Hanging,
    Hiding,
    Laying,
    Options,
    Pairing,
    Removing,
    Replacing,
    Scoring,
    ShowingLeft,
    Starting,
)
from hanamachi.games.geishas_road.pieces import (
    ACTION_CARDS,
    ACTIONS,
    COLOURS,
    COMPETITION,
    DARK,
    DESTINY,
    HAND,
    LOWER,
    UPPER,
    Action,
)

SEATS = (0, 1)
JOURNEYS = sum(ACTION_CARDS) - 1  # of each player's cards in a round: the right card of Intrigue makes none
Steps = tuple[AnyStep, ...]


@cache
def whole_round(options: Options, number: int, starter: Seat | None) -> Steps:
    """Return the steps of a round from its set-up to its score, as far as they are known without a
    starter."""
    return (*set_up(options, number), *(() if starter is None else turns(starter)))


def set_up(options: Options, number: int) -> Steps:
    """Return the steps of the set-up of the first round (G7 to G10) or of the second (G30)."""
    first = number == 1
    teahouses = [Building(NATURE)] * len(COLOURS) if first else []
    favours = [Favouring(NATURE, seat) for seat in SEATS] if first and options.mode == "basic" else []
    cards = [Dealing(NATURE, seat) for _ in range(HAND) for seat in SEATS]
    start = [Starting(NATURE)] if first and options.starter == "random" else []
    return (*teahouses, *favours, *cards, *lanterns(options), *start)


def lanterns(options: Options) -> Steps:
    if options.destiny:  # G42
        return (*[Hanging(NATURE)] * DESTINY, *[Darkening(NATURE)] * DARK)
    return (Hanging(NATURE),) * (UPPER + LOWER)  # G8


@cache
def turns(starter: Seat) -> Steps:
    """Return the turns (G13), the left cards of the Intrigues (G23), and the score (G24)."""
    order = (starter, 1 - starter)
    acting = [step for _ in ACTIONS for seat in order for step in (Dealing(NATURE, seat), Acting(seat))]
    return (*acting, *[ShowingLeft(NATURE, seat) for seat in order], Scoring(NATURE))


@cache
def offering(actor: Seat, action: Action, hidden: bool) -> Steps:
    """Return the steps of a Gift or a Competition: its cards, and the rival's answer (G16, G17, G41).

    `settled` skips the question whether to counter without a Counteroffer token, and so outside Advanced.
    """
    rival = 1 - actor
    down = [Hiding(actor)] if hidden else []  # G34
    up = [Laying(actor)] * (ACTION_CARDS[action] - hidden)
    pairing = [Pairing(actor)] if action == COMPETITION else []
    return (*down, *up, *pairing, Countering(rival), Choosing(rival))


@cache
def countering(seat: Seat, hidden: bool) -> Steps:
    """Return the steps of a Counteroffer: take a card out, put one in, draw; then the other player answers
    (G35, G36)."""
    other = 1 - seat
    change = (Removing(seat), Replacing(seat, hidden), Dealing(NATURE, seat))
    return (*change, Countering(other), Choosing(other))


def bound(seats: int, options: Options) -> int:
    """Return the most plies of a game: the steps of the agenda, and those that are pushed onto it."""
    rounds = [whole_round(options, number, 0) for number in (1, 2)]
    return sum(map(len, rounds)) + len(rounds) * answers(options)


def answers(options: Options) -> int:
    """Return the most plies of a round between its turns, for both players.

    Reveal 1; Intrigue 2; Gift 3 cards, a choice, which card first; Competition 4 cards, the pairs, a choice,
    twice which card first; a journey for each card but the one that takes no part. Guest or favour token: at
    most once for each of the 10 cards with a symbol. Counteroffers: each of 4 offers lets the rival answer,
    and after the first of two Counteroffers the other player; each is 3 plies (out, in, draw). Each of two
    face-down cards is turned up.
    """
    plies = 2 * (1 + 2 + 5 + 8 + JOURNEYS)
    if options.mode != "basic":
        plies += 10
    if options.mode == "advanced":
        plies += 4 + 1 + 2 * 3 + 2
    return plies
