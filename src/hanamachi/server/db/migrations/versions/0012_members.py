"""Members: guests with credentials and a name of their own.

The columns of `guests` say how a name looks, so that a guest who is called like a member is shown as a
guest. The server fills them for guests of before when it starts. Sessions remember when a credential was
last used.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("guests", sa.Column("skeleton", sa.Text))
    op.add_column("guests", sa.Column("lookalike", sa.Text))
    op.add_column("guests", sa.Column("compared", sa.Text))
    op.add_column("guests", sa.Column("homonym", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_guests_skeleton", "guests", ["skeleton"])
    op.create_index("ix_guests_lookalike", "guests", ["lookalike"])
    op.add_column("sessions", sa.Column("proved", sa.Float))
    op.add_column("sessions", sa.Column("renews", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "members",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False, unique=True),
        sa.Column("lookalike", sa.Text, nullable=False, unique=True),
        sa.Column("skeleton_version", sa.Text, nullable=False),
        sa.Column("rating_id", sa.Text, nullable=False, unique=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("public", sa.Text, nullable=False),
    )
    op.create_table(
        "freed_names",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, index=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "passwords",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False, index=True),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "one_time",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("guest", sa.Text, nullable=False, index=True),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "account_news",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("number", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in (
        "account_news",
        "one_time",
        "recovery_codes",
        "passkeys",
        "passwords",
        "freed_names",
        "members",
    ):
        op.drop_table(name)
    op.drop_column("sessions", "renews")
    op.drop_column("sessions", "proved")
    op.drop_index("ix_guests_lookalike", "guests")
    op.drop_index("ix_guests_skeleton", "guests")
    for name in ("homonym", "compared", "lookalike", "skeleton"):
        op.drop_column("guests", name)
