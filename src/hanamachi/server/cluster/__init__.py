"""Let several server processes share one PostgreSQL database.

Owns leases of tables, and learns what the other processes committed. Imports `live`.
"""
