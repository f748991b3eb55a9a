"""Refusals about tables that several packages raise."""

from hanamachi.core.words import Refusal


class NotFound(Refusal):
    """Refuse a request for a table, user or game that does not exist or is not open to this user."""
