"""People's names: what everybody sees, and nothing that does something else."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamachi.core import record
from hanamachi.core.user_text import all_said, distinct_names, name, one_line, said, visible
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.tables.model import SeatHolder, Setup, Waiting, record_of
from hanamachi.server.tables.players import names_in
from hanamachi.server.tables.start import started
from tests.kept import packed

KEPT = packed.KEPT / "records" / "garden.json.gz"
UNSEEN = [
    *("\0", "\x1b[2J", "\x07", "\x7f", "\x9b31m"),  # they command a terminal
    *("\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"),  # they turn what follows
    *("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u3164", "\u2800"),  # they make names look the same
    *("\ud800", "\udfff"),
]


@pytest.mark.parametrize(
    "good", ["Mika", "Łucja Żak", "Zoë d'Arc", "花子", "Mika 2", "😀", "O", "x" * 40, "ابن سينا"]
)
def test_a_name_is_taken_as_it_is(good: str) -> None:
    assert name(good, 40) == good


def test_spaces_are_collapsed() -> None:
    assert name("  Mika \t\n Ito\u3000", 40) == "Mika Ito"


@pytest.mark.parametrize("bad", UNSEEN)
def test_a_name_with_signs_that_nobody_sees_is_refused(bad: str) -> None:
    """Low: names kept control signs, ESC, U+202E and zero width."""
    for text in (bad, f"Mi{bad}ka", f"Mika{bad}"):
        with pytest.raises(Refusal) as refused:
            name(text, 40)
        assert refused.value.reason == "bad_signs"
        with pytest.raises(Refusal):
            said(text, 200)


@pytest.mark.parametrize("bad", ["", "   ", "x" * 41, "\n"])
def test_a_name_has_one_to_forty_signs(bad: str) -> None:
    with pytest.raises(Refusal) as refused:
        name(bad, 40)
    assert (refused.value.reason, refused.value.facts) == ("bad_name", {"most": 40})


def test_words_are_kept_as_they_are_within_their_limit() -> None:
    assert said("  plum  blossom ", 200) == "  plum  blossom "
    assert said("", 200) == ""
    with pytest.raises(Refusal) as refused:
        said("x" * 201, 200)
    assert refused.value.facts == {"most": 200}


def test_every_text_in_a_value_is_looked_at() -> None:
    all_said({"a": ["b", 5, None, {"c": True}]}, 1)
    for long in ("xx", {"xx": 1}, {"a": "xx"}, ["a", "xx"], [{"a": ["xx"]}]):
        with pytest.raises(Refusal, match="too_many_signs"):
            all_said(long, 1)


@given(st.text())
def test_a_terminal_is_never_commanded(text: str) -> None:
    shown = visible(text)
    assert all(sign in "\n\t" or name(sign, 1) for sign in shown if not sign.isspace())
    assert "\n" not in one_line(text)
    assert len(shown) == len(text)


def test_plain_text_is_shown_as_it_is() -> None:
    text = "Mika: ♜ żółw\n\t« mot » \u00a0–"
    assert visible(text) == text
    assert visible("a\x1b[2J\x7fb") == "a␛[2J\ufffdb"
    assert one_line("a\nb\tc") == "a␊b␉c"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_record_cannot_command_the_terminal(command: str, tmp_path: Path) -> None:
    """Low: `hanamachi replay` printed a record's ESC[2J and ESC]0; raw."""
    path = tmp_path / "record.json"
    kept = record.read(packed.read(KEPT), GAMES)
    evil = "\x1b[2J\x1b]0;mine\x07", "Rin\nMika wins"
    path.write_bytes(record.write(msgspec.structs.replace(kept, seats=evil)))
    run = hanamachi(command, str(path))
    assert run.returncode == 0, run.stderr
    assert b"\x1b" not in run.stdout + run.stderr
    assert b"\nMika wins" not in run.stdout
    assert command == "verify" or "␛[2J".encode() in run.stdout


def test_nor_can_one_that_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    kept = record.read(packed.read(KEPT), GAMES)
    path.write_bytes(record.write(msgspec.structs.replace(kept, game="\x1b[2J")))
    run = hanamachi("replay", str(path))
    assert run.returncode == 2
    assert b"\x1b" not in run.stdout + run.stderr


def hanamachi(*command: str) -> "subprocess.CompletedProcess[bytes]":
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    return subprocess.run([sys.executable, "-m", "hanamachi", *command], capture_output=True, env=environment)


@pytest.mark.parametrize(
    ("called", "shown"),
    [
        (["Hina", "Rin"], ["Hina", "Rin"]),
        (["Hina", "Hina", "Hina"], ["Hina", "Hina 2", "Hina 3"]),
        (["Hina", "hina"], ["Hina", "hina 2"]),
        (["Hina", "Hina", "Hina 2"], ["Hina", "Hina 3", "Hina 2"]),
        (["\uff28ina", "Hina"], ["\uff28ina", "Hina 2"]),
        (["", "", "Rin"], ["", "", "Rin"]),
    ],
)
def test_two_of_one_name_are_told_apart(called: list[str], shown: list[str]) -> None:
    assert distinct_names(called) == shown


def test_bots_of_one_level_are_counted_from_one() -> None:
    person = SeatHolder("guest", "Hina", "a", words="w")
    novice, student = (SeatHolder("bot", level=level, words="") for level in ("novice", "student"))
    assert names_in((person, novice, student, novice), "en") == ["Hina", "Novice 1", "Student", "Novice 2"]


def test_names_at_a_table_are_told_apart_in_every_language_and_in_its_record() -> None:
    seats = (
        SeatHolder("guest", "Hina", "a", words="w"),
        SeatHolder("guest", "Hina", "b", words="w"),
        SeatHolder("bot", "Novice", level="novice", words=""),
    )
    assert names_in(seats, "en") == ["Hina", "Hina 2", "Novice"]
    assert names_in(seats[:2], "pl") == ["Hina", "Hina 2"]
    setup = Setup(game="mai_star", version=GAMES["mai_star"].version, options={}, host="a", seed="00" * 32)
    table = started(Waiting(setup, seats)).table
    assert table.names == ("Hina", "Hina 2", "Novice")
    assert record_of(setup, seats, table.rows).seats == table.names
