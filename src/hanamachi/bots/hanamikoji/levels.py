"""The student that people can choose: it never misses a proved win. The plain student in its own file stays
unchanged as a yardstick."""

from hanamachi.bots.certain import Careful
from hanamachi.bots.hanamikoji import student as plain
from hanamachi.bots.hanamikoji.lookout import HanamikojiLookout
from hanamachi.games.hanamikoji.view import HanamikojiView


def student(seed: int) -> Careful[HanamikojiView]:
    return Careful(plain.student(seed), HanamikojiLookout())
