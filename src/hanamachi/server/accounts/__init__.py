"""Recognise users: signed cookies, and sessions that can be ended.

Imports `db`, `protocol` and `runtime`.
"""
