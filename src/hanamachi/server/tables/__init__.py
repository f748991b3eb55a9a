"""Model a table as an immutable value, and what may happen to it.

Pure functions from one value to the next, without I/O.
Imports `core`, `games`, `bots` (names of levels) and `runtime`.
"""
