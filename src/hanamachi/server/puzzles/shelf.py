"""Keep the puzzles that came with this release: by id, by theme, and which one is the puzzle of a day."""

import logging
from collections.abc import Mapping
from functools import cached_property
from random import Random

from hanamachi.core.game import Game
from hanamachi.puzzles.puzzle import BadFile, Puzzle, shipped
from hanamachi.server.ratings.glicko import NEWCOMER, Rating, Score, rated
from hanamachi.server.ratings.levels import levels_of
from hanamachi.server.ratings.lists import lists_of
from hanamachi.server.tables.errors import NotFound

LOG = logging.getLogger(__name__)


class Shelf:
    """The puzzles of one game."""

    def __init__(self, game: Game, puzzles: list[Puzzle]) -> None:
        self.game, self.puzzles = game, puzzles

    @cached_property
    def by_id(self) -> dict[str, Puzzle]:
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    @cached_property
    def themes(self) -> dict[str, set[str]]:
        """Return the ids of the puzzles of each theme."""
        found: dict[str, set[str]] = {}
        for id_, puzzle in self.by_id.items():
            found.setdefault(puzzle.line.theme, set()).add(id_)
        return dict(sorted(found.items()))

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """Return the rating of each puzzle before anybody has tried it."""
        return {id_: first_rating(self.game, puzzle) for id_, puzzle in self.by_id.items()}

    def of_day(self, day: int) -> str:
        """Return the puzzle of a day, counted from 1970. Each comes once before any comes again."""
        turn, place = divmod(day, len(self.by_id))
        order = sorted(self.by_id)
        Random(f"{self.game.name} {turn}").shuffle(order)
        return order[place]


class Puzzles:
    """The puzzles of all games. A game whose file is damaged has none, and `damaged` names it."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.shelves: dict[str, Shelf] = {}
        self.damaged: list[str] = []
        for name, game in games.items():
            try:
                found = list(shipped(game))
            except (BadFile, OSError) as error:
                LOG.error("%s; the server starts without them", error)
                self.damaged.append(name)
                continue
            if found:
                self.shelves[name] = Shelf(game, found)

    def shelf(self, game: str) -> Shelf:
        if game not in self.shelves:
            raise NotFound("no_puzzles", game=game)
        return self.shelves[game]

    def find(self, id_: str) -> tuple[Shelf, Puzzle]:
        """Return a puzzle with its shelf. NotFound if there is none of this name."""
        for shelf in self.shelves.values():
            if id_ in shelf.by_id:
                return shelf, shelf.by_id[id_]
        raise NotFound("no_puzzle")

    def game_of_day(self, day: int) -> str | None:
        """Return the game whose puzzle is the one of the day: they take turns."""
        names = list(self.shelves)
        return names[day % len(names)] if names else None


def first_rating(game: Game, puzzle: Puzzle) -> Rating:
    """Return a puzzle's rating from its matches with the levels: it wins against those that miss the
    answer."""
    lists = list(lists_of(game))
    value = puzzle.setting.options.get(game.rated_apart or "")
    name = next((each.name for each in lists if each.value == value), lists[0].name)
    levels = levels_of(name)
    scores = [
        Score(levels[level].as_opponent, 1 - share)
        for level, share in puzzle.found.items()
        if level in levels
    ]
    return rated(NEWCOMER, scores)
