"""Clocks: what a decision took, what is left to whom, when a flag falls, and who has days off."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("rows", sa.Column("took", sa.Float))
    op.create_table(
        "clocks",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("left", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("asked", sa.Integer),
        sa.Column("since", sa.Float),
        sa.Column("ends", sa.Float),
        sa.Column("signals", sa.Integer),
        sa.Column("due", sa.Float),
    )
    op.create_index("ix_clocks_due", "clocks", ["due"])
    hours = op.create_table("hours", sa.Column("seconds", sa.Float, nullable=False))
    op.bulk_insert(hours, [{"seconds": 0.0}])
    op.create_table(
        "days_off",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("begins", sa.Float, primary_key=True),
        sa.Column("ends", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("days_off", "hours", "clocks"):
        op.drop_table(name)
    with op.batch_alter_table("rows") as rows:
        rows.drop_column("took")
