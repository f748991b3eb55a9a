"""The explorer: the exact value of every move, or what was played first and how it went.

A game has a module of its own here: WALK if its judge is exact, OPENINGS if first actions are counted.
"""
