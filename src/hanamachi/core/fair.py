"""Commit to randomness beforehand, so that not even the server can stack the cards, and prove it afterwards.

The scheme, for a verifier in any language (all integers big-endian):
1. The server draws a 32-byte seed and shows `commitment = hex(SHA-256(seed))`.
2. Each seat gives its words. `key = HMAC-SHA256(seed, M)`, where M is, seat by seat, the length of the
   words in UTF-8 bytes (4 bytes) followed by those bytes.
3. Chance number k (from 0) of round r (from 1) with total weight T > 1, try t (from 0):
   `x = HMAC-SHA256(key, r (4 bytes) | k (4 bytes) | t (4 bytes))` as a 256-bit number. If
   x >= 2^256 - (2^256 mod T) take the next t, else `pick = x mod T`.
   A move of nature with a single outcome (T = 1) is no chance: its pick is 0 and it is not counted.
4. `pick` walks nature's odds in their order: the move is the first whose running weight exceeds it.
5. At the end the server shows the seed.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence

from msgspec import Struct

from hanamachi.core.words import Refusal

MOST = 2**64  # no game has a throw of a larger total


class Chance(Struct, frozen=True, array_like=True):
    """One throw of nature: the round it fell in, the total weight, and what was picked below it."""

    round: int
    total: int
    pick: int


class Unfair(Refusal):
    """The proof does not hold."""


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def key(seed: bytes, words: Iterable[str]) -> bytes:
    said = [word.encode() for word in words]
    return _hmac(seed, b"".join(_four(len(word)) + word for word in said))


def pick(key: bytes, round: int, k: int, total: int) -> int:  # noqa: A002 the rulebook's word
    """Return an unbiased number below `total`."""
    fair = 2**256 - 2**256 % total
    t = 0
    while (x := int.from_bytes(_hmac(key, _four(round) + _four(k) + _four(t)))) >= fair:
        t += 1
    return x % total


def throw(key: bytes, round: int, k: int, total: int) -> Chance:  # noqa: A002 the rulebook's word
    """Return nature's throw after `k` chances of this round. A move with one outcome is no chance."""
    return Chance(round, total, pick(key, round, k, total) if total > 1 else 0)


class Dice(Struct):
    """Nature's hand: throws in order, counting chances anew in each round."""

    key: bytes
    counts: dict[int, int] = {}

    def throw(self, round: int, total: int) -> Chance:  # noqa: A002 the rulebook's word
        k = self.counts.get(round, 0)
        if total > 1:
            self.counts[round] = k + 1
        return throw(self.key, round, k, total)


def bot_seed(seed: bytes, seat: int, seq: int) -> int:
    """Return a number for a bot's own dice that reveals nothing of the deal."""
    return int.from_bytes(_hmac(seed, b"bot" + _four(seat) + _four(seq))[:6])


def check(seed: bytes, shown: str, words: Sequence[str], chances: Iterable[Chance]) -> int:
    """Return how many throws were proven. Raise `Unfair` if the commitment or a throw does not follow from
    the seed."""
    if not hmac.compare_digest(commitment(seed), shown):
        raise Unfair("commitment_broken")
    dice = Dice(key(seed, words))
    proven = 0
    for number, chance in enumerate(chances, 1):
        if not (1 <= chance.total <= MOST and 0 <= chance.round < 2**32):
            raise Unfair("throw_broken", number=number)
        if dice.throw(chance.round, chance.total) != chance:
            raise Unfair("throw_broken", number=number)
        proven += chance.total > 1
    return proven


def _hmac(secret: bytes, message: bytes) -> bytes:
    return hmac.digest(secret, message, "sha256")


def _four(n: int) -> bytes:
    return n.to_bytes(4)
