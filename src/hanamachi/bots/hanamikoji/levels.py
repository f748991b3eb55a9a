"""The student that can be chosen: it misses no sure thing. As a yardstick it stays what it was, in its own
file."""

from hanamachi.bots.certain import Careful
from hanamachi.bots.hanamikoji import student as plain
from hanamachi.bots.hanamikoji.lookout import HanamikojiLookout
from hanamachi.games.hanamikoji.view import HanamikojiView


def student(seed: int) -> Careful[HanamikojiView]:
    return Careful(plain.student(seed), HanamikojiLookout())
