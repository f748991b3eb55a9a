"""Serve what is studied apart from play: reviews and hints, what-if studies, puzzles."""
