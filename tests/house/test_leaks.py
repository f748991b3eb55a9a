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
from hanamachi.house import asking
from hanamachi.house.thinkers import Question
from house.wiretap import heard

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
    changed = 0
    for story in filter(None, map(paced_story, range(6))):
        target, other = story.states[-1].actor, with_another_hand(story)
        changed += other != story.moves
        for seat in (seat for seat in story.ears() if seat != target):
            silent = heard("mai_star", 3, story.moves, seat)
            assert silent == heard("mai_star", 3, story.moves, seat, sealing=True)
            assert silent == heard("mai_star", 3, other, seat, sealing=True)
    assert changed > 1


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
    return asking.asked_of(table, seat)


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
    for seed in range(8):
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
    _, _, number = asking.asked_of(table, table.actor)
    assert number == fair.bot_seed(seed, table.actor, table.seq)
    assert number < 2**48
    assert not any(seed[at : at + 4] in number.to_bytes(6) for at in range(29))
    dice = {fair.bot_seed(seed, seat, seq) for seat in range(2) for seq in range(50)}
    assert len(dice) == 100
