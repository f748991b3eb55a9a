"""Build the process pools of a server: bots, judges, and short work on whole games."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from hanamachi.games import kernels
from hanamachi.games.kernels.cache_folder import writable_folder
from hanamachi.server.db.connection import Database
from hanamachi.server.engines.bot_pool import BotPool
from hanamachi.server.engines.on_ray import RayPool
from hanamachi.server.engines.warmup import WarmUp, all_kinds, kind_name
from hanamachi.server.engines.warmup_times import WarmupTimes
from hanamachi.server.runtime import metrics
from hanamachi.server.runtime.process_pool import ProcessPool

STUDY_SECONDS = 120.0  # for an opinion: no table waits for it, and the first one may have to compile
PICTURE_SECONDS = 15.0  # for one picture, on a busy machine
GAME_WORK_SECONDS = 20.0  # for a replay or the check of a record


class EnginePools:
    """`bots` play at tables. `study` forms opinions and compiles, and never keeps a table waiting.
    `game_work` replays, exports and checks records. `pictures` draws."""

    def __init__(self, database: Database, ray: RayPool | None = None) -> None:
        self.ray = ray or RayPool()
        self.bots = BotPool(ray=self.ray)  # its queue is first: tables come before reviews
        self.study = BotPool(1, STUDY_SECONDS, 5, self.ray)
        self.game_work = ProcessPool(1, seconds=GAME_WORK_SECONDS, patience=2)
        self.pictures = ProcessPool(1, seconds=PICTURE_SECONDS, patience=5)
        shared = writable_folder(Path(kernels.__file__)) is not None
        self.warmup = WarmUp(self.study, self.bots, WarmupTimes(database), shared=shared, lanes=2)

    def publish_metrics(self) -> None:
        metrics.FAR_THINKERS.read(lambda: self.ray.ready)
        for kind in all_kinds():
            metrics.READY.read(partial(self.warmup.is_ready, kind), kind_name(kind))
        waiting: dict[str, Callable[[], float]] = {
            "bots": partial(len, self.bots.turns),
            "study": partial(len, self.study.turns),
            "hands": partial(len, self.game_work.turns),
            "pictures": partial(len, self.pictures.turns),
        }
        for name, count in waiting.items():
            metrics.QUEUES.read(count, name)

    def close(self) -> None:
        for pool in (self.bots, self.study, self.game_work, self.pictures):
            pool.close()
