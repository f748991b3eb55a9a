"""Windows and offers are kept, seats' links only as digests; a table knows whose turn it is."""

from hashlib import sha256

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("number", sa.Integer, nullable=False, server_default="0"))
        tables.add_column(sa.Column("turn", sa.Integer))
        tables.add_column(sa.Column("damaged", sa.Boolean, nullable=False, server_default=sa.false()))
        tables.add_column(sa.Column("child", sa.Text))
    op.create_index("ix_tables_number", "tables", ["number"])
    op.create_table(
        "windows",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("sealed", sa.Text),
    )
    number_tables(op.get_bind())
    digest_tokens(op.get_bind())


def number_tables(db: sa.Connection) -> None:
    opened = db.execute(sa.text("SELECT id FROM tables ORDER BY created, id")).scalars().all()
    for number, table in enumerate(opened, 1):
        db.execute(sa.text("UPDATE tables SET number = :n WHERE id = :id"), {"n": number, "id": table})


def digest_tokens(db: sa.Connection) -> None:
    for table, seat, text in db.execute(sa.text("SELECT table_id, seat, held FROM seats")).all():
        held = msgspec.json.decode(text)
        if held.get("token"):
            held["token"] = sha256(held["token"].encode()).hexdigest()
            new = {"held": msgspec.json.encode(held).decode(), "table": table, "seat": seat}
            db.execute(sa.text("UPDATE seats SET held = :held WHERE table_id = :table AND seat = :seat"), new)


def downgrade() -> None:
    op.drop_table("windows")
    op.drop_index("ix_tables_number", "tables")
    with op.batch_alter_table("tables") as tables:
        for name in ("child", "damaged", "turn", "number"):
            tables.drop_column(name)
