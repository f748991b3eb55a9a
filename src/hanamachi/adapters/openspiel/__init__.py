"""The four games for OpenSpiel (extra `openspiel`), registered when this module is imported.

    import pyspiel, hanamachi.adapters.openspiel
    game = pyspiel.load_game("hanamikoji(box=small,starter=first)")

Parameters are the game's options. A choice that is a number is spelled out (`rounds=three`), because
OpenSpiel would read a digit as an integer. `players` is the number of seats. `max_plies` ends a game without
a winner after so many moves, nature's included. 0 means no limit where the game has a bound, and 2000 moves
where it has none.
"""

from hanamachi.adapters.openspiel.game import HouseGame, HouseState, register_all

register_all()

__all__ = ["HouseGame", "HouseState", "register_all"]
