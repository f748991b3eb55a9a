"""Make the random codes that name tables. People read them to each other, so they hold no look-alikes."""

import secrets

CHARACTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # no two look alike, in either case
LENGTH = 10  # characters: 50 bits


def new_id() -> str:
    """Return a new table code of 50 random bits."""
    return "".join(secrets.choice(CHARACTERS) for _ in range(LENGTH))
