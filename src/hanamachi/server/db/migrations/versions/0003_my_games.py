"""Store in columns what a user's list of games shows. The server finds later how older games ended."""

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("game", sa.Text, nullable=False, server_default=""))
        tables.add_column(sa.Column("lesson", sa.Boolean, nullable=False, server_default=sa.false()))
        tables.add_column(sa.Column("begun", sa.Float))
        tables.add_column(sa.Column("moved", sa.Float))
        tables.add_column(sa.Column("result", sa.Text))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("came", sa.Text))
    describe_tables(op.get_bind())


def describe_tables(db: sa.Connection) -> None:
    """Use the time at which a table was opened: when its game began was not stored."""
    begun = "SELECT 1 FROM rows WHERE rows.table_id = tables.id"
    db.execute(sa.text(f"UPDATE tables SET begun = created, moved = created WHERE EXISTS ({begun})"))
    for table, text in db.execute(sa.text("SELECT id, setup FROM tables")).all():
        setup = msgspec.json.decode(text)
        new = {"id": table, "game": setup["game"], "lesson": setup.get("lesson") is not None}
        db.execute(sa.text("UPDATE tables SET game = :game, lesson = :lesson WHERE id = :id"), new)


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("came")
    with op.batch_alter_table("tables") as tables:
        for name in ("result", "moved", "begun", "lesson", "game"):
            tables.drop_column(name)
