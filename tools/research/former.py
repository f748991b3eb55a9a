"""Players as they were once, for the long run: what a better one is measured by. They stand on no ladder."""

from hanamachi.bots.hanamikoji.master import Master, Settings
from hanamachi.bots.hanamikoji.mind.search import SearchSettings

BRIEF = SearchSettings(effort=20_000, particles=400, doubt=0.1, faint=0.01, trust=0.03)


def hanamikoji_master(seed: int) -> Master:
    """With a third of the search and six times the trust in the network."""
    return Master(seed, Settings(search=BRIEF))
