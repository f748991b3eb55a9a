"""No byte on the wire tells a hidden thing: streams are equal over retellings, for seats and the gallery."""

from random import Random
from typing import Any

import msgspec
import pytest

from hanamachi.core.conformance import Story, random_story
from hanamachi.core.fair import Chance
from hanamachi.core.game import NATURE, Game, IllegalMove, Move, Seat, State
from hanamachi.core.record import Played
from hanamachi.games import GAMES
from hanamachi.house.app import in_words
from hanamachi.house.live import Live
from hanamachi.house.replay import replay
from hanamachi.house.store import Held, Setup
from hanamachi.house.table import Refused, Table
from hanamachi.house.wire import Declined, encode

TABLES = [(name, seats) for name, game in GAMES.items() for seats in (game.seats[0], game.seats[-1])]


def retelling(story: Story, seat: Seat | None, rng: Random, budget: int = 2000) -> list[Move]:
    """Other moves that sound the same to a seat, as different as the budget finds; else the story's own."""
    told = [state.veil(move, seat) for state, move in zip(story.states, story.moves, strict=False)]
    paths: list[tuple[State, list[Move]]] = [(story.states[0], [])]
    while paths and budget:
        state, moves = paths.pop()
        if len(moves) == len(told):
            return moves
        same = [move for move in state.moves() if state.veil(move, seat) == told[len(moves)]]
        rng.shuffle(same)
        paths += [(state.play(move), [*moves, move]) for move in same[:4]]
        budget -= 1
    return story.moves


def live_table(game: Game, seats: int, moves: list[Move]) -> Live:
    """A table at which these moves were made."""
    setup = Setup(game=game.name, version=1, options={}, host="host", seed="00" * 32)
    held = [Held("guest", f"P{seat}", f"guest{seat}", words="w") for seat in range(seats)]
    live = Live("id", game, setup, held)
    names = [one.name for one in held]
    live.table = table = Table(game, names, live.options, bytes(32), ["w"] * seats)
    for move in moves:
        actor, state = table.actor, table.state
        assert actor is not None
        chance = Chance(state.round, len(state.odds()), 0) if actor == NATURE else None
        table._append(Played(actor, move, chance), state.play(move))
    return live


def stream(live: Live, seat: Seat | None) -> list[bytes]:
    """All that a watcher of this seat can be sent: live, on resuming, replayed, refused."""
    assert live.table is not None
    guest = f"guest{seat}" if seat is not None else "stranger"
    said = [
        encode(live.updates(guest, seat, seq, lang))
        for seq in (0, live.seq // 2, live.seq)
        for lang in ("en", "pl")
    ]
    said.append(encode(replay(live, guest, "gallery" if seat is None else str(seat), "fr")))
    return said + [refusal(live, guest, seat, eyes) for eyes in ("open", "0", "1")]


def refusal(live: Live, guest: str, seat: Seat | None, eyes: str) -> bytes:
    try:
        if eyes == str(seat):
            return attempt(live, seat)
        return encode(replay(live, guest, eyes, "en"))
    except Refused as error:
        return encode(Declined(error.reason, in_words(error, "en")))


def attempt(live: Live, seat: Seat | None) -> bytes:
    """A move out of turn, or one that is never legal."""
    assert live.table is not None
    assert seat is not None
    try:
        live.table.submit(seat, live.table.seq, live.game.universe(len(live.seats), live.options).nature[0])
    except (Refused, IllegalMove) as error:
        return encode(Declined(error.reason, in_words(error, "en", live.game.name)))
    raise AssertionError("a seat made a move of nature")


def check_stream(game: Game, seats: int, rng: Random) -> int:
    """The number of watchers for whom another story was found and looked the same."""
    whole = random_story(game, seats, game.options(), rng, 20_000)
    length = rng.randrange(1, min(len(whole.moves), 90))
    story = msgspec.structs.replace(whole, states=whole.states[: length + 1], moves=whole.moves[:length])
    found = 0
    for seat in story.ears():
        other = retelling(story, seat, rng)
        assert stream(live_table(game, seats, story.moves), seat) == stream(
            live_table(game, seats, other), seat
        )
        found += other != story.moves
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_streams_are_equal_over_retellings(name: str, seats: int) -> None:
    game: Any = GAMES[name]
    found = sum(check_stream(game, seats, Random(seed)) for seed in range(6))
    assert found > 3 or not game.secrets


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the table told the story unveiled, the streams would differ."""
    game = GAMES["tsukimi"]
    monkeypatch.setattr(
        type(game.start(2, game.options())), "veil", lambda self, move, seat: move, raising=True
    )
    story = random_story(game, 2, game.options(), Random(1), 100)
    live = live_table(game, 2, story.moves[:7])
    monkeypatch.undo()
    other = live_table(game, 2, story.moves[:7])
    monkeypatch.setattr(
        type(game.start(2, game.options())), "veil", lambda self, move, seat: move, raising=True
    )
    leaky = stream(live, None)
    monkeypatch.undo()
    assert leaky != stream(other, None)
