"""Geisha's Road, the rulebook. The numbers are those of docs/rules/geishas_road.md."""

from collections.abc import Sequence

from msgspec.structs import replace

from hanamachi.core.game import NATURE, Agenda, IllegalMove, Move, Outcome, Seat, Veiled
from hanamachi.games.geishas_road.agenda import SEATS, Steps, countering, offering, turns, whole_round
from hanamachi.games.geishas_road.choices import (
    COUNTER,
    DARKENINGS,
    DEALS,
    FAVOURS,
    HANGS,
    HIDDEN_COUNTER,
    HIDDEN_USES,
    HIDES,
    LAYS,
    LEFTS,
    OFFERS,
    PAIRS,
    PASS,
    REMOVES,
    REPLACES,
    RESOLVES,
    RIGHTS,
    STARTS,
    TAKES,
    TEAHOUSES,
    USES,
    shares,
)
from hanamachi.games.geishas_road.moves import (
    Acting,
    AnyStep,
    Building,
    Choose,
    Choosing,
    Counter,
    Countering,
    Darken,
    Darkening,
    Deal,
    Dealing,
    Favour,
    Favouring,
    Hang,
    Hanging,
    Hide,
    Hiding,
    Lay,
    Laying,
    Left,
    Options,
    Pair,
    Pairing,
    Pass,
    Remove,
    Removing,
    Replace,
    Replacing,
    Resolve,
    Resolving,
    Revealing,
    Right,
    Score,
    Scoring,
    SettingLeft,
    SettingRight,
    ShowingLeft,
    ShowLeft,
    Start,
    Starting,
    Take,
    Taking,
    Teahouse,
    TurningUp,
    TurnUp,
    Use,
)
from hanamachi.games.geishas_road.pieces import (
    ACTION_CARDS,
    ACTION_NAMES,
    ACTION_RULES,
    ACTIONS,
    BOX,
    CARD_NAMES,
    COLOUR,
    COLOURS,
    COMPETITION,
    COUNTEROFFER,
    DECK,
    DESTINY,
    GIFT,
    GUESTS,
    HIDDEN_OFFER,
    INTRIGUE,
    NO_GUESTS,
    REVEAL,
    SPECIALS,
    SYMBOLS,
    UPPER,
    VALUE,
    Action,
    Card,
    Cards,
    Colour,
    Counts,
    Face,
    Lantern,
    Place,
    Special,
    adding,
    bright,
    kind_of,
    put,
    turned,
    without,
)
from hanamachi.games.geishas_road.records import Offer, Returned, Round
from hanamachi.games.geishas_road.scoring import next_starter, outcome, score
from hanamachi.games.geishas_road.view import RoadView, prompt, veil, view

ROUNDS = 2
EMPTY: tuple[Cards, Cards] = ((), ())
NOBODY: tuple[Seat | None, ...] = (None,) * len(COLOURS)


class State(Agenda, frozen=True):
    """Fields with two entries are by seat, fields with five by colour."""

    todo: tuple[AnyStep, ...]
    options: Options
    round: int = 1
    starter: Seat | None = None
    circle: tuple[Colour, ...] = ()  # the teahouses, clockwise
    pawns: tuple[Colour, ...] = COLOURS  # the teahouse where each geisha is
    pool: Cards = DECK
    hands: tuple[Cards, ...] = EMPTY
    sides: tuple[Cards, ...] = EMPTY
    taken: tuple[Cards, ...] = EMPTY  # got, and not yet resolved
    tokens: tuple[tuple[Action, ...], ...] = (ACTIONS, ACTIONS)  # not yet used
    specials: tuple[tuple[Special, ...], ...] = ((), ())  # not yet used
    lefts: tuple[Card | None, ...] = (None, None)  # under Intrigue
    rights: tuple[Card | None, ...] = (None, None)
    offer: Offer | None = None
    box: tuple[Lantern, ...] = BOX  # lanterns that do not hang
    upper: tuple[Face, ...] = ()
    lower: tuple[Face, ...] = ()
    tiles: tuple[tuple[Face, ...], ...] = ((),) * len(COLOURS)
    waiting: Counts = NO_GUESTS  # guests under each teahouse
    guests: tuple[Counts, ...] = (NO_GUESTS, NO_GUESTS)
    favours: tuple[Seat | None, ...] = NOBODY  # who owns each favour token
    drawn: tuple[int, ...] = (0, 0)  # cards each seat has drawn in this round,
    schemed: tuple[int, ...] = (0, 0)  # ... and had drawn when it laid its Intrigue,
    hid: tuple[int, ...] = (0, 0)  # ... and when it laid a card face down in an offer
    returned: tuple[Returned, ...] = ()
    rounds: tuple[Round, ...] = ()

    def moves(self) -> Sequence[Move]:
        match self.todo[0] if self.todo else None:
            case Acting(seat=seat):
                return self._uses(seat)
            case Laying(seat=seat) | Revealing(seat=seat):
                return [LAYS[card] for card in self.hands[seat]]
            case SettingLeft(seat=seat):
                return [LEFTS[card] for card in self.hands[seat]]
            case SettingRight(seat=seat):
                return [RIGHTS[card] for card in self.hands[seat]]
            case Pairing():
                return PAIRS
            case Choosing():
                return self._shares()
            case Resolving(seat=seat):
                return [RESOLVES[card] for card in self.taken[seat]]
            case Taking():
                return TAKES
            case Hiding(seat=seat):
                return [HIDES[card] for card in self.hands[seat]]
            case Countering(seat=seat):
                both = HIDDEN_OFFER in self.specials[seat]
                return (PASS, COUNTER, HIDDEN_COUNTER) if both else (PASS, COUNTER)
            case Removing():
                return REMOVES[: len(self._offer.cards)]
            case Replacing(seat=seat):
                return [REPLACES[card] for card in self.hands[seat]]
            case _:
                return [move for move, _ in self.odds()]

    def _uses(self, seat: Seat) -> list[Move]:
        tokens = self.tokens[seat]
        hidden = OFFERS if HIDDEN_OFFER in self.specials[seat] else ()
        return [*[USES[a] for a in tokens], *[HIDDEN_USES[a] for a in tokens if a in hidden]]

    def odds(self) -> Sequence[tuple[Move, int]]:
        match self.todo[0] if self.todo else None:
            case Dealing(to=to):
                return [(DEALS[to][card], 1) for card in self.pool]
            case Hanging():
                return [(HANGS[lantern], self.box.count(lantern)) for lantern in dict.fromkeys(self.box)]
            case Building():
                return [(TEAHOUSES[colour], 1) for colour in COLOURS if colour not in self.circle]
            case Favouring(to=to):
                return [(FAVOURS[to][colour], 1) for colour in COLOURS if self.favours[colour] is None]
            case Darkening():
                return [(DARKENINGS[at], 1) for at, face in enumerate(self.upper) if is_bright(face)]
            case Starting():
                return [(start, 1) for start in STARTS]
            case TurningUp(place=place):
                return [(TurnUp(place, self._card_at(place)), 1)]
            case ShowingLeft(owner=owner):
                return [(ShowLeft(owner, self._left_of(owner)), 1)]
            case Scoring():
                return [(Score(), 1)]
            case _:
                return ()

    def play(self, move: Move) -> "State":
        if not self.todo:
            raise IllegalMove("over", "G32")
        step, rest = self.todo[0], self.todo[1:]
        after = self._happens(step, move, rest) if step.seat == NATURE else self._decided(step, move, rest)
        return after._settled()
