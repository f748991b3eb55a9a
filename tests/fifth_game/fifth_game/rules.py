"""Tsukimi, viewing the moon. The rules, F1 to F11:

F1  Twelve cards: moon 4 (worth 2), cake 3 (worth 1), fox 3, cloud 2.
F2  Two seats get 3 cards each, three seats 2 each; the rest is the pool.
F3  A turn is one of Offer, Fox, Seek. "The neighbour" is the next seat.
F4  Offer: a hand card goes face down to the neighbour, who accepts it or declines it, unseen. It is turned
    up and lies, newest, in the row of who got it (declined: the giver's).
F5  Fox: discard a fox against a neighbour whose row is not empty. It bites twice (option `bites`); a bite
    discards the newest card of that row.
F6  Before each bite the neighbour may cancel it by discarding a cloud from the hand. A neighbour with a
    hand is always asked: the question must not tell what they hold.
F7  Seek, once a game for each seat: draw a card, then return one to the pool, unseen.
F8  After an Offer or a Fox the seat draws a card.
F9  Nobody draws from an empty pool, and then nobody may Seek.
F10 A seat without a hand is passed over.
F11 After `turns` turns each, the row worth most wins; equal rows share.
"""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from fifth_game.moves import (
    Accept,
    Acting,
    Answering,
    AnyStep,
    Cancel,
    Card,
    Counts,
    Deal,
    Dealing,
    Decline,
    Fox,
    Offer,
    Options,
    Pass,
    Reacting,
    Return,
    Returned,
    Returning,
    Seek,
    TurningUp,
    TurnUp,
)
from fifth_game.pieces import CLOUD, COPIES, FOX, HAND, KINDS, NAMES, VALUE
from fifth_game.view import TsukimiView, veil, view
from hanamachi.core.game import NATURE, Agenda, IllegalMove, Move, Outcome, Seat, Universe, Veiled, ranking

T = TypeVar("T")


class State(Agenda, frozen=True):
    todo: tuple[AnyStep, ...]
    options: Options
    hands: tuple[Counts, ...]
    rows: tuple[tuple[Card, ...], ...]
    pool: Counts
    discards: Counts = (0, 0, 0, 0)
    offered: Card | None = None
    sought: tuple[bool, ...] = ()
    returned: tuple[Returned | None, ...] = ()  # what each seat still knows of its Return

    @property
    def round(self) -> int:
        return 1

    def moves(self) -> Sequence[Move]:
        if not self.todo:
            return ()
        match self.todo[0]:
            case Dealing() | TurningUp():
                return [move for move, _ in self.odds()]
            case Acting(seat=seat):
                return self._actions(seat)
            case Answering():
                return (Accept(), Decline())
            case Reacting(seat=seat):
                return (Pass(), Cancel()) if self.hands[seat][CLOUD] else (Pass(),)
            case Returning(seat=seat):
                return [Return(card) for card in KINDS if self.hands[seat][card]]

    def _actions(self, seat: Seat) -> Sequence[Move]:
        hand = self.hands[seat]
        offers: list[Move] = [Offer(card) for card in KINDS if hand[card]]
        fox = [Fox()] if hand[FOX] and self.rows[self.neighbour(seat)] else []
        seek = [Seek()] if any(self.pool) and not self.sought[seat] else []
        return [*offers, *fox, *seek]

    def odds(self) -> Sequence[tuple[Move, int]]:
        match self.todo[:1]:
            case (Dealing(),):
                return [(Deal(card), self.pool[card]) for card in KINDS if self.pool[card]]
            case (TurningUp(),):
                assert self.offered is not None
                return [(TurnUp(self.offered), 1)]
            case _:
                return ()

    def answer(self, move: Move) -> "State":
        if not self.todo:
            raise IllegalMove("over", "F11")
        rest = replace(self, todo=self.todo[1:])
        match self.todo[0], move:
            case Dealing(to=to), Deal(card=card) if card in KINDS and self.pool[card]:
                after = rest._drawn(to, card)
            case Acting(seat=seat), Offer(card=card):
                after = rest._drops(seat, card, "F4")._offer(seat, card)
            case Acting(seat=seat), Fox():
                after = self._fox(seat, rest)
            case Acting(seat=seat), Seek():
                after = self._seek(seat, rest)
            case Answering(seat=seat), Accept():
                after = rest._push(TurningUp(NATURE, seat))
            case Answering(giver=giver), Decline():
                after = rest._push(TurningUp(NATURE, giver))
            case TurningUp(taker=taker), TurnUp(card=card) if card == self.offered:
                after = rest._lay(taker, card)
            case Reacting(seat=seat), Pass():
                after = rest._bitten(seat)
            case Reacting(seat=seat), Cancel():
                after = rest._drops(seat, CLOUD, "F6")._discard(CLOUD)._shown(seat, CLOUD)
            case Returning(seat=seat), Return(card=card):
                after = rest._drops(seat, card, "F7")._return(seat, card)
            case _:
                raise IllegalMove("not_now", "F3")
        return after._settle()

    def neighbour(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.hands)

    def _push(self, *steps: AnyStep) -> "State":
        return replace(self, todo=(*steps, *self.todo))

    def _drawn(self, seat: Seat, card: Card) -> "State":
        """Others can no longer be sure that a card they returned is in the pool."""
        returned = tuple(_draw_seen(known, who, seat, card) for who, known in enumerate(self.returned))
        return replace(
            self, pool=_add(self.pool, card, -1), hands=_hold(self.hands, seat, card, 1), returned=returned
        )

    def _drops(self, seat: Seat, card: Card, rule: str) -> "State":
        if card not in KINDS or not self.hands[seat][card]:
            name = f"@card.{NAMES[card]}" if card in KINDS else str(card)
            raise IllegalMove("not_in_hand", rule, card=name)
        return replace(self, hands=_hold(self.hands, seat, card, -1))

    def _discard(self, card: Card) -> "State":
        return replace(self, discards=_add(self.discards, card, 1))

    def _offer(self, seat: Seat, card: Card) -> "State":
        offered = replace(self, offered=card)
        return offered._push(Answering(self.neighbour(seat), seat), Dealing(NATURE, seat))

    def _lay(self, taker: Seat, card: Card) -> "State":
        """The giver is the one who draws next (F8): the card came from that hand."""
        giver = next(step.to for step in self.todo if isinstance(step, Dealing))
        rows = _put(self.rows, taker, (*self.rows[taker], card))
        return replace(self, rows=rows, offered=None)._shown(giver, card)

    def _fox(self, seat: Seat, rest: "State") -> "State":
        target = self.neighbour(seat)
        after = rest._drops(seat, FOX, "F5")._discard(FOX)._shown(seat, FOX)
        if not self.rows[target]:
            raise IllegalMove("empty_row", "F5", target=f"#{target}")
        bites = [Reacting(target)] * self.options.bites
        return after._push(*bites, Dealing(NATURE, seat))

    def _seek(self, seat: Seat, rest: "State") -> "State":
        if self.sought[seat]:
            raise IllegalMove("sought", "F7")
        if not any(self.pool):
            raise IllegalMove("empty_pool", "F9")
        seeking = replace(rest, sought=_put(self.sought, seat, True))
        return seeking._push(Dealing(NATURE, seat), Returning(seat))

    def _return(self, seat: Seat, card: Card) -> "State":
        known = _put(self.returned, seat, Returned(card))
        return replace(self, pool=_add(self.pool, card, 1), returned=known)

    def _bitten(self, seat: Seat) -> "State":
        *row, card = self.rows[seat]
        return replace(self, rows=_put(self.rows, seat, tuple(row)))._discard(card)

    def _shown(self, owner: Seat, card: Card) -> "State":
        """A card seen from the hand of one who drew since may be the returned one: no more is certain."""
        returned = tuple(
            None if known and known.card == card and owner in known.drawers else known
            for known in self.returned
        )
        return replace(self, returned=returned)

    def _settle(self) -> "State":
        """What nobody must choose happens at once."""
        match self.todo[:1]:
            case (Acting(seat=seat),) if not any(self.hands[seat]):  # F10
                return replace(self, todo=self.todo[1:])._settle()
            case (Dealing(),) if not any(self.pool):  # F9
                return replace(self, todo=self.todo[1:])._settle()
            case (Reacting(seat=seat),) if not self.rows[seat]:
                return replace(self, todo=self.todo[1:])._settle()
            case (Reacting(seat=seat),) if not any(self.hands[seat]):
                return replace(self, todo=self.todo[1:])._bitten(seat)._settle()
            case _:
                return self

    def outcome(self) -> Outcome | None:
        if self.todo:
            return None
        points = tuple(sum(VALUE[card] for card in row) for row in self.rows)
        ranks = ranking(points)
        return Outcome(points, ranks, tuple(s for s, rank in enumerate(ranks) if rank == 1), "F11")

    def view(self, seat: Seat | None) -> "TsukimiView":
        return view(self, seat)

    def veil(self, move: Move, seat: Seat | None) -> Move | Veiled:
        return veil(self, move, seat)


def start(seats: int, options: Options) -> State:
    dealing = [Dealing(NATURE, seat) for seat in range(seats) for _ in range(HAND[seats])]
    turns = [Acting(seat) for _ in range(options.turns) for seat in range(seats)]
    empty = (0,) * len(KINDS)
    return State(
        (*dealing, *turns),
        options,
        hands=(empty,) * seats,
        rows=((),) * seats,
        pool=COPIES,
        sought=(False,) * seats,
        returned=(None,) * seats,
    )


def universe(seats: int, options: Options) -> Universe:
    named = [kind(card) for kind in (Offer, Return) for card in KINDS]
    nature = [kind(card) for kind in (Deal, TurnUp) for card in KINDS]
    plain = (Accept(), Decline(), Fox(), Cancel(), Pass(), Seek())
    return Universe((*named, *plain), tuple(nature))


def bound(seats: int, options: Options) -> int:
    """The deal; then a turn has at most four plies (offer, answer, turn up, draw)."""
    return seats * HAND[seats] + seats * options.turns * 4


def pieces(state: State) -> list[Card]:
    loose = [state.offered] if state.offered is not None else []
    piles = [*state.hands, state.pool, state.discards]
    counted = [card for pile in piles for card in KINDS for _ in range(pile[card])]
    return sorted([*counted, *loose, *(card for row in state.rows for card in row)])


def _draw_seen(known: Returned | None, who: Seat, drawer: Seat, card: Card) -> Returned | None:
    if known is None or (who == drawer and known.card == card):
        return None
    if who == drawer:
        return known
    return replace(known, drawers=tuple(sorted({*known.drawers, drawer})))


def _put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*row[:at], value, *row[at + 1 :])


def _add(pile: Counts, card: Card, n: int) -> Counts:
    return _put(pile, card, pile[card] + n)


def _hold(hands: tuple[Counts, ...], seat: Seat, card: Card, n: int) -> tuple[Counts, ...]:
    return _put(hands, seat, _add(hands[seat], card, n))
