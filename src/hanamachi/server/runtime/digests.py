"""Hash and compare secrets.

Tokens, one-time codes and the ids of erased users are stored as SHA-256 digests, never as they are. Text from
clients may hold lone surrogates, which UTF-8 cannot encode; they are hashed like any other character.
"""

import hashlib
import hmac


def digest(secret: str) -> str:
    """Return the SHA-256 digest of a secret, in hexadecimal."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


def sign(text: str, key: bytes) -> str:
    """Return the HMAC-SHA-256 of a text, in hexadecimal, cut to 128 bits."""
    return hmac.digest(key, _bytes(text), hashlib.sha256).hex()[:32]


def same(one: str, other: str) -> bool:
    """Compare two secrets in a time that does not depend on where they differ."""
    return hmac.compare_digest(_bytes(one), _bytes(other))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
