"""Geisha's Road in whole numbers, for search: the rulebook's game, more than two hundred times as fast."""
