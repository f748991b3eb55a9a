"""Play a contest's games in local processes. If a process dies or hangs, the bot that was thinking loses."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic

from hanamachi.arena.contest import Contest, Fault, Fixture, Score
from hanamachi.arena.playing import NOBODY, Clock, Stage, without

SPAWN = multiprocessing.get_context("spawn")
LOOK = 0.2  # seconds between two looks at the clocks
MARGIN = 2.0  # seconds after its limit at which a late bot counts as hanging


def work(pipe: Connection, contest: Contest, clock: Clock, folder: Path | None) -> None:
    """Run one process: receive fixtures, send back scores. The parent process handles interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stage = Stage(contest, clock, folder)
    while True:
        try:
            fixture: Fixture = pipe.recv()
        except EOFError:
            return
        pipe.send(stage.play(fixture))


class Player:
    """One process, the pipe to it, and the clock in memory that both share."""

    def __init__(self, contest: Contest, folder: Path | None) -> None:
        self.contest = contest
        self.clock = SPAWN.RawArray("d", [NOBODY, 0.0])
        self.pipe, theirs = SPAWN.Pipe()
        self.process: BaseProcess = SPAWN.Process(
            target=work, args=(theirs, contest, self.clock, folder), daemon=True
        )
        self.process.start()
        theirs.close()
        self.fixture: Fixture | None = None

    def give(self, fixture: Fixture) -> None:
        self.fixture = fixture
        with suppress(OSError):  # if the process is dead, reading the pipe will tell
            self.pipe.send(fixture)

    def hangs(self) -> bool:
        seat, since = self.clock
        return bool(seat != NOBODY and monotonic() - since > self.contest.limit(first=True) + MARGIN)

    def lost(self, kind: str, detail: str) -> Score | None:
        """Return the score of a game whose process is gone. Return None if no bot was thinking when it
        died."""
        seat = int(self.clock[0])
        if self.fixture is None or seat == NOBODY:
            return None
        return Score(self.fixture, without(seat, self.contest.seats), Fault(seat, kind, detail))

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Broken(RuntimeError):
    """Raised if processes keep dying while no bot is thinking."""


class ProcessPool:
    """A pool of processes that play fixtures. With a folder, each game is also written there as a record."""

    def __init__(self, contest: Contest, processes: int, folder: Path | None = None) -> None:
        self.contest, self.folder = contest, folder
        self.players = [Player(contest, folder) for _ in range(processes)]

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Score]:
        """Yield the scores as games end, in any order."""
        waiting, deaths = deque(fixtures), 0
        while True:
            for player in self.players:
                if waiting and player.fixture is None:
                    player.give(waiting.popleft())
            busy = {player.pipe: player for player in self.players if player.fixture is not None}
            if not busy:
                return
            ready = wait(list(busy), LOOK)
            for pipe, player in busy.items():
                if pipe not in ready and not player.hangs():
                    continue
                fixture = player.fixture
                assert fixture is not None
                score = self.collect(player) if pipe in ready else self.replace(player, "late", "hung")
                player.fixture = None
                if score is None:
                    deaths += 1
                    waiting.appendleft(fixture)
                    if deaths > 3:
                        raise Broken(f"the process playing {fixture} died")
                else:
                    yield score

    def collect(self, player: Player) -> Score | None:
        try:
            score: Score = player.pipe.recv()
            return score
        except (EOFError, OSError):
            return self.replace(player, "crash", "the process died")

    def replace(self, player: Player, kind: str, detail: str) -> Score | None:
        score = player.lost(kind, detail)
        player.stop()
        self.players[self.players.index(player)] = Player(self.contest, self.folder)
        return score

    def close(self) -> None:
        for player in self.players:
            player.stop()
