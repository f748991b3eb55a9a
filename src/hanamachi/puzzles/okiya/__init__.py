"""Puzzles of Okiya: every move has an exact value, so that the right one is proved."""

from hanamachi.puzzles.okiya.subject import OkiyaSubject

SUBJECT = OkiyaSubject()

__all__ = ["SUBJECT"]
