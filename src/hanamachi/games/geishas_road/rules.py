"""The rules of Geisha's Road. The numbers are those of docs/rules/geishas_road.md.

The long chapters of the rulebook have files of their own: travel.py, offers.py, scoring.py.
"""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from hanamachi.core.game import NATURE, Agenda, IllegalMove, Move, Outcome, Seat, Veiled
from hanamachi.games.geishas_road import moves as m
from hanamachi.games.geishas_road import offers, scoring, travel
from hanamachi.games.geishas_road.agenda import SEATS, turns, whole_round
from hanamachi.games.geishas_road.choices import answers, chances
from hanamachi.games.geishas_road.pieces import (
    ACTION_NAMES,
    ACTION_RULES,
    ACTIONS,
    BOX,
    CARD_NAMES,
    COLOURS,
    COMPETITION,
    DECK,
    GIFT,
    GUESTS,
    NO_GUESTS,
    REVEAL,
    SPECIALS,
    UPPER,
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
    is_bright,
    kind_of,
    put,
    turned,
    without,
)
from hanamachi.games.geishas_road.records import Offer, Returned, Round
from hanamachi.games.geishas_road.view import RoadView, prompt, veil, view

LAST_ROUND = 2
STARTERS = {"random": None, "first": 0, "second": 1}
NO_CARDS: tuple[Cards, Cards] = ((), ())


class State(Agenda, frozen=True):
    """The full state. Fields with two entries are by seat, fields with five by colour."""

    todo: tuple[m.AnyStep, ...]
    options: m.Options
    round: int
    starter: Seat | None
    specials: tuple[tuple[Special, ...], ...]  # not yet used
    waiting: Counts  # guests under each teahouse
    circle: tuple[Colour, ...] = ()  # the teahouses, clockwise
    pawns: tuple[Colour, ...] = COLOURS  # the teahouse where each geisha is
    favours: tuple[Seat | None, ...] = (None,) * len(COLOURS)  # the owner of each favour token
    rounds: tuple[Round, ...] = ()
    pool: Cards = DECK
    hands: tuple[Cards, ...] = NO_CARDS
    sides: tuple[Cards, ...] = NO_CARDS
    taken: tuple[Cards, ...] = NO_CARDS  # got, and not yet resolved
    tokens: tuple[tuple[Action, ...], ...] = (ACTIONS, ACTIONS)  # not yet used
    lefts: tuple[Card | None, ...] = (None, None)  # under Intrigue
    rights: tuple[Card | None, ...] = (None, None)
    offer: Offer | None = None
    box: tuple[Lantern, ...] = BOX  # lanterns that do not hang
    upper: tuple[Face, ...] = ()
    lower: tuple[Face, ...] = ()
    tiles: tuple[tuple[Face, ...], ...] = ((),) * len(COLOURS)  # the lanterns on each
    guests: tuple[Counts, ...] = (NO_GUESTS, NO_GUESTS)
    drawn: tuple[int, ...] = (0, 0)  # cards each seat has drawn in this round,
    schemed: tuple[int, ...] = (0, 0)  # ... and had drawn when it laid its Intrigue,
    hid: tuple[int, ...] = (0, 0)  # ... and when it laid a card face down in an offer
    returned: tuple[Returned, ...] = ()

    def moves(self) -> Sequence[Move]:
        return answers(self)

    def odds(self) -> Sequence[tuple[Move, int]]:
        return chances(self)

    def draw(self, rng: Random) -> Move:
        """Draw nature's move. A journey is forced: it takes nothing from the generator."""
        return self.odds()[0][0] if isinstance(self.todo[0], m.Travelling) else super().draw(rng)

    def answer(self, move: Move) -> "State":
        if not self.todo:
            raise IllegalMove("over", "G32")
        rest = replace(self, todo=self.todo[1:])
        by_nature = self.todo[0].seat == NATURE
        return (self._happens(move, rest) if by_nature else self._decided(move, rest)).settled()

    def _happens(self, move: Move, rest: "State") -> "State":
        """Play a move of nature. `rest` is this state without the answered step."""
        match self.todo[0], move:
            case m.Dealing(to=to), m.Deal(to=who, card=int(card)) if who == to and card in self.pool:
                return rest._draws(to, card)  # G7, G13
            case m.Hanging(), m.Hang(lantern=int(lantern)) if lantern in self.box:  # G8, G42
                return rest._hangs(lantern)
            case m.Building(), m.Teahouse(colour=int(colour)) if self._unbuilt(colour):
                return replace(rest, circle=(*self.circle, colour))  # G7
            case m.Favouring(to=to), m.Favour(to=who, colour=int(of)) if who == to and self._unowned(of):
                return replace(rest, favours=put(self.favours, of, to))  # G10
            case m.Darkening(), m.Darken(place=int(place)) if self._hangs_bright(place):  # G42
                return replace(rest, upper=put(self.upper, place, turned(self.upper[place])))
            case m.Starting(), m.Start(starter=int(starter)) if starter in SEATS:  # G9
                return replace(self, todo=turns(starter), starter=starter)
            case m.TurningUp(), m.TurnUp() if move == self.odds()[0][0]:  # G34, G41
                owner = offers.offered(self).down.index(move.place)
                return offers.turn_up(rest, move.place)._shown(owner, move.card, self.hid[owner])
            case m.ShowingLeft(), m.ShowLeft(owner=owner, card=card) if move == self.odds()[0][0]:  # G23
                shown = replace(rest, lefts=put(self.lefts, owner, None))
                return shown._gets(owner, card)._shown(owner, card, self.schemed[owner])
            case m.Travelling(owner=owner, card=card), m.Journey(card=int(now)) if now == card:  # G18
                return travel.resolve(rest, owner, card)
            case m.Scoring(), m.Score():  # G24
                return self._scored()
            case _:
                raise self._not_now()

    def _decided(self, move: Move, rest: "State") -> "State":
        """Play a move of a player. `rest` is this state without the answered step."""
        match self.todo[0], move:
            case m.Acting(seat=seat), m.Use(action=int(action), hidden=bool(hidden)) if action in ACTIONS:
                return rest._acts(seat, action, hidden)  # G13
            case m.Laying(seat=seat), m.Lay(card=int(card)):  # G16, G17
                rule = ACTION_RULES[offers.offered(self).action]
                return offers.lay(rest._plays(seat, card, rule), card)._shown(seat, card, self.drawn[seat])
            case m.Revealing(seat=seat), m.Lay(card=int(card)):  # G14
                played = rest._plays(seat, card, "G14")
                return played._gets(seat, card)._shown(seat, card, self.drawn[seat])
            case m.SettingLeft(seat=seat), m.Left(card=int(card)):  # G15
                played = rest._plays(seat, card, "G15")
                schemed = put(self.schemed, seat, self.drawn[seat])
                return replace(played, lefts=put(self.lefts, seat, card), schemed=schemed)
            case m.SettingRight(seat=seat), m.Right(card=int(card)):  # G15
                return replace(rest._plays(seat, card, "G15"), rights=put(self.rights, seat, card))
            case m.Pairing(), m.Pair(place=int(place)):  # G17
                return offers.pair(rest, place)
            case m.Choosing(), m.Choose():  # G16, G17, G35
                return offers.choose(rest, move)
            case m.Resolving(seat=seat), m.Resolve(card=int(card)):  # G18
                return self._resolves(seat, card)
            case m.Taking(seat=seat, card=card), m.Take(favour=bool(favour)):  # G22
                return travel.take(rest, seat, card, favour)
            case m.Hiding(seat=seat), m.Hide(card=int(card)):  # G34
                return offers.hide(rest._plays(seat, card, "G34"), card)
            case m.Countering(), m.Pass():  # G35
                return rest
            case m.Countering(seat=seat), m.Counter(hidden=bool(hidden)):  # G35, G36, G37
                return offers.counter(rest, seat, hidden)
            case m.Removing(), m.Remove(place=int(place)):  # G35, G40
                return offers.remove(rest, place)
            case m.Replacing(seat=seat, hidden=hidden), m.Replace(card=int(card)):  # G35, G37
                filled = offers.fill(rest._plays(seat, card, "G35"), seat, card, hidden)
                return filled if hidden else filled._shown(seat, card, self.drawn[seat])
            case _:
                raise self._not_now()

    def _not_now(self) -> IllegalMove:
        question = prompt(self)
        return IllegalMove("not_now", question.rule if question else "G13")

    def settled(self) -> "State":
        """Skip questions that leave no choice."""
        match self.todo[0] if self.todo else None:
            case m.Resolving(seat=seat):
                card = travel.next_journey(self, seat)
                return self if card is None else travel.sets_out(self, seat, card)
            case m.Countering(seat=seat) if not offers.can_counter(self, seat):  # G39
                return replace(self, todo=self.todo[1:]).settled()
            case _:
                return self

    def _draws(self, seat: Seat, card: Card) -> "State":
        return replace(
            self,
            pool=without(self.pool, card),
            hands=put(self.hands, seat, adding(self.hands[seat], card)),
            drawn=put(self.drawn, seat, self.drawn[seat] + 1),
        )

    def _hangs(self, lantern: Lantern) -> "State":
        """Hang a lantern: the upper row from left to right, then the lower one. The rest stays in the box."""
        at = self.box.index(lantern)
        box = self.box[:at] + self.box[at + 1 :]
        if len(self.upper) < UPPER:
            return replace(self, box=box, upper=(*self.upper, bright(lantern)))
        return replace(self, box=box, lower=(*self.lower, bright(lantern)))

    def _unbuilt(self, colour: Colour) -> bool:
        return colour in COLOURS and colour not in self.circle

    def _unowned(self, colour: Colour) -> bool:
        return colour in COLOURS and self.favours[colour] is None

    def _hangs_bright(self, place: Place) -> bool:
        return place in range(len(self.upper)) and is_bright(self.upper[place])

    def _acts(self, seat: Seat, action: Action, hidden: bool) -> "State":
        """Turn over an unused token (G13)."""
        if action not in self.tokens[seat]:
            raise IllegalMove("used", "G13", action=f"@action.{ACTION_NAMES[action]}")
        tokens = tuple(other for other in self.tokens[seat] if other != action)
        after = replace(self, tokens=put(self.tokens, seat, tokens))
        if action in (GIFT, COMPETITION):
            return offers.begin(after, seat, action, hidden)
        if hidden:
            raise IllegalMove("hidden_alone", "G34", action=f"@action.{ACTION_NAMES[action]}")
        steps = (m.Revealing(seat),) if action == REVEAL else (m.SettingLeft(seat), m.SettingRight(seat))
        return replace(after, todo=(*steps, *self.todo))

    def _plays(self, seat: Seat, card: Card, rule: str) -> "State":
        """Remove a card from a hand."""
        if card not in self.hands[seat]:
            name = f"@card.{CARD_NAMES[card]}" if card in DECK else str(card)
            raise IllegalMove("not_in_hand", rule, card=name)
        return replace(self, hands=put(self.hands, seat, without(self.hands[seat], card)))

    def _gets(self, seat: Seat, card: Card) -> "State":
        """Give one card to a side, to be resolved at once."""
        return replace(self, todo=(m.Resolving(seat), *self.todo), taken=put(self.taken, seat, (card,)))

    def _resolves(self, seat: Seat, card: Card) -> "State":
        if card not in self.taken[seat]:
            cards = tuple(f"@card.{CARD_NAMES[each]}" for each in self.taken[seat])
            raise IllegalMove("not_taken", "G18", cards=cards)
        return travel.sets_out(self, seat, card)

    def _shown(self, seat: Seat, card: Card, drawn: int) -> "State":
        """Note that a card is public which a seat held after so many draws: if it had gone back, it was
        drawn."""
        if not self.returned:
            return self
        shown = (seat, drawn)
        returned = [replace(each, shown=shown) if each.card == card else each for each in self.returned]
        return replace(self, returned=tuple(returned))

    def _scored(self) -> "State":
        """Count the round. Return the end of the game (G25, G32), or the second round."""
        round_ = scoring.score(self)
        after = replace(self, todo=(), rounds=(*self.rounds, round_))
        if self.round == LAST_ROUND or not round_.tallies:
            return after
        return second_round(after)

    def outcome(self) -> Outcome | None:
        return None if self.todo else scoring.outcome(self.rounds, self.favours)

    def view(self, seat: Seat | None) -> RoadView:
        return view(self, seat)

    def veil(self, move: Move, seat: Seat | None) -> Move | Veiled:
        return veil(self, move, seat)


def start(seats: int, options: m.Options) -> State:
    starter = STARTERS[options.starter]
    return State(
        todo=whole_round(options, 1, starter),
        options=options,
        round=1,
        starter=starter,
        specials=specials(options),
        waiting=waiting(options),
    )


def second_round(first: State) -> State:
    """Return the second round: a new set-up but for the circle, the pawns (G30) and the favour tokens
    (G31)."""
    starter, options = scoring.next_starter(first.rounds[0]), first.options
    return State(
        todo=whole_round(options, 2, starter),
        options=options,
        round=2,
        starter=starter,
        specials=specials(options),
        waiting=waiting(options),
        circle=first.circle,
        pawns=first.pawns,
        favours=first.favours,
        rounds=first.rounds,
    )


def specials(options: m.Options) -> tuple[tuple[Special, ...], ...]:
    return (SPECIALS, SPECIALS) if options.mode == "advanced" else ((), ())  # G12


def waiting(options: m.Options) -> Counts:
    return NO_GUESTS if options.mode == "basic" else GUESTS  # G11


def pieces(state: State) -> list[int]:
    """Return all pieces, wherever they lie: cards from 0, lanterns from 20, guests from 40."""
    offered = state.offer.cards if state.offer else ()
    lying = [state.pool, *state.hands, *state.sides, *state.taken, state.lefts, state.rights, offered]
    cards = [card for cards in lying for card in cards if card is not None]
    hanging = [kind_of(face) for row in (state.upper, state.lower, *state.tiles) for face in row]
    counts = (state.waiting, *state.guests)
    guests = [40 + colour for count in counts for colour in COLOURS for _ in range(count[colour])]
    return sorted([*cards, *(20 + lantern for lantern in (*state.box, *hanging)), *guests])
