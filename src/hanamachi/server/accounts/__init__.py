"""Recognise users: signed cookies, sessions that can be ended, and members with their credentials.

Imports `storage` and what is before it.
"""
