"""Define what all games share: states, moves, views, logs, tables, records, fairness and phrases. Knows no
game."""
