"""Connect to SQLite or PostgreSQL: the one writer, schema, migrations, NOTIFY and leases.

Knows rows, but not what a table's rows mean. Imports `runtime`.
"""
