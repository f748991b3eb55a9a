"""Train bots by self-play. Nothing here is imported when people play."""

from importlib import import_module
from typing import NamedTuple

from hanamachi.games import modules


class Course(NamedTuple):
    """The import paths of a game's training function and recipe. Networks need PyTorch (the extra
    `train`)."""

    train: str
    recipe: str
    torch: bool


TAUGHT = modules("hanamachi.train.courses.{}")  # the games that learn something


def course_of(game: str) -> Course:
    found: Course = import_module(TAUGHT[game]).COURSE
    return found
