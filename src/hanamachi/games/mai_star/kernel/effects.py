"""The effects of characters played as guests: the compiled twin of effects.py."""

from hanamachi.games.kernels.bits import lowest
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.bits import add
from hanamachi.games.mai_star.kernel.cards import (
    add_advertiser,
    add_guest,
    deck,
    discard,
    draws,
    from_hand,
    holds_some,
    newest_advertiser,
    newest_guest,
    push,
)
from hanamachi.games.mai_star.kernel.layout import Table
from hanamachi.games.mai_star.pieces import (
    CITIZEN,
    COURTESAN,
    DAIMYO,
    DOCTOR,
    EMISSARY,
    FOREIGNER,
    MERCHANT,
    OKAASAN,
    SAMURAI,
    SHOGUN,
    SUMO_WRESTLER,
    THIEF,
    YAKUZA,
)


@inner
def is_targeted(character: int) -> bool:
    return character in (CITIZEN, YAKUZA, THIEF, MERCHANT, SUMO_WRESTLER, EMISSARY, SAMURAI)


@inner
def may_target(table: Table, character: int, target: int) -> bool:
    """Return whether a target has what the effect needs (M35)."""
    if character in (CITIZEN, MERCHANT):
        return deck(table) > 0
    if character in (YAKUZA, EMISSARY):
        return bool(table.advertiser_count[target] > 0)
    if character in (THIEF, SAMURAI):
        return bool(table.guest_count[target] > 0)
    return holds_some(table, target)


@inner
def resolve(table: Table, by: int, card: int, target: int, chance: Chance) -> None:
    """Resolve an effect with a target."""
    character = at.CHARACTERS[card]
    if character == CITIZEN:
        draws(table, target, 1, chance)
    elif character == MERCHANT:
        draws(table, target, 2, chance)
    elif character == YAKUZA:
        discard(table, newest_advertiser(table, target))
    elif character == THIEF:
        discard(table, newest_guest(table, target))
    elif character == SUMO_WRESTLER:  # nothing here depends on who is shown what
        push(table, at.PICKING, by, target)
    elif character == EMISSARY:
        add_advertiser(table, by, newest_advertiser(table, target))
    else:
        add_guest(table, by, newest_guest(table, target))


@inner
def use(table: Table, by: int, card: int) -> None:
    """Use an effect without a choice."""
    character = at.CHARACTERS[card]
    if character == DOCTOR:  # M20: another turn after the end of this one
        table.todo[0] += 1 << at.FACT_AT
    elif character == DAIMYO:
        invite_advertisers(table, by, at.COLOURS[card])
    else:
        give_hand_away(table, by, character == SHOGUN)


@inner
def invite_advertisers(table: Table, seat: int, colour: int) -> None:
    """Move advertisers of a colour to the guests, in their order (M22)."""
    row, staying = table.advertisers[seat], 0
    for i in range(table.advertiser_count[seat]):
        card = row[i]
        row[i] = 0
        if at.COLOURS[card] == colour:
            table.fame[seat] -= at.BONUSES[card]
            add_guest(table, seat, card)
        else:
            row[staying] = card
            staying += 1
    table.advertiser_count[seat] = staying


@inner
def give_hand_away(table: Table, seat: int, to_guests: bool) -> None:
    """Move the hand: Shogun's to the guests (M23), Foreigner's to the discards."""
    hand = table.hands[seat]
    while hand[0]:
        card = lowest(hand[0])
        from_hand(table, seat, card)
        if to_guests:
            add_guest(table, seat, card)
        else:
            add(table.discards, card)


@inner
def usable(table: Table, seat: int, card: int) -> bool:
    """Return whether the effect can do anything, as all players can see."""
    character, found = at.CHARACTERS[card], False
    if is_targeted(character):
        for target in range(table.seats):
            found |= may_target(table, character, target)
        return found
    if character in (OKAASAN, COURTESAN, FOREIGNER, SHOGUN):
        return holds_some(table, seat)
    if character == DAIMYO:
        for i in range(table.advertiser_count[seat]):
            found |= at.COLOURS[table.advertisers[seat, i]] == at.COLOURS[card]
        return found
    return character == DOCTOR and not last_allowed(table, seat)


@inner
def last_allowed(table: Table, seat: int) -> bool:
    """Return whether the house is full, so that a Doctor gives no other turn (M34)."""
    return table.limited_guests == at.AT_ONCE and bool(table.guest_count[seat] >= at.HAND_SIZES[table.round])
