"""The layout of an Okiya row: the index of each number.

Bit s of a mask is square s. Four masks of 16 bits, by plant or by feature, stand in one word.
"""

PLANTS, FEATURES = 0, 1  # the squares of each plant and feature: four masks in a word
TILES = 2  # four bits per square
GEISHAS = 3  # by seat
LAST, SEAT, STARTER = 5, 6, 7
SCORE = 8  # by seat
WINNER = 10  # of the match, once it is over
MATCH, TARGET, FULL_WINS = 11, 12, 13  # the options
FIELDS = 14
SINGLE, IN_SERIES, BY_POINTS = range(3)
MATCHES = ("single", "series", "points")
SQUARES = 16
