"""Logs of version 1: what was asked then and is not now (M18, M34, M38). Real ones lie in tests/kept."""

from typing import Any

import msgspec
import pytest

from hanamachi.core import fair
from hanamachi.core.log import AnyRow, Fold, Log, Played, Result
from hanamachi.core.options import choose
from hanamachi.core.record import with_move
from hanamachi.core.upgrade import Renewed, upgraded
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Acting, Ending, Reacting, Scoring
from hanamachi.games.mai_star.upgrade import options, row
from tests.games.mai_star.staging import play, side, table
from tests.kept import packed

KNOWN_HAND, TOO_MANY = "version_1/mai_star_known_hand", "version_1/mai_star_too_many_guests"
OLD = ["records/mai_star_3", "records/mai_star_6", KNOWN_HAND, TOO_MANY]


def old_record(name: str) -> Any:
    found = msgspec.json.decode(packed.read(packed.KEPT / f"{name}.json.gz"))
    assert found["version"] == 1
    return found


def renewed(old: Any) -> Renewed:
    return upgraded(GAME, 1, len(old["seats"]), old["options"], old["log"])


def folded(old: Any, new: Renewed) -> Log:
    seats, rows = len(old["seats"]), msgspec.convert(new.rows, list[AnyRow])
    fold = Fold(Log(seats, (GAME.start(seats, choose(GAME.options, new.options)),)))
    for seq, each in enumerate(rows):
        fold.add(with_move(each, seq, GAME))
    return fold.log()


@pytest.mark.parametrize("name", OLD)
def test_an_old_game_ends_as_it_ended(name: str) -> None:
    """With the same result, and with the same throws of chance."""
    old = old_record(name)
    log = folded(old, renewed(old))
    assert log.result == msgspec.convert(old["result"], Result)
    proof = old["fairness"]
    throws = [each.chance for each in log.rows if isinstance(each, Played) and each.chance]
    assert fair.check(bytes.fromhex(proof["seed"]), proof["commitment"], proof["words"], throws) > 100


def test_M18_answers_to_questions_that_are_asked_no_more_are_dropped() -> None:
    old = old_record(KNOWN_HAND)
    new = renewed(old)
    left = list(new.rows)
    dropped = [each for each in old["log"] if not (left and left[0] == each and left.pop(0))]
    assert dropped
    assert {each["move"]["type"] for each in dropped} == {"Allow"}


def test_M34_a_game_with_limited_guests_goes_on_as_it_began() -> None:
    old = old_record(TOO_MANY)
    new = renewed(old)
    assert (old["options"], new.options) == ({"limited_guests": True}, {"limited_guests": "end_of_turn"})
    assert options({"limited_guests": False, "management": True}) == {
        "limited_guests": "no",
        "management": True,
    }
    assert options({}) == {}


def raw(seat: int, kind: str) -> dict[str, Any]:
    return {"type": "played", "seat": seat, "move": {"type": kind}}


def test_M18_only_what_is_not_asked_is_dropped() -> None:
    victim = side("summer_sea", "red-merchant", "red-ronin")
    state = table(side("hazy", "red-thief blue-citizen"), victim)
    asked = play(state, "guest red-thief", "target 2")
    assert isinstance(asked.todo[0], Reacting)
    allow = raw(1, "Allow")
    assert row(asked, allow) == [allow]
    assert row(play(asked, "allow"), allow) == []
    other = {"type": "seated", "seat": 1, "name": "Rin"}
    assert row(asked, other) == [other]
    assert row(asked, None) == []


def test_M38_a_doctor_of_the_laps_last_turn_gave_no_other() -> None:
    """So it is told as declined; what else was answered about it is dropped."""
    doctor = side("maple_leaf", "red-doctor red-ronin", advertisers="red-okaasan")
    hands = ("red-citizen", "blue-citizen", "green-citizen", "red-thief", "blue-thief")
    sides = [doctor, *(side("hazy", held) for held in hands)]
    asked = play(table(*sides, deck="", lap=0), "guest red-doctor")
    use = raw(0, "Use")
    assert row(asked, use) == [raw(0, "Decline")]
    over = play(asked, "decline")
    assert over.todo == (Scoring(-1),)
    assert (row(over, use), row(over, raw(0, "Decline"))) == ([], [])
    earlier = play(table(*sides, deck="", lap=3), "guest red-doctor")
    assert row(earlier, use) == [use]
    assert play(earlier, "use", "decline").todo == (Acting(0), Ending(0))
