"""Former versions of bots, as yardsticks for the long run. They are not levels of a ladder."""

from hanamachi.bots.hanamikoji.master import Master, Settings
from hanamachi.bots.hanamikoji.mind.search import SearchSettings

BRIEF = SearchSettings(effort=20_000, particles=400, doubt=0.1, faint=0.01, trust=0.03)


def hanamikoji_master(seed: int) -> Master:
    """Return a master with a third of the search and six times the prior weight of the network."""
    return Master(seed, Settings(search=BRIEF))
