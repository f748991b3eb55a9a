"""Answer tasks of bots and judges on a node of a Ray cluster.

An actor is given views, moves and stories, and nothing else. It thinks in a process of its own, as a server
does, so that a bot that hangs is killed, and seconds of compiling do not count as thinking.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.games import GAMES
from hanamachi.server.engines.tasks import BotTask, prepare
from hanamachi.server.runtime.process_pool import PREPARING, TaskFailed, Worker


class Versions(Struct, frozen=True):
    """The versions on a machine. A missing package has an empty version."""

    ray: str
    python: str
    hanamachi: str


def version_reader() -> Callable[[], tuple[str, str, str]]:
    """Return a function that reads the versions of a node. Ray sends it as code, because an inner function
    has no importable name: so it also runs where another hanamachi is installed, or none."""

    def versions() -> tuple[str, str, str]:
        import platform
        from importlib.metadata import PackageNotFoundError, version

        def version_of(package: str) -> str:
            try:
                return version(package)
            except PackageNotFoundError:
                return ""

        major, minor, _ = platform.python_version_tuple()
        return version_of("ray"), f"{major}.{minor}", version_of("hanamachi")

    return versions


class BotActor:
    """One task at a time, in one process."""

    def __init__(self) -> None:
        self.worker: Worker | None = None

    def ready(self) -> Versions:
        """Return what runs here, when the actor has found its place in the cluster."""
        return Versions(*version_reader()())

    def prepare(self, game: str, level: str | None) -> None:
        """Load a level, or the judge, and compile what is missing. TaskFailed if it is not there."""
        if game not in GAMES or (level and level not in ladder_of(game).names):
            raise TaskFailed(f"{game} {level or 'judge'} is not installed on this node")
        self._run(PREPARING, prepare, game, level)

    def think(self, errand: BotTask, seconds: float) -> int | Opinion:
        wanted, *given = errand.at_home
        answer: int | Opinion = self._run(seconds, wanted, *given)
        return answer

    def _run(self, seconds: float, wanted: Callable[..., Any], *given: Any) -> Any:
        if self.worker is None:
            self.worker = Worker(patience=0)
        try:
            fine, answer = self.worker.ask(wanted, given, seconds)
        except TaskFailed:
            self.worker.stop()
            self.worker = None
            raise
        if not fine:
            raise answer
        return answer
