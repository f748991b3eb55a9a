"""A PostgreSQL of the tests' own, from the server binaries that are installed.

It talks over a socket in a folder of its own and trusts whoever reaches that. initdb refuses root, so root has it
run by somebody who may do nothing.
"""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import sqlalchemy as sa

MISSING = "PostgreSQL's server is not installed (Debian: apt install postgresql)"
NOBODY = "nobody"
FAST = {"fsync": "off", "full_page_writes": "off"}  # what is killed here is a process, never the machine
SECONDS = 60.0  # until it must have started
OTHERS = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"


def binaries() -> Path | None:
    """Where initdb and postgres are; Debian does not put them on the path."""
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)


class Postgres:
    def __init__(self, settings: dict[str, str] | None = None) -> None:
        place = binaries()
        assert place is not None, MISSING
        self.binaries, self.settings = place, FAST if settings is None else settings
        self.folder = Path(tempfile.mkdtemp(prefix="house-"))
        self.process: subprocess.Popen[bytes] | None = None
        self.numbers = itertools.count()
        if os.getuid() == 0:
            found = pwd.getpwnam(NOBODY)
            os.chown(self.folder, found.pw_uid, found.pw_gid)

    @property
    def user(self) -> dict[str, Any]:
        """How a process is started that is not root's."""
        if os.getuid() != 0:
            return {}
        found = pwd.getpwnam(NOBODY)
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}

    def make(self) -> None:
        flags = ["-D", str(self.folder / "data"), "-U", "house", "-A", "trust", "-E", "UTF8", "--locale=C"]
        command = [str(self.binaries / "initdb"), *flags, "--no-sync"]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **self.user)

    def start(self) -> None:
        more = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "200"}
        flags = [flag for name, value in (self.settings | more).items() for flag in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.binaries / "postgres"), "-D", str(self.folder / "data"), *flags],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self.user,
            )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + SECONDS
        while True:
            try:
                self.do("SELECT 1")
            except sa.exc.OperationalError:
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.02)
            else:
                return

    def stop(self, sign: signal.Signals = signal.SIGINT) -> None:
        """At once and tidily; SIGQUIT is a crash."""
        assert self.process is not None
        self.process.send_signal(sign)
        self.process.wait(30)
        self.process = None

    def restart(self, sign: signal.Signals = signal.SIGINT) -> None:
        self.stop(sign)
        self.start()

    def url(self, name: str) -> str:
        return f"postgresql://house@/{name}?host={self.folder}"

    def do(self, statement: str, name: str = "postgres") -> list[Any]:
        """Outside any transaction."""
        url = self.url(name).replace("postgresql:", "postgresql+psycopg:")
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        with engine.connect() as db:
            found = db.exec_driver_sql(statement)
            return list(found) if found.returns_rows else []

    @cached_property
    def copying(self) -> str:
        """How a small database is copied soonest: file by file, as it was always done before PostgreSQL 15."""
        return "STRATEGY FILE_COPY" if int(self.do("SHOW server_version_num")[0][0]) >= 150_000 else ""

    @contextmanager
    def fresh(self, template: str = "template0") -> Iterator[str]:
        """A database of one's own, for a while."""
        name = f"d{next(self.numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template} {self.copying}")
        try:
            yield self.url(name)
        finally:
            self.do(f"DROP DATABASE {name} WITH (FORCE)")

    def cpu(self) -> float:
        """Seconds of CPU of all its processes, those that have ended, too."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ended = times(str(self.process.pid))
        return sum(ended) + sum(sum(times(pid)[:2]) for pid in children)

    def cut(self, least: int = 0) -> int:
        """Every connection is broken off, once there are so many. How many there were."""
        until = time.monotonic() + SECONDS
        while len(self.do(f"SELECT pid {OTHERS}")) < least:
            assert time.monotonic() < until, f"fewer than {least} connections"
            time.sleep(0.02)
        return len(self.do(f"SELECT pg_terminate_backend(pid) {OTHERS}"))


def times(pid: str) -> list[float]:
    """User and system time of a process, then of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return [0.0] * 4
    return [int(field) / os.sysconf("SC_CLK_TCK") for field in fields[11:15]]


@contextmanager
def running(settings: dict[str, str] | None = None) -> Iterator[Postgres]:
    server = Postgres(settings)
    try:
        server.make()
        server.start()
        yield server
    finally:
        if server.process is not None:
            server.stop(signal.SIGQUIT)
        shutil.rmtree(server.folder)
