"""A study tells a seat's eyes nothing that its story does not allow: over retellings every byte is the same."""

from random import Random

import msgspec
import pytest

from hanamachi.core.game import NATURE, Game
from hanamachi.games import GAMES
from hanamachi.server.analysis.studies import edits, rendering
from hanamachi.server.analysis.studies.answers import judged_at
from hanamachi.server.analysis.studies.rendering import Card, Look
from hanamachi.server.analysis.study_tree import retelling, tree
from hanamachi.server.analysis.study_tree.public import public_moves
from hanamachi.server.analysis.study_tree.tree import Ply, Study
from hanamachi.server.protocol.studies import StudyEdit

CASES = [("hanamikoji", 2, 26), ("geishas_road", 2, 70), ("mai_star", 3, 50), ("mai_star", 5, 90)]
NAMES = ("Mika", "Rin", "Aki", "Ume", "Kiku")


def played(game: Game, seats: int, rng: Random, most: int) -> Study:
    state, line = game.start(seats, game.options()), list[Ply]()
    while state.actor is not None and len(line) < most:
        move = state.draw(rng) if state.actor == NATURE else rng.choice(state.moves())
        line.append(Ply(state.actor, move))
        state = state.play(move)
    return tree.begun(game, NAMES[:seats], {}, line)


def told(study: Study, eyes: str) -> list[bytes]:
    """All that the house tells of a study through some eyes: its tree, its branches, what can be done."""
    look = Look(msgspec.json.encode(study), NAMES[: len(study.seats)], eyes, "en")
    card = Card("id", "A study", 1, mine=True, shared=False, table=None)
    moments = [*range(0, len(study.trunk) + 1, 7), len(study.trunk), *(node.id for node in study.nodes)]
    judged = [at for at in moments if eyes.isdecimal() and decides(study, at) == int(eyes)]
    return [
        *(msgspec.json.encode(judged_at(look, at)) for at in judged),
        rendering.tree_of(look, card),
        *(rendering.path_of(look, at) for at in moments[-4:]),
        *(rendering.choices_of(look, at) for at in moments),
    ]


def decides(study: Study, at: int) -> int | None:
    return tree.fold(study, GAMES[study.game], tree.line_to(study, at)).state.actor


def with_branches(study: Study, game: Game, eyes: int, rng: Random) -> Study:
    """A study with moves of these eyes' own beside the trunk, a note and another world."""
    states = tree.fold(study, game, study.trunk).states
    own = [at for at, state in enumerate(states) if state.actor == eyes and len(state.moves()) > 1]
    for at in own[-3:]:
        study, new = tree.joined(study, at, Ply(eyes, states[at].moves()[-1]))
        study = tree.remarked(study, new, note="instead")
    line = study.trunk
    world = retelling.dealt_again(study, game, line, eyes, rng)
    study = tree.with_world(study, len(line), world)[0]
    for at in own[-1:]:
        line = tree.line_to(study, at)
        found = retelling.options(game, tree.fold(study, game, line).state, eyes)
        for each in found[:1]:
            world = retelling.changed(study, game, line, eyes, each.place, each.seat, each.cards[0])
            study = tree.with_world(study, at, world)[0]
    return study


@pytest.mark.parametrize(("name", "seats", "most"), CASES)
@pytest.mark.parametrize("seed", range(2))
def test_every_byte_is_the_same_over_retellings(name: str, seats: int, most: int, seed: int) -> None:
    game, rng = GAMES[name], Random(seed)
    study = played(game, seats, rng, most)
    eyes = rng.randrange(seats)
    mine = with_branches(study, game, eyes, Random(1))
    world = retelling.dealt_again(study, game, study.trunk, eyes, Random(10))
    other = with_branches(msgspec.structs.replace(study, trunk=world.line), game, eyes, Random(1))
    assert told(other, str(eyes)) == told(mine, str(eyes))


@pytest.mark.parametrize(("name", "seats", "most"), CASES)
def test_a_world_is_not_told_apart_by_who_looks(name: str, seats: int, most: int) -> None:
    """The comparison sees secrets: with open cards worlds differ."""
    game, rng = GAMES[name], Random(4)
    study = played(game, seats, rng, most)
    world = retelling.dealt_again(study, game, study.trunk, 0, Random(1))
    other = msgspec.structs.replace(study, trunk=world.line)
    assert told(other, "0") == told(study, "0")
    assert told(other, "open") != told(study, "open")


@pytest.mark.parametrize(("name", "seats", "most"), CASES)
def test_a_refusal_tells_nothing(name: str, seats: int, most: int) -> None:
    """Whatever move of another seat is tried through these eyes: the answer does not depend on its cards."""
    game, rng = GAMES[name], Random(4)
    study = played(game, seats, rng, most)
    states = tree.fold(study, game, study.trunk).states
    closed = [at for at, state in enumerate(states) if (state.actor or 0) > 0]
    at = max(at for at in closed if not public_moves(game, states[at], 0))
    actor = states[at].actor
    moves = [*states[at].moves()[:5], *game.universe(seats, game.options()).decisions[:40]]
    for move in moves:
        wish = StudyEdit(revision=0, kind="move", at=at, eyes="0", seat=actor, move=msgspec.to_builtins(move))
        with pytest.raises(Exception, match="not_these_eyes"):
            edits.edit(msgspec.json.encode(study), wish, 1)
