"""Reach people who are not looking: Web Push, webhooks, reminders and the live list of their tables.

Imports `storage` and `accounts`, never a live room.
"""
