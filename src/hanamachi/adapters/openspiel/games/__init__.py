"""Facts of single games for OpenSpiel: how long a game can be, and boxes for research alone.

A module named like a game may have `length(setting, bound)` and `setting_of(parameters)`; the latter returns
None where the house's own settings will do.
"""
