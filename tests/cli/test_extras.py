"""Commands that need an extra say which, if it is not there."""

import sys

import pytest

from hanamachi.cli import run
from hanamachi.core.words import Refusal
from hanamachi.locales import catalogue


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mcp.server.mcpserver", "hanamachi.adapters.mcp.server"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    with pytest.raises(Refusal) as refused:
        run(["mcp"], catalogue("house")("en"))
    assert refused.value.reason == "no_extra"
    assert refused.value.facts["extra"] == "mcp"
