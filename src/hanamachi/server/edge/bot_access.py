"""Recognise bot accounts by the token in a request, and decide what they may ask.

A token signs in a bot account and nothing else: its owner's seats, account and pages stay closed to it.
"""

import re

from starlette.datastructures import Headers
from starlette.types import Scope

from hanamachi.core.table import Refused
from hanamachi.server.accounts.bot_accounts import BotAccounts, TokenHolder
from hanamachi.server.edge.rate_limits import RateLimiter
from hanamachi.server.runtime.limits import Limits

OPEN = re.compile(
    r"GET /(ws|api/(me|me/games|(games|words|ratings|members)(/.*)?|tables/[^/]+(/record|/ratings)?))"
    r"|POST /api/tables(/[^/]+/(seats|words|bots|stand-up|call-off|decline))?"
)


class BotAccess:
    """Sign bots in by the header `Authorization: Bearer TOKEN`."""

    def __init__(self, accounts: BotAccounts, limits: Limits) -> None:
        self.accounts, self.requests = accounts, RateLimiter(limits.bot_requests)

    async def holder(self, scope: Scope) -> TokenHolder | None:
        """Return the bot that sent a request or opens a socket; None if there is no token. Refuse what bots
        may not ask."""
        kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        found = await self.accounts.recognise(token.strip())
        self.requests.take(found.user)
        if not OPEN.fullmatch(f"{scope.get('method', 'GET')} {scope['path']}"):
            raise Refused("not_for_bots")
        return found
