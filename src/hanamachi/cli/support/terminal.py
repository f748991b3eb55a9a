"""Read and write the terminal: plain lines, in colour if the terminal has colours."""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import wrap
from threading import Timer
from typing import TYPE_CHECKING

from hanamachi.core.user_text import visible
from hanamachi.games.kernels.compile_time import HERE

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDE = 68  # columns that a drawn board needs
SILENCE = 1.0  # seconds of waiting that need no explanation
CLEAR = "\033[2J\033[3J\033[H"


@contextmanager
def patience(message: str, compiling: str = "") -> Iterator[None]:
    """Print a message if the block takes more than a second, because a bot thinks or is being compiled."""

    def say() -> None:
        print(visible(compiling if compiling and HERE.busy else message), file=sys.stderr, flush=True)

    timer = Timer(SILENCE, say)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def between_words(line: str, width: int) -> list[str]:
    """Break a line that is too long between words; the further lines stand in a little."""
    if len(line) <= width:
        return [line]
    return wrap(line, width, subsequent_indent="  ", replace_whitespace=False, break_long_words=False)


class Terminal:
    """A terminal: plain lines for pipes and screen readers, the same lines in colour otherwise."""

    def __init__(self, *, plain: bool = False) -> None:
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        dull = plain or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
        self.colour = sys.stdout.isatty() and not dull
        self.wide = get_terminal_size().columns >= WIDE

    def say(self, text: str = "", styles: Mapping[str, str] | None = None) -> None:
        """Print text. `styles` maps words to their style. Control characters in names are made harmless."""
        text = self._wrapped(visible(text))
        if self.colour and styles:
            self._paint(text, styles)
        else:
            print(text, flush=True)

    def _wrapped(self, text: str) -> str:
        """Break long lines between words, as wide as the terminal; a pipe gets them whole."""
        if not sys.stdout.isatty():
            return text
        width = get_terminal_size().columns
        return "\n".join(broken for line in text.split("\n") for broken in between_words(line, width))

    def _paint(self, text: str, styles: Mapping[str, str]) -> None:
        from rich.console import Console
        from rich.text import Text

        painted = Text(text)
        for word, style in styles.items():
            painted.highlight_regex(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", style)
        Console(highlight=False, soft_wrap=True).print(painted)

    @property
    def draws(self) -> bool:
        """Return whether the terminal has colour and is wide enough for a drawn board."""
        return self.colour and self.wide

    def draw(self, parts: "Sequence[RenderableType]", styles: Mapping[str, str]) -> None:
        """Print the parts of a drawn board: plain lines, and parts that only a colour terminal can show."""
        from rich.console import Console

        for part in parts:
            if isinstance(part, str):
                self.say(part, styles)
            else:
                Console(highlight=False).print(part)

    def ask(self, prompt: str) -> str:
        """Read one line from the player. Raise EOFError at the end of the input."""
        line = input(visible(prompt))
        if not self.live:
            print(line, flush=True)  # a pipe echoes nothing: keep the transcript readable
        return line.strip()

    def clear(self) -> None:
        """Remove the last player's cards from the screen."""
        print(CLEAR if self.live else "\n" * 40, end="", flush=True)
