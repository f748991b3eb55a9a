"""The rules of Hanamikoji. The numbers are those of docs/rules/hanamikoji.md."""

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from msgspec.structs import replace

from hanamachi.core.game import (
    NATURE,
    Agenda,
    IllegalMove,
    Move,
    Outcome,
    Seat,
    Universe,
    Veiled,
    ranking,
)
from hanamachi.core.options import OptionError
from hanamachi.games.hanamikoji.choices import (
    actions_with,
    answers,
    check_action,
    check_cards,
    groups,
    paired,
    shared,
)
from hanamachi.games.hanamikoji.moves import (
    Acting,
    AnyStep,
    Choosing,
    Competition,
    Deal,
    Dealing,
    Discard,
    Draw,
    Drawing,
    Gift,
    Offer,
    Options,
    Outlook,
    Reveal,
    Revealing,
    Round,
    Score,
    Scoring,
    Secret,
    Start,
    Starting,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.pieces import (
    BOXES,
    COMPETITION,
    DISCARD,
    GEISHAS_TO_WIN,
    GIFT,
    ITEMS,
    NO_CARDS,
    POINTS_TO_WIN,
    SECRET,
    Action,
    Box,
    Counts,
    Item,
    Tokens,
    art_points,
    geishas,
    spread,
    together,
    without,
)
from hanamachi.games.hanamikoji.view import HanamikojiView, prompt, race, veil, view

T = TypeVar("T")
SEATS = (0, 1)
DEALS = tuple(tuple(Deal(to, item) for item in ITEMS) for to in SEATS)
DRAWS = tuple(tuple(Draw(to, item) for item in ITEMS) for to in SEATS)


class State(Agenda, frozen=True):
    todo: tuple[AnyStep, ...]
    options: Options
    round: int
    starter: Seat | None
    pool: Counts  # the deck and the removed card, which is the one that is never drawn (H5)
    hands: tuple[Counts, Counts]
    actions: tuple[tuple[Action, ...], tuple[Action, ...]]  # the tokens not yet used
    tokens: Tokens
    secrets: tuple[Item | None, Item | None] = (None, None)
    discards: tuple[tuple[Item, ...], tuple[Item, ...]] = ((), ())
    sides: tuple[Counts, Counts] = (NO_CARDS, NO_CARDS)
    history: tuple[Round, ...] = ()

    @property
    def box(self) -> Box:
        return BOXES[self.options.box]

    @property
    def rounds(self) -> int | None:
        """Return the number of the last round; None if there is none."""
        return last_round(self.options)

    @property
    def offer(self) -> Offer | None:
        step = self.todo[0] if self.todo else None
        return step.offer if isinstance(step, Choosing) else None

    def moves(self) -> Sequence[Move]:
        match self.todo[:1]:
            case (Acting(seat=seat),):
                return actions_with(self.hands[seat], self.actions[seat])
            case (Choosing(offer=offer),):
                return answers(offer)
            case _:
                return [move for move, _ in self.odds()]

    def odds(self) -> Sequence[tuple[Move, int]]:
        match self.todo[:1]:
            case (Starting(),):
                return [(Start(seat), 1) for seat in SEATS]
            case (Dealing(to=to),):
                return [(deal, copies) for deal, copies in zip(DEALS[to], self.pool, strict=True) if copies]
            case (Drawing(to=to),):
                return [(draw, copies) for draw, copies in zip(DRAWS[to], self.pool, strict=True) if copies]
            case (Revealing(owner=owner),):
                secret = self.secrets[owner]
                assert secret is not None
                return [(Reveal(owner, secret), 1)]
            case (Scoring(),):
                return [(Score(), 1)]
            case _:
                return ()

    def answer(self, move: Move) -> "State":
        if not self.todo:
            raise IllegalMove("over", "H16")
        match self.todo[0], move:
            case Starting(), Start(starter=int(starter)) if starter in SEATS:  # H6
                return replace(self, todo=agenda(self.box, starter), starter=starter)
            case Dealing(to=to), Deal(to=who, item=int(item)) if who == to:  # H5
                return self._draws(to, item)
            case Drawing(to=to), Draw(to=who, item=int(item)) if who == to:  # H7
                return self._draws(to, item)
            case Acting(seat=seat), Secret(item=item):  # H8
                acted = self._acts(seat, SECRET, (item,))
                return replace(acted, secrets=put(self.secrets, seat, item))
            case Acting(seat=seat), Discard(items=items):  # H9
                acted = self._acts(seat, DISCARD, items)
                return replace(acted, discards=put(self.discards, seat, items))
            case Acting(seat=seat), Gift(items=items):  # H10
                return self._acts(seat, GIFT, items)._offers(seat, move)
            case Acting(seat=seat), Competition(pairs=pairs):  # H11
                return self._acts(seat, COMPETITION, paired(pairs))._offers(seat, move)
            case Choosing(seat=seat, offer=Gift() as gift), TakeOne(item=item):  # H10
                return self._share(seat, *shared(gift, (item,), "H10"))
            case Choosing(seat=seat, offer=Competition() as pairs), TakePair(pair=pair):  # H11
                return self._share(seat, *shared(pairs, pair, "H11"))
            case Revealing(owner=owner), Reveal(owner=who, item=int(item)) if who == owner:  # H13
                return self._reveals(owner, item)
            case Scoring(), Score():  # H14
                return self._scored()
            case _:
                raise self._not_now()

    def _not_now(self) -> IllegalMove:
        question = prompt(self)
        return IllegalMove("not_now", question.rule if question else "H7")

    def _draws(self, to: Seat, item: Item) -> "State":
        if item not in ITEMS or not self.pool[item]:
            raise self._not_now()
        hand = together(self.hands[to], (item,))
        pool = without(self.pool, (item,))
        return replace(self, todo=self.todo[1:], pool=pool, hands=put(self.hands, to, hand))

    def _acts(self, seat: Seat, action: Action, items: tuple[Item, ...]) -> "State":
        """Turn over the token and remove the cards from the hand (H7)."""
        check_action(action, self.actions[seat], self.box.actions)
        check_cards(action, items, self.hands[seat])
        hand = without(self.hands[seat], items)
        unused = tuple(token for token in self.actions[seat] if token != action)
        return replace(
            self,
            todo=self.todo[1:],
            hands=put(self.hands, seat, hand),
            actions=put(self.actions, seat, unused),
        )

    def _offers(self, seat: Seat, offer: Offer) -> "State":
        return replace(self, todo=(Choosing(1 - seat, offer), *self.todo))

    def _share(self, taker: Seat, taken: tuple[Item, ...], left: tuple[Item, ...]) -> "State":
        """Lay each card before its own geisha (H12)."""
        sides = put(self.sides, taker, together(self.sides[taker], taken))
        sides = put(sides, 1 - taker, together(sides[1 - taker], left))
        return replace(self, todo=self.todo[1:], sides=sides)

    def _reveals(self, owner: Seat, item: Item) -> "State":
        if item != self.secrets[owner]:
            raise self._not_now()
        side = together(self.sides[owner], (item,))
        return replace(
            self,
            todo=self.todo[1:],
            secrets=put(self.secrets, owner, None),
            sides=put(self.sides, owner, side),
        )

    def _scored(self) -> "State":
        assert self.starter is not None
        tokens = tuple(map(holder, *self.sides, self.tokens))
        points = (art_points(tokens, 0), art_points(tokens, 1))
        summary = Round(self.starter, self.sides, tokens, points)
        after = replace(self, todo=(), tokens=tokens, history=(*self.history, summary))
        if any(after.meets_condition(seat) for seat in SEATS) or self.round == self.rounds:  # H16, H18
            return after
        return new_round(self.options, self.round + 1, 1 - self.starter, tokens, after.history)

    def meets_condition(self, seat: Seat) -> bool:
        """Return whether a seat meets one of the two conditions of H16."""
        return geishas(self.tokens, seat) >= GEISHAS_TO_WIN or art_points(self.tokens, seat) >= POINTS_TO_WIN

    def outcome(self) -> Outcome | None:
        if self.todo:
            return None
        points = tuple(art_points(self.tokens, seat) for seat in SEATS)
        match [self.meets_condition(seat) for seat in SEATS]:
            case [True, True]:
                rule, ranks = "H17", ranking(points)
            case [False, False]:
                rule, ranks = "H19", ranking(points)
            case meets:
                rule, ranks = "H16", ranking(meets)
        winners = () if ranks == (1, 1) else (ranks.index(1),)
        return Outcome(points, ranks, winners, rule)

    def outlook(self) -> Outlook:
        tokens = tuple(map(holder, *self.sides, self.tokens))
        ended = replace(self, todo=(), tokens=tokens).outcome()
        assert ended is not None
        ahead = ended.winners[0] if ended.winners else None
        return Outlook(tokens, ahead, ended.rule != "H19", race(tokens))

    def view(self, seat: Seat | None) -> HanamikojiView:
        return view(self, seat)

    def veil(self, move: Move, seat: Seat | None) -> Move | Veiled:
        return veil(self, move, seat)


def holder(one: int, other: int, token: Seat | None) -> Seat | None:
    """Return the side of a geisha's token after the cards before her are compared (H14, H15)."""
    if one > other:
        return 0
    return 1 if other > one else token


def start(seats: int, options: Options) -> State:
    if options.box == "small" and options.rounds == "until_won":
        raise OptionError("small_until_won")
    starter = {"first": 0, "second": 1, "random": None}[options.starter]
    return new_round(options, 1, starter, (None,) * len(ITEMS), ())


def new_round(
    options: Options, number: int, starter: Seat | None, tokens: Tokens, history: tuple[Round, ...]
) -> State:
    """Return a round before its first card: all cards in the pool, all action tokens unused (H5, H18)."""
    box = BOXES[options.box]
    return State(
        todo=(Starting(NATURE),) if starter is None else agenda(box, starter),
        options=options,
        round=number,
        starter=starter,
        pool=box.copies,
        hands=(NO_CARDS, NO_CARDS),
        actions=(box.actions, box.actions),
        tokens=tokens,
        history=history,
    )


@cache
def agenda(box: Box, starter: Seat) -> tuple[AnyStep, ...]:
    """Return the steps of a whole round: the deal (H5), the turns (H7), the Secrets (H13), the score
    (H14)."""
    order = (starter, 1 - starter)
    hands = [Dealing(NATURE, seat) for _ in range(box.hand) for seat in order]
    turns = [step for _ in box.actions for seat in order for step in (Drawing(NATURE, seat), Acting(seat))]
    secrets = [Revealing(NATURE, seat) for seat in order]
    return (*hands, *turns, *secrets, Scoring(NATURE))


def last_round(options: Options) -> int | None:
    """Return the number of the last round, or None if rounds are played until a win (H20)."""
    return None if options.rounds == "until_won" else BOXES[options.box].rounds


def universe(seats: int, options: Options) -> Universe:
    box = BOXES[options.box]
    taken = [TakeOne(item) for item in box.items]
    pairs = [TakePair((a, b)) for a, b in groups(box.copies, DISCARD)] if COMPETITION in box.actions else []
    cards = [kind(seat, item) for kind in (Deal, Draw, Reveal) for seat in SEATS for item in box.items]
    starts = [Start(seat) for seat in SEATS]
    return Universe(
        decisions=(*actions_with(box.copies, box.actions), *taken, *pairs),
        nature=(*starts, *cards, Score()),
    )


def bound(seats: int, options: Options) -> int | None:
    """Return the most plies: each round's agenda, an answer to each Gift and Competition, perhaps the
    start."""
    rounds, box = last_round(options), BOXES[options.box]
    offers = len(SEATS) * len({GIFT, COMPETITION} & set(box.actions))
    return None if rounds is None else rounds * (len(agenda(box, 0)) + offers) + (options.starter == "random")


def pieces(state: State) -> list[Item]:
    """Return every item card, wherever it lies."""
    counted = [item for cards in (state.pool, *state.hands, *state.sides) for item in spread(cards)]
    secrets = [item for item in state.secrets if item is not None]
    discards = [item for items in state.discards for item in items]
    offered = state.offer.items if state.offer else ()
    return sorted([*counted, *secrets, *discards, *offered])


def put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (pair[0], value) if seat else (value, pair[1])
