"""`hanamachi serve` offers a link for the first host: on a terminal, and never into a log."""

import re
import subprocess
from pathlib import Path

import sqlalchemy as sa

from hanamachi.server.db.schema import HOSTS, ONE_TIME
from hanamachi.server.db.startup import prepare
from tests.cli.test_alone import COMMAND, OnTerminal, environment
from tests.ports import free_port
from tests.real_server import until_it_lives
from tests.server.support.members import rows, write

LINK = r"http://localhost:\d+/host#[\w-]{43}"


def started(folder: Path, *args: str) -> str:
    """Start a server on a terminal until it answers; return what it said."""
    port = free_port()
    server = OnTerminal(folder, port, "serve", "--lang", "en", *args)
    try:
        server.until(r"localhost:\d+")
        until_it_lives(f"localhost:{port}", server.process)
    finally:
        server.process.terminate()
        server.end()
    return server.said


def test_a_terminal_is_offered_a_link_until_there_is_a_host(tmp_path: Path) -> None:
    assert re.search(LINK, started(tmp_path))
    database = str(tmp_path / "house.db")
    assert [row["kind"] for row in rows(database, ONE_TIME)] == ["host"]
    write(database, lambda db: db.execute(sa.text("INSERT INTO guests VALUES ('h','Haru',0,'','','',false)")))
    write(database, lambda db: db.execute(sa.insert(HOSTS).values(guest="h", since=0.0)))
    assert not re.search("host#", started(tmp_path))


def test_a_log_never_gets_a_link(tmp_path: Path) -> None:
    port = free_port()
    prepare(str(tmp_path / "house.db"))
    server = subprocess.Popen(
        [*COMMAND, "serve", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(tmp_path, port),
    )
    until_it_lives(f"localhost:{port}", server)
    server.terminate()
    said = server.communicate()[0].decode()
    assert f"localhost:{port}" in said
    assert "host#" not in said
    assert rows(str(tmp_path / "house.db"), ONE_TIME) == []
