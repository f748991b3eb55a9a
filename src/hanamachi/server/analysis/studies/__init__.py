"""Studies: trees of moves over a finished game, a lesson or an empty start, kept for their owners.

`core.study` is the value. Imports `analysis` and what is below it.
"""
