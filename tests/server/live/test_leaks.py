"""No byte on the wire tells a hidden thing: what a client hears is equal over retellings, for seats and the gallery."""

from random import Random
from typing import Any

import msgspec
import pytest

from hanamachi.core import fair
from hanamachi.core.conformance import Story, random_story
from hanamachi.core.game import Game, Move, Seat, State
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.games.mai_star.moves import Deal, Draw
from hanamachi.games.mai_star.pieces import CARDS, OIRAN_CARD
from hanamachi.server.engines.bot_pool import Question
from hanamachi.server.live import bot_players
from hanamachi.server.live.table_storage import TableStorage
from hanamachi.server.matchmaking.lobby import Lobby, LobbyTable, message
from hanamachi.server.protocol.messages import encode
from hanamachi.server.storage.game_lists import Listed, one_of_mine
from hanamachi.server.storage.table_rows import turn_of
from hanamachi.server.tables.changes import changes_lists, changes_lobby
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, Snapshot, running_of
from tests.server.support import wiretap
from tests.server.support.wiretap import heard

TABLES = [(name, seats) for name, game in GAMES.items() for seats in {game.seats[0], game.seats[-1]}]


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


def some_story(game: Game, seats: int, rng: Random) -> Story:
    """A random story, broken off somewhere."""
    whole = random_story(game, seats, game.options(), rng, 20_000)
    length = rng.randrange(1, min(len(whole.moves), 90))
    return msgspec.structs.replace(whole, states=whole.states[: length + 1], moves=whole.moves[:length])


def check_retelling(game: Game, seats: int, rng: Random) -> bool:
    """Every message, their number and their order. Tells whether another story was found."""
    story = some_story(game, seats, rng)
    ears = rng.choice(list(story.ears()))
    other = retelling(story, ears, rng)
    if other == story.moves:
        return False
    assert heard(game.name, seats, story.moves, ears) == heard(game.name, seats, other, ears)
    return True


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_all_that_a_client_hears_is_equal_over_retellings(name: str, seats: int) -> None:
    game: Any = GAMES[name]
    found = sum(check_retelling(game, seats, Random(seed)) for seed in range(10))
    assert found > 1 or not game.secrets


def test_the_retold_streams_tell_of_clocks() -> None:
    """So that the test above covers them: what is left, for whom time runs, what each decision took."""
    story = some_story(GAMES["okiya"], 2, Random(3))
    told = [msgspec.json.decode(said) for said in heard("okiya", 2, story.moves, None) if b"updates" in said]
    lines = [frame["line"] for each in told for frame in each["frames"]]
    assert wiretap.THOUGHT in {line["took"] for line in lines if line["seat"] in (0, 1)}
    assert {each["clock"]["running"] for each in told} == {0, 1}


def seen_from_outside(name: str, seats: int, moves: list[Move], ears: Seat) -> list[bytes]:
    """When a table stirs the lobby and the lists of those who sit there, and what these say of it then."""
    told: list[bytes] = []
    plain = TableStorage.save

    async def save(tables: TableStorage, table: str, before: Snapshot, after: Snapshot, *more: Any) -> None:
        await plain(tables, table, before, after, *more)
        told.append(encode([changes_lists(before, after), changes_lobby(before, after)]))
        if isinstance(after, Playing):
            running, over = running_of(after), after.table.result is not None
            ends = running.ends if running else None
            line = Listed(table, 1, after.setup, after.seats, over, True, turn_of(after), False, ends=ends)
            told.append(encode(one_of_mine(line, f"guest{ears}", "fr", tables.uptime.now())))
            told.append(encode(message(Lobby((), (LobbyTable(table, after.setup, after.seats, 0.0),)), "pl")))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableStorage, "save", save)
        patch.setattr(wiretap, "wanted", public(wiretap.wanted))
        heard(name, seats, moves, ears)
    return told


def public(plain: Any) -> Any:
    def wanted(game: Game, seats: int) -> tuple[Setup, tuple[SeatHolder, ...]]:
        setup, held = plain(game, seats)
        return msgspec.structs.replace(setup, public=True), held

    return wanted


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.secrets])
def test_the_lobby_and_lists_are_equal_over_retellings(name: str) -> None:
    game: Any = GAMES[name]
    rng, seats, found = Random(5), game.seats[0], 0
    for _ in range(3):
        story, ears = some_story(game, seats, rng), rng.randrange(seats)
        other = retelling(story, ears, rng)
        found += other != story.moves
        told = seen_from_outside(name, seats, story.moves, ears)
        assert told == seen_from_outside(name, seats, other, ears)
        assert told
    assert found


def paced_story(seed: int) -> Story | None:
    """A game of Mai-Star up to a question whose time must tell nothing."""
    game = GAMES["mai_star"]
    story = random_story(game, 3, game.options(), Random(seed), 20_000)
    for ply, state in enumerate(story.states):
        prompt = state.view(None).prompt
        if prompt and prompt.paced:
            return msgspec.structs.replace(story, states=story.states[: ply + 1], moves=story.moves[:ply])
    return None


def with_another_hand(story: Story) -> list[Move]:
    """The same story, but a card that the asked seat still holds was another one: Oiran, or Oiran no more."""
    end: Any = story.states[-1]
    hand = end.places[end.actor].hand
    new = OIRAN_CARD if OIRAN_CARD not in hand else next(card for card in CARDS if end.pool[card])
    old = OIRAN_CARD if OIRAN_CARD in hand else hand[0]
    if new == OIRAN_CARD and not end.pool[OIRAN_CARD]:
        return story.moves
    taken = max(
        i for i, move in enumerate(story.moves) if move in (Deal(end.actor, old), Draw(end.actor, old))
    )
    other = msgspec.structs.replace(story.moves[taken], card=new)
    return [*story.moves[:taken], other, *story.moves[taken + 1 :]]


def test_a_sealed_answer_is_heard_by_nobody_else() -> None:
    """Neither it, nor a standing order, nor Oiran in the hand changes a byte for the others."""
    stories = filter(None, map(paced_story, range(8)))
    both = [(story, other) for story in stories if (other := with_another_hand(story)) != story.moves]
    assert len(both) > 3
    for story, other in both:
        target = story.states[-1].actor
        for seat in (seat for seat in story.ears() if seat != target):
            silent = heard("mai_star", 3, story.moves, seat)
            assert silent == heard("mai_star", 3, story.moves, seat, sealing=True)
            assert silent == heard("mai_star", 3, other, seat, sealing=True)


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the house told the story unveiled, the streams would differ."""
    game = GAMES["hanamikoji"]
    story = some_story(game, 2, Random(3))
    other = retelling(story, None, Random(3))
    assert other != story.moves
    assert heard("hanamikoji", 2, story.moves, None) == heard("hanamikoji", 2, other, None)
    monkeypatch.setattr(game.state, "veil", lambda self, move, seat: move)
    assert heard("hanamikoji", 2, story.moves, None) != heard("hanamikoji", 2, other, None)


def asked_after(game: Game, seats: int, moves: list[Move], seat: Seat) -> tuple[Question, str, int]:
    """What a bot at this seat is asked when these moves were made, and a judge of its decision."""
    table = Table.begin(game, ["P"] * seats, game.options(), bytes(32), [""] * seats)
    table = table.bot_takes(seat, "novice")
    for move in moves:
        assert table.actor is not None
        table = table.place(table.actor, move)
    return bot_players.asked_of(table, seat)


def up_to_a_decision(story: Story) -> Story | None:
    """The story up to the last moment at which a seat had to decide."""
    asked = [ply for ply, state in enumerate(story.states) if state.actor is not None and state.actor >= 0]
    if not asked:
        return None
    return msgspec.structs.replace(
        story, states=story.states[: asked[-1] + 1], moves=story.moves[: asked[-1]]
    )


@pytest.mark.parametrize(("name", "seats"), [(name, game.seats[0]) for name, game in GAMES.items()])
def test_what_bots_and_judges_are_asked_is_equal_over_retellings(name: str, seats: int) -> None:
    game: Any = GAMES[name]
    found = 0
    for seed in range(20):
        story = up_to_a_decision(some_story(game, seats, Random(seed)))
        if story is None:
            continue
        seat = story.states[-1].actor
        assert seat is not None
        other = retelling(story, seat, Random(seed))
        found += other != story.moves
        assert asked_after(game, seats, story.moves, seat) == asked_after(game, seats, other, seat)
    assert found or not game.secrets


def test_a_bots_dice_tell_nothing_of_the_deal() -> None:
    """A program that was given the table's seed could name every hand."""
    seed = bytes(range(32))
    table = Table.begin(GAMES["okiya"], ["A", "B"], GAMES["okiya"].options(), seed, ["", ""])
    table = table.bot_takes(0, "novice").bot_takes(1, "novice").deal()
    assert table.actor is not None
    _, _, number = bot_players.asked_of(table, table.actor)
    assert number == fair.bot_seed(seed, table.actor, table.seq)
    assert number < 2**48
    assert not any(seed[at : at + 4] in number.to_bytes(6) for at in range(29))
    dice = {fair.bot_seed(seed, seat, seq) for seat in range(2) for seq in range(50)}
    assert len(dice) == 100
