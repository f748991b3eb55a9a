"""Store refused pairs of quick matches: they are not paired again for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "refused_pairs",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True, index=True),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("refused_pairs")
