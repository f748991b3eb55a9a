"""API of a member's bot accounts: create them, replace their tokens, delete them."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.server.accounts.bot_accounts import BotAccounts
from hanamachi.server.edge.api.browser_sessions import browser_of
from hanamachi.server.edge.api.requests import Requests, answer, required_user
from hanamachi.server.protocol.account import BotAccountInfo, BotName, BotToken
from hanamachi.server.storage.reserved_names import BOT_MARK


class BotAccountsApi:
    """Routes under /me/bots. `erase` erases a user."""

    def __init__(
        self, requests: Requests, accounts: BotAccounts, erase: Callable[[str], Awaitable[None]]
    ) -> None:
        self.requests, self.accounts, self.erase = requests, accounts, erase

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/me/bots", self.mine),
            Route("/me/bots", self.create, methods=["POST"]),
            Route("/me/bots/token", self.replace_token, methods=["POST"]),
            Route("/me/bots/delete", self.delete, methods=["POST"]),
        ]

    async def mine(self, request: Request) -> Response:
        """Answer with the user's bot accounts."""
        found = await self.accounts.of_owner(required_user(request))
        return answer([BotAccountInfo(each.name, each.made, each.used) for each in found])

    async def create(self, request: Request) -> Response:
        """Create a bot account; answer with its token, which is shown only now."""
        wish = await self.requests.body(request, BotName)
        name = user_text.name(wish.name, self.requests.limits.name - len(BOT_MARK)).removesuffix(BOT_MARK)
        self.requests.rates.devices.take(required_user(request))
        token = await self.accounts.create(browser_of(request), name)
        return answer(BotToken(name + BOT_MARK, token), 201)

    async def replace_token(self, request: Request) -> Response:
        """Answer with another token of a bot account. The last one is void."""
        wish = await self.requests.body(request, BotName)
        name = user_text.name(wish.name, self.requests.limits.name)
        self.requests.rates.devices.take(required_user(request))
        return answer(BotToken(name, await self.accounts.replace_token(browser_of(request), name)), 201)

    async def delete(self, request: Request) -> Response:
        """Delete a bot account. Its unfinished games are resigned."""
        wish = await self.requests.body(request, BotName)
        name = user_text.name(wish.name, self.requests.limits.name)
        await self.erase(await self.accounts.to_delete(browser_of(request), name))
        return await self.mine(request)
