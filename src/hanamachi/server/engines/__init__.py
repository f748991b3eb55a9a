"""Run bots and judges in processes of their own, or on a Ray cluster.

Knows games by their registry, and no table. Imports `runtime` and `db`.
"""
