"""Where games are hosted."""
