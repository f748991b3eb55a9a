"""Store the keys that sign cookies, and replace them.

The newest key signs. The one before it is still read, so that a change of keys logs out nobody who visits
between two changes.
"""

import asyncio
import secrets

import sqlalchemy as sa

from hanamachi.server.db.connection import Database
from hanamachi.server.db.key_value import get_or_create, put


def keys(db: sa.Connection) -> list[bytes]:
    """Return the keys, the newest first; make the first one if there is none."""
    found = get_or_create(db, "secret", _new_key)
    return [bytes.fromhex(key) for key in found.split(",")]


def add_key(db: sa.Connection) -> None:
    """Add a key that signs from now on; only the one before it stays readable."""
    newest = keys(db)[0].hex()
    put(db, "secret", f"{_new_key()},{newest}")


def change_keys(database: str) -> None:
    """Add a key to a database that no server uses now. Cookies are signed anew on the next visit."""
    asyncio.run(_change_keys(Database(database)))


async def _change_keys(database: Database) -> None:
    await database.write(add_key)
    await database.close()


def _new_key() -> str:
    return secrets.token_hex(32)
