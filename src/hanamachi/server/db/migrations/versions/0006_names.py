"""Remove names from rows: a user's name is stored with the user alone, and can be erased.

This is the only change to stored rows of a log. An older worker beside this one can still read them: the
field stays, empty. On PostgreSQL only users who take a seat wait for it; creating the index blocks moves, so
a large server creates it beforehand (docs/host/upgrade.md).
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

SEAT = {"sqlite": "json_extract(row, '$.seat')", "postgresql": "(row::json->>'seat')"}
ROWS = """UPDATE rows SET row = '{{"type":"seated","seat":' || {seat} || ',"name":""}}'
    WHERE row LIKE '{{"type":"seated",%' AND row NOT LIKE '%,"name":""}}'"""
SEATS = {  # only of guests whom the house knows: from them the name can be had
    "sqlite": """UPDATE seats SET held = json_set(held, '$.name', '')
        WHERE json_extract(held, '$.kind') = 'guest' AND guest IN (SELECT id FROM guests)""",
    "postgresql": """UPDATE seats SET held = (held::jsonb || '{"name": ""}')::text
        WHERE held::json->>'kind' = 'guest' AND guest IN (SELECT id FROM guests)""",
}
HOST = {"sqlite": "json_extract(setup, '$.host')", "postgresql": "(setup::json->>'host')"}


def upgrade() -> None:
    op.create_table(
        "forgotten",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    kind = op.get_bind().dialect.name
    op.execute(f"CREATE INDEX IF NOT EXISTS ix_tables_host ON tables ({HOST[kind]})")
    op.get_bind().exec_driver_sql(ROWS.format(seat=SEAT[kind]).replace("%", "%%"))
    op.get_bind().exec_driver_sql(SEATS[kind])


def downgrade() -> None:
    """The names are not in the rows any more, and need not be."""
    op.drop_index("ix_tables_host", "tables")
    op.drop_table("forgotten")
