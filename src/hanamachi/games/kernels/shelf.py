"""Where compiled code lies: numba's folder, but a file is named by all that its code rests on.

numba itself looks at the time of one file, not at the functions that are called; and it numbers its files, so
that two processes may take the same number. Here a file is the right one or there is none, and whoever writes
one writes the same as anybody else would, in one stroke.
"""

import contextlib
import logging
import os
import pickle
import uuid
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import serialize

from hanamachi.games.kernels.essence import essence

LOG = logging.getLogger(__name__)


class Shelf:
    """What is compiled of one function, a file for each kind of arguments, in the place of numba's index.

    `folder` is written to; without one nothing is kept. `others` are only looked into: a package may come
    with kernels that its user cannot write."""

    dumps: Any = staticmethod(serialize.dumps)  # without types

    def __init__(self, folder: Path | None, function: Any, others: Sequence[Path] = ()) -> None:
        self.folder, self.function = folder, function
        self.folders = list(dict.fromkeys(each for each in (folder, *others) if each))
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-"

    def load(self, key: Any) -> Any:
        found = (read(folder / self.file(key)) for folder in self.folders)
        return next((compiled for compiled in found if compiled is not None), None)

    def save(self, key: Any, compiled: Any) -> None:
        """Keep it, if there is room. What cannot be kept is in memory, and good until the process ends."""
        if self.folder is None:
            return
        path = self.folder / self.file(key)
        draft = path.with_suffix(f".{uuid.uuid4().hex}")
        try:
            draft.write_bytes(self.dumps(compiled))
            os.replace(draft, path)
            self.clear(self.folder)
        except OSError as error:
            LOG.warning("a compiled kernel could not be kept: %s", error.strerror)
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)

    def clear(self, folder: Path) -> None:
        """What the function was before a change goes. Whoever still runs it has it in memory."""
        for path in folder.glob(f"{self.name}*"):
            if not path.name.startswith(self.name + essence(self.function)):
                path.unlink(missing_ok=True)

    def file(self, key: Any) -> str:
        """A key of numba's: the types of the arguments and the processor."""
        kind = sha256(str(key).encode()).hexdigest()[:16]
        return f"{self.name}{essence(self.function)}-{kind}.kernel"


def read(path: Path) -> Any:
    try:
        return pickle.loads(path.read_bytes())
    except (OSError, EOFError, pickle.UnpicklingError):
        return None  # not yet, or torn by a full disk: it is compiled anew
