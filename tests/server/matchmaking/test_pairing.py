"""Who plays with whom: nobody twice, nobody with themselves, and nobody waits for ever."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hanamachi.server.matchmaking.pairing import (
    FILL_SECONDS,
    CompatibilityIndex,
    Match,
    MatchRequest,
    QueueEntry,
    combine,
    fill_time,
    find_matches,
    next_fill_time,
)
from hanamachi.server.tables.time_control import Live

TWO, MANY = (2,), (3, 4, 5, 6)
REQUESTS = st.builds(
    MatchRequest,
    game=st.sampled_from(["a", "b"]),
    players=st.just(TWO),
    options=st.dictionaries(st.sampled_from(["x", "y"]), st.integers(0, 1)),
    clock=st.sampled_from([None, 5, 10]),
)
MANY_REQUESTS = st.builds(
    MatchRequest,
    game=st.just("m"),
    players=st.sampled_from([MANY, (3,), (4, 5), (6,)]),
    options=st.dictionaries(st.just("x"), st.integers(0, 1)),
)


@st.composite
def queues(draw: st.DrawFn, requests: st.SearchStrategy[MatchRequest]) -> list[QueueEntry]:
    count = draw(st.integers(0, 9))
    return [
        QueueEntry(
            f"guest{n}",
            draw(requests),
            since=float(draw(st.integers(0, 90))),
            online=draw(st.booleans()) or draw(st.booleans()),
            accepts_bots=draw(st.booleans()),
            table=draw(st.sampled_from([None, None, None, "t"])),
        )
        for n in range(count)
    ]


few = settings(max_examples=40)
QUEUES = queues(st.one_of(REQUESTS, MANY_REQUESTS))
NOW = 100.0


def waiting(entries: list[QueueEntry]) -> list[QueueEntry]:
    return sorted((p for p in entries if p.online and p.table is None), key=lambda entry: entry.order)


def left_over(entries: list[QueueEntry], found: list[Match]) -> list[QueueEntry]:
    taken = {entry.guest for match in found for entry in match.entries}
    return [entry for entry in waiting(entries) if entry.guest not in taken]


@few
@given(QUEUES)
def test_nobody_is_paired_twice_or_with_themselves_or_while_away(entries: list[QueueEntry]) -> None:
    taken = [entry for match in find_matches(entries, NOW) for entry in match.entries]
    assert len({entry.guest for entry in taken}) == len(taken)
    assert set(map(id, taken)) <= set(map(id, waiting(entries)))


@few
@given(QUEUES)
def test_a_match_suits_everybody_in_it(entries: list[QueueEntry]) -> None:
    for match in find_matches(entries, NOW):
        assert len(match.entries) + match.bots in match.request.players
        for entry in match.entries:
            assert combine(entry.request, match.request) == match.request
        assert not match.bots or all(entry.accepts_bots for entry in match.entries)


@few
@given(queues(REQUESTS))
def test_of_two_who_agree_none_is_left(entries: list[QueueEntry]) -> None:
    rest = left_over(entries, find_matches(entries, NOW))
    assert not any(combine(one.request, other.request) for one in rest for other in rest if one is not other)


@few
@given(queues(REQUESTS))
def test_whoever_came_first_is_served_first(entries: list[QueueEntry]) -> None:
    """Whoever is left would have had to take a partner from somebody who came before."""
    found = find_matches(entries, NOW)
    pairs = [match.entries for match in found if not match.bots]
    for entry in left_over(entries, found):
        for first, second in pairs:
            assert not combine(first.request, entry.request) or second.order < entry.order
            assert not combine(second.request, entry.request) or first.order < entry.order


@few
@given(queues(REQUESTS))
def test_the_order_in_which_entries_are_read_decides_nothing(entries: list[QueueEntry]) -> None:
    assert find_matches(entries, NOW) == find_matches(entries[::-1], NOW)


@few
@given(st.integers(0, 20), st.booleans())
def test_a_game_of_many_begins_when_it_is_full_or_its_time_is_up(count: int, accepts_bots: bool) -> None:
    """All want the same: then fewer are left than can play, and with bots nobody."""
    entries = [
        QueueEntry(f"guest{n}", MatchRequest("m", MANY), float(n), accepts_bots=accepts_bots)
        for n in range(count)
    ]
    early = find_matches(entries, 1.0)
    assert [len(match.entries) for match in early] == [6] * (count // 6)
    late = find_matches(entries, 20.0 + FILL_SECONDS)
    assert len(left_over(entries, late)) == (0 if accepts_bots else count % 6 if count % 6 < 3 else 0)
    assert all(match.bots == max(0, 3 - len(match.entries)) for match in late)


@few
@given(st.lists(REQUESTS, min_size=1, max_size=12), REQUESTS)
def test_nobody_waits_for_ever(others: list[MatchRequest], mine: MatchRequest) -> None:
    """However many come, and whatever they want: once they are served whoever is first has a partner as soon as
    anybody agrees."""
    queue = [QueueEntry("first", mine, 0.0)]
    for n, request in enumerate(others, 1):
        queue.append(QueueEntry(f"guest{n}", request, float(n)))
        found = find_matches(queue, float(n))
        queue = left_over(queue, found)
        suits = any(combine(mine, each) for each in others[:n])
        assert ("first" in {entry.guest for entry in queue}) == (not suits)


def test_one_who_does_not_agree_to_bots_is_waited_for() -> None:
    request = MatchRequest("m", MANY)
    entries = [QueueEntry("a", request, 0.0, accepts_bots=True), QueueEntry("b", request, 1.0)]
    assert find_matches(entries, FILL_SECONDS + 2) == []
    assert next_fill_time(entries, FILL_SECONDS) == FILL_SECONDS + 1
    assert next_fill_time(entries, FILL_SECONDS + 2) is None
    (match,) = find_matches([entries[0], QueueEntry("b", request, 1.0, accepts_bots=True)], FILL_SECONDS)
    assert (len(match.entries), match.bots) == (2, 1)
    assert fill_time(entries[0]) == FILL_SECONDS


def test_what_is_left_out_is_left_to_the_others() -> None:
    one, other = (
        MatchRequest("a", (2, 3), {"x": 1}, public=True),
        MatchRequest("a", (3, 4), {"y": 0}, clock=Live(300), public=True),
    )
    assert combine(one, other) == MatchRequest("a", (3,), {"x": 1, "y": 0}, Live(300), public=True)
    assert combine(one, MatchRequest("a", (2,), {"x": 0})) is None
    assert combine(one, MatchRequest("a", (4,))) is None
    assert combine(other, MatchRequest("a", (3,), clock=Live(600))) is None
    assert combine(one, MatchRequest("b", (2, 3))) is None


def test_a_refused_pair_is_in_no_match_together() -> None:
    request, refused = MatchRequest("m", (3, 4)), {frozenset("ab")}
    two = [QueueEntry(name, MatchRequest("a", TWO), float(n)) for n, name in enumerate("abc")]
    assert [[p.guest for p in match.entries] for match in find_matches(two, NOW, refused)] == [["a", "c"]]
    many = [QueueEntry(name, request, float(n)) for n, name in enumerate("abcd")]
    assert [[p.guest for p in match.entries] for match in find_matches(many, NOW, refused)] == [
        ["a", "c", "d"]
    ]


@few
@given(queues(REQUESTS), st.sets(st.frozensets(st.sampled_from([f"guest{n}" for n in range(9)]), min_size=2)))
def test_the_index_finds_what_a_comparison_with_everybody_finds(
    entries: list[QueueEntry], refused: set[frozenset[str]]
) -> None:
    index = CompatibilityIndex(entries, refused)
    for one in entries:
        others = [each for each in entries if each.guest != one.guest and combine(one.request, each.request)]
        met = [each for each in others if frozenset((one.guest, each.guest)) not in refused]
        assert index.compatible_with(one) == sorted(met, key=lambda entry: entry.order)


def test_a_match_is_not_spoilt_by_one_who_came_early() -> None:
    """With the second the first could play with nobody else; with those who came later there are three."""
    first = QueueEntry("a", MatchRequest("m", (3, 4)), 0.0)
    odd = QueueEntry("b", MatchRequest("m", (4,), {"x": 1}), 1.0)
    others = [QueueEntry(name, MatchRequest("m", (3,), {"x": 0}), 2.0) for name in "cd"]
    (match,) = find_matches([first, odd, *others], FILL_SECONDS)
    assert [entry.guest for entry in match.entries] == ["a", "c", "d"]


def test_members_are_paired_when_their_ratings_are_near_and_farther_apart_the_longer_they_wait() -> None:
    def waits(name: str, rating: float | None, since: float = 0.0, **wish: Any) -> QueueEntry:
        return QueueEntry(name, MatchRequest("g", (2,), **wish), since, rating=rating)

    near = [waits("a", 1500.0), waits("b", 1600.0)]
    far = [waits("a", 1500.0), waits("b", 1900.0)]
    assert find_matches(near, 0.0)
    assert not find_matches(far, 0.0)
    assert not find_matches(far, 14.9)
    assert find_matches(far, 15.1)  # 100 at once, and 10 more for each second of both
    assert find_matches([waits("a", 1500.0), waits("b", 1900.0, since=20.0)], 31.0)
    assert find_matches([waits("a", 1500.0), waits("b", None)], 0.0)  # guests are paired as ever
    assert find_matches([waits("a", 1500.0, unrated=True), waits("b", 1900.0)], 0.0)
    (match,) = find_matches([waits("a", 1500.0), waits("far", 2500.0, 1.0), waits("c", 1550.0, 2.0)], 2.0)
    assert [entry.guest for entry in match.entries] == ["a", "c"]
