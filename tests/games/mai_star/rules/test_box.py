"""The box, and reputation. (M1 to M4, M12)"""

import pytest

from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Options
from hanamachi.games.mai_star.pieces import (
    BLACK,
    BONUS,
    BOX,
    CARD_NAMES,
    CARDS,
    CHARACTER,
    COLOUR,
    COPIES,
    GEISHA_NAMES,
    INCOME,
    OIRAN_CARD,
    REQUIREMENT,
    START,
)
from tests.games.mai_star.staging import card, cards, moves, names, refusal, side, table

CHARACTERS = """
citizen 2 1 2
okaasan 2 2 1
ronin 2 2 2
courtesan 2 3 0
yakuza 2 3 3
thief 2 4 4
merchant 2 4 4
actor 2 5 5
sumo_wrestler 2 5 3
emissary 2 6 5
doctor 2 7 6
samurai 1 8 8
daimyo 1 9 10
"""
BLACKS = "foreigner 1 9 10\nshogun 1 10 10\noiran 1 0 0"


def printed(each: int) -> tuple[int, int, int]:
    return COPIES[each], REQUIREMENT[each], INCOME[each]


def test_M1_the_box() -> None:
    assert len(GEISHA_NAMES) == 6
    assert sum(COPIES) == BOX == 75
    assert len(CARDS) == len(CARD_NAMES) == len(set(CARD_NAMES)) == 42
    assert len(GAME.pieces(GAME.start(3, Options()))) == 75


def test_M2_start_reputations() -> None:
    assert dict(zip(GEISHA_NAMES, START, strict=True)) == {
        "morning_star": (3, 3, 3),
        "maple_leaf": (5, 1, 3),
        "summer_sea": (3, 5, 1),
        "spring_breeze": (1, 3, 5),
        "sound_of_bell": (2, 2, 2),
        "hazy": (5, 5, 5),
    }


@pytest.mark.parametrize("colour", ["red", "blue", "green"])
def test_M3_coloured_characters(colour: str) -> None:
    for line in CHARACTERS.split("\n")[1:-1]:
        name, *numbers = line.split()
        each = card(f"{colour}_{name}")
        assert printed(each) == tuple(map(int, numbers))
        assert COLOUR[each] == ["red", "blue", "green"].index(colour)


def test_M3_black_characters_and_all_incomes() -> None:
    for line in BLACKS.split("\n"):
        name, *numbers = line.split()
        assert printed(card(name)) == tuple(map(int, numbers))
        assert COLOUR[card(name)] == BLACK
    assert sum(COPIES[each] * INCOME[each] for each in CARDS) == 284
    assert names([OIRAN_CARD]) == "oiran"
    assert sorted(set(CHARACTER)) == list(range(16))


def test_M3_bonus_of_an_advertiser() -> None:
    assert BONUS[card("red_thief")] == (1, 0, 0)
    assert BONUS[card("blue_daimyo")] == (0, 1, 0)
    assert BONUS[card("green_citizen")] == (0, 0, 1)
    assert [BONUS[each] for each in cards("red-okaasan blue-okaasan green-okaasan")] == [
        (2, 0, 0),
        (0, 2, 0),
        (0, 0, 2),
    ]
    everywhere = cards("red-actor blue-actor green-actor foreigner shogun oiran")
    assert {BONUS[each] for each in everywhere} == {(1, 1, 1)}
    others = [each for each in CARDS if each not in everywhere and "okaasan" not in CARD_NAMES[each]]
    assert {sum(BONUS[each]) for each in others} == {1}
    assert all(BONUS[each][COLOUR[each]] == 1 for each in others)


def test_M12_reputation_of_the_figure() -> None:
    """Guests 1 + 0 + 3 = 4; reputation 1 + 1, 3 + 1 + 1, 5 + 1 + 1."""
    shown = side(
        "spring_breeze",
        guests="green-okaasan blue-courtesan green-yakuza",
        advertisers="red-actor blue-thief green-thief",
    )
    assert shown.income == 4
    assert shown.reputation() == (2, 5, 7)
    assert shown.reputation(1) == (2, 8, 7)


def test_M12_reputation_of_the_example() -> None:
    """Morning Star with Foreigner as an advertiser has 4 everywhere."""
    assert side("morning_star", advertisers="foreigner").reputation() == (4, 4, 4)


ADS = "red-actor red-actor blue-actor blue-actor green-actor"


def test_M4_black_guests_look_at_one_skill() -> None:
    hazy = side("hazy", "foreigner shogun", advertisers="blue-okaasan blue-okaasan")
    assert moves(table(hazy), "guest") == ["foreigner"]
    assert refusal(table(hazy), "guest shogun") == (
        "requirement",
        {"rule": "M7", "card": "@card.shogun", "need": 10, "have": 9, "skill": "@skill.any"},
    )
    more = side("hazy", "foreigner shogun", advertisers="blue-okaasan blue-okaasan blue-thief")
    assert moves(table(more), "guest") == ["foreigner", "shogun"]


def test_M4_the_option_asks_for_all_three_skills() -> None:
    options = Options(black_requirement="all")
    hazy = side("hazy", "foreigner", advertisers="blue-okaasan blue-okaasan red-actor red-actor blue-actor")
    assert hazy.reputation() == (8, 12, 8)
    assert moves(table(hazy, options=options), "guest") == []
    facts = {"rule": "M7", "card": "@card.foreigner", "need": 9, "have": 8, "skill": "@skill.all"}
    assert refusal(table(hazy, options=options), "guest foreigner") == ("requirement", facts)
    enough = side("hazy", "foreigner shogun", advertisers=ADS + " red-okaasan")
    assert enough.reputation() == (12, 10, 10)
    assert moves(table(enough, options=options), "guest") == ["foreigner", "shogun"]


def test_M4_black_is_no_colour() -> None:
    """Neither a Courtesan nor a Daimyo counts a black card."""
    maple = side("hazy", "blue-courtesan foreigner", advertisers=ADS)
    chained = table(maple).play(GAME.text.read("guest blue-courtesan", GAME.text.words("en")))
    assert moves(chained) == ["decline"]
    assert refusal(chained, "guest foreigner")[0] == "wrong_colour"
