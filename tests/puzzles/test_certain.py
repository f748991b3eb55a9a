"""Wins that are certain: what is proved wins against every world and every answer."""

from random import Random

import pytest

from hanamachi.bots.certain import Certainty, TooMany, Way
from hanamachi.games import GAMES
from hanamachi.puzzles.certain import MOST, CertainSubject, renumbered
from hanamachi.puzzles.proof import Proof
from hanamachi.puzzles.puzzle import shipped
from hanamachi.puzzles.subject import subjects


@pytest.mark.parametrize("game", ["geishas_road", "mai_star"])
def test_a_proved_win_wins_whatever_is_hidden(game: str) -> None:
    """In imagined states, against random play of all others; the player takes proved wins as long as there
    are any."""
    subject = subjects()[game]
    assert isinstance(subject, CertainSubject)
    for puzzle in shipped(GAMES[game])[:2]:
        position, dice = puzzle.position(GAMES[game]), Random(puzzle.id)
        right = subject.right(subject.worth(position, puzzle.line))
        for _ in range(4):
            state = GAMES[game].imagine(position.view, dice).play(position.moves[right[0]])
            while state.actor is not None:
                moves = state.moves()
                if state.actor == position.seat and len(moves) > 1:
                    moves = subject.lookout.best(state.view(position.seat), moves)
                state = state.play(state.draw(dice) if state.actor == -1 else dice.choice(moves))
            outcome = state.outcome()
            assert outcome is not None
            assert outcome.winners == (position.seat,)


def test_seats_are_numbered_from_the_deciding_one() -> None:
    assert renumbered([0, 1, None, [2]], 1, 3) == [2, 0, None, [1]]


@pytest.mark.parametrize("game", ["geishas_road", "mai_star"])
def test_a_proof_finds_what_the_search_of_the_bots_finds(game: str) -> None:
    subject = subjects()[game]
    assert isinstance(subject, CertainSubject)
    for puzzle in shipped(GAMES[game])[:8]:
        position = puzzle.position(GAMES[game])
        states, search = subject.lookout.states(position.view), Certainty(subject.lookout, position.seat)
        search.left = MOST
        bounds = [
            search.bounds([search.after(Way(state), move) for state in states]) for move in position.moves
        ]
        assert subject.wins(position) == [min(each).low == 1.0 for each in bounds]


def test_a_proof_gives_up_when_there_is_too_much_to_look_at() -> None:
    subject = subjects()["geishas_road"]
    assert isinstance(subject, CertainSubject)
    position = shipped(GAMES["geishas_road"])[0].position(GAMES["geishas_road"])
    with pytest.raises(TooMany):
        Proof(subject.lookout, position.seat, 1).winning(
            subject.lookout.states(position.view), position.moves
        )
