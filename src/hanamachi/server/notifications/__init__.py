"""Notify users who are not looking at a table: Web Push, webhooks, and the live list of their tables.

Subscribes to events of tables. Imports `storage`, never a live room.
"""
