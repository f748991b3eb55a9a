"""Keep a table in memory while it is watched, or a deadline or a bot's move is near.

A `Room` applies commands, saves the result and broadcasts it.
Imports `storage`, `engines` and `notifications`.
"""
