"""What a test sends a worker to do: found by its name in a process that has imported no test."""

import os
import signal
import time

from hanamachi.core.table import Refused
from hanamachi.games.kernels.compile_time import HERE


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    raise Refused("no_table")


def compile_for(seconds: float) -> str:
    """Take time as a compiler does."""
    with HERE.spent():
        time.sleep(seconds)
    return "compiled"


def wait(seconds: float) -> None:
    time.sleep(seconds)


def fail() -> float:
    return 1 / 0


def name_of_process() -> int:
    return os.getpid()
