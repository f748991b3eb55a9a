"""Write the values printed on the pieces of a game as TypeScript constants, for its table in the browser."""

from tools.build.wire_types import constant
from tools.games import of_games

PRINTED = of_games("printed")


def printed(game: str) -> list[str]:
    return [line for name, value in PRINTED[game].printed().items() for line in constant(name, value)]
