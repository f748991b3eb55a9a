"""Every number in one place, each with its line, each to be set."""

import pytest
from msgspec import structs

from hanamachi.core.telling import explain
from hanamachi.locales import catalogue
from hanamachi.server.runtime.limits import BadLimit, Limits, Rate, chosen, described


def test_each_limit_has_its_line() -> None:
    lines = list(described())
    assert [name for name, _, _ in lines] == list(structs.asdict(Limits()))
    assert all(line and not line.endswith(".") for _, _, line in lines)
    assert ("tables", "30/10", "tables that a guest opens") in lines


def test_each_limit_can_be_set_to_what_it_is() -> None:
    settings = [f"{name}={value}" for name, value, _ in described()]
    assert chosen(settings) == Limits()


def test_what_is_set_counts_and_the_last_of_two() -> None:
    assert chosen(["body=5", "tables=3/2.5", "body=7", "header_seconds=0.5"]) == Limits(
        body=7, tables=Rate(3, 2.5), header_seconds=0.5
    )
    assert chosen([]) == Limits()


@pytest.mark.parametrize("bad", ["chairs=3", "", "=", "@body=3", "#1=3"])
def test_an_unknown_limit_is_refused_in_words(bad: str) -> None:
    with pytest.raises(BadLimit) as refused:
        chosen([bad])
    assert refused.value.reason == "unknown_limit"
    assert "record_body" in explain(refused.value, catalogue("house")("fr"))


@pytest.mark.parametrize(
    "bad", ["body", "body=", "body=0", "body=-1", "body=1.5", "body=x", "body=" + "9" * 5000]
)
def test_a_number_that_is_none_is_refused_in_words(bad: str) -> None:
    with pytest.raises(BadLimit) as refused:
        chosen([bad])
    assert explain(refused.value, catalogue("house")("en")).endswith("write it like body=16384.")


@pytest.mark.parametrize("bad", ["3", "0/1", "1/0", "1/nan", "1/2/3", "1/-2", "/", "a/b", "1.5/2"])
def test_a_rate_that_is_none_is_refused_in_words(bad: str) -> None:
    with pytest.raises(BadLimit) as refused:
        chosen([f"tables={bad}"])
    assert explain(refused.value, catalogue("house")("pl")).endswith("zapisz go jak tables=30/10.")


def test_a_club_of_sixty_behind_one_router_plays_on() -> None:
    """Each with two tabs, a page in each, a move every few seconds; all come at the same moment."""
    limits = Limits()
    people, tabs = 60, 2
    assert limits.guests.burst >= people
    assert limits.all_tables.burst >= people * 5
    assert limits.strangers.burst >= people * 5
    assert limits.sockets >= people * tabs
    assert limits.connections >= people * tabs * 4
    assert limits.requests.burst >= people * tabs * 20
    assert limits.requests.per_minute >= people * 60
    assert limits.all_messages.burst >= people * tabs * 20
    assert limits.all_messages.per_minute >= people * tabs * 60  # a message a second for each
    assert limits.all_previews.per_minute >= people * 40
    assert limits.all_watches.burst >= people * tabs * 4


def test_one_player_with_many_tabs_does_not_feel_the_limits() -> None:
    """Ten tabs that come back at once, each with its table, its list and the lobby; then a move a second."""
    limits, tabs = Limits(), 10
    assert limits.my_watches.burst >= tabs * 3
    assert limits.my_messages.burst >= tabs * 6
    assert limits.my_messages.per_minute >= 60 * tabs * 2
    assert limits.my_previews.burst >= limits.previews.burst
