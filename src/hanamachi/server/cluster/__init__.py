"""Let several server processes share one PostgreSQL database.

Owns tables by leases, follows what the other processes committed, and shares who watches. Imports `live`.
"""
