"""Replay and review finished games.

The work is done in processes of `engines`, and opinions are stored. Imports `live`.
"""
