"""For programs that tests interrupt: a shell lets what it starts in the background ignore Ctrl-C, and with it
whatever that starts."""

import signal


def heeded() -> None:
    """Before the program begins (preexec_fn)."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
