"""Register visitors as users by the name they give, and rename users."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.server.accounts.account import Accounts
from hanamachi.server.accounts.cookies import new_user_id
from hanamachi.server.edge.api.browser_sessions import BrowserSessions, browser_of
from hanamachi.server.edge.authentication import is_bot, user_of
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import RequestRates
from hanamachi.server.live.renames import Renames
from hanamachi.server.moderation.house_rules import check_new_guest, may_sign_up
from hanamachi.server.moderation.service import Moderation
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.store import Store


class Registration:
    """Name the sender of a request. A visitor without a user becomes one, and so does an erased user."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        renames: Renames,
        browsers: BrowserSessions,
        limits: Limits,
        rates: RequestRates,
        moderation: Moderation,
    ) -> None:
        self.store, self.accounts, self.renames, self.browsers = store, accounts, renames, browsers
        self.limits, self.rates, self.moderation = limits, rates, moderation

    async def name(
        self, request: Request, wanted: str, *, by_link: bool = False, invitation: str | None = None
    ) -> tuple[str, str]:
        """Return the user and their name as it is now. Call `log_in` on the answer. `by_link`: a new guest
        was given the address of a table. `invitation`: a visitor is about to sign up, perhaps with one."""
        if is_bot(request):
            raise Refused("not_for_bots")
        name = user_text.name(wanted, self.limits.name)
        user = user_of(request)
        if not user or await self.store.users.is_erased(user):
            if invitation is None or not await self._may_sign_up(invitation):
                check_new_guest(self.moderation.now.rules, by_link=by_link)
            self.rates.guests.take(address_of(request.scope))
            user = new_user_id()
            self.rates.names.take(user)
            await self.store.users.add(user, name)
        elif await self.store.users.name(user) != name:
            self.rates.names.take(user)
            await self._rename(request, user, name)
        return user, name

    async def _may_sign_up(self, invitation: str) -> bool:
        code = user_text.said(invitation, self.limits.link)
        return await self.store.database.read(partial(may_sign_up, invitation=code))

    async def _rename(self, request: Request, user: str, name: str) -> None:
        tables = await self.store.users.newest_tables(user)
        if await self.accounts.members.get(user):
            await self.accounts.rename(browser_of(request), name, tables)
        else:
            await self.store.users.rename(user, name, tables)
        await self.renames.rename(user, tables)

    async def log_in(self, request: Request, response: Response, user: str) -> None:
        """Send the cookies of a user who was named."""
        await self.browsers.log_in(request, response, user)
