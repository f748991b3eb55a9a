"""Puzzles with proved answers: made from games of bots, kept in one file a game, and judged.

Each game has a module or package of its own here, whose SUBJECT says what makes a puzzle of it.
"""
