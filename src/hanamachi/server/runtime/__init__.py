"""Provide what every part of a server process needs: clocks, logs, metrics, limits, ids, process pools.

Knows no game and no table; imports `core` alone.
"""
