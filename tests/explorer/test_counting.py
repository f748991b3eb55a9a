"""Counting games of bots: seeded, resumable; the file that comes with the package, and damaged ones."""

import lzma
from pathlib import Path

import pytest

from hanamachi.bots import UnknownLevel, ladder_of
from hanamachi.explorer.file import BadFile, read, shipped, write
from hanamachi.explorer.making import OtherJournal, maker
from hanamachi.explorer.openings import SEPARATOR, openings
from hanamachi.games import GAMES

HOUR = 3600.0
GAME = GAMES["hanamikoji"]


def made(journal: Path, count: int, seed: str = "test", level: str = "novice") -> bytes:
    making = maker("hanamikoji", seed, level, "random", journal)
    making.make(count, HOUR, lambda _count: None)
    return making.file()


def test_it_goes_on_where_it_stopped_and_makes_the_same(tmp_path: Path) -> None:
    at_once = made(tmp_path / "one", 12)
    made(tmp_path / "two", 5)
    journal = tmp_path / "two"
    journal.write_bytes(journal.read_bytes() + b'[0,"secret,secr')  # the machine stopped here
    assert made(journal, 12) == at_once
    found = read(at_once, GAME)
    assert sum(line.games for line in found.lines) == 12
    assert (found.header.opens, found.header.plays_on) == ("novice", "random")
    assert made(tmp_path / "one", 3) == at_once  # enough are there


def test_another_seed_or_level_is_another_journal(tmp_path: Path) -> None:
    first = made(tmp_path / "one", 4)
    for change in ({"seed": "other"}, {"level": "random"}):
        with pytest.raises(OtherJournal):
            made(tmp_path / "one", 4, **change)
    assert made(tmp_path / "two", 4, seed="other") != first
    with pytest.raises(UnknownLevel):
        made(tmp_path / "three", 4, level="nobody")


@pytest.mark.parametrize("game", openings())
def test_the_file_of_the_package_is_sound(game: str) -> None:
    found, subject = shipped(GAMES[game]), openings()[game]
    assert found is not None
    head = found.header
    assert head.settings == subject.settings
    assert {head.opens, head.plays_on} <= set(ladder_of(game).levels)
    assert {line.setting for line in found.lines} == set(range(len(subject.settings)))
    words = GAMES[game].text.words("en")
    for line in found.lines:
        assert all(subject.label(step, words) for step in line.path.split(SEPARATOR))
        assert line.squares >= abs(line.lead) / line.games


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    data = made(tmp_path / "one", 3)
    found = read(data, GAME)
    assert write(found.header, found.lines) == data
    text = lzma.decompress(data)
    for bad in (
        b"",
        data[:-9],
        data[:40] + b"x" + data[41:],
        lzma.compress(text.replace(b'"version":1', b'"version":9')),
        lzma.compress(text + b'\n[9,"secret",1,0,0,1,1]'),
        lzma.compress(text + b'\n[0,"secret",0,0,0,0,0]'),
        lzma.compress(b"\xff\n" + text),
    ):
        with pytest.raises(BadFile):
            read(bad, GAME)
    with pytest.raises(BadFile):
        read(data, GAMES["geishas_road"])
