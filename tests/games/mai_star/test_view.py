"""What each seat may know: the view, the veil, and certain knowledge of other hands. (M14, M18, M19, M24)"""

from typing import Any, get_args

import msgspec
import pytest

from hanamachi.core.game import NATURE, Prompt, Seat, Veiled
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.choices import Bar
from hanamachi.games.mai_star.knowledge import (
    everyone_sees,
    leaves_openly,
    leaves_unseen,
    nothing_known,
    sees,
)
from hanamachi.games.mai_star.moves import (
    Acting,
    AnyMove,
    AnyStep,
    Bury,
    Choose,
    Deal,
    Draw,
    Ending,
    Options,
    Scoring,
    Show,
    Starting,
)
from hanamachi.games.mai_star.prospects import Prospect, Stake
from hanamachi.games.mai_star.rules import State, start
from hanamachi.games.mai_star.table import Place, Result, Turn
from hanamachi.games.mai_star.view import PUBLIC, MaiStarView, OpenPlace, Owed, rule_of
from tests.games.mai_star.staging import (
    EN,
    OPTIONS,
    by_nature,
    card,
    cards,
    names,
    play,
    side,
    table,
)

EARS: tuple[Seat | None, ...] = (0, 1, 2, None)


def known(state: State, who: Seat | None, whose: Seat) -> str:
    return names(state.view(who).known[whose])


# ------------------------------------------------------------------ the view


def test_every_field_of_a_view() -> None:
    state = table(
        side("morning_star", "red-thief blue-thief", "red-actor", "blue-okaasan"),
        side("spring_breeze", "green-thief", "", "shogun"),
        deck="red-doctor red-doctor",
        bottom="green-ronin blue-ronin",
        starter=2,
        round=2,
        results=(Result("M27", (0, 3, 5), (1, 2, 3), (0, 1, 1), (1, 0, 1)),),
    )
    shone = play(state, "shine service")
    view = shone.view(1)
    assert view.seat == 1
    assert view.prompt == Prompt(0, "acting", "M7", {"also": ""}, rules=ACTIONS)
    assert (view.outcome, view.options, view.round, view.starter) == (None, OPTIONS, 2, 2)
    assert view.owed == (Owed("Acting", 0, ()), Owed("Ending", 0, (0,)))
    assert view.places == (
        OpenPlace(0, 2, cards("red-actor"), cards("blue-okaasan"), 5, (3, 8, 3), (0, 5, 0), 1),
        OpenPlace(3, 1, (), cards("shogun"), 0, (2, 4, 6), (1, 1, 1), None),
        OpenPlace(5, 1, (), (), 0, (5, 5, 5), (0, 0, 0), None),
    )
    assert view.hand == cards("green-thief")
    assert (view.deck, view.buried, view.bottom) == (4, 2, cards("green-ronin blue-ronin"))
    assert view.discards == state.discards
    assert (view.known, view.shown, view.half_shown) == (((), (), ()), ((), (), ()), ())
    assert (view.turn, view.shone, view.lap) == (Turn(shining=1), True, None)
    assert (view.results, view.totals) == (state.results, (1, 0, 1))
    assert (view.stakes, view.prospects, view.introduces) == ((None,) * 3, (), 2)


def test_what_the_others_do_not_see() -> None:
    breeze = side("spring_breeze", "green-thief")
    state = table(side("hazy", "red-thief"), breeze, bottom="green-ronin", lap=4)
    assert state.view(0).hand == cards("red-thief")
    assert state.view(0).bottom is None
    assert state.view(0).lap == 4
    gallery = state.view(None)
    assert (gallery.hand, gallery.bottom, gallery.buried) == (None, None, 1)
    assert gallery.known == gallery.shown


def test_a_place_without_a_geisha() -> None:
    view = by_nature(play(start(3, Options(management=True)), "first 1")).view(0)
    assert view.places[1] == OpenPlace(None, 5, (), (), 0, None, (0, 0, 0), None)
    assert view.prompt == Prompt(0, "choosing", "M5", {})


def test_the_raise_is_the_movers_alone() -> None:
    state = play(table(side("morning_star", "red-thief")), "shine service")
    assert [place.reputation for place in state.view(None).places] == [(3, 6, 3), (5, 5, 5), (5, 5, 5)]


def test_the_raise_is_seen_while_another_is_asked() -> None:
    victim = side("maple_leaf", "blue-thief", "red-ronin")
    state = play(table(side("morning_star", "red-thief blue-ronin"), victim), "shine performance")
    aimed = play(state, "guest red-thief", "target 2")
    assert aimed.actor == 1
    assert [place.reputation for place in aimed.view(1).places] == [(6, 3, 3), (5, 1, 3), (5, 5, 5)]


def test_records_are_frozen() -> None:
    kinds = (
        *get_args(AnyMove),
        *get_args(AnyStep),
        Place,
        Turn,
        Result,
        Owed,
        OpenPlace,
        MaiStarView,
        Options,
        Stake,
        Prospect,
        Bar,
    )
    assert len(kinds) == 22 + 20 + 10
    assert all(kind.__struct_config__.frozen for kind in kinds)


def test_nature_asks_nobody() -> None:
    assert start(3, OPTIONS).view(0).prompt is None
    assert start(3, OPTIONS).view(None).owed == (Owed("Starting", NATURE, ()),)
    scoring = table(side("hazy"), todo=(Scoring(NATURE),))
    assert scoring.view(2).prompt is None
    assert rule_of(Starting(NATURE)) == "M5"


ACTIONS = ("M7", "M8", "M9", "M10", "M11")
PROMPTS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("guest red-thief", "use_target", "M7", {"card": "@card.red_thief"}),
    ("guest red-okaasan", "use_advertise", "M7", {"card": "@card.red_okaasan"}),
    ("guest red-courtesan", "use_guest", "M7", {"card": "@card.red_courtesan", "also": ""}),
    ("guest red-doctor", "use", "M7", {"card": "@card.red_doctor"}),
    ("guest red-thief target 2", "react_open", "M15", {"by": "#0", "card": "@card.red_thief"}),
    ("guest red-thief target 3", "react_hidden", "M15", {"by": "#0", "card": "@card.red_thief"}),
    ("exchange 2", "replace", "M10", {"card": "@card.red_actor"}),
    ("introduce red-thief", "introducing", "M9", {}),
    ("search", "acting", "M7", {"also": ""}),
]


@pytest.mark.parametrize(("lines", "ask", "rule", "facts"), PROMPTS)
def test_prompts(lines: str, ask: str, rule: str, facts: dict[str, Any]) -> None:
    mover = side("hazy", "red-thief red-okaasan red-courtesan red-doctor", "", "red-okaasan red-actor")
    target = side("summer_sea", "blue-thief", "red-ronin")
    state = table(mover, target, side("maple_leaf", "blue-doctor", "blue-actor"), oiran=True)
    verbs = [line.strip() for line in lines.replace("target", ",target").split(",")]
    after = by_nature(play(state, *verbs))
    prompt = after.view(None).prompt
    assert prompt is not None
    assert (prompt.ask, prompt.rule, prompt.facts) == (ask, rule, facts)
    assert prompt.seat == after.actor
    assert prompt.paced == (ask == "react_hidden")


@pytest.mark.parametrize(("oiran", "ask"), [(True, "react_open"), (False, "react_ronin")])
def test_M18_nobody_is_asked_to_cancel_with_an_oiran_that_lies_open(oiran: bool, ask: str) -> None:
    target = side("summer_sea", "blue-thief", "red-ronin")
    state = table(
        side("hazy", "red-thief red-doctor", "", "red-actor red-actor"),
        target,
        side("maple_leaf"),
        oiran=oiran,
    )
    prompt = play(state, "guest red-thief", "target 2").view(1).prompt
    assert prompt is not None
    assert prompt.ask == ask


AGAIN = {"thief": "use_target", "okaasan": "use_advertise", "courtesan": "use_guest", "doctor": "use"}


@pytest.mark.parametrize("name", AGAIN)
def test_prompts_of_maple_leaf(name: str) -> None:
    hand = f"red-{name} red-citizen red-citizen green-samurai"
    maple = side("maple_leaf", hand, "", "red-actor red-okaasan")
    state = play(table(maple, side("summer_sea", "blue-thief", "blue-actor blue-ronin")), f"guest red-{name}")
    answers = {"thief": ["target 2", "allow"], "okaasan": ["advertise green-samurai"], "doctor": ["use"]}
    used = by_nature(play(state, *answers.get(name, ["guest red-citizen", "decline"])))
    prompt = used.view(1).prompt
    assert prompt == Prompt(0, f"{AGAIN[name]}_again", "M36", {"card": f"@card.red_{name}"})


def test_prompts_of_the_other_geishas() -> None:
    breeze = by_nature(play(table(side("spring_breeze", "red-thief")), "advertise red-thief"))
    assert breeze.view(1).prompt == Prompt(0, "burying", "M2", {})
    short = play(table(side("spring_breeze", "red-thief"), deck="shogun red-doctor"), "advertise red-thief")
    assert by_nature(short).view(1).prompt == Prompt(0, "discarding", "M24", {})
    bell = table(side("sound_of_bell", "red-thief red-citizen"))
    assert by_nature(play(bell, "search")).view(1).prompt == Prompt(0, "ringing", "M25", {})
    advertised = by_nature(play(bell, "advertise red-thief"))
    assert advertised.view(1).prompt == Prompt(0, "continuing", "M25", {}, rules=ACTIONS)
    sea = play(table(side("summer_sea", "blue-actor red-thief")), "guest blue-actor")
    assert sea.view(1).prompt == Prompt(0, "following", "M2", {})
    sumo = play(table(side("hazy", "red-sumo-wrestler red-thief")), "guest red-sumo-wrestler", "target 2")
    assert by_nature(sumo).view(1).prompt == Prompt(0, "pick", "M19", {"of": "#1"})


def test_what_is_owed_in_public_words() -> None:
    maple = side("maple_leaf", "red-sumo-wrestler red-thief", advertisers="green-thief")
    state = play(table(maple, side("summer_sea", "blue-thief shogun")), "guest red-sumo-wrestler", "target 2")
    assert play(state, "show 2 blue-thief").view(2).owed == (
        Owed("Showing", NATURE, (0, 1, 1)),
        Owed("Picking", 0, (1,)),
        Owed("UsingAgain", 0, (card("red-sumo-wrestler"),)),
        Owed("Ending", 0, (0,)),
    )


# ------------------------------------------------------------------ the veil


def test_a_draw_is_the_drawers_own() -> None:
    state = play(table(side("hazy", "red-thief")), "search")
    move = Draw(0, card("shogun"))
    assert [state.veil(move, seat) for seat in EARS] == [move, *[Veiled(NATURE, "Draw", {"to": 0})] * 3]


def test_a_deal_too() -> None:
    state = by_nature(start(3, OPTIONS))
    state = play(state, *(f"choose {name}" for name in ("hazy", "maple-leaf", "summer-sea")))
    move = Deal(0, card("shogun"))
    assert [state.veil(move, seat) for seat in EARS] == [move, *[Veiled(NATURE, "Deal", {"to": 0})] * 3]


def test_spring_breeze_knows_what_she_buried() -> None:
    breeze = side("spring_breeze", "green-thief")
    state = play(table(side("hazy", "red-thief"), breeze, deck="", bottom="shogun red-doctor"), "search")
    move = Draw(0, card("shogun"))
    assert state.moves() == [move]
    hidden = Veiled(NATURE, "Draw", {"to": 0})
    assert [state.veil(move, seat) for seat in EARS] == [move, move, hidden, hidden]
    deep = play(table(side("hazy", "red-thief"), breeze, deck="red-ronin", bottom="shogun"), "search")
    assert deep.veil(Draw(0, card("red-ronin")), 1) == hidden


def test_a_hand_is_shown_to_one() -> None:
    attacker = side("hazy", "red-sumo-wrestler red-thief")
    state = play(table(attacker, side("maple_leaf", "shogun")), "guest red-sumo-wrestler", "target 2")
    move = Show(1, card("shogun"))
    hidden = Veiled(NATURE, "Show", {"of": 1, "to": 0})
    assert [state.veil(move, seat) for seat in EARS] == [move, move, hidden, hidden]


def test_burying_is_hidden() -> None:
    state = by_nature(play(table(side("spring_breeze", "red-thief")), "advertise red-thief"))
    move = Bury(state.places[0].hand[0])
    assert [state.veil(move, seat) for seat in EARS] == [move, *[Veiled(0, "Bury")] * 3]


def test_everything_else_is_open() -> None:
    universe = GAME.universe(3, OPTIONS)
    hidden = {type(move) for move in (*universe.decisions, *universe.nature)} - set(PUBLIC)
    assert hidden == {Deal, Draw, Show, Bury}
    state = play(start(3, OPTIONS), "first 1")
    assert state.veil(Choose(2), 1) == Choose(2)


# ------------------------------------------------------------------ certain knowledge


def test_an_exchange_shows_a_card_to_everybody() -> None:
    state = table(side("hazy", "red-thief blue-thief", "", "shogun"), side("maple_leaf", "green-thief"))
    after = play(state, "exchange 1", "replace red-thief")
    assert [known(after, who, 0) for who in EARS] == ["", "shogun", "shogun", "shogun"]
    assert after.view(0).shown == after.view(1).shown == (cards("shogun"), (), ())
    assert after.view(0).known == ((), (), ())


def test_it_is_over_when_the_card_is_seen_to_leave() -> None:
    state = table(side("hazy", "red-thief blue-thief", "", "shogun"), side("maple_leaf", "green-thief"))
    after = play(state, "exchange 1", "replace red-thief")
    back = by_nature(play(by_nature(play(after, "search")), "search"))
    assert known(back, 1, 0) == "shogun"
    assert known(by_nature(play(back, "advertise blue-thief")), 1, 0) == "shogun"
    assert [known(play(back, "advertise shogun"), who, 0) for who in EARS] == [""] * 4


def test_of_two_alike_one_may_have_been_the_known_one() -> None:
    state = table(side("hazy", "red-thief red-ronin", "", "red-thief"), side("maple_leaf", "green-thief"))
    after = play(state, "exchange 1", "replace red-ronin")
    assert names(after.places[0].hand) == "red-thief red-thief"
    back = by_nature(play(by_nature(play(after, "search")), "search"))
    assert known(by_nature(play(back, "advertise red-thief")), 1, 0) == ""


def sumo() -> State:
    attacker = side("hazy", "red-sumo-wrestler red-thief")
    target = side("maple_leaf", "red-ronin red-ronin shogun", "", "blue-thief")
    return play(table(attacker, target), "guest red-sumo-wrestler", "target 2")


def test_M19_a_hand_seen_is_known_card_by_card() -> None:
    state = sumo()
    seen = []
    for line in ("show 2 red-ronin", "show 2 red-ronin", "show 2 shogun"):
        assert known(state, 0, 1) == ""
        state = play(state, line)
        seen.append([names(state.view(who).half_shown) for who in EARS])
    assert seen == [["red-ronin", "", "", ""], ["red-ronin red-ronin", "", "", ""], ["", "", "", ""]]
    assert [known(state, who, 1) for who in EARS] == ["red-ronin red-ronin shogun", "", "", ""]
    after = play(state, "pick red-ronin")
    assert known(after, 0, 1) == "red-ronin shogun"
    drawn = by_nature(play(after, "search"))
    assert known(drawn, 0, 1) == "red-ronin shogun"


def test_M19_what_was_known_before_is_not_counted_twice() -> None:
    target = side("maple_leaf", "red-ronin shogun", "", "blue-thief")
    before = (((), cards("shogun"), ()), ((), (), ()), ((), (), ()), ((), (), ()))
    attacker = side("hazy", "red-sumo-wrestler red-thief")
    state = play(table(attacker, target, known=before), "guest red-sumo-wrestler", "target 2")
    half = play(state, "show 2 red-ronin")
    assert known(half, 0, 1) == "shogun"
    assert known(play(half, "show 2 shogun"), 0, 1) == "red-ronin shogun"


def test_M24_burying_ends_what_was_certain() -> None:
    breeze = side("spring_breeze", "red-ronin red-ronin shogun red-thief", "", "blue-thief")
    seen = (((), (), ()), (cards("red-ronin red-ronin shogun"), (), ()), ((), (), ()), ((), (), ()))
    state = by_nature(play(table(breeze, known=seen), "advertise red-thief"))
    once = play(state, GAME.text.write(state.moves()[-1]))
    assert known(once, 1, 0) == "red-ronin"
    assert known(play(once, GAME.text.write(once.moves()[-1])), 1, 0) == ""


def test_M24_spring_breeze_knows_who_drew_what_she_buried() -> None:
    breeze = side("spring_breeze", "green-thief")
    state = table(side("hazy", "red-thief"), breeze, deck="", bottom="shogun red-doctor blue-ronin")
    after = play(state, "search", "draw 1 shogun")
    assert [known(after, who, 0) for who in EARS] == ["", "shogun", "", ""]
    assert after.view(1).bottom == cards("red-doctor blue-ronin")
    own = play(after, "search", "draw 2 red-doctor")
    assert own.known == after.known
    assert names(own.places[1].hand) == "red-doctor green-thief"


def test_M24_cards_from_the_pool_stay_unknown() -> None:
    breeze = side("spring_breeze", "green-thief")
    state = table(side("hazy", "red-thief"), breeze, deck="red-doctor", bottom="shogun")
    after = play(state, "search", "draw 1 red-doctor")
    assert after.known == state.known
    assert after.bottom == state.bottom
    assert sum(after.pool) == 0


def test_foreigner_and_shogun_take_all_knowledge_away() -> None:
    strong = "red-actor red-actor blue-actor blue-actor green-actor"
    for name in ("foreigner", "shogun"):
        seen = (((), (), ()), (cards("red-ronin red-thief"), (), ()), ((), (), ()), ((), (), ()))
        lord = side("hazy", f"{name} red-ronin red-thief", "", strong)
        after = play(table(lord, known=seen), f"guest {name}", "use")
        assert after.known == nothing_known(3)


def test_a_new_round_forgets() -> None:
    seen = (((), (), ()), (cards("red-ronin"), (), ()), ((), (), ()), ((), (), ()))
    state = table(side("hazy", "red-ronin"), side("hazy"), known=seen, todo=(Scoring(NATURE),))
    assert play(state, "score").known == nothing_known(3)


def test_knowledge_by_itself() -> None:
    nothing = nothing_known(2)
    assert nothing == (((), ()), ((), ()), ((), ()))
    all_see = everyone_sees(everyone_sees(nothing, 0, 7), 0, 3)
    assert all_see == (((), ()), ((3, 7), ()), ((3, 7), ()))
    one_sees = sees(all_see, 1, 0, 3)
    assert one_sees == (((), ()), ((3, 3, 7), ()), ((3, 7), ()))
    assert sees(nothing, 0, 1, 5) == (((), (5,)), ((), ()), ((), ()))
    assert leaves_openly(one_sees, 0, 3) == (((), ()), ((3, 7), ()), ((7,), ()))
    assert leaves_openly(one_sees, 0, 4) is one_sees
    assert leaves_openly(one_sees, 1, 3) is one_sees
    assert leaves_unseen(one_sees, 0) == (((), ()), ((3,), ()), ((), ()))


def test_views_as_bytes() -> None:
    """What a seat cannot see changes nothing in the bytes it is sent."""
    one = table(side("hazy", "red-thief"), side("maple_leaf", "shogun"), deck="red-doctor")
    other = table(side("hazy", "red-thief"), side("maple_leaf", "red-doctor"), deck="shogun")
    for seat in (0, 2, None):
        assert msgspec.json.encode(one.view(seat)) == msgspec.json.encode(other.view(seat))
    assert one.view(1) != other.view(1)
    assert one.todo == (Acting(0), Ending(0))
    assert EN.lang == "en"
