"""The value of a study: a tree over a game, its limits, its files, and older rules."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Game, IllegalMove
from hanamachi.core.log import RecordError
from hanamachi.core.table import Refused
from hanamachi.core.user_text import BadText
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.analysis.study_tree import file, text, tree
from hanamachi.server.analysis.study_tree.tree import Node, Ply, Study, World
from tests.kept import packed
from tests.kept.houses import HERE

TABLES = [("okiya", 2), ("hanamikoji", 2), ("geishas_road", 2), ("mai_star", 4)]


def played(game: Game, seats: int, rng: Random, most: int) -> Study:
    """A study of some random moves."""
    state, line = game.start(seats, game.options()), list[Ply]()
    while state.actor is not None and len(line) < most:
        move = state.draw(rng) if state.actor == NATURE else rng.choice(state.moves())
        line.append(Ply(state.actor, move))
        state = state.play(move)
    return tree.begun(game, ["Mika", "Rin", "Aki", "Ume", "Kiku", "Sora"][:seats], {}, line)


def grown(study: Study, game: Game, rng: Random, many: int) -> Study:
    """The study with random moves, names and notes at random moments."""
    for _ in range(many):
        at = rng.choice([*range(len(study.trunk) + 1), *(node.id for node in study.nodes)])
        state = tree.fold(study, game, tree.line_to(study, at)).state
        if state.actor is not None:
            study, at = tree.added(study, game, at, state.actor, rng.choice(state.moves()))
        if rng.random() < 0.3:
            study = tree.remarked(study, at, name=f"line {at}", note="what, if not: this?")
    return study


def lines(study: Study) -> set[tuple[Ply, ...]]:
    moments = [*range(len(study.trunk) + 1), *(node.id for node in study.nodes)]
    return {tree.line_to(study, at) for at in moments}


def refusal(deed: Any, *given: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as found:
        deed(*given, **named)
    return found.value.reason


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_every_branch_can_be_played_and_survives_both_files(name: str, seats: int, seed: int) -> None:
    game, rng = GAMES[name], Random(seed)
    study = grown(played(game, seats, rng, 40), game, rng, 40)
    for line in lines(study):
        assert tree.fold(study, game, line).seq == len(line)
    again = file.read(file.write(study), GAMES)
    assert (again.trunk, again.nodes, again.remarks) == (study.trunk, study.nodes, study.remarks)
    from_text = text.read(text.write(study, game), GAMES)
    assert lines(from_text) == lines(study)
    assert text.write(from_text, game) == text.write(study, game)
    stored = file.opened(msgspec.json.encode(study), GAMES)
    assert stored == study


def test_a_move_that_is_there_is_not_added_again() -> None:
    game = GAMES["okiya"]
    study = played(game, 2, Random(1), 20)
    ply = study.trunk[5]
    assert tree.added(study, game, 5, ply.seat, ply.move) == (study, 6)
    state = tree.fold(study, game, study.trunk[:18]).state
    other = next(move for move in state.moves() if move != study.trunk[18].move)
    once, at = tree.added(study, game, 18, study.trunk[18].seat, other)
    assert tree.added(once, game, 18, study.trunk[18].seat, other) == (once, at)


def test_only_who_is_asked_moves_and_only_by_the_rules() -> None:
    game = GAMES["hanamikoji"]
    study = played(game, 2, Random(1), 20)
    at = len(study.trunk)
    state = tree.fold(study, game, study.trunk).state
    assert state.actor is not None
    move = state.moves()[0]
    assert refusal(tree.added, study, game, at, 5, move) == "wrong_seat"
    with pytest.raises(IllegalMove):
        tree.added(study, game, at, state.actor, study.trunk[0].move)
    for nowhere in (-1, at + 1, 10_000):
        assert refusal(tree.added, study, game, nowhere, state.actor, move) == "no_such_moment"
        assert refusal(tree.node_of, study, nowhere) == "no_such_moment"
    whole = played(game, 2, Random(1), 1_000)
    assert refusal(tree.added, whole, game, len(whole.trunk), 0, move) == "game_over"


def test_chance_is_a_move_like_any_other() -> None:
    game = GAMES["hanamikoji"]
    empty = tree.begun(game, ["Mika", "Rin"], {}, ())
    start = game.start(2, game.options())
    for move in start.moves():
        study, at = tree.added(empty, game, 0, NATURE, move)
        assert tree.line_to(study, at) == (Ply(NATURE, move),)


def test_a_branch_goes_with_all_that_follows_and_its_number_is_not_given_again() -> None:
    game, rng = GAMES["okiya"], Random(2)
    study = grown(played(game, 2, rng, 20), game, rng, 30)
    node = study.nodes[0]
    after = tree.without(study, node.id)
    assert node.id not in {each.id for each in after.nodes}
    for each in after.nodes:
        tree.line_to(after, each.id)
    assert after.next == study.next
    assert refusal(tree.without, study, 3) == "trunk_stays"
    assert refusal(tree.without, after, node.id) == "no_such_moment"


def test_names_and_notes_have_their_limits() -> None:
    study = played(GAMES["okiya"], 2, Random(1), 20)
    named = tree.remarked(study, 3, name="The corner", note="n" * tree.NOTE)
    assert named.remarks[0].name == "The corner"
    assert tree.remarked(named, 3, name="", note="").remarks == ()
    for bad in ({"name": "n" * (tree.NAME + 1)}, {"note": "n" * (tree.NOTE + 1)}, {"note": "a\u202eb"}):
        with pytest.raises(BadText):
            tree.remarked(study, 3, **bad)


def test_a_study_grows_up_to_its_limits() -> None:
    game = GAMES["okiya"]
    study = played(game, 2, Random(1), 20)
    at = len(study.trunk)
    many = tuple(Node(id=at + n, parent=0, ply=study.trunk[0]) for n in range(1, tree.MOST_NODES + 1))
    full = replace(study, nodes=many, last=at + len(many))
    assert refusal(tree.grown, full, Node(id=full.next, parent=0, ply=study.trunk[0])) == "too_many_branches"
    world = World(0, study.trunk)
    for _ in range(tree.MOST_WORLDS):
        study, _ = tree.with_world(study, at, world)
    assert refusal(tree.with_world, study, at, world) == "too_many_worlds"
    assert refusal(tree.begun, game, ["A", "B"], {}, study.trunk[:1] * 5_000) == "study_too_long"


def test_the_line_through_a_moment_goes_on_to_the_end_of_its_branch() -> None:
    game = GAMES["okiya"]
    study = played(game, 2, Random(1), 20)
    assert tree.line_through(study, 4) == tuple(range(len(study.trunk) + 1))
    state = tree.fold(study, game, study.trunk[:18]).state
    other = next(move for move in state.moves() if move != study.trunk[18].move)
    study, new = tree.added(study, game, 18, study.trunk[18].seat, other)
    assert tree.line_through(study, new) == (*range(19), new)
    changed, world = tree.with_world(study, 18, World(0, study.trunk[:18]))
    assert tree.line_through(changed, world) == (*range(18), world)


def test_a_damaged_file_is_refused() -> None:
    game, rng = GAMES["hanamikoji"], Random(3)
    study = grown(played(game, 2, rng, 30), game, rng, 10)
    whole = file.write(study)
    assert refusal(file.read, whole.replace(b"Mika", b"Rika"), GAMES) == "broken_study_seal"
    assert refusal(file.read, whole[:-40], GAMES) == "not_json"
    assert refusal(file.read, b"[]", GAMES) == "not_a_study"
    last = study.nodes[-1]
    assert last.ply is not None
    damaged = {
        "not_a_study": [
            replace(study, nodes=(*study.nodes, replace(last, id=last.id))),
            replace(study, nodes=(*study.nodes, replace(last, id=last.id + 1, parent=999))),
            replace(study, nodes=(replace(last, ply=None),)),
            replace(study, nodes=(Node(id=90, parent=30, ply=Ply(0, study.trunk[0].move)),)),
            replace(study, nodes=(Node(id=90, parent=30, world=World(5, study.trunk)),)),
            replace(study, nodes=(Node(id=90, parent=3, world=World(0, study.trunk)),)),
            replace(study, remarks=(Node(id=99, parent=98, name="nowhere"),)),
        ],
        "unknown_game": [replace(study, game="chess")],
        "newer_version": [replace(study, version=99)],
        "newer_format": [replace(study, format=99)],
        "bad_record_seats": [replace(study, seats=("Mika",))],
        "bad_options": [replace(study, options={"x": 1})],
        "illegal_move": [replace(study, trunk=(study.trunk[1],), nodes=(), remarks=())],
        "too_many_signs": [replace(study, seats=("n" * 99, "Rin"))],
    }
    for reason, studies in damaged.items():
        for each in studies:
            found = refusal(file.read, file.write(each), GAMES)
            assert found == reason


def test_text_that_is_no_study_is_refused_with_its_line() -> None:
    game = GAMES["okiya"]
    study = played(game, 2, Random(1), 20)
    good = text.write(study, game)
    for line in ("99. 1: a1", "1. 1: nothing", "hello", "2. chance: a1 # x"):
        with pytest.raises((RecordError, Refused)) as found:
            text.read(f"{good}\n{line}\n", GAMES)
        assert found.value.reason in ("bad_study_line", "not_a_study")


# Older rules.


def old_record(name: str) -> Any:
    """A record in version 1 of its game, as it lies in its file."""
    return msgspec.json.decode(packed.read(HERE / "version_1" / f"{name}.json.gz"))


OLD = ["road_basic", "road_advanced", "mai_star_3", "mai_star_6", "mai_star_management", "mai_star_limited"]


def old_study(name: str) -> Study:
    """A study of version 1, with a branch at each tenth move: the moves that follow there once more."""
    kept = old_record(name)
    trunk, stands = list[Ply](), list[int]()
    for seq, row in enumerate(kept["log"]):
        if row["type"] == "takeback":
            while stands and stands[-1] >= row["to"]:
                stands.pop()
                trunk.pop()
        elif row["type"] in ("played", "placed"):
            stands.append(seq)
            trunk.append(Ply(row["seat"], row["move"]))
    return Study(
        game=kept["game"],
        version=kept["version"],
        seats=tuple(kept["seats"]),
        options=kept["options"],
        trunk=tuple(trunk),
        remarks=(Node(id=len(trunk), parent=len(trunk) - 1, name="the end"),),
    )


@pytest.mark.parametrize("name", OLD)
def test_a_study_of_older_rules_is_upgraded_when_it_is_opened(name: str) -> None:
    old = old_study(name)
    game = GAMES[old.game]
    assert old.version < game.version
    now = file.opened(msgspec.json.encode(old), GAMES)
    assert now.version == game.version
    log = tree.fold(now, game, now.trunk)
    assert log.seq == len(now.trunk) > 20
    assert [remark.name for remark in now.remarks] == ["the end"]
    assert now.older == ()


@pytest.mark.parametrize("name", OLD)
def test_branches_of_older_rules_are_upgraded_or_set_aside(name: str) -> None:
    old = old_study(name)
    game, size = GAMES[old.game], len(old.trunk)
    nodes = list[Node]()
    for n, at in enumerate(range(size // 2, size - 3, max(1, size // 6))):
        nodes.append(Node(id=size + 1 + 2 * n, parent=at, ply=old.trunk[at], name=f"again {n}"))
        nodes.append(Node(id=size + 2 + 2 * n, parent=size + 1 + 2 * n, ply=old.trunk[at + 1]))
    broken = Node(id=size + 90, parent=size - 1, ply=old.trunk[0], name="not today")
    below = Node(id=size + 91, parent=size + 90, ply=old.trunk[1])
    study = replace(old, nodes=(*nodes, broken, below))
    now = file.opened(msgspec.json.encode(study), GAMES)
    for line in lines(now):
        tree.fold(now, game, line)
    said = {each.name for each in (*now.nodes, *now.remarks)}
    assert {each.name for each in nodes if each.name} <= said
    assert [older.name for older in now.older] == ["not today", ""]
    again = file.read(file.write(now), GAMES)
    assert len(again.older) == len(now.older), "it stays in the file"


def test_a_study_whose_game_cannot_be_followed_says_so() -> None:
    old = old_study("mai_star_3")
    broken = replace(old, trunk=(old.trunk[0], *old.trunk))
    assert refusal(file.opened, msgspec.json.encode(broken), GAMES) == "study_too_old"
