"""Compare this checkout with another commit, both measured in one run."""
