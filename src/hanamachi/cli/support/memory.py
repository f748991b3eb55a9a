"""Keep a long-running process's memory steady and its garbage collection cheap."""

import ctypes
import gc
import platform

M_ARENA_MAX = -8  # as in glibc's malloc.h
YOUNG, MIDDLE, OLD = 10_000, 2, 2  # thresholds of Python's three generations
OLDEST = 2  # the generation whose collection is a full one
SLACK = 50_000  # objects that may always be added before everything is looked at again


def settle_memory() -> None:
    """Call this once all long-lived modules are loaded, and before threads are started."""
    share_one_arena()
    collect_seldom()


def collect_seldom() -> None:
    """Freeze all present objects, and collect cycles less often than Python's default, which takes a sixth of
    a busy server's time.

    The thresholds must not be much higher: SQL expressions and closed sockets are cycles, and memory grows to
    hold those that wait.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # or the oldest generation would be collected only after it grew by a quarter of all this
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.callbacks.append(Freezer().collected)


class Freezer:
    """Freezes what survives a full collection, so that the next one looks only at what is newer: with a
    thousand open tables a look at everything stops all of them for a quarter of a second. Everything is
    looked at again once it has grown by a quarter."""

    def __init__(self) -> None:
        self.most = self.limit()
        self.thawed = False

    def limit(self) -> int:
        return gc.get_freeze_count() * 5 // 4 + SLACK

    def collected(self, phase: str, info: dict[str, int]) -> None:
        """Freeze or thaw after a full collection. Python calls this before and after each collection."""
        if phase == "start" or info["generation"] < OLDEST:
            return
        if not self.thawed and gc.get_freeze_count() > self.most:
            gc.unfreeze()
            self.thawed = True
            return
        gc.freeze()
        if self.thawed:
            self.most, self.thawed = self.limit(), False


def share_one_arena() -> None:
    """Let all threads allocate from one malloc arena. By default glibc gives each thread an arena that grows
    to its own peak and stays there. Python's lock lets one thread at a time allocate anyway."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
