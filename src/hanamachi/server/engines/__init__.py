"""Run bots and judges in processes of their own, or on other machines.

Knows games by their registry, and no table. Imports `runtime` and `db`.
"""
