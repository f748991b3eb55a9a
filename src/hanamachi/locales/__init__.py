"""The house's own catalogues, shared by the terminal and the browser: <language>/<game>.json."""

from collections.abc import Callable

from hanamachi.core.words import Words, read_words


def catalogue(name: str) -> Callable[[str], Words]:
    """The phrases of a game (or "house") as a function of the language."""
    return lambda lang: read_words(__name__, name, lang)
