"""The box of Okiya: sixteen garden tiles on sixteen squares, and the winning patterns."""

PLANTS = ("maple", "cherry", "pine", "iris")
FEATURES = ("sun", "tanzaku", "bird", "rain")
TILES = range(16)  # O1: plant * 4 + feature
HOUSES = ("red", "black")  # the colour of each seat's geishas
GEISHAS = 8  # of each house (O1)

SERIES = 3  # rounds that win a match by rounds (O12)
SIDE = 4
SQUARES = range(16)  # row by row from a1
NAMES = tuple(f"{column}{row}" for row in "1234" for column in "abcd")


def square(column: int, row: int) -> int:
    return row * SIDE + column


def bits(squares: list[int]) -> int:
    return sum(1 << each for each in squares)


_ROWS = [[square(column, row) for column in range(SIDE)] for row in range(SIDE)]
_COLUMNS = [[square(column, row) for row in range(SIDE)] for column in range(SIDE)]
_DIAGONALS = [[square(i, i) for i in range(SIDE)], [square(i, SIDE - 1 - i) for i in range(SIDE)]]
_CORNERS = [(column, row) for row in range(SIDE - 1) for column in range(SIDE - 1)]
_BOXES = [[square(c + dc, r + dr) for dr in (0, 1) for dc in (0, 1)] for c, r in _CORNERS]

LINES = tuple(map(bits, _ROWS + _COLUMNS + _DIAGONALS))  # O7
BOXES = tuple(map(bits, _BOXES))  # O8
CENTRE = bits([square(1, 1), square(2, 1), square(1, 2), square(2, 2)])  # O4
GARDEN = 0xFFFF
LINES_AT = tuple(tuple(line for line in LINES if line >> each & 1) for each in SQUARES)
BOXES_AT = tuple(tuple(each_box for each_box in BOXES if each_box >> each & 1) for each in SQUARES)


def plant(tile: int) -> int:
    return tile // 4


def feature(tile: int) -> int:
    return tile % 4


def matches(one: int, other: int) -> bool:
    """Return whether two tiles have the same plant or the same feature (O6)."""
    return plant(one) == plant(other) or feature(one) == feature(other)


MATCHING = tuple(tuple(matches(one, other) for other in TILES) for one in TILES)
