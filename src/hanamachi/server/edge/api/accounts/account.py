"""API of a member's account: sign up, use a credential again, change credentials, join a guest's games."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.server.accounts import account_facts
from hanamachi.server.accounts.account import Accounts, Browser
from hanamachi.server.edge.api.accounts.sign_in import check_answer
from hanamachi.server.edge.api.browser_sessions import browser_of
from hanamachi.server.edge.api.registration import Registration
from hanamachi.server.edge.api.requests import Requests, answer
from hanamachi.server.edge.authentication import set_cookies, site_of
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.moderation.house_rules import check_sign_up
from hanamachi.server.protocol.account import (
    AccountState,
    Ceremony,
    Done,
    JoinPreview,
    JoinWish,
    NameState,
    NameWish,
    NewPassword,
    PasskeyAnswer,
    PasskeyName,
    RecoveryCodes,
    SignIn,
    SignUp,
)
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage import reserved_names
from hanamachi.server.storage.game_lists import one_of_mine

LISTED = 50  # games that are listed before they are joined
ShowJoined = Callable[[str, str, list[str]], Awaitable[None]]


class AccountApi:
    """Routes under /account. `show_joined` shows a member where a guest sat."""

    def __init__(
        self,
        requests: Requests,
        accounts: Accounts,
        registration: Registration,
        uptime: Uptime,
        show_joined: ShowJoined,
    ) -> None:
        self.requests, self.accounts, self.registration = requests, accounts, registration
        self.uptime, self.show_joined = uptime, show_joined
        self.rates, self.limits, self.store = requests.rates, requests.limits, requests.store

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/account", self.state),
            Route("/account", self.sign_up, methods=["POST"]),
            Route("/account/name", self.look_at_name, methods=["POST"]),
            Route("/account/proof", self.prove, methods=["POST"]),
            Route("/account/proof/passkey", self.ask_to_prove, methods=["POST"]),
            Route("/account/password", self.set_password, methods=["PUT"]),
            Route("/account/password", self.remove_password, methods=["DELETE"]),
            Route("/account/passkeys/ask", self.ask_to_make, methods=["POST"]),
            Route("/account/passkeys", self.add_passkey, methods=["POST"]),
            Route("/account/passkeys/remove", self.remove_passkey, methods=["POST"]),
            Route("/account/codes", self.new_codes, methods=["POST"]),
            Route("/account/news", self.was_told, methods=["DELETE"]),
            Route("/account/join/look", self.look_at_guest, methods=["POST"]),
            Route("/account/join", self.join, methods=["POST"]),
        ]

    async def state(self, request: Request) -> Response:
        """Answer with what the user is: a member with credentials, or a guest."""
        return await self._state(browser_of(request))

    async def _state(self, browser: Browser) -> Response:
        facts: AccountState = await self.store.database.read(
            partial(account_facts.account_state, browser=browser)
        )
        return answer(facts)

    # Signing up.

    async def look_at_name(self, request: Request) -> Response:
        """Answer whether the user may be called so as a member; if not, what is free."""
        wish = await self.requests.body(request, NameWish)
        name = user_text.name(wish.name, self.limits.name)
        self.rates.studies.take(browser_of(request).user or address_of(request.scope))
        user, most = browser_of(request).user, self.limits.name
        instead = await self.store.database.read(
            partial(reserved_names.suggestion, name=name, user=user, most=most)
        )
        return answer(NameState(name, not instead, instead))

    async def sign_up(self, request: Request) -> Response:
        """Make a member of the user, who gets new cookies and eight recovery codes."""
        user, before = await self.requests.named_user(request)
        wish = await self.requests.body(request, SignUp)
        name = user_text.name(wish.name, self.limits.name)
        self.rates.members.take(address_of(request.scope))
        if wish.passkey:
            check_answer(wish.passkey, self.limits.address)
        tables = await self.store.users.newest_tables(user) if name != before else []
        new, codes = await self.accounts.sign_up(
            browser_of(request),
            name,
            wish.password,
            wish.passkey,
            wish.keep,
            tables,
            check_sign_up(user_text.said(wish.invitation, self.limits.link)),
        )
        await self.registration.renames.rename(user, tables)
        response = answer(RecoveryCodes(name, codes), 201)
        set_cookies(response, self.registration.browsers.cookies, site_of(request), user, new.session)
        return response

    # Proofs.

    async def ask_to_prove(self, request: Request) -> Response:
        """Answer with what the browser is asked, to use one of the member's passkeys again."""
        browser = browser_of(request)
        if await self.accounts.members.get(browser.user) is None:
            raise Refused("no_member")
        self.rates.sign_ins.take(address_of(request.scope))
        challenge, options = await self.accounts.ask_to_use_passkey(browser, mine=True)
        return answer(Ceremony(challenge, options))

    async def prove(self, request: Request) -> Response:
        """Take a credential that the member has. It is good for ten minutes in this browser."""
        browser = browser_of(request)
        wish = await self.requests.body(request, SignIn)
        member = await self.accounts.members.get(browser.user)
        if member is None:
            raise Refused("no_member")
        if wish.passkey:
            check_answer(wish.passkey, self.limits.address)
            await self.accounts.prove_by_passkey(browser, wish.passkey)
            return await self._state(browser)
        self.rates.sign_ins.take(address_of(request.scope))
        kind = "code" if wish.code else "password"
        self.rates.attempts.take(f"proof {kind} {member.user}")
        if wish.code:
            code = user_text.said(wish.code, self.limits.link)
            await self.accounts.prove_by_code(browser, member.name, code)
        else:
            await self.accounts.prove_by_password(browser, wish.password[: self.limits.password])
        return await self._state(browser)

    # Credentials.

    async def set_password(self, request: Request) -> Response:
        """Give the member a password in place of the last one."""
        wish = await self.requests.body(request, NewPassword)
        await self.accounts.set_password(browser_of(request), wish.password)
        return await self._state(browser_of(request))

    async def remove_password(self, request: Request) -> Response:
        """Remove the password of a member who has a passkey."""
        await self.accounts.remove_password(browser_of(request))
        return await self._state(browser_of(request))

    async def ask_to_make(self, request: Request) -> Response:
        """Answer with what the browser is asked, to make a passkey."""
        user, name = await self.requests.named_user(request)
        wish = await self.requests.body(request, NameWish)
        self.rates.devices.take(user)
        name = user_text.name(wish.name, self.limits.name) if wish.name else name
        challenge, options = await self.accounts.ask_to_make_passkey(browser_of(request), name)
        return answer(Ceremony(challenge, options))

    async def add_passkey(self, request: Request) -> Response:
        """Add a passkey that was made in this browser."""
        wish = await self.requests.body(request, PasskeyAnswer)
        check_answer(wish, self.limits.address)
        await self.accounts.add_passkey(browser_of(request), wish)
        return await self._state(browser_of(request))

    async def remove_passkey(self, request: Request) -> Response:
        """Remove a passkey, if another credential is left."""
        wish = await self.requests.body(request, PasskeyName)
        await self.accounts.remove_passkey(browser_of(request), wish.id)
        return await self._state(browser_of(request))

    async def new_codes(self, request: Request) -> Response:
        """Answer with eight new recovery codes. Those of before are void."""
        _, name = await self.requests.named_user(request)
        return answer(RecoveryCodes(name, await self.accounts.new_codes(browser_of(request))), 201)

    async def was_told(self, request: Request) -> Response:
        """Tell the user no more what this browser has shown."""
        browser = browser_of(request)
        forget = partial(account_facts.forget_news, browser=browser)
        await self.store.database.write(forget)
        return await self._state(browser)

    # Joining.

    async def look_at_guest(self, request: Request) -> Response:
        """Answer with what would be the member's if a guest were joined. Nothing changes."""
        browser = browser_of(request)
        wish = await self.requests.body(request, JoinWish)
        secret = user_text.said(wish.join, self.limits.link)
        guest = await self.accounts.guest_to_join(browser, secret)
        found = await self.store.database.read(
            partial(account_facts.join_facts, guest=guest, member=browser.user)
        )
        lang, now = language(request), self.uptime.now()
        listed = await self.store.tables_of(guest, LISTED)
        games = [one_of_mine(one, guest, lang, now) for one in listed]
        return answer(
            JoinPreview(
                guest=found.name,
                games=[each for each in games if each.id not in found.stay],
                more=max(0, found.tables - len(games)),
                stay=[each for each in games if each.id in found.stay],
                push=found.push,
                hook=found.hook,
                waiting=found.waiting,
                days_off=found.days_off,
                browsers=found.browsers,
            )
        )

    async def join(self, request: Request) -> Response:
        """Move all that is a guest's to the member, once."""
        browser = browser_of(request)
        wish = await self.requests.body(request, JoinWish)
        secret = user_text.said(wish.join, self.limits.link)
        guest, joined = await self.accounts.join(browser, secret, self.uptime.now())
        await self.show_joined(guest, browser.user, joined.moved)
        name = await self.store.users.name(browser.user)
        return answer(Done(name or "", len(joined.moved)))
