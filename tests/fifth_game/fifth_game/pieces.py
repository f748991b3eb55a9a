"""The box: twelve cards of four kinds. (F1)"""

MOON, CAKE, FOX, CLOUD = KINDS = range(4)
NAMES = ("moon", "cake", "fox", "cloud")
COPIES = (4, 3, 3, 2)
VALUE = (2, 1, 0, 0)
HAND = {2: 3, 3: 2}  # cards dealt, by number of seats (F2)
