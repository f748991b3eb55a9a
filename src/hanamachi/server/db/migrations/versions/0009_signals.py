"""A guest's devices, and where they are called: sessions, push subscriptions, webhooks, one-time codes."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, index=True),
    )
    op.create_table(
        "subscriptions",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False, index=True),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("lang", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "hooks",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("lang", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False, index=True),
        sa.Column("leaving", sa.Text),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("codes", "hooks", "subscriptions", "sessions"):
        op.drop_table(name)
