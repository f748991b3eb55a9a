"""API of notifications: subscribe this browser to Web Push, or a program of the user to a webhook."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.server.edge.api.requests import Requests, answer
from hanamachi.server.edge.authentication import session_of, user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.notifications import subscriptions, webpush_encryption
from hanamachi.server.notifications.notifier import Notifier
from hanamachi.server.notifications.outgoing_http import is_web_address
from hanamachi.server.notifications.subscriptions import PushSubscription, Subscription, Webhook
from hanamachi.server.protocol.rest import HookWish, MyBells, PushWish


class SubscriptionsApi:
    """Routes of /me/bells, /me/push and /me/hook: where a user is notified."""

    def __init__(self, requests: Requests, notifier: Notifier) -> None:
        self.requests, self.notifier = requests, notifier
        self.rates, self.database = requests.rates, requests.store.database

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/me/bells", self.show),
            Route("/me/push", self.subscribe_push, methods=["PUT"]),
            Route("/me/push", self.end_push, methods=["DELETE"]),
            Route("/me/hook", self.subscribe_hook, methods=["PUT"]),
            Route("/me/hook", self.end_hook, methods=["DELETE"]),
        ]

    async def show(self, request: Request) -> Response:
        """Answer with the user's subscriptions, as this browser sees them."""
        user, _ = await self.requests.named_user(request)
        return answer(await self._subscriptions(user, session_of(request)))

    async def _subscriptions(self, user: str, session: str) -> MyBells:
        found = await self.database.read(partial(subscriptions.subscriptions_of, guest=user))
        hook = next((each for each in found if isinstance(each, Webhook)), None)
        push = next(
            (each for each in found if isinstance(each, PushSubscription) and each.session == session), None
        )
        key = (
            webpush_encryption.to_base64(webpush_encryption.public(self.notifier.key))
            if self.notifier.key
            else ""
        )
        return MyBells(
            key,
            push is not None and not stopped(push),
            list(self.notifier.reach.hooks),
            hook.url if hook else None,
            push_stopped=stopped(push),
            hook_stopped=stopped(hook),
        )

    async def subscribe_push(self, request: Request) -> Response:
        """Notify this browser by its push service from now on."""
        user, _ = await self.requests.named_user(request)
        wish = await self.requests.body(request, PushWish)
        self.rates.devices.take(user)
        user_text.said(wish.endpoint, self.requests.limits.address)
        web = is_web_address(wish.endpoint, private=self.notifier.reach.private)
        if not web or not webpush_encryption.is_subscription(wish.p256dh, wish.auth):
            raise Refused("bad_subscription")
        session = session_of(request)
        new = PushSubscription(
            guest=user,
            session=session,
            endpoint=wish.endpoint,
            p256dh=wish.p256dh,
            auth=wish.auth,
            lang=language(request),
        )
        await self.database.write(partial(subscriptions.subscribe, subscription=new))
        return answer(await self._subscriptions(user, session))

    async def end_push(self, request: Request) -> Response:
        """Notify this browser no more."""
        user, session = user_of(request), session_of(request)
        await self.database.write(partial(subscriptions.remove_push, guest=user, session=session))
        return answer(await self._subscriptions(user, session))

    async def subscribe_hook(self, request: Request) -> Response:
        """Notify a program of the user by a webhook from now on, if the operator allows its address."""
        user, _ = await self.requests.named_user(request)
        wish = await self.requests.body(request, HookWish)
        self.rates.devices.take(user)
        user_text.said(wish.url, self.requests.limits.address)
        if not self.notifier.reach.hooks:
            raise Refused("no_hooks")
        if not is_web_address(wish.url, private=True) or not self.notifier.reach.allows(wish.url):
            raise Refused("hook_elsewhere", known=tuple(self.notifier.reach.hooks))
        new = Webhook(user, wish.url, language(request))
        await self.database.write(partial(subscriptions.subscribe, subscription=new))
        return answer(await self._subscriptions(user, session_of(request)))

    async def end_hook(self, request: Request) -> Response:
        """Call no webhook of the user any more."""
        user = user_of(request)
        await self.database.write(partial(subscriptions.remove_webhook, guest=user))
        return answer(await self._subscriptions(user, session_of(request)))


def stopped(subscription: Subscription | None) -> bool:
    """Return True if an address failed so often that it gets no more notifications."""
    return subscription is not None and subscription.silent >= subscriptions.MOST_UNANSWERED
