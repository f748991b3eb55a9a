"""Play bots against each other: matches on the same cards from every side, with statistics of the scores."""
