"""Hanamikoji's opponents, the mind that the strongest share, and the judge who borrows it."""
