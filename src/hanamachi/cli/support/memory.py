"""Keep the memory of a process that serves for months steady, and its search for garbage cheap."""

import ctypes
import gc
import platform

M_ARENA_MAX = -8  # as in glibc's malloc.h
YOUNG, MIDDLE, OLD = 10_000, 2, 2  # thresholds of Python's three generations


def settle_memory() -> None:
    """Call this once everything is loaded that stays to the end, and before threads are started."""
    share_one_arena()
    collect_seldom()


def collect_seldom() -> None:
    """Set aside what is there now, and look for cycles less often than Python does by itself, which takes a
    sixth of a busy server's time.

    Not too seldom: SQL expressions and closed sockets are cycles, and memory grows to hold all that wait.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # or Python would look at the old only when they are a quarter more than all of this
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def share_one_arena() -> None:
    """Let all threads allocate from the same memory. By default glibc gives each an arena of its own, which
    grows to its own peak and stays there. Python's lock lets one thread at a time allocate anyway."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
