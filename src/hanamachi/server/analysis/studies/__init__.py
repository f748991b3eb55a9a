"""Studies: trees of moves over a finished game, a lesson or an empty start, kept for their owners.

`study_tree` is the value. Imports what is below `analysis`.
"""
