"""Name people opaquely to hosts: a handle hides the user's id, which is a secret, and leads back to it.

A handle is the id, encrypted with a key of the house. The same user always has the same handle, and nobody
can make one up.
"""

import base64
import binascii
import secrets

import sqlalchemy as sa

from hanamachi.server.db.key_value import get_or_create
from hanamachi.server.tables.errors import NotFound

KEY_BYTES = 32
MOST = 200  # signs of a handle


class Handles:
    """Encrypt and decrypt user ids."""

    def __init__(self, key: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        self.cipher = AESSIV(key)

    def of(self, user: str) -> str:
        """Return the handle of a user."""
        sealed = self.cipher.encrypt(user.encode(), None)
        return base64.urlsafe_b64encode(sealed).decode().rstrip("=")

    def user(self, handle: str) -> str:
        """Return the user of a handle, or refuse it."""
        from cryptography.exceptions import InvalidTag

        try:
            sealed = base64.urlsafe_b64decode(handle[:MOST] + "=" * (-len(handle) % 4))
            return self.cipher.decrypt(sealed, None).decode()
        except (binascii.Error, ValueError, InvalidTag) as error:
            raise NotFound("gone") from error


def read_handles(db: sa.Connection) -> Handles:
    """Return the handles of this house; the first call makes the key."""
    found = get_or_create(db, "handle_key", new_key)
    return Handles(bytes.fromhex(found))


def new_key() -> str:
    """Return a random key."""
    return secrets.token_hex(KEY_BYTES)
