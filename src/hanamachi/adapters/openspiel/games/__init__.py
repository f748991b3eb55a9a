"""What OpenSpiel must know of one game more: how long it can be, and boxes that are for research alone.

A module named like a game may have `length(setting, bound)` and `setting_of(parameters)`; the latter returns
None where the house's own settings will do.
"""
