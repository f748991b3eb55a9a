"""Who plays with whom: nobody twice, nobody with themselves, and nobody waits for ever."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hanamachi.server.matchmaking.pairing import (
    FILL,
    Crowd,
    Group,
    Place,
    Wish,
    agreed,
    fills_at,
    groups,
    next_look,
)
from hanamachi.server.tables.time_control import Live

TWO, MANY = (2,), (3, 4, 5, 6)
WISHES = st.builds(
    Wish,
    game=st.sampled_from(["a", "b"]),
    players=st.just(TWO),
    options=st.dictionaries(st.sampled_from(["x", "y"]), st.integers(0, 1)),
    clock=st.sampled_from([None, 5, 10]),
)
MANY_WISHES = st.builds(
    Wish,
    game=st.just("m"),
    players=st.sampled_from([MANY, (3,), (4, 5), (6,)]),
    options=st.dictionaries(st.just("x"), st.integers(0, 1)),
)


@st.composite
def queues(draw: st.DrawFn, wishes: st.SearchStrategy[Wish]) -> list[Place]:
    count = draw(st.integers(0, 9))
    return [
        Place(
            f"guest{n}",
            draw(wishes),
            since=float(draw(st.integers(0, 90))),
            here=draw(st.booleans()) or draw(st.booleans()),
            agrees=draw(st.booleans()),
            table=draw(st.sampled_from([None, None, None, "t"])),
        )
        for n in range(count)
    ]


few = settings(max_examples=40)
QUEUES = queues(st.one_of(WISHES, MANY_WISHES))
NOW = 100.0


def waiting(places: list[Place]) -> list[Place]:
    return sorted((p for p in places if p.here and p.table is None), key=lambda place: place.order)


def left_over(places: list[Place], found: list[Group]) -> list[Place]:
    taken = {place.guest for group in found for place in group.places}
    return [place for place in waiting(places) if place.guest not in taken]


@few
@given(QUEUES)
def test_nobody_is_paired_twice_or_with_themselves_or_while_away(places: list[Place]) -> None:
    taken = [place for group in groups(places, NOW) for place in group.places]
    assert len({place.guest for place in taken}) == len(taken)
    assert set(map(id, taken)) <= set(map(id, waiting(places)))


@few
@given(QUEUES)
def test_a_group_suits_everybody_in_it(places: list[Place]) -> None:
    for group in groups(places, NOW):
        assert len(group.places) + group.bots in group.wish.players
        for place in group.places:
            assert agreed(place.wish, group.wish) == group.wish
        assert not group.bots or all(place.agrees for place in group.places)


@few
@given(queues(WISHES))
def test_of_two_who_agree_none_is_left(places: list[Place]) -> None:
    rest = left_over(places, groups(places, NOW))
    assert not any(agreed(one.wish, other.wish) for one in rest for other in rest if one is not other)


@few
@given(queues(WISHES))
def test_whoever_came_first_is_served_first(places: list[Place]) -> None:
    """Whoever is left would have had to take a partner from somebody who came before."""
    found = groups(places, NOW)
    pairs = [group.places for group in found if not group.bots]
    for place in left_over(places, found):
        for first, second in pairs:
            assert not agreed(first.wish, place.wish) or second.order < place.order
            assert not agreed(second.wish, place.wish) or first.order < place.order


@few
@given(queues(WISHES))
def test_the_order_in_which_places_are_read_decides_nothing(places: list[Place]) -> None:
    assert groups(places, NOW) == groups(places[::-1], NOW)


@few
@given(st.integers(0, 20), st.booleans())
def test_a_game_of_many_begins_when_it_is_full_or_its_time_is_up(count: int, agrees: bool) -> None:
    """All want the same: then fewer are left than can play, and with bots nobody."""
    places = [Place(f"guest{n}", Wish("m", MANY), float(n), agrees=agrees) for n in range(count)]
    early = groups(places, 1.0)
    assert [len(group.places) for group in early] == [6] * (count // 6)
    late = groups(places, 20.0 + FILL)
    assert len(left_over(places, late)) == (0 if agrees else count % 6 if count % 6 < 3 else 0)
    assert all(group.bots == max(0, 3 - len(group.places)) for group in late)


@few
@given(st.lists(WISHES, min_size=1, max_size=12), WISHES)
def test_nobody_waits_for_ever(others: list[Wish], mine: Wish) -> None:
    """However many come, and whatever they want: once they are served whoever is first has a partner as soon as
    anybody agrees."""
    queue = [Place("first", mine, 0.0)]
    for n, wish in enumerate(others, 1):
        queue.append(Place(f"guest{n}", wish, float(n)))
        found = groups(queue, float(n))
        queue = left_over(queue, found)
        suits = any(agreed(mine, each) for each in others[:n])
        assert ("first" in {place.guest for place in queue}) == (not suits)


def test_one_who_does_not_agree_to_bots_is_waited_for() -> None:
    wish = Wish("m", MANY)
    places = [Place("a", wish, 0.0, agrees=True), Place("b", wish, 1.0)]
    assert groups(places, FILL + 2) == []
    assert next_look(places, FILL) == FILL + 1
    assert next_look(places, FILL + 2) is None
    (group,) = groups([places[0], Place("b", wish, 1.0, agrees=True)], FILL)
    assert (len(group.places), group.bots) == (2, 1)
    assert fills_at(places[0]) == FILL


def test_what_is_left_out_is_left_to_the_others() -> None:
    one, other = (
        Wish("a", (2, 3), {"x": 1}, public=True),
        Wish("a", (3, 4), {"y": 0}, clock=Live(300), public=True),
    )
    assert agreed(one, other) == Wish("a", (3,), {"x": 1, "y": 0}, Live(300), public=True)
    assert agreed(one, Wish("a", (2,), {"x": 0})) is None
    assert agreed(one, Wish("a", (4,))) is None
    assert agreed(other, Wish("a", (3,), clock=Live(600))) is None
    assert agreed(one, Wish("b", (2, 3))) is None


def test_two_who_are_apart_are_in_no_group_together() -> None:
    wish, apart = Wish("m", (3, 4)), {frozenset("ab")}
    two = [Place(name, Wish("a", TWO), float(n)) for n, name in enumerate("abc")]
    assert [[p.guest for p in group.places] for group in groups(two, NOW, apart)] == [["a", "c"]]
    many = [Place(name, wish, float(n)) for n, name in enumerate("abcd")]
    assert [[p.guest for p in group.places] for group in groups(many, NOW, apart)] == [["a", "c", "d"]]


@few
@given(queues(WISHES), st.sets(st.frozensets(st.sampled_from([f"guest{n}" for n in range(9)]), min_size=2)))
def test_a_crowd_finds_whom_a_comparison_with_everybody_finds(
    places: list[Place], apart: set[frozenset[str]]
) -> None:
    crowd = Crowd(places, apart)
    for one in places:
        others = [each for each in places if each.guest != one.guest and agreed(one.wish, each.wish)]
        met = [each for each in others if frozenset((one.guest, each.guest)) not in apart]
        assert crowd.suiting(one) == sorted(met, key=lambda place: place.order)


def test_a_company_is_not_spoilt_by_one_who_came_early() -> None:
    """With the second the first could play with nobody else; with those who came later there are three."""
    first = Place("a", Wish("m", (3, 4)), 0.0)
    odd = Place("b", Wish("m", (4,), {"x": 1}), 1.0)
    others = [Place(name, Wish("m", (3,), {"x": 0}), 2.0) for name in "cd"]
    (group,) = groups([first, odd, *others], FILL)
    assert [place.guest for place in group.places] == ["a", "c", "d"]
