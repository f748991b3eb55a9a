"""Recognise users: signed cookies, and sessions that can be ended.

Imports `db` and everything above it.
"""
