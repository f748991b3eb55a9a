"""Hanamikoji for PettingZoo."""

from typing import Any

from hanamachi.adapters.pettingzoo.aec import GameEnv, make_env


def env(**keywords: Any) -> Any:
    return make_env("hanamikoji", **keywords)


def raw_env(**keywords: Any) -> GameEnv:
    return GameEnv("hanamikoji", **keywords)
