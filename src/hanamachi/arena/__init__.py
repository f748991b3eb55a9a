"""Where bots meet: matches on the same cards from every side, and what their scores say."""
