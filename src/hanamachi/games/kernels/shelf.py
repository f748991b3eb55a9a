"""Store compiled code on disk: in numba's folder, but in files named by a hash of all dependencies.

numba itself compares the time of one source file and ignores called functions; and it numbers its files, so
that two processes may take the same number. Here a file either is the right one or does not exist. All
processes write the same content, in one atomic step.
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
USED = set[Path]()  # the files that this process has read or written


class Shelf:
    """The compiled versions of one function, a file for each kind of arguments, in place of numba's index.

    Files are written to `folder`; without one nothing is kept. `others` are only read: a package may come
    with kernels that its user cannot write.
    """

    dumps: Any = staticmethod(serialize.dumps)  # without types

    def __init__(self, folder: Path | None, function: Any, others: Sequence[Path] = ()) -> None:
        self.folder, self.function = folder, function
        self.folders = list(dict.fromkeys(each for each in (folder, *others) if each))
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-"

    def load(self, key: Any) -> Any:
        for folder in self.folders:
            if (compiled := read(folder / self.file(key))) is not None:
                USED.add(folder / self.file(key))
                return compiled
        return None

    def save(self, key: Any, compiled: Any) -> None:
        """Write the code to disk if possible. Otherwise it stays in memory until the process ends."""
        if self.folder is None:
            return
        path = self.folder / self.file(key)
        draft = path.with_suffix(f".{uuid.uuid4().hex}")
        try:
            draft.write_bytes(self.dumps(compiled))
            os.replace(draft, path)
            USED.add(path)
            self.clear(self.folder)
        except OSError as error:
            LOG.warning("a compiled kernel could not be kept: %s", error.strerror)
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)

    def clear(self, folder: Path) -> None:
        """Delete files of older versions of the function. Processes that still run them have them in
        memory."""
        for path in folder.glob(f"{self.name}*"):
            if not path.name.startswith(self.name + essence(self.function)):
                path.unlink(missing_ok=True)

    def file(self, key: Any) -> str:
        """Return the file name of a key of numba: the types of the arguments and the processor."""
        kind = sha256(str(key).encode()).hexdigest()[:16]
        return f"{self.name}{essence(self.function)}-{kind}.kernel"


def read(path: Path) -> Any:
    try:
        return pickle.loads(path.read_bytes())
    except (OSError, EOFError, pickle.UnpicklingError):
        return None  # missing, or torn by a full disk: the function is compiled again
