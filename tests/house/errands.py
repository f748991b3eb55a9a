"""What a worker of the tests is sent to do; it finds this by name."""

import os
import signal

from hanamachi.core.table import Refused


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    raise Refused("no_table")
