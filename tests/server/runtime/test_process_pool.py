"""A worker whose server is gone ends without a word of complaint."""

import logging
from multiprocessing import Pipe

import pytest

from hanamachi.server.runtime import logs, process_pool


def test_a_worker_whose_server_is_gone_ends_quietly(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = Pipe()
    monkeypatch.setattr(logs, "start", lambda: None)
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
