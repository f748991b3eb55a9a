"""What a test sends a worker to do: found by its name in a process that has imported no test."""

import os
import signal

from hanamachi.core.table import Refused


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    raise Refused("no_table")
