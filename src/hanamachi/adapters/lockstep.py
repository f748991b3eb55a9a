"""Play a board's game on the rules engine in lockstep: the same actions and the same chance, so the same
game.

It renders the table as text, which a kernel cannot, and tests check boards against it.
"""

from hanamachi.adapters.actions import actions
from hanamachi.adapters.setting import Setting
from hanamachi.core.game import NATURE, Move, State, at

WORD = (1 << 64) - 1
CERTAIN = frozenset({"Score", "Reveal"})  # for these, Okiya's and Hanamikoji's boards draw no number


class Chance:
    """A splitmix64 generator, used as the kernel of each game uses it."""

    def __init__(self, name: str, word: int) -> None:
        self.name, self.word = name, word

    def move(self, state: State) -> Move:
        """Return nature's next move."""
        odds = state.odds()
        if self.name == "mai_star":  # one number among all kinds and those with two copies, in this order
            copies = [move for n in (1, 2) for move, weight in odds if weight >= n]
            return copies[self.below(len(copies)) if len(copies) > 1 else 0]
        total = sum(weight for _, weight in odds)
        if self.name == "geishas_road":
            return at(odds, self.below(total) if total > 1 else 0)
        certain = type(odds[0][0]).__name__ in CERTAIN
        return at(odds, 0 if certain else self.below(total))

    def below(self, n: int) -> int:
        self.word = (self.word + 0x9E3779B97F4A7C15) & WORD
        z = self.word
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        z ^= z >> 31
        return (z >> 33) * n >> 31 if self.name == "geishas_road" else (z >> 32) * n >> 32


class LockstepGame:
    """One game on the rules engine, from the first decision on."""

    def __init__(self, setting: Setting, chance: Chance) -> None:
        self.setting, self.chance = setting, chance
        self.state = self.settled(setting.start())

    def settled(self, state: State) -> State:
        """Play nature's moves up to a decision or the end."""
        while state.actor == NATURE:
            state = state.play(self.chance.move(state))
        return state

    def play(self, action: int) -> None:
        self.state = self.settled(self.state.play(actions(self.setting).decisions[action]))
