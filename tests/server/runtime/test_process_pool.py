"""A worker whose server is gone ends without a word of complaint, and Ctrl-C does not concern it."""

import logging
import os
import signal
from multiprocessing import Pipe

import pytest

from hanamachi.server.runtime import logs, process_pool


def test_a_worker_whose_server_is_gone_ends_quietly(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = Pipe()
    monkeypatch.setattr(logs, "start", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("hanamachi.server.runtime.process_pool.compile_time.HERE.listener", None)
    ours.send((sum, ([1, 2],)))
    answer = process_pool.outcome

    def slowly(*given: object) -> object:
        ours.close()  # the server is killed while the worker thinks
        return answer(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(process_pool, "outcome", slowly)
    with caplog.at_level(logging.INFO):
        process_pool.work(theirs, 0)
    assert [record.levelname for record in caplog.records] == ["INFO"]


def test_ctrl_c_in_the_terminal_is_left_to_the_server() -> None:
    """A terminal sends it to all processes: those at work would each print where it met them."""
    worker = process_pool.Worker(0)
    try:
        assert worker.ask(sum, ([1, 2],), 30) == (True, 3)
        assert worker.process.pid
        os.kill(worker.process.pid, signal.SIGINT)
        assert worker.ask(sum, ([3, 4],), 30) == (True, 7)
    finally:
        worker.stop()
