"""The catalogues of phrases, shared by the terminal and the browser: <language>/<game>.json."""

from collections.abc import Callable

from hanamachi.core.words import Words, read_words


def catalogue(name: str) -> Callable[[str], Words]:
    """Return a function that gives the phrases of a game (or "house") by language."""
    return lambda lang: read_words(__name__, name, lang)
