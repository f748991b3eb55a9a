"""Write every game to disk as soon as it is over: a line for the contest, then one line per game.

An interrupted contest resumes from its journal. An incomplete last line is dropped.
"""

import os
from pathlib import Path
from typing import BinaryIO

import msgspec

from hanamachi.arena.contest import BadContest, Contest, Fixture, Score


class Journal:
    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        kept = read_lines(path)
        self.scores = recalled(path, kept, contest)
        whole = sum(len(line) + 1 for line in kept)
        self.file: BinaryIO = open_at(path, whole)
        if not kept:
            self._write(contest)

    def add(self, score: Score) -> None:
        self.scores[score.fixture] = score
        self._write(score)

    def _write(self, what: Contest | Score) -> None:
        self.file.write(msgspec.json.encode(what) + b"\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def recall(path: Path, contest: Contest) -> dict[Fixture, Score]:
    """Return a contest's scores in its journal, also while another process writes it."""
    return recalled(path, read_lines(path), contest)


def recalled(path: Path, lines: list[bytes], contest: Contest) -> dict[Fixture, Score]:
    if not lines:
        return {}
    try:
        theirs = msgspec.json.decode(lines[0], type=Contest)
        scores = [msgspec.json.decode(line, type=Score) for line in lines[1:]]
    except msgspec.DecodeError as error:
        raise BadContest("bad_journal", path=str(path), problem=str(error)) from error
    if theirs != contest:
        raise BadContest("other_contest", path=str(path))
    return {score.fixture: score for score in scores}


def read_lines(path: Path) -> list[bytes]:
    """Return the complete lines of a file. A missing file has none."""
    try:
        return path.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BadContest("no_file", path=str(path), problem=error.strerror or str(error)) from error


def open_at(path: Path, end: int) -> BinaryIO:
    """Open a file for writing from `end` on, and cut off what follows."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        os.ftruncate(handle, end)
        file = os.fdopen(handle, "r+b")
    except OSError as error:
        raise BadContest("no_file", path=str(path), problem=error.strerror or str(error)) from error
    file.seek(end)
    return file
