"""The box: 6 geishas and 75 characters of 42 kinds. (M1 to M4)

A card is the number of its kind, ordered by colour, then as in the table of characters; black comes last.
"""

RED, BLUE, GREEN = SKILLS = range(3)
BLACK = 3
COLOUR_NAMES = ("red", "blue", "green")
SKILL_NAMES = ("performance", "service", "intelligence")

Reputation = tuple[int, int, int]
OWN, OWN_TWICE, ALL = (1, 0), (2, 0), (1, 1)  # bonus in the card's own skill, and in each of the others

# name, copies in each colour, requirement, income, bonus as an advertiser
COLOURED = (
    ("citizen", 2, 1, 2, OWN),
    ("okaasan", 2, 2, 1, OWN_TWICE),
    ("ronin", 2, 2, 2, OWN),
    ("courtesan", 2, 3, 0, OWN),
    ("yakuza", 2, 3, 3, OWN),
    ("thief", 2, 4, 4, OWN),
    ("merchant", 2, 4, 4, OWN),
    ("actor", 2, 5, 5, ALL),
    ("sumo_wrestler", 2, 5, 3, OWN),
    ("emissary", 2, 6, 5, OWN),
    ("doctor", 2, 7, 6, OWN),
    ("samurai", 1, 8, 8, OWN),
    ("daimyo", 1, 9, 10, OWN),
)
BLACKS = (("foreigner", 1, 9, 10, ALL), ("shogun", 1, 10, 10, ALL), ("oiran", 1, 0, 0, ALL))
CHARACTERS = (*COLOURED, *BLACKS)
CHARACTER_NAMES = tuple(row[0] for row in CHARACTERS)
CITIZEN, OKAASAN, RONIN, COURTESAN, YAKUZA, THIEF, MERCHANT, ACTOR = range(8)
SUMO_WRESTLER, EMISSARY, DOCTOR, SAMURAI, DAIMYO, FOREIGNER, SHOGUN, OIRAN = range(8, 16)

KINDS = [(colour, character) for colour in SKILLS for character in range(len(COLOURED))]
KINDS += [(BLACK, character) for character in range(len(COLOURED), len(CHARACTERS))]
CARDS = range(len(KINDS))
COLOUR = tuple(colour for colour, _ in KINDS)
CHARACTER = tuple(character for _, character in KINDS)
COPIES = tuple(CHARACTERS[character][1] for character in CHARACTER)
REQUIREMENT = tuple(CHARACTERS[character][2] for character in CHARACTER)
INCOME = tuple(CHARACTERS[character][3] for character in CHARACTER)
BOX = sum(COPIES)


def bonus(colour: int, character: int) -> Reputation:
    """Return what an advertiser adds in each skill."""
    own, other = CHARACTERS[character][4]
    red, blue, green = (own if skill == colour else other for skill in SKILLS)
    return red, blue, green


BONUS = tuple(bonus(colour, character) for colour, character in KINDS)
CARD_NAMES = tuple(
    CHARACTER_NAMES[character] if colour == BLACK else f"{COLOUR_NAMES[colour]}_{CHARACTER_NAMES[character]}"
    for colour, character in KINDS
)
OIRAN_CARD = KINDS.index((BLACK, OIRAN))

MORNING_STAR, MAPLE_LEAF, SUMMER_SEA, SPRING_BREEZE, SOUND_OF_BELL, HAZY = GEISHAS = range(6)
GEISHA_NAMES = ("morning_star", "maple_leaf", "summer_sea", "spring_breeze", "sound_of_bell", "hazy")
START: tuple[Reputation, ...] = ((3, 3, 3), (5, 1, 3), (3, 5, 1), (1, 3, 5), (2, 2, 2), (5, 5, 5))

HAND = {1: 5, 2: 6, 3: 7}  # cards dealt in each round (M6)
ROUNDS = len(HAND)
HAZY_MORE = 2
SHINING = 3  # Morning Star's bonus
FOLLOWERS = 2  # Summer Sea's further guests in a turn
PENALTY = 2  # for each card left in hand (M30)
