"""How often in a row a browser or a webhook did not answer a notification."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    for name in ("subscriptions", "hooks"):
        op.add_column(name, sa.Column("silent", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    for name in ("hooks", "subscriptions"):
        with op.batch_alter_table(name) as table:
            table.drop_column("silent")
