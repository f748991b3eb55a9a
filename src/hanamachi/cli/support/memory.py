"""Keep a long-running process's memory steady and its garbage collection cheap."""

import ctypes
import gc
import platform

M_ARENA_MAX = -8  # as in glibc's malloc.h
YOUNG, MIDDLE, OLD = 10_000, 2, 2  # thresholds of Python's three generations


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


def share_one_arena() -> None:
    """Let all threads allocate from one malloc arena. By default glibc gives each thread an arena that grows
    to its own peak and stays there. Python's lock lets one thread at a time allocate anyway."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
