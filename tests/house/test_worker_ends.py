"""A worker whose server is gone ends without a word of complaint."""

import logging
from multiprocessing import Pipe

import pytest

from hanamachi.house import logs, workers


def test_a_worker_whose_server_is_gone_ends_quietly(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = Pipe()
    monkeypatch.setattr(logs, "start", lambda: None)
    monkeypatch.setattr("hanamachi.house.workers.compile_time.HERE.listener", None)
    ours.send((sum, ([1, 2],)))
    answer = workers.outcome

    def slowly(*given: object) -> object:
        ours.close()  # the server is killed while the worker thinks
        return answer(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(workers, "outcome", slowly)
    with caplog.at_level(logging.INFO):
        workers.work(theirs, 0)
    assert [record.levelname for record in caplog.records] == ["INFO"]
