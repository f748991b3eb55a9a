"""Puzzles of Hanamikoji: ends of the last round, where one answer wins more deals than every other."""

from hanamachi.puzzles.hanamikoji.subject import HanamikojiSubject

SUBJECT = HanamikojiSubject()

__all__ = ["SUBJECT"]
