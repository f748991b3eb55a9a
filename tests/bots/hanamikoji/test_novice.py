"""The novice: better than chance, and never absurd."""

from random import Random

from msgspec.structs import replace

from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.bots.hanamikoji.novice import novice, worth
from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.games.hanamikoji.moves import Options, Score, TakeOne, TakePair
from hanamachi.games.hanamikoji.rules import State, start
from hanamachi.games.hanamikoji.view import HanamikojiView
from tests.games.hanamikoji.staging import dealt, first_turn, owned, play, scoring


def winners(bots: tuple[Bot[HanamikojiView], Bot[HanamikojiView]], seed: int) -> tuple[Seat, ...]:
    """A game on a seeded deal: nature's throws do not depend on the players."""
    state: State = start(2, Options())
    rng = Random(seed)
    while (seat := state.actor) is not None:
        move = state.draw(rng) if seat == NATURE else choice(bots[seat], state, seat)
        state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    return outcome.winners


def choice(bot: Bot[HanamikojiView], state: State, seat: Seat) -> Move:
    return bot.choose(state.view(seat), state.moves(), [])


def test_beats_random_play() -> None:
    """docs/strength.md says how often; here two thirds of a few will do."""
    won = sum(winners((novice(n), RandomBot(n)), n) == (0,) for n in range(5))
    won += sum(winners((RandomBot(n), novice(n)), n) == (1,) for n in range(5))
    assert won >= 7


def test_takes_the_better_part_of_an_offer_more_often_than_not() -> None:
    """By chance it would be two of three, and one of two; it is unsure, so it is not always."""
    gift = play(first_turn(), "gift flute tea_set flower")
    pairs = play(first_turn(), "competition flute fan / tea_set flower")
    dear = sum(choice(novice(seed), gift, 1) in (TakeOne(5), TakeOne(6)) for seed in range(40))
    both = sum(choice(novice(seed), pairs, 1) == TakePair((5, 6)) for seed in range(40))
    assert 32 <= dear < 40
    assert both >= 28


def test_a_win_is_worth_most() -> None:
    won = scoring("flute fan scroll parasol", "").play(Score())
    assert [worth(won.view(seat)) for seat in (0, 1)] == [1000, -1000]
    drawn = scoring("", "", number=3).play(Score())
    assert [worth(drawn.view(seat)) for seat in (0, 1)] == [0, 0]


def test_a_lead_is_worth_more_than_none() -> None:
    state = play(first_turn(), "gift flute tea_set flower")
    worths = {name: worth(play(state, f"take {name}").view(0)) for name in ("flute", "tea_set", "flower")}
    assert worths["flute"] > worths["tea_set"] > 0
    assert worth(state.view(0)) == min(worths.values())
    secret = play(first_turn(), "secret flower")
    assert worth(secret.view(0)) > worth(play(first_turn(), "secret flute").view(0))


def test_an_art_token_is_worth_keeping() -> None:
    state = first_turn()
    held = [replace(state, tokens=owned(*pair)).view(0) for pair in (("fan", ""), ("", ""), ("", "fan"))]
    assert sorted(map(worth, held), reverse=True) == list(map(worth, held))
    assert len(set(map(worth, held))) == 3


def test_the_only_move_needs_no_thought() -> None:
    state = dealt("flower flower flower flute fan scroll lute", "tea_set tea_set lute lute fan scroll")
    assert choice(novice(1), play(state, "gift flower flower flower"), 1) == TakeOne(6)
