"""Geisha's Road in whole numbers, for search: the same game as the rulebook's, a hundred times as fast."""
