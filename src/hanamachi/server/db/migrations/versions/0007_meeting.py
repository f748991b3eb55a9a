"""Meeting: public tables, tables that wait for a while only, who wants to play now, and who is here."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("public", sa.Boolean))
    op.add_column("tables", sa.Column("until", sa.Float))
    few("ix_tables_public", "number", "public")
    few("ix_tables_until", "until", "until IS NOT NULL")
    op.create_table(
        "queue",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("since", sa.Float, nullable=False, index=True),
        sa.Column("gone", sa.Float),
        sa.Column("agrees", sa.Boolean, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("why", sa.Text),
    )
    op.create_table(
        "visitors",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("worker", sa.Text, primary_key=True),
        prefixes=["UNLOGGED"] if several() else [],  # after a crash everybody comes anew
    )


def few(name: str, column: str, where: str) -> None:
    """An index of the few rows of which this holds."""
    op.create_index(name, "tables", [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def several() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def downgrade() -> None:
    op.drop_table("visitors")
    op.drop_table("queue")
    for name in ("ix_tables_until", "ix_tables_public"):
        op.drop_index(name, "tables")
    for column in ("until", "public"):
        op.drop_column("tables", column)
