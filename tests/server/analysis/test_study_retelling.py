"""Other hidden cards: a world sounds the same to the eyes that look, and nobody can tell it from the true one."""

from random import Random

import pytest

from hanamachi.core.game import NATURE, Game, Hidden, State
from hanamachi.core.table import Refused
from hanamachi.games import GAMES
from hanamachi.server.analysis.study_tree import retelling, tree
from hanamachi.server.analysis.study_tree.tree import Ply, Study

SECRET = [("hanamikoji", 2, 30), ("geishas_road", 2, 60), ("mai_star", 3, 60), ("mai_star", 6, 110)]


def played(game: Game, seats: int, rng: Random, most: int) -> tuple[Study, State]:
    """A study of some random moves, and the state after them."""
    state, line = game.start(seats, game.options()), list[Ply]()
    while state.actor is not None and len(line) < most:
        move = state.draw(rng) if state.actor == NATURE else rng.choice(state.moves())
        line.append(Ply(state.actor, move))
        state = state.play(move)
    return tree.begun(game, ["Mika", "Rin", "Aki", "Ume", "Kiku", "Sora"][:seats], {}, line), state


def heard(study: Study, game: Game, line: tuple[Ply, ...], eyes: int) -> list[object]:
    """All that a seat sees and hears of a line."""
    log = tree.fold(study, game, line)
    views = [state.view(eyes) for state in log.states]
    return [*views, *log.story(eyes)]


@pytest.mark.parametrize(("name", "seats", "most"), SECRET)
@pytest.mark.parametrize("seed", range(2))
def test_every_card_that_may_lie_there_can_be_laid_there(name: str, seats: int, most: int, seed: int) -> None:
    game, rng = GAMES[name], Random(seed)
    study, state = played(game, seats, rng, most)
    eyes = rng.randrange(seats)
    same = heard(study, game, study.trunk, eyes)
    for place in retelling.options(game, state, eyes):
        for card in place.cards[:3]:
            world = retelling.changed(study, game, study.trunk, eyes, place.place, place.seat, card)
            assert heard(study, game, world.line, eyes) == same
            after = tree.fold(study, game, world.line).state
            assert game.hidden is not None
            assert Hidden(place.place, place.seat, card) in game.hidden.lie(after, eyes)
            assert game.pieces(after) == game.pieces(state)


@pytest.mark.parametrize(("name", "seats", "most"), SECRET)
def test_what_is_dealt_again_sounds_the_same_and_lies_otherwise(name: str, seats: int, most: int) -> None:
    game, rng = GAMES[name], Random(7)
    study, state = played(game, seats, rng, most)
    eyes = rng.randrange(seats)
    same, seen = heard(study, game, study.trunk, eyes), set[str]()
    for seed in range(4):
        world = retelling.dealt_again(study, game, study.trunk, eyes, Random(seed))
        assert heard(study, game, world.line, eyes) == same
        wanted = retelling.places(game, game.imagine(state.view(eyes), Random(seed)), eyes)
        lying = retelling.places(game, tree.fold(study, game, world.line).state, eyes)
        assert lying.total() == wanted.total()
        seen.add(str(sorted(lying.elements())))
    assert len(seen) > 2


@pytest.mark.parametrize(("name", "seats", "most"), SECRET)
def test_what_may_be_asked_tells_nothing_of_the_true_cards(name: str, seats: int, most: int) -> None:
    game, rng = GAMES[name], Random(3)
    study, state = played(game, seats, rng, most)
    eyes = rng.randrange(seats)
    for n in range(3):
        world = retelling.dealt_again(study, game, study.trunk, eyes, Random(n))
        other = tree.fold(study, game, world.line).state
        assert retelling.options(game, other, eyes) == retelling.options(game, state, eyes)


def test_a_card_that_cannot_lie_there_is_refused() -> None:
    game = GAMES["geishas_road"]
    study, state = played(game, 2, Random(1), 60)
    own = getattr(state.view(0), "hand", ())
    assert own
    assert game.hidden is not None
    for card in own:
        with pytest.raises(Refused) as found:
            retelling.changed(study, game, study.trunk, 0, "hand", 1, game.hidden.cards[card])
        assert found.value.reason == "card_not_possible"
    with pytest.raises(Refused):
        retelling.changed(study, game, study.trunk, 0, "sleeve", 1, game.hidden.cards[0])


def test_the_owner_of_a_changed_card_plays_by_a_story_of_their_own() -> None:
    """Whoever is asked there knows the new card from the deal on."""
    game, rng = GAMES["hanamikoji"], Random(5)
    study, state = played(game, 2, rng, 13)
    (place,) = retelling.options(game, state, 0)
    for card in place.cards:
        world = retelling.changed(study, game, study.trunk, 0, place.place, place.seat, card)
        log = tree.fold(study, game, world.line)
        told = [line.move for line in log.story(1) if getattr(line.move, "to", None) == 1]
        assert game.hidden is not None
        assert game.hidden.cards.index(card) in {getattr(move, "item", None) for move in told}


def test_a_game_without_secrets_has_nothing_to_change() -> None:
    game = GAMES["okiya"]
    study, state = played(game, 2, Random(1), 20)
    assert retelling.options(game, state, 0) == []
    with pytest.raises(Refused):
        retelling.changed(study, game, study.trunk, 0, "hand", 1, "tile")
