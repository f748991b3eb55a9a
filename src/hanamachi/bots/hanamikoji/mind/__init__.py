"""How adept and master think about Hanamikoji: a network, a belief about hidden cards, and a search."""
