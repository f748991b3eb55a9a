"""The novice: better than chance, and never absurd."""

from random import Random

import pytest

from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.bots.mai_star.novice import WIN, hope, novice, worth
from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.games.mai_star.moves import Allow, Decline, Guest, Oiran, Options, Target, Use
from hanamachi.games.mai_star.rules import State, start
from hanamachi.games.mai_star.table import Result
from hanamachi.games.mai_star.view import MaiStarView
from tests.games.mai_star.staging import by_nature, card, play, side, table


def winners(bots: list[Bot[MaiStarView]], seed: int) -> tuple[Seat, ...]:
    state: State = start(len(bots), Options())
    rng = Random(seed)
    while (seat := state.actor) is not None:
        state = state.play(state.draw(rng) if seat == NATURE else choice(bots[seat], state))
    outcome = state.outcome()
    assert outcome is not None
    return outcome.winners


def choice(bot: Bot[MaiStarView], state: State) -> Move:
    assert state.actor is not None
    return bot.choose(state.view(state.actor), state.moves(), [])


def test_beats_random_play() -> None:
    """102 of 102 games of three; here two."""
    for seed in range(2):
        bots: list[Bot[MaiStarView]] = [
            novice(seed) if seat == seed else RandomBot(seat) for seat in range(3)
        ]
        assert winners(bots, seed) == (seed,)


@pytest.mark.parametrize("seed", range(4))
def test_robs_the_others_and_not_itself(seed: int) -> None:
    mover = side("hazy", "red-thief blue-citizen green-citizen")
    state = table(mover, side("summer_sea", "red-ronin", "red-actor"), side("maple_leaf", "blue-ronin"))
    assert choice(novice(seed), play(state, "guest red-thief")) == Target(1)
    alone = table(mover, side("summer_sea", "red-ronin"), side("maple_leaf", "blue-ronin"))
    assert choice(novice(seed), play(alone, "guest red-thief")) == Decline()


@pytest.mark.parametrize("seed", range(4))
def test_takes_what_is_free(seed: int) -> None:
    strong = "red-actor red-actor blue-actor blue-actor green-actor"
    lord = table(side("hazy", "red-daimyo blue-citizen", "", strong))
    assert choice(novice(seed), play(lord, "guest red-daimyo")) == Use()
    last = table(side("hazy", "red-actor", "red-thief"), side("summer_sea", "red-ronin blue-ronin"))
    assert choice(novice(seed), last) == Guest(card("red-actor"))


@pytest.mark.parametrize("seed", range(4))
def test_cancels_what_hurts(seed: int) -> None:
    attacker = side("hazy", "red-thief red-merchant")
    rich = side("summer_sea", "oiran blue-ronin blue-courtesan", "red-actor red-doctor")
    state = play(table(attacker, rich), "guest red-thief", "target 2")
    assert choice(novice(seed), state) == Oiran()
    poor = side("summer_sea", "oiran blue-ronin blue-courtesan", "red-courtesan")
    assert choice(novice(seed), play(table(attacker, poor), "guest red-thief", "target 2")) == Allow()


def test_hope_for_a_card() -> None:
    fame = (5, 4, 1)
    assert hope(card("red-actor"), fame) == pytest.approx(0.6 * 5 - 1)
    assert hope(card("blue-actor"), fame) == pytest.approx(0.4 * 5 - 1)
    assert hope(card("green-actor"), fame) == -1
    assert hope(card("shogun"), (9, 1, 1)) == pytest.approx(0.4 * 10 - 1)
    assert hope(card("oiran"), fame) == 0.5


def test_worth_of_a_view() -> None:
    """Income, reputation and hand against the others' average, and a hundredth against the best of them."""
    state = table(side("morning_star", "red-thief"), side("hazy", "blue-thief"), side("hazy", "green-thief"))
    mine = 9 * 0.5 + 0.4 * 4 - 1
    others = 1.01 * (15 * 0.5 + 0.5)
    assert worth(state.view(0)) == pytest.approx(mine - others)
    richer = table(side("morning_star", "red-thief", "red-actor"), *state.places[1:])
    assert worth(richer.view(0)) == pytest.approx(mine - others + 5)
    before = (Result("M27", (0, 5, 5), (4, 2, 0), (0, 0, 0), (4, 2, 0)),)
    banked = table(*state.places, results=before)
    assert worth(banked.view(0)) == pytest.approx(mine - others + 3 - 0.01 * 2)


def test_worth_of_what_is_still_to_come() -> None:
    state = table(side("spring_breeze", "green-thief red-daimyo"), deck="green-actor shogun foreigner")
    drawn = by_nature(play(state, "advertise green-thief"))
    buried = play(drawn, "bury red-daimyo", "bury shogun")
    assert worth(drawn.view(0)) == pytest.approx(worth(play(drawn, "bury red-daimyo").view(0)))
    assert worth(drawn.view(0)) == pytest.approx(worth(buried.view(0)))
    introduced = play(table(side("hazy", "red-daimyo red-thief")), "introduce red-daimyo")
    assert worth(introduced.view(0)) > worth(play(table(side("hazy", "red-daimyo red-thief"))).view(0))


def ended(*points: int) -> list[float]:
    """What a game that brought these points is worth to each seat."""
    results = tuple(Result("M27", (0, 1, 1), (0, 0, 0), (0, 0, 0), points) for _ in range(3))
    over = table(side("hazy"), todo=(), results=results)
    return [worth(over.view(seat)) for seat in range(3)]


def test_of_a_game_that_is_over_the_victory_counts_then_the_place_then_the_points() -> None:
    won, second, third = ended(9, 3, 0)
    assert won > ended(9, 9, 0)[0] > 0 > second > third
    assert ended(10, 3, 0)[0] > won
    assert second > ended(9, 0, 3)[1]
    assert ended(9, 4, 0)[1] > second
    assert won - second > WIN


@pytest.mark.parametrize("seed", range(8))
def test_the_doctors_free_turn_is_used(seed: int) -> None:
    strong = "red-actor red-actor blue-actor blue-actor green-actor"
    state = table(side("hazy", "red-doctor blue-citizen green-thief", "", strong))
    assert choice(novice(seed), play(state, "guest red-doctor")) == Use()


def test_the_only_move_needs_no_thought() -> None:
    state = table(side("hazy", "red-courtesan blue-thief"))
    assert choice(novice(1), play(state, "guest red-courtesan")) == Decline()
