"""The rules of Mai-Star, as in docs/rules/mai_star.md (M1 to M38). The characters' effects are in
effects.py."""

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from hanamachi.core.game import NATURE, IllegalMove, Move, Seat, Universe, Veiled
from hanamachi.games.mai_star import moves as m
from hanamachi.games.mai_star.choices import chances, decisions
from hanamachi.games.mai_star.effects import NEEDS, PLAIN, TARGETED, courtesan, may_target, okaasan, usable
from hanamachi.games.mai_star.festival import Festival
from hanamachi.games.mai_star.knowledge import nothing_known
from hanamachi.games.mai_star.pieces import (
    BLACK,
    BLUE,
    BOX,
    CARDS,
    CHARACTER,
    COLOUR,
    COLOUR_NAMES,
    COURTESAN,
    GEISHAS,
    MAPLE_LEAF,
    MORNING_STAR,
    OIRAN_CARD,
    OKAASAN,
    RED,
    REQUIREMENT,
    SKILL_NAMES,
    SKILLS,
    SOUND_OF_BELL,
)
from hanamachi.games.mai_star.table import Place, Turn
from hanamachi.games.mai_star.view import MaiStarView, card_fact, rule_of, veil, view


class State(Festival, frozen=True):
    def moves(self) -> Sequence[Move]:
        if self.actor == NATURE:
            return [move for move, _ in chances(self)]
        return decisions(self) if self.todo else ()

    def odds(self) -> Sequence[tuple[Move, int]]:
        return chances(self) if self.actor == NATURE else ()

    def view(self, seat: Seat | None) -> MaiStarView:
        return view(self, seat)

    def veil(self, move: Move, seat: Seat | None) -> Move | Veiled:
        return veil(self, move, seat)

    # -------------------------------------------------------------- answers

    def answer(self, move: Move) -> "State":
        if not self.todo:
            raise IllegalMove("over", "M32")
        return self._answered(move)._settled()

    def _answered(self, move: Move) -> "State":
        step, rest = self.todo[0], replace(self, todo=self.todo[1:])
        match step, move:
            case m.Acting(seat=seat), m.Guest(card=card):  # M7
                return rest._rings(step, move)._checks_guest(seat, card, None, "M7").welcome(seat, card)
            case m.Following(seat=seat), m.Guest(card=card):  # M2
                return rest._follows()._checks_guest(seat, card, BLUE, "M2").welcome(seat, card)
            case m.Acting(seat=seat) | m.Ringing(seat=seat), m.Advertise(card=card):  # M8, M25
                return rest._rings(step, move)._holds(seat, card, "M8").advertise(seat, card)
            case m.Acting(seat=seat), m.Introduce(card=card):  # M9
                return rest._rings(step, move)._deck_holds_some("M9")._introduces(seat, card)
            case m.Introducing(seat=seat), m.Introduce(card=card):  # M9
                return rest._holds(seat, card, "M9").from_hand(seat, card).discard(card).draws(seat, 2)
            case m.Introducing(seat=seat), m.Decline():
                return rest.draws(seat, 1)
            case m.Acting(seat=seat), m.Exchange(place=place):  # M10
                return rest._rings(step, move)._exchanges(seat, place)
            case m.Replacing(seat=seat, place=place), m.Replace(card=card):  # M10
                return rest._holds(seat, card, "M10")._replaces(seat, place, card)
            case m.Acting(seat=seat), m.Search():  # M11
                return rest._rings(step, move)._deck_holds_some("M11").draws(seat, 1)
            case m.Acting(seat=seat), m.Shine(skill=skill) if skill in SKILLS:  # M36
                return self._shines(seat, skill)
            case m.Continuing() | m.Using() | m.Following() | m.Ringing(), m.Decline():
                return rest
            case m.Using(), _:
                return self._used(step, move, rest)
            case m.Reacting() | m.Picking(), _:
                return self._suffered(step, move, rest)
            case m.Burying(seat=seat), m.Bury(card=card):  # M2, M24
                return rest._holds(seat, card, "M24").bury(seat, card)
            case m.Discarding(seat=seat), m.Discard(card=card):  # M24
                return rest._holds(seat, card, "M24").from_hand(seat, card).discard(card)
            case m.Choosing(seat=seat), m.Choose(geisha=geisha):  # M5, M33
                return rest.chooses(seat, geisha)
            case _ if step.seat == NATURE:
                return self._happened(step, move, rest)
        raise IllegalMove("not_now", rule_of(step))

    def _happened(self, step: m.AnyStep, move: Move, rest: "State") -> "State":
        """Play a move of nature."""
        match step, move:
            case m.Starting(), m.First(player=player) if player in range(self.seats):
                return rest.begins(player)
            case m.Drawing(to=to, cards=cards), m.Draw(to=drawer, card=card) if drawer == to:
                if isinstance(step, m.Dealing) == isinstance(move, m.Deal) and self._may_come(card):
                    more = rest.push(type(step)(NATURE, to, cards - 1)) if cards > 1 else rest
                    return more.drawn(to, card)
            case m.Showing(to=to, of=of, shown=shown), m.Show(of=owner, card=card) if owner == of:
                hand = self.places[of].hand
                if card == hand[shown]:
                    whole = shown + 1 == len(hand)
                    return rest.shown(to, of) if whole else rest.push(m.Showing(NATURE, to, of, shown + 1))
            case m.Scoring(), m.Score():
                return rest.scores()
        raise IllegalMove("not_now", rule_of(step))

    def _used(self, step: m.Using, move: Move, rest: "State") -> "State":
        """Use the effect of a guest, for the first or for Maple Leaf's second time."""
        seat, card, character = step.seat, step.card, CHARACTER[step.card]
        match move:
            case m.Target(player=player) if character in TARGETED:  # M13
                return rest._may_repeat(step)._aims(seat, card, player)
            case m.Advertise(card=chosen) if character == OKAASAN:
                return okaasan(rest._may_repeat(step)._holds(seat, chosen, "M8"), seat, chosen)
            case m.Guest(card=chosen) if character == COURTESAN:  # M21
                again = rest._may_repeat(step)._checks_guest(seat, chosen, COLOUR[card], "M21")
                return courtesan(again, seat, chosen)
            case m.Shine(skill=skill) if character == COURTESAN and skill in SKILLS:  # M36
                return self._shines(seat, skill)
            case m.Use() if character in PLAIN:
                after: State = PLAIN[character](rest._may_repeat(step), seat, card)
                return after
        raise IllegalMove("not_now", rule_of(step))

    def _suffered(self, step: m.Reacting | m.Picking, move: Move, rest: "State") -> "State":
        """Play a target's answer, or the pick of a Sumo Wrestler."""
        match step, move:
            case m.Reacting(seat=seat, by=by, card=card), m.Allow():
                return rest._resolves(by, card, seat)
            case m.Reacting(seat=seat), m.Ronin(place=place):  # M15
                return rest._cancels_with_ronin(seat, place)
            case m.Reacting(seat=seat), m.Oiran():  # M15, M26
                return rest._holds(seat, OIRAN_CARD, "M15").from_hand(seat, OIRAN_CARD).discard(OIRAN_CARD)
            case m.Picking(of=of), m.Pick(card=card):
                if card not in self.places[of].hand:
                    raise IllegalMove("not_in_that_hand", "M19", card=card_fact(card), target=f"#{of}")
                return rest.from_hand(of, card).discard(card)
        raise IllegalMove("not_now", rule_of(step))

    # -------------------------------------------------------------- actions

    def _holds(self, seat: Seat, card: m.Card, rule: str) -> "State":
        if card not in self.places[seat].hand:
            raise IllegalMove("not_in_hand", rule, card=card_fact(card))
        return self

    def _deck_holds_some(self, rule: str) -> "State":
        if not self.deck:
            raise IllegalMove("empty_deck", rule)
        return self

    def _checks_guest(self, seat: Seat, card: m.Card, colour: int | None, rule: str) -> "State":
        """Check that a card may be a guest. `rule` is the rule that asks for this colour."""
        self._holds(seat, card, "M7")
        if card == OIRAN_CARD:
            raise IllegalMove("never_guest", "M26")
        if colour not in (None, COLOUR[card]):
            wanted = f"@colour.{COLOUR_NAMES[colour]}"
            raise IllegalMove("wrong_colour", rule, card=card_fact(card), colour=wanted)
        have, need = self.counting(self.fame(seat), card), REQUIREMENT[card]
        if have < need:
            skill = self._wanted_skill(card)
            raise IllegalMove("requirement", "M7", card=card_fact(card), need=need, have=have, skill=skill)
        return self

    def _wanted_skill(self, card: m.Card) -> str:
        if COLOUR[card] == BLACK:
            return f"@skill.{self.options.black_requirement}"
        return f"@skill.{SKILL_NAMES[COLOUR[card]]}"

    def _introduces(self, seat: Seat, card: m.Card) -> "State":
        return self._holds(seat, card, "M9").from_hand(seat, card).discard(card).push(m.Introducing(seat))

    def _exchanges(self, seat: Seat, place: int) -> "State":
        mine = self.places[seat]
        if place not in range(len(mine.advertisers)):
            raise IllegalMove("no_advertiser", "M10", n=place + 1)
        if not mine.hand:
            raise IllegalMove("empty_hand", "M10")
        return self.push(m.Replacing(seat, place))

    def _replaces(self, seat: Seat, place: int, card: m.Card) -> "State":
        row = self.places[seat].advertisers
        laid = self.from_hand(seat, card).at(seat, advertisers=(*row[:place], card, *row[place + 1 :]))
        return laid.take_up(seat, row[place])

    # -------------------------------------------------------------- abilities

    def _shines(self, seat: Seat, skill: int) -> "State":
        """Raise a skill. The same question stays open."""
        if self.places[seat].geisha != MORNING_STAR:
            raise IllegalMove("not_morning_star", "M2")
        if self.shone:
            raise IllegalMove("shone", "M2")
        return replace(self, shone=True, turn=replace(self.turn, shining=skill))

    def _rings(self, step: m.AnyStep, move: Move) -> "State":
        """Add Sound of Bell's steps: after an Advertise any action, after another action an Advertise
        (M25)."""
        if type(step) is not m.Acting or self.places[step.seat].geisha != SOUND_OF_BELL:
            return self
        return self.push(m.Continuing(step.seat) if isinstance(move, m.Advertise) else m.Ringing(step.seat))

    def _follows(self) -> "State":
        return replace(self, turn=replace(self.turn, followed=self.turn.followed + 1))

    def _may_repeat(self, step: m.Using) -> "State":
        """Ask Maple Leaf again once this effect is over (M36)."""
        if isinstance(step, m.UsingAgain):
            return replace(self, turn=replace(self.turn, doubled=True))
        red = COLOUR[step.card] == RED and self.places[step.seat].geisha == MAPLE_LEAF
        return self.push(m.UsingAgain(step.seat, step.card)) if red else self

    # -------------------------------------------------------------- targets and cancelling

    def _aims(self, by: Seat, card: m.Card, target: Seat) -> "State":
        if target not in range(self.seats):
            raise IllegalMove("no_such_player", "M13", n=target + 1)
        if not may_target(self, card, target):
            need = f"@need.{NEEDS[CHARACTER[card]]}"
            raise IllegalMove("no_target", "M35", target=f"#{target}", card=card_fact(card), need=need)
        asked = self.places[target].ronins or self.may_hold_oiran(target)
        if target != by and asked:  # M15, M18
            return self.push(m.Reacting(target, by, card))
        return self._resolves(by, card, target)

    def _resolves(self, by: Seat, card: m.Card, target: Seat) -> "State":
        after: State = TARGETED[CHARACTER[card]](self, by, target)
        return after

    def _cancels_with_ronin(self, seat: Seat, place: int) -> "State":
        mine = self.places[seat]
        if place not in mine.ronins:
            raise IllegalMove("no_ronin", "M15", n=place + 1)
        guests = mine.guests[:place] + mine.guests[place + 1 :]
        return self.at(seat, guests=guests).discard(mine.guests[place])

    def _may_come(self, card: m.Card) -> bool:
        """Return whether this card can be drawn next."""
        if any(self.pool):
            return card in CARDS and self.pool[card] > 0
        return card == self.bottom[0]

    # -------------------------------------------------------------- forced steps

    def _settled(self) -> "State":
        state = self
        while state.todo and (after := state._at_once()):
            state = after
        return state

    def _at_once(self) -> "State | None":
        """Play the present step if it leaves no choice, else return None."""
        rest, step = self.todo[1:], self.todo[0]
        match step:
            case m.Scoring():
                return None
            case _ if self.over_at_once():  # M34
                return replace(self, todo=(m.Scoring(NATURE),), turn=Turn())
            case m.Shuffling():
                return replace(self, todo=(*self.deals(), *rest))
            case m.Acting(seat=seat) if not self.places[seat].hand and not self.deck:  # M37
                return replace(self, todo=rest)
            case m.Introducing(seat=seat) if not self.places[seat].hand or self.deck < 2:  # M9
                return replace(self, todo=rest).draws(seat, 1)
            case m.UsingAgain() if self.turn.doubled:  # M2
                return replace(self, todo=rest)
            case m.Using(seat=seat, card=card) if not usable(self, seat, card):  # M35
                return replace(self, todo=rest)
            case m.Following(seat=seat) | m.Ringing(seat=seat) if not self.places[seat].hand:
                return replace(self, todo=rest)
            case m.Ending():
                return self.ends_turn(step)
            case _:
                return None


def start(seats: int, options: m.Options) -> State:
    table = State((m.Starting(NATURE),), options, (Place(),) * seats, nothing_known(seats))
    return table if options.chooser == "random" else table.begins(0)._settled()  # M5


def universe(seats: int, _options: m.Options) -> Universe:
    decisions: list[Move] = [m.Choose(geisha) for geisha in GEISHAS]
    decisions += [m.Guest(card) for card in CARDS if card != OIRAN_CARD]
    decisions += [kind(card) for kind in (m.Advertise, m.Introduce) for card in CARDS]
    decisions += [m.Exchange(place) for place in range(BOX)]
    decisions += [m.Replace(card) for card in CARDS]
    decisions += [m.Search(), *(m.Shine(skill) for skill in SKILLS)]
    decisions += [m.Target(player) for player in range(seats)]
    decisions += [m.Use(), m.Decline(), m.Allow(), *(m.Ronin(place) for place in range(BOX)), m.Oiran()]
    decisions += [kind(card) for kind in (m.Pick, m.Bury, m.Discard) for card in CARDS]
    nature: list[Move] = [m.First(seat) for seat in range(seats)]
    nature += [
        kind(seat, card) for kind in (m.Deal, m.Draw, m.Show) for seat in range(seats) for card in CARDS
    ]
    return Universe(tuple(decisions), (*nature, m.Score()))


def bound(_seats: int, _options: m.Options) -> None:
    """Return None: a game has no bound, because players may Exchange for ever."""


def pieces(state: State) -> list[m.Card]:
    piles = [pile for p in state.places for pile in (p.hand, p.guests, p.advertisers)]
    pool = [card for card in CARDS for _ in range(state.pool[card])]
    return sorted(chain(pool, state.bottom, state.discards, *piles))
