"""What is said at tables, who hears no more of whom, and what is reported to the host."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "talk",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("phrase", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_talk_guest", "talk", ["guest", "at"])
    op.create_table(
        "mutes",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True, index=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Text, index=True),
        sa.Column("author", sa.Text, index=True),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("resolved", sa.Float),
    )


def downgrade() -> None:
    for name in ("reports", "mutes", "talk"):
        op.drop_table(name)
