"""Wins that are certain: what is proved wins against every world, draw and answer; long decided is no puzzle."""

from random import Random
from typing import Any

import pytest

from hanamachi.bots.certain import Certainty, TooMany, Way
from hanamachi.games import GAMES
from hanamachi.games.mai_star.imagine import unseen_cards
from hanamachi.games.mai_star.moves import Drawing
from hanamachi.games.mai_star.pieces import OIRAN_CARD
from hanamachi.puzzles.certain import MOST, OPEN, SURE, CertainSubject, renumbered
from hanamachi.puzzles.mai_star.foresight import DECK, draws, laid, place_of_oiran, places
from hanamachi.puzzles.path import Position
from hanamachi.puzzles.proof import Proof
from hanamachi.puzzles.puzzle import shipped
from hanamachi.puzzles.subject import subjects


def subject_of(game: str) -> CertainSubject:
    subject = subjects()[game]
    assert isinstance(subject, CertainSubject)
    return subject


def positions(game: str, count: int) -> list[Position]:
    return [puzzle.position(GAMES[game]) for puzzle in shipped(GAMES[game])[:count]]


def sure(subject: CertainSubject, state: Any) -> list[Any]:
    position = Position(GAMES[subject.game], state, ())
    wins = subject.wins(position)
    assert wins is not None
    return [move for move, win in zip(position.moves, wins, strict=True) if win]


@pytest.mark.parametrize("game", ["geishas_road", "mai_star"])
def test_a_proved_win_wins_whatever_is_hidden(game: str) -> None:
    """In imagined states, against random play of all others; the player takes any proved win. In Mai-Star it
    comes before another player's turn."""
    subject = subject_of(game)
    for number, position in enumerate(positions(game, 3)):
        dice = Random(number)
        for _ in range(4):
            state: Any = GAMES[game].imagine(position.view, dice)
            while state.actor is not None:
                moves = state.moves()
                if state.actor == position.seat and len(moves) > 1:
                    moves = sure(subject, state)
                elif game == "mai_star" and state.actor not in (-1, position.seat):
                    assert subject.foresight.goes_on(state)
                state = state.play(state.draw(dice) if state.actor == -1 else dice.choice(moves))
            assert state.outcome().winners == (position.seat,)


def test_seats_are_numbered_from_the_deciding_one() -> None:
    assert renumbered([0, 1, None, [2]], 1, 3) == [2, 0, None, [1]]


@pytest.mark.parametrize("game", ["geishas_road", "mai_star"])
def test_a_proof_finds_what_the_search_of_the_bots_finds(game: str) -> None:
    """In Mai-Star it finds more, because it looks past draws and past answers that change nothing."""
    subject = subject_of(game)
    for position in positions(game, 8):
        states, search = subject.foresight.states(position.view), Certainty(subject.foresight, position.seat)
        search.left = MOST
        bounds = [
            search.bounds([search.after(Way(state), move) for state in states]) for move in position.moves
        ]
        lows = [min(each).low == 1.0 for each in bounds]
        wins = subject.wins(position)
        assert wins is not None
        assert wins == lows or (game == "mai_star" and all(map(int.__ge__, wins, lows)))


def test_a_proof_gives_up_when_there_is_too_much_to_look_at() -> None:
    (position,) = positions("geishas_road", 1)
    foresight = subject_of("geishas_road").foresight
    with pytest.raises(TooMany):
        Proof(foresight, position.seat, 1).winning(foresight.states(position.view), position.moves)


@pytest.mark.parametrize("share", [OPEN, OPEN + 1])
@pytest.mark.parametrize("game", ["geishas_road", "mai_star"])
def test_no_puzzle_is_decided_long_ago(game: str, share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other answer fails in a tenth of the cases."""
    (position,) = positions(game, 1)
    subject = subject_of(game)
    monkeypatch.setattr(subject, "shares", lambda _position, moves: [share] * len(moves))
    found = subject.seek(position)
    assert (found is None) == (share > OPEN)
    assert found is None or set(found.worths) == {SURE, OPEN}


def test_oiran_may_lie_in_every_place_that_this_seat_does_not_see() -> None:
    for position in positions("mai_star", 8):
        view: Any = position.view
        for place in places(view):
            state = laid(view, place)
            assert state.view(position.seat) == view
            assert place_of_oiran(state, position.seat) == place
        assert place_of_oiran(position.state, position.seat) in places(view)


def test_every_card_that_nobody_sees_may_be_drawn() -> None:
    from msgspec.structs import replace

    for position in positions("mai_star", 8):
        unseen = set(unseen_cards(position.view))
        for place in places(position.view):
            state = laid(position.view, place)
            drawing = replace(state, todo=(Drawing(-1, position.seat, 1), *state.todo))
            view: Any = drawing.view(position.seat)
            following = list(draws(drawing, view, position.seat))
            hands = [list(after.places[position.seat].hand) for after in following]
            for hand in hands:
                for card in view.hand:
                    hand.remove(card)
            drawn = {card for (card,) in hands}
            assert drawn == (unseen if place == DECK else unseen - {OIRAN_CARD})
            assert {place_of_oiran(after, position.seat) for after in following} == {place}


def test_oiran_is_drawn_where_she_is_the_only_card_that_is_not_known() -> None:
    """All other cards of the deck lie at its bottom, where this seat has put them."""
    from msgspec.structs import replace

    position = next(each for each in positions("mai_star", 8) if OIRAN_CARD in unseen_cards(each.view))
    state = laid(position.view, DECK)
    drawing = replace(state, todo=(Drawing(-1, position.seat, 1), *state.todo))
    view: Any = drawing.view(position.seat)
    others = [card for card in unseen_cards(view) if card != OIRAN_CARD]
    put_back = tuple(others[: view.deck - 1])
    (after,) = draws(drawing, replace(view, bottom=put_back, buried=len(put_back)), position.seat)
    assert OIRAN_CARD in after.places[position.seat].hand
