"""Set puzzles: the puzzle of the day, the next one by rating and theme, answers, ratings, days in a row."""
