"""Network-guided search for Hanamikoji: a policy network, a particle belief of hidden cards, and trials."""
