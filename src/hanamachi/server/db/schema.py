"""Define the database schema, and migrate older databases to it."""

from collections.abc import Collection
from pathlib import Path

import sqlalchemy as sa

from hanamachi.server.db import key_value

META = sa.MetaData()

SETTINGS = sa.Table(
    "settings",
    META,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
GUESTS = sa.Table(
    "guests",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
FORGOTTEN = sa.Table(  # who wished it: not even a copy that is put back shall bring them back
    "forgotten",
    META,
    sa.Column("digest", sa.Text, primary_key=True),  # of what the guest was known by
    sa.Column("at", sa.Float, nullable=False),
)
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False, index=True),  # in the order in which they were opened
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("finished", sa.Boolean, nullable=False, default=False),
    sa.Column("turn", sa.Integer),  # the seat that is asked: NOBODY, or null before the table was looked at
    sa.Column("damaged", sa.Boolean, nullable=False, default=False),
    sa.Column("child", sa.Text),  # the rematch that was offered
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("lesson", sa.Boolean, nullable=False, default=False),
    sa.Column("begun", sa.Float),  # when the first row was written, and the last
    sa.Column("moved", sa.Float),
    sa.Column("result", sa.Text),  # of a finished game; null before an older one was looked at
    sa.Column("aside", sa.Text),  # what its players ask of each other; null: nothing
    sa.Column("owner", sa.Text),  # the worker that attends to it, as long as its lease runs
    sa.Column("public", sa.Boolean),  # it stands in the lobby, because its host wanted that
    sa.Column("until", sa.Float),  # while it waits: when it is called off, in seconds since 1970
)
# Migrations create partial indexes on `number` and `until`. Here they would load the dialect of PostgreSQL.
SEATS = sa.Table(
    "seats",
    META,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", sa.Text, index=True),
    sa.Column("held", sa.Text, nullable=False),
    sa.Column("came", sa.Text),  # how it came out for the guest: won, lost, drawn
)
ROWS = sa.Table(
    "rows",
    META,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("row", sa.Text, nullable=False),
    sa.Column("took", sa.Float),  # seconds of the decision that this row ended, where a clock ran
)
CLOCKS = sa.Table(  # of tables that have one, once their game has begun; times are of the house (HOURS)
    "clocks",
    META,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("left", sa.Text, nullable=False),  # seconds, by seat
    sa.Column("seat", sa.Integer),  # for whom time runs, about which question, since when; null: for nobody
    sa.Column("asked", sa.Integer),
    sa.Column("since", sa.Float),
    sa.Column("ends", sa.Float),  # when the flag falls
    sa.Column("signals", sa.Integer),  # how many reminders were due
    sa.Column("due", sa.Float, index=True),  # when something is to happen: a reminder, or the end
)
HOURS = sa.Table(
    "hours",
    META,
    sa.Column("seconds", sa.Float, nullable=False),  # for which the house has been open: one row
)
DAYS_OFF = sa.Table(
    "days_off",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("begins", sa.Float, primary_key=True),  # in the house's time
    sa.Column("ends", sa.Float, nullable=False),
)
WINDOWS = sa.Table(
    "windows",
    META,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("asked", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("left", sa.Float, nullable=False),  # seconds, when the house last looked
    sa.Column("sealed", sa.Text),
)
OPINIONS = sa.Table(
    "opinions",
    META,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("judge", sa.Text, primary_key=True),  # who, in which edition, of which version of the log
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("opinion", sa.Text, nullable=False),
)
WORKERS = sa.Table(  # of a house that has several
    "workers",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),  # its lease, by the clock of the database
)
PRESENCES = sa.Table(
    "presences",
    META,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("worker", sa.Text, primary_key=True),
    sa.Column("here", sa.Text, nullable=False),  # who looks at the table there
    sa.Column("at", sa.Float, nullable=False),  # by the clock of the database
)
SESSIONS = sa.Table(  # the browsers of a guest
    "sessions",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),  # empty: whatever has a cookie without one
    sa.Column("device", sa.Text, nullable=False),  # such as "Firefox · Linux"
    sa.Column("begun", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),  # to the hour
    sa.Column("ended", sa.Float, index=True),  # its cookie names nobody any more
)
SUBSCRIPTIONS = sa.Table(  # where a browser that is closed is called
    "subscriptions",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("endpoint", sa.Text, nullable=False, index=True),
    sa.Column("p256dh", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("lang", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("silent", sa.Integer, nullable=False, server_default="0"),  # times in a row without an answer
)
HOOKS = sa.Table(  # where a guest's own program is called
    "hooks",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("lang", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("silent", sa.Integer, nullable=False, server_default="0"),  # times in a row without an answer
)
CODES = sa.Table(  # by which another browser becomes the same guest, once
    "codes",
    META,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("guest", sa.Text, nullable=False, index=True),
    sa.Column("leaving", sa.Text),  # the session that ends when it is taken
    sa.Column("until", sa.Float, nullable=False),
)
QUEUE = sa.Table(  # who wants to play now, in the order in which they came
    "queue",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("wish", sa.Text, nullable=False),
    sa.Column("since", sa.Float, nullable=False, index=True),
    sa.Column("gone", sa.Float),  # since when they are missed
    sa.Column("agrees", sa.Boolean, nullable=False, default=False),  # to bots in the seats that stay free
    sa.Column("table_id", sa.Text),  # the table at which they may sit down now
    sa.Column("why", sa.Text),  # ... and why they are back, if they are
)
REFUSED_PAIRS = sa.Table(  # who did not sit down with whom: they are not paired again for a while
    "refused_pairs",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("other", sa.Text, primary_key=True, index=True),
    sa.Column("until", sa.Float, nullable=False),
)
VISITORS = sa.Table(  # who has a socket open, at which worker
    "visitors",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("worker", sa.Text, primary_key=True),
)
NUMBERS = sa.Sequence("table_numbers")  # PostgreSQL's: several workers open tables at once
NOBODY = -1


SINCE = "0005"  # the oldest shape whose houses may stand beside this one: since then nothing was taken away


def migrate(url: str, to: str = "head") -> None:
    """Migrate a database to the newest schema, or to an older one. Leave it alone if a newer server has only
    added to it."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    scripts_folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", scripts_folder.replace("%", "%%"))  # it is interpolated
    config.attributes["url"] = url
    scripts = ScriptDirectory.from_config(config)
    engine = sa.create_engine(url, poolclass=sa.NullPool, hide_parameters=True)
    if is_beyond(engine, {script.revision for script in scripts.walk_revisions()}):
        return
    command.upgrade(config, to)
    if to == "head":
        with engine.begin() as db:
            if key_value.get(db, "since") != SINCE:
                key_value.put(db, "since", SINCE)


def is_beyond(engine: sa.Engine, known: Collection[str]) -> bool:
    """Return True if a newer server has only added to this database."""
    with engine.connect() as db:
        found = shape_of(db)
        since = key_value.get(db, "since") if found and found not in known else None
    return since is not None and since <= max(known)


def shape_of(db: sa.Connection) -> str | None:
    """Return the last migration of a database, if there was one."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(db).get_current_revision()


def is_in_use_by_older(url: str) -> bool:
    """Return True if running workers are too old for the schema that a migration would make."""
    engine = sa.create_engine(url, poolclass=sa.NullPool, hide_parameters=True)
    if engine.dialect.name != "postgresql":
        return False
    with engine.connect() as db:
        if (shape_of(db) or SINCE) >= SINCE or not sa.inspect(db).has_table(WORKERS.name):
            return False
        now = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)
        return db.scalar(sa.select(WORKERS.c.id).where(WORKERS.c.until > now)) is not None
