"""A table's code, which people read to each other."""

import secrets

SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"  # none looks like another, whether large or small
CODE = 10  # signs, 50 bits


def new_id() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(CODE))
