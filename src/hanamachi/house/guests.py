"""Who somebody is: a guest, known by a signed cookie that no script can read."""

import hashlib
import hmac
import secrets


def new_guest() -> str:
    return secrets.token_urlsafe(12)


def sign(guest: str, secret: bytes) -> str:
    return f"{guest}.{_mark(guest, secret)}"


def read(cookie: str, secret: bytes) -> str | None:
    """The guest a cookie names, or None if the house did not sign it."""
    guest, _, mark = cookie.rpartition(".")
    return guest if guest and hmac.compare_digest(mark.encode(), _mark(guest, secret).encode()) else None


def _mark(guest: str, secret: bytes) -> str:
    return hmac.digest(secret, guest.encode(), hashlib.sha256).hex()[:32]
