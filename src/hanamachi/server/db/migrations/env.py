"""How alembic reaches the house's database."""

import sqlalchemy as sa
from alembic import context

from hanamachi.server.db.schema import META

engine = sa.create_engine(context.config.attributes["url"], hide_parameters=True)
with engine.begin() as connection:
    context.configure(connection=connection, target_metadata=META, render_as_batch=True)
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":  # several workers may open at once
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(8460)")
        context.run_migrations()
engine.dispose()
