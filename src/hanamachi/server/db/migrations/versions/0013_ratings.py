"""Results of rated games, and the ratings that are worked out from them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
RUNNING = sa.text("rated IS NOT NULL AND NOT finished")


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Text))
    op.add_column("tables", sa.Column("counted", sa.Integer))
    op.create_index("ix_tables_rated", "tables", ["game"], sqlite_where=RUNNING, postgresql_where=RUNNING)
    op.create_table(
        "results",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("list", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("ranks", sa.Text, nullable=False),
        sa.Column("pairs", sa.Text, nullable=False),
    )
    op.create_table(
        "result_seats",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("rating_id", sa.Text, index=True),
        sa.Column("level", sa.Text),
        sa.Column("rating", sa.Float),
        sa.Column("deviation", sa.Float),
    )
    for name in ("result_numbers", "rating_progress"):
        op.create_table(
            name,
            sa.Column("game", sa.Text, primary_key=True),
            sa.Column("number", sa.Integer, nullable=False),
        )
    op.create_table(
        "ratings",
        sa.Column("list", sa.Text, primary_key=True),
        sa.Column("rating_id", sa.Text, primary_key=True, index=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
    )
    op.create_table(
        "rating_history",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("rating_id", sa.Text, primary_key=True, index=True),
        sa.Column("list", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
    )


def downgrade() -> None:
    names = ("rating_history", "ratings", "rating_progress", "result_numbers", "result_seats", "results")
    for name in names:
        op.drop_table(name)
    op.drop_index("ix_tables_rated", "tables")
    with op.batch_alter_table("tables") as table:
        table.drop_column("counted")
        table.drop_column("rated")
