"""Rounds: the set-up (G7 to G12, G30, G42), the turns (G13, G23) and the score (G24 to G32)."""

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.chance import any_of, below
from hanamachi.games.geishas_road.kernel.layout import NONE, Row
from hanamachi.games.geishas_road.kernel.travel import settles
from hanamachi.games.geishas_road.pieces import DARK, DESTINY, HAND, LANTERNS, LOWER, UPPER
from hanamachi.games.geishas_road.scoring import ENOUGH
from hanamachi.games.kernels.bits import count
from hanamachi.games.kernels.compiling import inner


@inner("void(i8[::1], i8)")
def draw(row: Row, seat: int) -> None:
    card = 1 << any_of(row, row[at.POOL])
    row[at.POOL] ^= card
    row[at.HAND + seat] |= card


@inner("void(i8[::1])")
def _build(row: Row) -> None:
    """Build the circle of teahouses, and in Basic place the favour tokens (G7, G10)."""
    left = 0b11111
    for place in range(5):
        colour = any_of(row, left)
        left ^= 1 << colour
        row[at.TEAHOUSE + place] = colour
        row[at.HOME + colour] = row[at.PLACE + colour] = place
        row[at.FAVOUR + colour] = NONE
    if row[at.MODE] == at.BASIC:
        first = any_of(row, 0b11111)
        row[at.FAVOUR + first] = 0
        row[at.FAVOUR + any_of(row, 0b11111 ^ 1 << first)] = 1


@inner("void(i8[::1])")
def _hang(row: Row) -> None:
    """Hang the lanterns (G8), or those of the variant (G42)."""
    row[at.UP] = row[at.LOW] = 0
    for i in range(10):
        row[at.TILE + i] = NONE
    box = (1 << len(LANTERNS)) - 1
    for i in range(UPPER + LOWER):
        row[at.HANGING + i] = NONE
    for i in range(DESTINY if row[at.DESTINY] else UPPER + LOWER):
        lantern = any_of(row, box)
        box ^= 1 << lantern
        row[at.HANGING + i] = at.BRIGHT[lantern]
    shining = 0b11111
    for _ in range(DARK if row[at.DESTINY] else 0):
        place = any_of(row, shining)
        shining ^= 1 << place
        row[at.HANGING + place] ^= 1


@inner("void(i8[::1])")
def clear(row: Row) -> None:
    """Remove the offer."""
    for i in range(at.ACTOR, at.HOME):
        row[i] = NONE
    row[at.LAID] = row[at.COUNTERS] = row[at.HIDDEN] = 0


@inner("void(i8[::1])")
def set_up(row: Row) -> None:
    """Set up a new round. The first one also builds the circle and determines the starter."""
    basic, advanced = row[at.MODE] == at.BASIC, row[at.MODE] == at.ADVANCED
    clear(row)
    if row[at.ROUND] == 1:
        _build(row)
    row[at.POOL], row[at.TURN], row[at.ASKED] = at.ALL_CARDS, 0, NONE
    row[at.WAITING] = 0 if basic else at.ALL_GUESTS
    for seat in range(2):
        row[at.HAND + seat] = row[at.TAKEN + seat] = row[at.SIDE + seat] = row[at.GUESTS + seat] = 0
        row[at.LEFT + seat] = row[at.RIGHT + seat] = NONE
        row[at.TOKENS + seat] = at.ALL_TOKENS
        row[at.SPECIALS + seat] = at.ALL_SPECIALS if advanced else 0
    for _ in range(HAND):
        draw(row, 0)
        draw(row, 1)
    _hang(row)
    if row[at.ROUND] == 1:
        wish = row[at.WISH]
        row[at.STARTER] = below(row, 2) if wish == at.RANDOM_STARTER else wish


@inner("i8(i8[::1], i8)")
def winner(row: Row, colour: int) -> int:
    """Return the seat that wins a geisha now: the larger sum, or the owner of her favour token (G24)."""
    one, other = at.SUM[row[at.SIDE] >> 4 * colour & 15], at.SUM[row[at.SIDE + 1] >> 4 * colour & 15]
    owner: int = row[at.FAVOUR + colour]
    return owner if one == other else int(one < other)


@inner("i8(i8[::1], i8)")
def round_points(row: Row, seat: int) -> int:
    """Return a seat's points if the round were counted now (G26 to G28)."""
    points: int = at.GUEST_POINTS[row[at.GUESTS + seat]] + count(row[at.SPECIALS + seat])
    for colour in range(5):
        if winner(row, colour) == seat:
            tile = at.TILE + 2 * colour
            points += row[at.ROUND] + at.FACE_POINTS[row[tile]] + at.FACE_POINTS[row[tile + 1]]
    return points


@inner("i8(i8[::1])")
def four_geishas(row: Row) -> int:
    """Return the seat that has won four geishas or more, or NONE (G25)."""
    won = 0
    for colour in range(5):
        won += 1 << 4 * (winner(row, colour) + 1)
    return 0 if won >> 4 & 15 >= ENOUGH else 1 if won >> 8 >= ENOUGH else NONE


@inner("i8(i8[::1])")
def _by_points(row: Row) -> int:
    """Return the winner by points, then by favour tokens (G32)."""
    lead = row[at.TOTAL] - row[at.TOTAL + 1]
    if lead == 0:
        for colour in range(5):
            owner = row[at.FAVOUR + colour]
            lead += (owner == 0) - (owner == 1)
    return at.SHARED if lead == 0 else int(lead < 0)


@inner("void(i8[::1])")
def _score(row: Row) -> None:
    """Count the round. The game is over, or the seat with fewer points begins a second round (G29)."""
    row[at.WON] = row[at.WON + 1] = 0
    for colour in range(5):
        seat = winner(row, colour)
        if seat != NONE:
            row[at.WON + seat] |= 1 << colour
    at_once = four_geishas(row)
    if at_once != NONE:
        row[at.NOW], row[at.RESULT], row[at.RULE] = at.OVER, at_once, 25
        return
    one, other = round_points(row, 0), round_points(row, 1)
    row[at.TOTAL] += one
    row[at.TOTAL + 1] += other
    if row[at.ROUND] == 2:
        row[at.NOW], row[at.RESULT], row[at.RULE] = at.OVER, _by_points(row), 32
        return
    row[at.STARTER] = 1 - row[at.STARTER] if one == other else int(one > other)
    row[at.ROUND] = 2


@inner("void(i8[::1])")
def onward(row: Row) -> None:
    """Go on to the next decision: cards to resolve, the next turn, the left cards, the score."""
    while row[at.NOW] != at.OVER:
        if row[at.TAKEN] | row[at.TAKEN + 1]:
            seat = row[at.SEAT]
            if not settles(row, seat if row[at.TAKEN + seat] else 1 - seat):
                return
            continue
        seat = row[at.STARTER] ^ row[at.TURN] & 1
        if row[at.TURN] < at.TURNS:
            draw(row, seat)
            row[at.NOW], row[at.SEAT] = at.ACTING, seat
            return
        if row[at.TURN] < at.TURNS + 2:
            row[at.TURN] += 1
            row[at.TAKEN + seat] = 1 << row[at.LEFT + seat]
            row[at.LEFT + seat] = NONE
            row[at.SEAT] = seat
        else:
            _score(row)
            if row[at.NOW] != at.OVER:
                set_up(row)
