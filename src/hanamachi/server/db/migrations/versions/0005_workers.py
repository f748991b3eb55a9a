"""Several workers: who attends to a table, who looks at it where, and what its players ask of each other."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("aside", sa.Text))
        tables.add_column(sa.Column("owner", sa.Text))
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "presences",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("worker", sa.Text, primary_key=True),
        sa.Column("here", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        prefixes=["UNLOGGED"] if several() else [],  # after a crash everybody comes anew
    )
    if several():
        op.execute("CREATE SEQUENCE table_numbers")
        op.execute("SELECT setval('table_numbers', (SELECT max(number) FROM tables))")


def several() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def downgrade() -> None:
    if several():
        op.execute("DROP SEQUENCE table_numbers")
    op.drop_table("presences")
    op.drop_table("workers")
    with op.batch_alter_table("tables") as tables:
        for name in ("owner", "aside"):
            tables.drop_column(name)
