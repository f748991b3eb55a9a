"""Frames: to who is there each row with the view after it; to who joins, comes back or is slow the rows and the
newest view."""

import gc
import re
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from hanamachi.core.conformance import random_story
from hanamachi.core.game import Move, Seat
from hanamachi.core.log import Played
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.server.live.broadcast import rendering
from hanamachi.server.live.broadcast.rendering import Card, Eyes, LiveFacts, updates
from hanamachi.server.live.broadcast.seat_views import SeatViews
from hanamachi.server.protocol.messages import Updates
from hanamachi.server.tables.model import Playing, SeatHolder, Setup
from tests.server.live.test_leaks import retelling, some_story
from tests.server.support.wiretap import heard


def played(game: str, seats: int, *, decisions: int, **options: Any) -> list[Playing]:
    """The first steps of a game, and the table after each."""
    law, rng = GAMES[game], Random(1)
    names = [f"P{seat}" for seat in range(seats)]
    table = Table.begin(law, names, law.options(**options), bytes(32), [""] * seats).deal()
    tables = [table]
    for _ in range(decisions):
        if (actor := table.actor) is None:
            break
        table = table.submit(actor, table.seq, rng.choice(list(table.state.moves())))
        tables.append(table)
    setup = Setup(game=game, version=law.version, options=options, host="P0", seed="00" * 32)
    held = tuple(SeatHolder("guest", name, name) for name in names)
    return [Playing(setup, held, each) for each in tables]


def told(snapshot: Playing, seq: int, seat: Seat | None, *, there: bool) -> Updates:
    return updates(Card("table"), snapshot, LiveFacts(), Eyes(seat, "en", there=there), seq)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, None])
def test_who_is_there_sees_the_table_after_each_row(game: str, seat: Seat | None) -> None:
    tables = played(game, GAMES[game].seats[0], decisions=60)
    pictured = 0
    for before, snapshot in pairwise(tables):
        frames = told(snapshot, before.seq, seat, there=True).frames
        assert [frame.seq for frame in frames] == list(range(before.seq + 1, snapshot.seq + 1))
        assert frames[-1].view is None
        for frame in (frame for frame in frames if frame.view is not None):
            assert frame.view == snapshot.table.log.states[frame.seq].view(seat)
            pictured += 1
    assert pictured


def test_every_row_is_pictured_but_the_last_and_what_is_dealt_together() -> None:
    for before, snapshot in pairwise(played("hanamikoji", 2, decisions=60)):
        rows = snapshot.table.rows
        for frame in told(snapshot, before.seq, 0, there=True).frames[:-1]:
            row, then = rows[frame.seq - 1], rows[frame.seq]
            assert isinstance(row, Played)
            assert isinstance(then, Played)
            together = row.chance is not None and type(row.move) is type(then.move)
            assert (frame.view is None) == (together and row.chance.total > 1)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("lang", "several"), [("en", r"draws \d cards"), ("fr", r"pioche \d cartes"), ("pl", r"dobiera \d kart")]
)
def test_the_log_tells_how_many_cards_are_drawn(lang: str, several: str) -> None:
    """By each update: what the gallery reads of a hand is what the hand has grown by."""
    counted = 0
    for before, snapshot in pairwise(played("mai_star", 3, decisions=120)):
        eyes = Eyes(None, lang, there=True)
        frames = updates(Card("table"), snapshot, LiveFacts(), eyes, before.seq).frames
        drawing = [frame for frame in frames if frame.line and getattr(frame.line.move, "kind", "") == "Draw"]
        said_of = {frame.seq: frame.line.said for frame in drawing if frame.line}
        told = list(filter(None, said_of.values()))
        assert len(told) == len(set(told))
        counted += sum(re.search(several, said) is not None for said in told)
        assert sum(int((re.search(r" (\d) ", said) or [0, 1])[1]) for said in told) == len(drawing)
        assert all(frame.view is None for frame in drawing if not said_of[frame.seq])
    assert counted


def test_who_joins_or_comes_back_gets_the_rows_and_the_newest_view() -> None:
    snapshot = played("hanamikoji", 2, decisions=30)[-1]
    for seq in (0, snapshot.seq - 3):
        news = told(snapshot, seq, 0, there=False)
        assert [frame.seq for frame in news.frames] == list(range(seq + 1, snapshot.seq + 1))
        assert all(frame.view is None for frame in news.frames)
        assert news.view == snapshot.table.state.view(0)


def test_who_is_far_behind_gets_the_rows_and_the_newest_view(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = played("okiya", 2, decisions=8)[-1]
    assert [
        frame.seq
        for frame in told(snapshot, snapshot.seq - 4, 0, there=True).frames
        if frame.view is not None
    ]
    monkeypatch.setattr(rendering, "MOST_PICTURES", 2)
    assert all(frame.view is None for frame in told(snapshot, snapshot.seq - 4, 0, there=True).frames)


def test_a_view_that_is_left_out_takes_no_bytes() -> None:
    snapshot = played("okiya", 2, decisions=1)[-1]
    (frame,) = told(snapshot, snapshot.seq - 1, 0, there=True).frames
    assert set(msgspec.to_builtins(frame)) == {"seq", "line"}


def views_heard(moves: list[Move], seat: Seat | None) -> list[list[bool]]:
    """For each update over the wire, which of its frames had a view."""
    told: list[Any] = [
        msgspec.json.decode(data) for data in heard("hanamikoji", 2, moves, seat) if data[:1] == b"{"
    ]
    news = [message for message in told if message.get("type") == "updates"]
    return [["view" in frame for frame in message["frames"]] for message in news]


def test_over_the_wire_the_first_word_has_no_views_and_the_next_have() -> None:
    """The client comes, hears of moves, and looks again in the middle and at the end."""
    story = random_story(GAMES["hanamikoji"], 2, GAMES["hanamikoji"].options(), Random(5), 20_000)
    came, *later = views_heard(list(story.moves[:60]), 0)
    assert came
    assert not any(came)
    assert any(map(any, later))
    assert not any(later[-1])


def test_a_frame_that_shows_too_much_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a frame's view were seen through a player's eyes, the gallery's streams would differ."""
    game = GAMES["hanamikoji"]
    story = some_story(game, 2, Random(3))
    other = retelling(story, None, Random(3))
    assert other != story.moves
    assert heard("hanamikoji", 2, story.moves, None) == heard("hanamikoji", 2, other, None)
    monkeypatch.setattr(SeatViews, "__call__", lambda self, seq: self.log.states[seq].view(0))
    assert heard("hanamikoji", 2, story.moves, None) != heard("hanamikoji", 2, other, None)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_rendered_is_freed_at_once(game: str) -> None:
    """What the collector of cycles would have to free stops the server for as long as it works."""
    snapshot = played(game, GAMES[game].seats[0], decisions=20)[-1]

    def render() -> None:
        for seat in (0, 1, None):
            told(snapshot, snapshot.seq - 3, seat, there=True)

    render()
    gc.collect()
    gc.disable()
    try:
        render()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_only_who_is_asked_hears_that_a_question_is_moot() -> None:
    moot = list[bool]()
    for snapshot in played("geishas_road", 2, decisions=200, mode="harder"):
        asked = snapshot.table.actor
        if asked is None:
            continue
        moot.append(told(snapshot, snapshot.seq, asked, there=True).moot)
        assert moot[-1] == GAMES["geishas_road"].moot(snapshot.table.state.view(asked))
        others = [told(snapshot, snapshot.seq, seat, there=True).moot for seat in (1 - asked, None)]
        lent = updates(
            Card("table"), snapshot, LiveFacts(), Eyes(asked, "en", borrowed=True), snapshot.seq
        ).moot
        assert [*others, lent] == [False, False, False]
    assert True in moot
