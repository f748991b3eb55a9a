"""Ronin and Oiran. (M15 to M19, M23, M26)"""

from hanamachi.games.mai_star.moves import Acting, Ending, Scoring
from hanamachi.games.mai_star.pieces import OIRAN_CARD
from hanamachi.games.mai_star.rules import State
from tests.games.mai_star.staging import (
    advertisers,
    asked,
    card,
    discards,
    guests,
    hand,
    moves,
    play,
    refusal,
    side,
    table,
)

ATTACK = side("hazy", "red-thief blue-citizen blue-yakuza")


def attack(victim: str, row: str, oiran: bool = False) -> State:
    """Seat 0's Thief is aimed at seat 1."""
    state = table(ATTACK, side("summer_sea", victim, row, "green-doctor"), oiran=oiran)
    return play(state, "guest red-thief", "target 2")


def test_M15_a_cancel_is_never_compulsory() -> None:
    state = attack("red-merchant", "red-ronin blue-actor")
    after = play(state, "allow")
    assert guests(after, 1) == "red-ronin"


def test_M15_which_ronin() -> None:
    state = attack("red-merchant", "red-ronin blue-actor red-ronin")
    assert moves(state) == ["allow", "ronin 1", "ronin 3"]
    assert guests(play(state, "ronin 1"), 1) == "blue-actor red-ronin"
    assert guests(play(state, "ronin 3"), 1) == "red-ronin blue-actor"
    assert guests(play(state, "allow"), 1) == "red-ronin blue-actor"


def test_M15_refusals() -> None:
    state = attack("red-merchant", "red-ronin blue-actor")
    assert refusal(state, "ronin 2") == ("no_ronin", {"rule": "M15", "n": 2})
    assert refusal(state, "ronin 3") == ("no_ronin", {"rule": "M15", "n": 3})
    assert refusal(state, "oiran") == ("not_in_hand", {"rule": "M15", "card": "@card.oiran"})
    assert refusal(state, "decline") == ("not_now", {"rule": "M15"})
    assert refusal(state, "search") == ("not_now", {"rule": "M15"})


def test_M15_both_ronin_and_oiran() -> None:
    state = attack("oiran red-merchant", "red-ronin")
    assert (asked(state), moves(state)) == ((1, "react_open"), ["allow", "ronin 1", "oiran"])
    after = play(state, "oiran")
    assert (hand(after, 1), guests(after, 1)) == ("red-merchant", "red-ronin")


def test_M15_not_in_the_own_turn() -> None:
    """Oneself as a target is never asked, with a Ronin and with Oiran."""
    state = table(side("hazy", "red-yakuza oiran", "red-ronin", "blue-doctor"))
    after = play(state, "guest red-yakuza", "target 1")
    assert (advertisers(after), guests(after)) == ("", "red-ronin red-yakuza")


def test_M18_asked_while_oiran_may_be_in_the_hand() -> None:
    state = attack("red-merchant", "blue-actor", oiran=True)
    assert (asked(state), moves(state)) == ((1, "react_hidden"), ["allow"])


def test_M18_not_asked_without_a_hand() -> None:
    assert attack("", "blue-actor", oiran=True).todo == (Scoring(-1),)


def test_M18_not_asked_once_oiran_lies_open() -> None:
    """Discarded, as an advertiser, or as a guest."""
    assert asked(attack("red-merchant", "blue-actor")) == (1, "acting")
    for row in ({"advertisers": "oiran"}, {"guests": "oiran"}):
        third = side("maple_leaf", "red-ronin", **row)
        state = table(ATTACK, side("summer_sea", "red-merchant", "blue-actor"), third)
        assert asked(play(state, "guest red-thief", "target 2")) == (1, "acting")


def test_M18_everybody_knows_whose_hand_oiran_is_in() -> None:
    """Exchange has shown it: that player is asked, and nobody else."""
    seller = side("maple_leaf", "red-merchant", "blue-actor", "oiran")
    other = side("summer_sea", "green-merchant", "green-actor")
    state = play(table(seller, ATTACK, other), "exchange 1", "replace red-merchant")
    assert hand(state) == "oiran"
    aimed = play(state, "guest red-thief")
    assert asked(play(aimed, "target 1")) == (0, "react_hidden")
    assert moves(play(aimed, "target 1")) == ["allow", "oiran"]
    assert asked(play(aimed, "target 3")) == (2, "acting")


def test_M18_not_asked_whose_whole_hand_everybody_knows() -> None:
    """Exchange has shown the only card, and it is not Oiran; one unknown card more, and she may be there."""
    seller = side("maple_leaf", "red-merchant", "blue-actor", "green-doctor")
    state = play(table(seller, ATTACK, oiran=True), "exchange 1", "replace red-merchant")
    assert (hand(state), state.may_hold_oiran(0)) == ("green-doctor", False)
    aimed = play(state, "guest red-thief", "target 1")
    assert (guests(aimed), asked(aimed)) == ("", (2, "acting"))
    richer = side("maple_leaf", "red-merchant red-doctor", "blue-actor", "green-doctor")
    state = play(table(richer, ATTACK, oiran=True), "exchange 1", "replace red-merchant")
    assert asked(play(state, "guest red-thief", "target 1")) == (0, "react_hidden")


def test_M18_buried_or_not_nobody_knows_any_more() -> None:
    breeze = side("spring_breeze", "oiran red-merchant red-ronin", advertisers="blue-doctor")
    shown = [((OIRAN_CARD,), (), ()) if row != 0 else ((), (), ()) for row in range(4)]
    rows = tuple(tuple(row) for row in shown)
    other = side("summer_sea", "green-merchant", "green-actor")
    state = table(breeze, ATTACK, other, known=rows)
    advertised = play(state, "advertise red-merchant")
    drawn = play(advertised, "draw 1 red-doctor", "draw 1 blue-doctor", "draw 1 shogun")
    assert drawn.may_hold_oiran(2) is False
    buried = play(drawn, "bury shogun", "bury red-doctor")
    assert buried.may_hold_oiran(2)
    assert buried.may_hold_oiran(0)
    assert asked(play(buried, "guest red-thief", "target 3")) == (2, "react_hidden")


def test_M19_the_target_decides_before_the_hand_is_shown() -> None:
    attacker = side("hazy", "red-sumo-wrestler blue-citizen")
    state = table(attacker, side("summer_sea", "oiran red-merchant"), oiran=True)
    aimed = play(state, "guest red-sumo-wrestler", "target 2")
    assert asked(aimed) == (1, "react_hidden")
    assert aimed.known == state.known
    after = play(aimed, "oiran")
    assert after.known == state.known
    assert (hand(after, 1), asked(after)) == ("red-merchant", (1, "acting"))
    assert play(aimed, "allow").actor == -1


def test_M23_a_ronin_can_cancel_however_he_came() -> None:
    """Daimyo made him a guest, or Samurai took him."""
    lord = side("hazy", "red-daimyo blue-citizen", advertisers="red-ronin red-okaasan red-okaasan")
    attacker = side("maple_leaf", "red-thief red-merchant")
    state = play(table(lord, attacker), "guest red-daimyo", "use")
    assert guests(state) == "red-daimyo red-ronin red-okaasan red-okaasan"
    aimed = play(state, "guest red-thief", "target 1")
    assert moves(aimed) == ["allow", "ronin 2"]
    strong = side("hazy", "blue-samurai blue-citizen", advertisers="blue-okaasan blue-thief")
    taken = play(
        table(strong, side("maple_leaf", "red-thief red-merchant", "green-ronin")), "guest blue-samurai"
    )
    taken = play(taken, "target 2", "ronin 1")
    assert guests(taken) == "blue-samurai"


def test_M23_samurai_takes_a_ronin_who_then_serves_the_new_house() -> None:
    strong = side("hazy", "blue-samurai blue-citizen", advertisers="blue-okaasan blue-thief")
    victim = side("maple_leaf", "red-thief red-merchant", "green-ronin")
    state = play(
        table(strong, victim), "guest blue-samurai", "target 2", "allow", "guest red-thief", "target 1"
    )
    assert guests(state) == "blue-samurai green-ronin"
    assert moves(state) == ["allow", "ronin 2"]


def test_M26_the_last_hand_card_given_away() -> None:
    state = attack("oiran", "blue-actor")
    after = play(state, "oiran")
    assert after.todo == (Scoring(-1),)
    assert after.over_by() == "M27"
    assert card("oiran") == OIRAN_CARD


MAPLE = side("maple_leaf", "red-thief blue-citizen blue-yakuza")


def double(row: str) -> State:
    return play(table(MAPLE, side("summer_sea", "red-merchant", row)), "guest red-thief", "target 2")


def test_M16_one_cancel_stops_one_of_two() -> None:
    first = play(double("blue-merchant blue-actor red-ronin"), "ronin 3")
    assert asked(first) == (0, "use_target_again")
    second = play(first, "target 2")
    assert guests(second, 1) == "blue-merchant"
    assert second.todo == (Acting(1), Ending(1))


def test_M16_the_second_cancelled() -> None:
    first = play(double("red-ronin blue-merchant blue-actor"), "allow")
    assert guests(first, 1) == "red-ronin blue-merchant"
    aimed = play(first, "target 2")
    assert asked(aimed) == (1, "react_ronin")
    second = play(aimed, "ronin 1")
    assert guests(second, 1) == "blue-merchant"


def test_M16_targets_may_differ() -> None:
    first = play(double("red-ronin blue-merchant"), "allow")
    second = play(first, "target 1")
    assert guests(second) == ""
    assert guests(second, 1) == "red-ronin"


def test_M17_a_red_ronin_does_not_cancel_twice() -> None:
    """Maple Leaf's own: he is gone after the first time, and playing him doubles nothing."""
    maple = side("maple_leaf", "red-ronin blue-citizen", "blue-actor")
    thief = side("sound_of_bell", "red-thief blue-merchant red-merchant", advertisers="red-okaasan")
    state = play(table(maple, thief), "guest red-ronin")
    assert asked(state) == (1, "acting")
    cancelled = play(state, "guest red-thief", "target 1", "ronin 2")
    assert guests(cancelled) == "blue-actor"
    assert discards(cancelled, state) == "red-ronin"
    assert asked(cancelled) == (1, "ringing")
