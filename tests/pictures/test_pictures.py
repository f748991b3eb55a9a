"""Pictures of games: what they are made of, that they hold no more than a view, that names do no harm."""

from hashlib import sha256
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

from fifth_game import GAME as FIFTH
from hanamachi.core.game import NATURE, Game, State
from hanamachi.core.words import LANGUAGES
from hanamachi.games import GAMES
from hanamachi.pictures import picture as drawing
from hanamachi.pictures.picture import Picture, TooLarge, outline, png, svg_of
from tests.goldens import check_golden

NAMES = ("Rin", "Mika", "Zofia Wiśniewska", "Hélène", "Kenji", "Aoi")
TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("okiya", 2, {}),
    ("hanamikoji", 2, {}),
    ("hanamikoji", 2, {"box": "small"}),
    ("geishas_road", 2, {"mode": "advanced"}),
    ("geishas_road", 2, {"mode": "harder", "destiny": True}),
    ("mai_star", 3, {}),
    ("mai_star", 6, {}),
]
IDS = [f"{name}-{seats}-{'-'.join(map(str, options.values()))}" for name, seats, options in TABLES]
SIZE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")


def played(game: Game, seats: int, options: dict[str, object], rng: Random, most: int) -> State:
    """A state after so many decisions, or the end."""
    state, left = game.start(seats, game.options(**options)), most
    while state.actor is not None and (left or state.actor == NATURE):
        if state.actor == NATURE:
            state = state.answer(state.draw(rng))
        else:
            state, left = state.answer(rng.choice(state.moves())), left - 1
    return state


def of(state: State, game: str, seat: int | None, lang: str = "en", **more: object) -> Picture:
    view = state.view(seat)
    told = {"lines": ("Rin – Mika", "Round 1"), "names": NAMES, "lang": lang} | more
    return Picture(game=game, view=msgspec.Raw(msgspec.json.encode(view)), **told)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=IDS)
def test_every_moment_can_be_drawn(name: str, seats: int, options: dict[str, object]) -> None:
    game, rng = GAMES[name], Random(7)
    for most in (0, 1, 5, 12, 30, 75, 400):
        state = played(game, seats, options, rng, most)
        for seat in (None, rng.randrange(seats)):
            lang, night = rng.choice(LANGUAGES), rng.random() < 0.5
            svg = svg_of(of(state, name, seat, lang, night=night))
            ElementTree.fromstring(svg)
            assert not any(left in svg for left in ("{{", "var(", "light-dark", "nan", "<use"))
            assert len(svg) < drawing.MOST_SIGNS / 2


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=IDS)
def test_worlds_that_look_alike_make_the_same_picture(
    name: str, seats: int, options: dict[str, object]
) -> None:
    """To the byte, whoever looks; and the worlds are other ones."""
    game, rng, others = GAMES[name], Random(name), 0
    for _ in range(12):
        state = played(game, seats, options, rng, rng.choice((0, 2, 5, 11, 30)))
        for seat in (None, *range(seats)):
            world = game.imagine(state.view(seat), rng)
            others += world != state
            assert svg_of(of(world, name, seat)) == svg_of(of(state, name, seat))
    assert others or not game.secrets
    assert png(of(world, name, seat)) == png(of(state, name, seat))


def test_pictures_differ_where_views_do() -> None:
    """Else the tests above would hold of an empty picture."""
    for name, seats, options in TABLES:
        states = [played(GAMES[name], seats, options, Random(3), most) for most in (0, 2, 4, 9)]
        public = [svg_of(of(state, name, None)) for state in states]
        assert len(set(public)) == len(states)
        own = [svg_of(of(state, name, 0)) for state in states]
        assert (own != public) == GAMES[name].secrets


def test_outlines_are_as_they_were_seen() -> None:
    """Look at the pictures before their hashes are written anew."""
    lines = []
    for (name, seats, options), label in zip(TABLES, IDS, strict=True):
        state = played(GAMES[name], seats, options, Random(5), 11)
        for lang in LANGUAGES:
            picture = of(state, name, None if lang == "en" else 1, lang, night=lang == "fr")
            lines.append(f"{label} {lang} {sha256(outline(picture).encode()).hexdigest()[:16]}\n")
    check_golden(Path(__file__).parent / "outlines.txt", "".join(lines))


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("name", [*GAMES])
def test_a_house_is_drawn_where_there_is_no_board(name: str, night: bool) -> None:
    made = png(Picture(game=name, lines=("Rin’s table",), night=night))
    assert made.startswith(SIZE)
    assert 20_000 < len(made) < 250_000


def test_a_game_without_a_board_gets_a_card_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, FIFTH.name, FIFTH)
    state = played(FIFTH, 3, {}, Random(1), 3)
    svg = svg_of(of(state, FIFTH.name, None))
    assert FIFTH.text.words("en")("name") in svg
    assert svg == svg_of(of(state, FIFTH.name, 0))  # nothing of a view is in it


@pytest.mark.parametrize(
    "name",
    [
        '<script>alert("a")</script>',
        "{{geisha-yoko 0 0 900 ink=#000000}}",
        "&lt; ]]> <!--",
        "漢字かな",
        "🌸",
        "مرحبا",
        "W" * 40,
        "",
        "\u202e\u0301",
    ],
)
def test_a_name_is_only_a_name(name: str) -> None:
    state = played(GAMES["mai_star"], 3, {}, Random(2), 9)
    plain, odd = (
        svg_of(of(state, "mai_star", 0, names=(each, "Mika", "Aoi"), lines=(each, each)))
        for each in ("Rin", name)
    )
    tags = [[element.tag for element in ElementTree.fromstring(svg).iter()] for svg in (plain, odd)]
    assert set(tags[0]) == set(tags[1])
    kinds = [sum(not tag.endswith("text") for tag in each) for each in tags]
    assert kinds[0] == kinds[1]


def test_what_is_no_picture_of_ours_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_SIGNS", 100)
    with pytest.raises(TooLarge):
        png(Picture(game="okiya", lines=()))
    monkeypatch.undo()
    monkeypatch.setattr(drawing, "MOST_BYTES", 100)
    with pytest.raises(TooLarge):
        png(Picture(game="okiya", lines=()))
