"""Define the database schema, and migrate older databases to it."""

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
    sa.Column("skeleton", sa.Text, index=True),  # how the name looks (`storage/reserved_names.py`)
    sa.Column("lookalike", sa.Text, index=True),
    sa.Column("compared", sa.Text),  # the version of the data, and the name, from which these were made
    sa.Column("homonym", sa.Boolean, nullable=False, server_default=sa.false()),  # called like a member
)
MEMBERS = sa.Table(  # guests with credentials, and a name that is theirs alone
    "members",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("skeleton", sa.Text, nullable=False, unique=True),
    sa.Column("lookalike", sa.Text, nullable=False, unique=True),
    sa.Column("skeleton_version", sa.Text, nullable=False),  # of the data from which they were made
    sa.Column("rating_id", sa.Text, nullable=False, unique=True),  # results refer to it, and to nothing else
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("public", sa.Text, nullable=False),  # what others may see
)
BOTS = sa.Table(  # members that are programs
    "bots",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False, index=True),
    sa.Column("digest", sa.Text, nullable=False, unique=True),  # of the token
    sa.Column("session", sa.Text, nullable=False),  # that the token has
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
)
FREED_NAMES = sa.Table(  # names of members that nobody else may take yet
    "freed_names",
    META,
    sa.Column("digest", sa.Text, primary_key=True),  # of a skeleton: nobody can read the name
    sa.Column("guest", sa.Text, index=True),  # who may take it back; null: they were erased
    sa.Column("until", sa.Float, nullable=False),
)
PASSWORDS = sa.Table(
    "passwords",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("hash", sa.Text, nullable=False),  # argon2id, with its parameters
    sa.Column("made", sa.Float, nullable=False),
)
PASSKEYS = sa.Table(
    "passkeys",
    META,
    sa.Column("id", sa.Text, primary_key=True),  # of the credential, in base64url
    sa.Column("guest", sa.Text, nullable=False, index=True),
    sa.Column("site", sa.Text, nullable=False),  # the host name for which it was made
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("uses", sa.BigInteger, nullable=False),  # the authenticator's own count
    sa.Column("device", sa.Text, nullable=False),  # such as "Firefox · Linux"
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
)
RECOVERY_CODES = sa.Table(
    "recovery_codes",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("made", sa.Float, nullable=False),
)
ONE_TIME = (
    sa.Table(  # secrets that can be used once: a passkey's challenge, a link of the host, a guest to join
        "one_time",
        META,
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("guest", sa.Text, nullable=False, index=True),  # empty: nobody yet
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False, index=True),
    )
)
ACCOUNT_NEWS = sa.Table(  # what each browser of a member is yet to be told: a new credential
    "account_news",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("number", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
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
    sa.Column("rated", sa.Text),  # who plays a rated game, by seat; empty: of somebody who was erased
    sa.Column("counted", sa.Integer),  # the number of its result; 0: it did not count
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
    sa.Column("proved", sa.Float),  # when its user last used a credential here
    sa.Column("renews", sa.Boolean, nullable=False, server_default=sa.false()),  # it gets new cookies
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
TALK = sa.Table(  # what is said at tables: nothing of the game, and in no record
    "talk",
    META,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("side", sa.Text, primary_key=True),  # players or gallery, who talk apart until the game ends
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("guest", sa.Text, nullable=False),  # who said it
    sa.Column("phrase", sa.Text),  # the id of a ready-made one; null: it is free text
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("ix_talk_guest", "guest", "at"),
)
MUTES = sa.Table(  # who hears no more of whom
    "mutes",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("other", sa.Text, primary_key=True, index=True),
    sa.Column("at", sa.Float, nullable=False),
)
REPORTS = sa.Table(  # of lines, to the host of the server; each is deleted after 30 days
    "reports",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("side", sa.Text, nullable=False),  # with `number`: the line
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("reporter", sa.Text, index=True),  # null if they were erased since, like the author
    sa.Column("author", sa.Text, index=True),
    sa.Column("lines", sa.Text, nullable=False),  # the last ones of the talk, with the names of then
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("resolved", sa.Float),  # when a host dealt with it; null: it waits
    sa.Column("outcome", sa.Text),  # the kind of deed that answered it
    sa.Column("deed", sa.Integer),  # ... and its number
    sa.Column("answering", sa.Text, index=True),  # the host who looks into it, and since when
    sa.Column("answering_since", sa.Float),
)
HOSTS = sa.Table(  # members who may do what hosts do
    "hosts",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
)
DEEDS = sa.Table(  # the journal of what hosts did: triggers refuse to change or delete a row
    "deeds",
    META,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("host", sa.Text),  # ids of `deed_people`, which are gone once somebody is erased
    sa.Column("person", sa.Text),
    sa.Column("terminal", sa.Boolean, nullable=False),  # by a command on the server's machine
    sa.Column("table_id", sa.Text),
    sa.Column("until", sa.Float),
    sa.Column("what", sa.Text, nullable=False),  # the setting and its value: about nobody
)
DEED_PEOPLE = sa.Table(  # who a deed was by or about, with what was said about them
    "deed_people",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("guest", sa.Text, index=True),  # null: said about nobody, such as the message of the day
    sa.Column("name", sa.Text, nullable=False),  # of then
    sa.Column("said", sa.Text, nullable=False),
)
BANS = sa.Table(
    "bans",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("guest", sa.Text, index=True),  # null: it is of an address
    sa.Column("address", sa.Text),  # a keyed digest
    sa.Column("deed", sa.Integer, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
RESTRICTIONS = sa.Table(  # what a user may not do for a while: talk, or change their name
    "restrictions",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
USER_NOTICES = sa.Table(  # what a host has done about a user, until they were shown it
    "user_notices",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("number", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("until", sa.Float),
    sa.Column("table_id", sa.Text),
    sa.Column("name", sa.Text, nullable=False),
)
ARRIVALS = sa.Table(  # since when somebody has a socket open, and from which address
    "arrivals",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("worker", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, primary_key=True),  # a keyed digest; empty: it cannot be banned
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("why", sa.Text, nullable=False),  # why it cannot: local, proxy
)
STUDIES = sa.Table(  # what users try out: trees of moves beside games (`server/analysis/study_tree`)
    "studies",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("guest", sa.Text, nullable=False, index=True),  # whose it is
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text),  # the game that is studied; null: of none on this server
    sa.Column("shared", sa.Boolean, nullable=False),  # whoever has its link may read it
    sa.Column("revision", sa.Integer, nullable=False),  # how often it was changed
    sa.Column("study", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
)
VISITORS = sa.Table(  # who has a socket open, at which worker
    "visitors",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("worker", sa.Text, primary_key=True),
)
RESULTS = sa.Table(  # of rated games; they stay when a game or a member is deleted
    "results",
    META,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # in the order in which they were committed
    sa.Column("list", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False, index=True),  # by the clock of the database
    sa.Column("ranks", sa.Text, nullable=False),  # by seat
    sa.Column("pairs", sa.Text, nullable=False),  # of seats, whose result against each other counts
)
RESULT_SEATS = sa.Table(
    "result_seats",
    META,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("rating_id", sa.Text, index=True),  # of a member
    sa.Column("level", sa.Text),  # of a bot, and its rating then
    sa.Column("rating", sa.Float),
    sa.Column("deviation", sa.Float),
)
RESULT_NUMBERS = sa.Table(  # the last number that was given; locked until the result is committed
    "result_numbers",
    META,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
RATING_PROGRESS = sa.Table(  # the number of the last result that is worked out
    "rating_progress",
    META,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
RATINGS = sa.Table(  # worked out from the results alone
    "ratings",
    META,
    sa.Column("list", sa.Text, primary_key=True),
    sa.Column("rating_id", sa.Text, primary_key=True, index=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("last", sa.Float, nullable=False),  # when the last of them ended
)
RATING_HISTORY = sa.Table(  # what each result did to a rating
    "rating_history",
    META,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("rating_id", sa.Text, primary_key=True, index=True),
    sa.Column("list", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("before", sa.Float, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
)
PUZZLE_ANSWERS = sa.Table(  # of users to puzzles: the first one to each
    "puzzle_answers",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("theme", sa.Text, nullable=False),
    sa.Column("day", sa.Integer, nullable=False),  # days since 1970
    sa.Column("verdict", sa.Text, nullable=False),  # right, near, wrong, shown; hint: not answered yet
    sa.Column("place", sa.Integer),  # of the answer among the moves
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("before", sa.Float),  # the user's rating; null if this answer was not rated
    sa.Column("after", sa.Float),
    sa.Column("deviation", sa.Float),
    sa.Column("hinted", sa.Boolean, nullable=False),
)
PUZZLE_PLAYERS = sa.Table(  # the rating of a user in the puzzles of a game
    "puzzle_players",
    META,
    sa.Column("guest", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("last", sa.Float, nullable=False),
)
PUZZLE_RATINGS = sa.Table(  # of puzzles that somebody has tried
    "puzzle_ratings",
    META,
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("last", sa.Float, nullable=False),
)
NUMBERS = sa.Sequence("table_numbers")  # PostgreSQL's: several workers open tables at once
NOBODY = -1


SINCE = "0005"  # the oldest shape whose houses may stand beside this one: since then nothing was taken away


MIGRATIONS = Path(__file__).parent / "migrations"


class UnknownShape(ValueError):
    """The database has a schema that this server cannot use: a newer server changed it."""


def migrate(url: str, to: str = "head") -> None:
    """Migrate a database to the newest schema, or to an older one. Leave it alone if a newer server has only
    added to it."""
    engine = sa.create_engine(url, poolclass=sa.NullPool, hide_parameters=True)
    with engine.connect() as db:
        found = shape_of(db)
        since = key_value.get(db, "since") if found else None
    known = shapes()
    if found and found not in known and since is not None and since <= known[-1]:
        return
    if to != "head" or found != known[-1]:
        run_migrations(url, to)
    if to == "head" and since != SINCE:
        with engine.begin() as db:
            key_value.put(db, "since", SINCE)


def run_migrations(url: str, to: str) -> None:
    """Have alembic migrate a database. Importing it takes a third of the start, and most starts need no
    migration."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))  # it is interpolated
    config.attributes["url"] = url
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise UnknownShape from error


def shapes() -> list[str]:
    """Return the names of all migrations, the oldest first. The name of a file begins with that of its
    migration."""
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("0*.py"))


def shape_of(db: sa.Connection) -> str | None:
    """Return the last migration of a database, if there was one."""
    if not sa.inspect(db).has_table("alembic_version"):
        return None
    found: str | None = db.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return found


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
