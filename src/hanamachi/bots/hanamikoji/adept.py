"""Hanamikoji's adept: network-guided search (`mind`) with a rough belief and little effort."""

from hanamachi.bots.bot import Bot
from hanamachi.bots.hanamikoji.mind.search import SearchSettings
from hanamachi.bots.hanamikoji.mind.searcher import Searcher
from hanamachi.games.hanamikoji.view import HanamikojiView

SHORT = SearchSettings(effort=1500, particles=100, faint=0.01, trust=0.03)


def adept(seed: int) -> Bot[HanamikojiView]:
    return Searcher(seed, SHORT)
