"""Okiya's opponents, from one who sees a win in one to one who never errs, and its exact judge."""
