"""Accounts of programs: users whom a member owns and who are known by a token."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "bots",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False, index=True),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )


def downgrade() -> None:
    op.drop_table("bots")
