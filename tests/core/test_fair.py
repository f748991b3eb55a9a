"""The scheme of fair.py, with vectors another language can be checked against (docs/fairness.md)."""

from collections import Counter

import pytest

from hanamachi.core import fair
from hanamachi.core.fair import Chance, Dice, Unfair

SEED = bytes(range(32))
WORDS = ("plum", "żuraw", "")


def test_vector_commitment() -> None:
    assert fair.commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_vector_key() -> None:
    assert fair.key(SEED, WORDS).hex() == "eea3702a1e00562ce51cfd0b3b8ac194ddd74155989f5c8d2f41507bc66330c9"


def test_vector_picks() -> None:
    key = fair.key(SEED, WORDS)
    assert [fair.pick(key, 1, k, 75) for k in range(6)] == [32, 71, 60, 69, 44, 34]
    assert [fair.pick(key, 2, k, 6) for k in range(6)] == [4, 0, 5, 2, 1, 0]


def test_vector_second_try() -> None:
    """A total just above half of 2^256 refuses many first tries."""
    key = fair.key(SEED, WORDS)
    total = 2**255 + 1
    picks = [fair.pick(key, 1, k, total) for k in range(4)]
    assert [f"{pick:064x}"[:8] for pick in picks] == ["65c784fd", "46f0602b", "614c5962", "62eaac63"]


def test_words_are_not_glued() -> None:
    assert fair.key(SEED, ("ab", "c")) != fair.key(SEED, ("a", "bc"))
    assert fair.key(SEED, ("a", "b")) != fair.key(SEED, ("b", "a"))


def test_picks_are_even() -> None:
    key = fair.key(SEED, ())
    counts = Counter(fair.pick(key, 1, k, 5) for k in range(5000))
    assert set(counts) == set(range(5))
    assert max(abs(n - 1000) for n in counts.values()) < 120


def test_dice_count_chances_by_round_and_skip_certainties() -> None:
    key = fair.key(SEED, WORDS)
    dice = Dice(key)
    assert dice.throw(1, 75) == Chance(1, 75, fair.pick(key, 1, 0, 75))
    assert dice.throw(1, 1) == Chance(1, 1, 0)
    assert dice.throw(1, 10) == Chance(1, 10, fair.pick(key, 1, 1, 10))
    assert dice.throw(2, 10) == Chance(2, 10, fair.pick(key, 2, 0, 10))
    assert Dice(key).counts == {}


def throws() -> list[Chance]:
    dice = Dice(fair.key(SEED, WORDS))
    return [dice.throw(1, 16), dice.throw(1, 1), dice.throw(2, 7)]


def test_a_fair_game_is_proven() -> None:
    assert fair.check(SEED, fair.commitment(SEED), WORDS, throws()) == 2


def test_another_seed_breaks_the_commitment() -> None:
    with pytest.raises(Unfair) as caught:
        fair.check(bytes(32), fair.commitment(SEED), WORDS, throws())
    assert caught.value.reason == "commitment_broken"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_stacked_card_is_found(number: int) -> None:
    stacked = throws()
    old = stacked[number - 1]
    stacked[number - 1] = Chance(old.round, old.total, old.pick + 1)
    with pytest.raises(Unfair) as caught:
        fair.check(SEED, fair.commitment(SEED), WORDS, stacked)
    assert (caught.value.reason, caught.value.facts) == ("throw_broken", {"number": number})


def test_other_words_break_the_proof() -> None:
    with pytest.raises(Unfair):
        fair.check(SEED, fair.commitment(SEED), ("plum", "crane", ""), throws())


def test_a_round_has_four_bytes() -> None:
    key = fair.key(SEED, WORDS)
    for round_, total in [(0, 6), (2**32 - 1, 6), (1, 2**64)]:
        assert fair.check(SEED, fair.commitment(SEED), WORDS, [Dice(key).throw(round_, total)]) == 1
    for impossible in (Chance(-1, 6, 0), Chance(2**32, 6, 0), Chance(1, 0, 0), Chance(1, 2**64 + 1, 0)):
        with pytest.raises(Unfair) as caught:
            fair.check(SEED, fair.commitment(SEED), WORDS, [impossible])
        assert caught.value.reason == "throw_broken"


def test_seeds_are_new_and_long() -> None:
    assert fair.new_seed() != fair.new_seed()
    assert len(fair.new_seed()) == 32


def test_a_bots_dice_are_its_own() -> None:
    """They come from the seed, so that a game can be told again, and tell nothing of it."""
    assert fair.bot_seed(SEED, 0, 7) == fair.bot_seed(SEED, 0, 7)
    drawn = {fair.bot_seed(SEED, seat, seq) for seat in range(6) for seq in range(100)}
    assert len(drawn) == 600
    assert all(0 <= number < 2**48 for number in drawn)
    assert int.from_bytes(SEED[:6]) not in drawn
