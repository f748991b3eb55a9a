"""How alembic reaches the house's database."""

import asyncio

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from hanamachi.house.store import META


def migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=META, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


async def run() -> None:
    engine = create_async_engine(context.config.attributes["url"])
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


asyncio.run(run())
