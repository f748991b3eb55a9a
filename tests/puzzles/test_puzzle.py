"""The file of puzzles: it comes back, and a damaged one is noticed; grades."""

import lzma

import msgspec
import pytest
from msgspec.structs import replace

from hanamachi.games import GAMES
from hanamachi.puzzles.path import Setting
from hanamachi.puzzles.puzzle import FORMAT, BadFile, Header, Line, Puzzle, read, write

OKIYA = GAMES["okiya"]
HEADER = Header(
    format=FORMAT,
    game="okiya",
    version=OKIYA.version,
    seed="s",
    settings=(Setting(2),),
    levels=("novice", "student", "adept"),
)
LINE = Line(3, 0, "AQ", "win_in", "pattern", [3, -2], "023")


def test_a_file_comes_back() -> None:
    (puzzle,) = read(write(HEADER, [LINE]), OKIYA)
    assert puzzle == Puzzle(HEADER, LINE)
    assert puzzle.id == Puzzle(HEADER, replace(LINE, worths=[-2, 3], found="333", proof=[1])).id
    assert puzzle.id != Puzzle(HEADER, replace(LINE, number=4)).id


DAMAGED = {
    "cut short": write(HEADER, [LINE])[:-9],
    "no archive": b"puzzles",
    "empty": b"",
    "no JSON": lzma.compress(b"puzzles\n"),
    "no line": lzma.compress(msgspec.json.encode(HEADER) + b"\n{}"),
    "other game": write(replace(HEADER, game="nim"), [LINE]),
    "other rules": write(replace(HEADER, version=OKIYA.version + 1), [LINE]),
    "other format": write(replace(HEADER, format=FORMAT + 1), [LINE]),
    "no such setting": write(HEADER, [replace(LINE, setting=1)]),
    "no such level": write(HEADER, [replace(LINE, found="0233")]),
    "no count": write(HEADER, [replace(LINE, found="02x")]),
    "no choice": write(HEADER, [replace(LINE, worths=[3])]),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_noticed(data: bytes) -> None:
    with pytest.raises(BadFile, match="okiya"):
        read(data, OKIYA)


@pytest.mark.parametrize(
    ("found", "grade"), [("333", "novice"), ("033", "student"), ("303", "adept"), ("332", None)]
)
def test_the_grade_is_the_weakest_level_from_which_all_find_it(found: str, grade: str | None) -> None:
    assert Puzzle(HEADER, replace(LINE, found=found)).grade == grade
