"""Track when this process compiles kernels or loads them from disk, and tell a listener.

A process pool must not count that time as thinking. This module imports nothing heavy, so that a process can
listen before it has loaded its first kernel.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class CompileTime:
    """Counts running compilations. `compiled` is how many functions were compiled, not loaded from disk."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.depth = self.compiled = 0
        self.listener: Callable[[bool], None] = lambda _busy: None

    @property
    def busy(self) -> bool:
        return self.depth > 0

    def enter(self) -> None:
        with self.lock:
            self.depth += 1
            if self.depth == 1:
                self.listener(True)

    def leave(self) -> None:
        with self.lock:
            self.depth -= 1
            if self.depth == 0:
                self.listener(False)

    @contextmanager
    def spent(self) -> Iterator[None]:
        self.enter()
        try:
            yield
        finally:
            self.leave()


HERE = CompileTime()
