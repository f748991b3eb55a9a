"""Number the binary features ("facts") of a move.

A block of features is a small table, by one or more things; its numbers follow those of the block before.
"""

from math import prod

from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.pieces import CHARACTERS, GEISHAS, ROUNDS

# The number of steps of each thing. Larger values count as the last step.
HELD, LEAST, DECK, LEAD, INCOME, COUNT = 8, 6, 5, 7, 11, 8
TABLES = 4  # three to six seats
LEADS = (-12, -6, -1, 2, 7, 13)  # where the steps of a lead begin
DECKS = (1, 5, 12, 25)  # where the steps of the deck begin
MOVES = len(at.MOVES)
KINDS = MOVES + len(at.STEPS)  # kinds of moves; Decline is a different kind for each question
WAYS = 5  # ways to give a card away: as an advertiser, introduced, buried, discarded, in exchange
C, G = len(CHARACTERS), len(GEISHAS)

_next = 0


def block(*things: int) -> int:
    """Reserve numbers for a block of these dimensions. Return the first one."""
    global _next
    first, _next = _next, _next + prod(things)
    return first


# Features of a kind of move.
KIND_HELD = block(KINDS, HELD, LEAST)
KIND_GEISHA = block(KINDS, G)
KIND_DECK = block(KINDS, DECK)
KIND_LEAD_HELD = block(KINDS, LEAD, HELD)
KIND_LEAD_LEAST = block(KINDS, LEAD, LEAST)
KIND_LEAD_ROUND = block(KINDS, LEAD, ROUNDS)
KIND_WELCOME = block(KINDS, COUNT, INCOME)
KIND_ADVERTISERS = block(KINDS, COUNT)
KIND_GUESTS = block(KINDS, COUNT)
KIND_BURDEN = block(KINDS, COUNT)
OF_A_KIND = 13

# Features of a guest.
GUEST_HELD = block(C, HELD)
GUEST_LEAST = block(C, LEAST)
GUEST_GEISHA = block(C, G)
GUEST_DECK = block(C, DECK)
GUEST_ROUND = block(C, ROUNDS)
GUEST_WELCOME = block(C, COUNT)
GUEST_GAIN = block(C, INCOME)
GUEST_BELOW = block(INCOME)
GUEST_LAST = block(ROUNDS, LEAD)

# Features of a card that is given away.
CARD_PLAYABLE = block(WAYS, C, 2)
CARD_MISSING = block(WAYS, C, COUNT)
CARD_TWICE = block(WAYS, C, 2)
ADVERTISER_GEISHA = block(C, G)
ADVERTISER_HELD = block(C, HELD)
ADVERTISER_ROUND = block(C, ROUNDS)
ADVERTISER_FAME = block(3, INCOME)
ADVERTISER_UNLOCKS = block(INCOME)
ADVERTISER_WAITING = block(COUNT)

# Features of a target, of an answer to an effect, of a pick and of the rest.
TARGET_WHO = block(C, 2)
TARGET_LEAD = block(C, LEAD)
TARGET_GUEST = block(C, INCOME)
TARGET_ADVERTISER = block(C, 4)
TARGET_HELD = block(C, HELD)
TARGET_RONIN = block(C, 2)
TARGET_LEADER = block(C, 2)
TARGET_NEXT = block(C, 2)
ANSWER = block(3, C)
ANSWER_HELD = block(3, C, HELD)
ANSWER_STAKE = block(3, C, INCOME)
PICKED = block(C, 2)
USED = block(2, C)
USED_HELD = block(2, C, HELD)
RETURNED = block(C, 2)
SHINE = block(3)
SHINE_UNLOCKS = block(INCOME)
GEISHA = block(G)

# Features of a kind of move, or of a geisha, by the number of seats.
KIND_TABLE_LEAST = block(KINDS, TABLES, LEAST)
KIND_TABLE_LEAD = block(KINDS, TABLES, LEAD)
KIND_ROOM = block(KINDS, COUNT)
GEISHA_TABLE = block(TABLES, G)
FACTS = _next
MOST = 26  # features of one move at once, those of its kind included
