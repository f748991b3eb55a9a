"""Rate members: which games count, their results in order, Glicko-2 numbers, and leaderboards.

A result is written in the transaction that ends its game. One worker works the ratings out after the commit,
in the order of the results, so that the same results always give the same numbers.
"""
