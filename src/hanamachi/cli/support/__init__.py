"""Helpers that several commands share: the terminal, options of games, record files, server processes."""
