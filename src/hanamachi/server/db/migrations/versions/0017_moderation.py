"""Hosts and the journal of what they did, bans, restrictions, notices, and answers to reports.

Triggers keep the journal as it is: rows are added with the next number, and never changed or deleted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

NEXT = "NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM deeds)"
SAID = "the journal of deeds can only be added to"
SQLITE = (
    f"CREATE TRIGGER deeds_added BEFORE INSERT ON deeds WHEN {NEXT} BEGIN SELECT RAISE(ABORT, '{SAID}'); END",
    f"CREATE TRIGGER deeds_kept BEFORE UPDATE ON deeds BEGIN SELECT RAISE(ABORT, '{SAID}'); END",
    f"CREATE TRIGGER deeds_stay BEFORE DELETE ON deeds BEGIN SELECT RAISE(ABORT, '{SAID}'); END",
)
POSTGRESQL = (
    f"""CREATE OR REPLACE FUNCTION deeds_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.number = (SELECT coalesce(max(number), 0) + 1 FROM deeds) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '{SAID}';
END $$""",
    "CREATE TRIGGER deeds_added BEFORE INSERT OR UPDATE OR DELETE ON deeds "
    "FOR EACH ROW EXECUTE FUNCTION deeds_are_kept()",
    "CREATE TRIGGER deeds_stay BEFORE TRUNCATE ON deeds FOR EACH STATEMENT EXECUTE FUNCTION deeds_are_kept()",
)


def upgrade() -> None:
    op.add_column("reports", sa.Column("outcome", sa.Text))
    op.add_column("reports", sa.Column("deed", sa.Integer))
    op.add_column("reports", sa.Column("answering", sa.Text))
    op.add_column("reports", sa.Column("answering_since", sa.Float))
    op.create_index("ix_reports_answering", "reports", ["answering"])
    op.create_table(
        "hosts",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("host", sa.Text),
        sa.Column("person", sa.Text),
        sa.Column("terminal", sa.Boolean, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("until", sa.Float),
        sa.Column("what", sa.Text, nullable=False),
    )
    op.create_table(
        "deed_people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, index=True),
        sa.Column("address", sa.Text),
        sa.Column("deed", sa.Integer, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "restrictions",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "user_notices",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("number", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("table_id", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_table(
        "arrivals",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("worker", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else SQLITE:
        op.execute(statement)


def downgrade() -> None:
    for name in ("arrivals", "user_notices", "restrictions", "bans", "deed_people", "deeds", "hosts"):
        op.drop_table(name)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION IF EXISTS deeds_are_kept()")
    op.drop_index("ix_reports_answering", "reports")
    for column in ("answering_since", "answering", "deed", "outcome"):
        op.drop_column("reports", column)
