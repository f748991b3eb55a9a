"""The four games for OpenSpiel (extra `openspiel`), registered from outside its tree when this is imported.

    import pyspiel, hanamachi.adapters.openspiel
    game = pyspiel.load_game("hanamikoji(box=small,starter=first)")

Parameters are the game's options; a choice that is a number is spelled out (`rounds=three`), because
OpenSpiel takes numbers for numbers. `players` is the number of seats. `max_plies` ends a game, nobody wins,
after so many moves, nature's too: 0 is no end where the game has a bound, and 2000 moves where it has none.
"""

from hanamachi.adapters.openspiel.game import HouseGame, HouseState, register_all

register_all()

__all__ = ["HouseGame", "HouseState", "register_all"]
