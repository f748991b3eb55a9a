"""Solves every puzzle that ships again: `python -m tests.puzzles.fuzz_puzzles`. Some minutes."""

import msgspec

from hanamachi.games import GAMES
from hanamachi.puzzles.puzzle import shipped
from hanamachi.puzzles.subject import subjects
from tests.puzzles.solving import solve_again


def main() -> None:
    for name, subject in subjects().items():
        puzzles = shipped(GAMES[name])
        for puzzle in puzzles:
            solve_again(puzzle)
        known = {msgspec.json.encode(subject.same(puzzle.position(GAMES[name]))) for puzzle in puzzles}
        assert len(known) == len(puzzles), f"two puzzles of {name} are the same"
        print(f"{name}: {len(puzzles)} puzzles solved again")


if __name__ == "__main__":
    main()
