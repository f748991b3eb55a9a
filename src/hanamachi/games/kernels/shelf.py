"""Where compiled code lies: numba's folder, but a file is named by all that its code rests on.

numba itself looks at the time of one file, not at the functions that are called; and it numbers its files, so
that two processes may take the same number. Here a file is the right one or there is none, and whoever writes
one writes the same as anybody else would, in one stroke.
"""

import os
import pickle
import uuid
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import serialize

from hanamachi.games.kernels.essence import essence


class Shelf:
    """What is compiled of one function, a file for each kind of arguments, in the place of numba's index."""

    dumps: Any = staticmethod(serialize.dumps)  # without types

    def __init__(self, folder: Path, function: Any) -> None:
        self.folder, self.function = folder, function
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-"

    def load(self, key: Any) -> Any:
        try:
            return pickle.loads(self.path(key).read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            return None  # not yet, or torn by a full disk: it is compiled anew

    def save(self, key: Any, compiled: Any) -> None:
        path = self.path(key)
        draft = path.with_suffix(f".{uuid.uuid4().hex}")
        draft.write_bytes(self.dumps(compiled))
        os.replace(draft, path)
        self.clear()

    def clear(self) -> None:
        """What the function was before a change goes. Whoever still runs it has it in memory."""
        for path in self.folder.glob(f"{self.name}*"):
            if not path.name.startswith(self.name + essence(self.function)):
                path.unlink(missing_ok=True)

    def path(self, key: Any) -> Path:
        """A key of numba's: the types of the arguments and the processor."""
        kind = sha256(str(key).encode()).hexdigest()[:16]
        return self.folder / f"{self.name}{essence(self.function)}-{kind}.kernel"
