"""Hash and check passwords with argon2id, in threads: two at a time, each with 64 MiB of memory.

A name that nobody has costs as much time as a wrong password.
"""

import asyncio
import lzma
import string
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import TypeVar

import argon2

from hanamachi.core.words import Refusal
from hanamachi.server.storage.reserved_names import look_of

SHORTEST, LONGEST = 10, 200  # characters
AT_A_TIME = 2
MOST_WAITING = 40
Result = TypeVar("Result")


class BadPassword(Refusal):
    """The password is too short, too long, or one of those that are tried first."""


class TooBusy(Refusal):
    """Too many passwords wait to be checked."""

    def __init__(self) -> None:
        super().__init__("too_many_passwords")


@cache
def common() -> frozenset[str]:
    """Return the 10,000 most used passwords."""
    packed = files("hanamachi.server.accounts").joinpath("common_passwords.txt.xz").read_bytes()
    return frozenset(lzma.decompress(packed).decode().split("\n"))


def check(password: str, name: str) -> None:
    """Raise `BadPassword` if this is no good password for a member of this name."""
    if len(password) < SHORTEST:
        raise BadPassword("short_password", least=SHORTEST)
    if len(password) > LONGEST:
        raise BadPassword("long_password", most=LONGEST)
    low = normal(password).casefold()
    bare = low.strip(string.digits + string.punctuation + " ")
    if low in common() or bare in common() or len(set(low)) < 4:
        raise BadPassword("common_password")
    if look_of(password) == look_of(name):
        raise BadPassword("name_as_password")


def normal(password: str) -> str:
    """Return a password as all keyboards write it (NFKC, as RFC 8265 has it)."""
    return unicodedata.normalize("NFKC", password)


def new_hasher() -> argon2.PasswordHasher:
    """Return argon2id with the library's parameters, which are those of RFC 9106 for little memory."""
    return argon2.PasswordHasher()


class Passwords:
    """Hash and check passwords, two at a time."""

    def __init__(self) -> None:
        self.hasher = new_hasher()
        self.threads = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="password")
        self.waiting = 0
        self.nobodys: str | None = None  # the hash with which names are checked that nobody has

    async def hash(self, password: str) -> str:
        """Return the hash of a password, with its salt and parameters."""
        return await self._do(lambda: self.hasher.hash(_bytes(password)))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Return True if this is the password. None: there is none, and that is found out as slowly."""
        return await self._do(lambda: self._verify(stored, password))

    def is_old(self, stored: str) -> bool:
        """Return True if a hash was made with other parameters."""
        return self.hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, stored: str | None, password: str) -> bool:
        if self.nobodys is None:
            self.nobodys = self.hasher.hash("nobody's")
        try:
            self.hasher.verify(stored or self.nobodys, _bytes(password))
        except argon2.exceptions.VerifyMismatchError:
            return False
        return stored is not None

    async def _do(self, work: Callable[[], Result]) -> Result:
        if self.waiting >= MOST_WAITING:
            raise TooBusy
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)
        finally:
            self.waiting -= 1


def _bytes(password: str) -> bytes:
    return normal(password).encode("utf-8", "surrogatepass")
