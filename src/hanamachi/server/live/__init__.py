"""Keep a table in memory while somebody looks at it or waits for it.

A `Room` applies commands, saves the result and broadcasts it.
Imports `storage`, `engines` and `notifications`.
"""
