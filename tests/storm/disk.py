"""The disk under a house: what one commit costs on it, and a house with very many tables."""

import sqlite3
import time
from pathlib import Path

COMMITS = 200


def commit_cost(folder: Path) -> float:
    """Seconds of the middle one of many commits, each of one small row, as the house makes them."""
    db = sqlite3.connect(folder / "commits.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, row TEXT)")
    costs = []
    for n in range(COMMITS):
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO rows VALUES (?, ?)", (n, "x" * 200))
        began = time.perf_counter()
        db.execute("COMMIT")
        costs.append(time.perf_counter() - began)
    db.close()
    return sorted(costs)[COMMITS // 2]


def multiply(database: Path, wanted: int) -> int:
    """Unfinished tables are copied under new names until there are so many. How many there are."""
    db = sqlite3.connect(database)
    having = count(db)
    for n in range(1, -(-wanted // having)):
        for table, key in (
            ("tables", "id"),
            ("seats", "table_id"),
            ("rows", "table_id"),
            ("windows", "table_id"),
        ):
            names = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
            given = ", ".join(f"{key} || '-copy-{n}'" if name == key else f'"{name}"' for name in names)
            unfinished = "SELECT id FROM tables WHERE NOT finished AND id NOT LIKE '%-copy-%'"
            db.execute(f"INSERT INTO {table} SELECT {given} FROM {table} WHERE {key} IN ({unfinished})")
    db.commit()
    found = count(db)
    db.close()
    return found


def count(db: sqlite3.Connection) -> int:
    found: int = db.execute("SELECT COUNT(*) FROM tables WHERE NOT finished").fetchone()[0]
    return found
