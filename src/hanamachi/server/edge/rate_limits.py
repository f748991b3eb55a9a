"""Rate limits by user and by address: token buckets, and counts of open connections, in bounded memory."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from hanamachi.core.words import Refusal
from hanamachi.server.runtime.limits import Limits, Rate

Clock = Callable[[], float]
REMEMBERED = 10_000  # keys of one kind at most; the one that was quiet for longest is forgotten first


class TooMany(Refusal):
    """Too many requests: retry after so many seconds."""

    def __init__(self, wait: float) -> None:
        self.wait = max(1, math.ceil(wait))
        super().__init__("too_many", wait=f"@wait:{self.wait}")


class TokenBucket:
    """A token bucket, stored as the moment at which it will be full again."""

    __slots__ = ("clock", "each", "full_at", "whole")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self.clock, self.full_at = clock, -math.inf
        self.each = 60 / rate.per_minute
        self.whole = self.each * rate.burst

    def take(self) -> None:
        now = self.clock()
        full_at = max(self.full_at, now) + self.each
        if full_at > now + self.whole + 1e-9 * self.whole:
            raise TooMany(full_at - now - self.whole)
        self.full_at = full_at

    def reserve(self) -> float:
        """Take one more, and say how many seconds it has to wait for that."""
        now = self.clock()
        self.full_at = max(self.full_at, now) + self.each
        return max(0.0, self.full_at - now - self.whole)


class RateLimiter:
    """A bucket for each key that has asked lately. One that is full again is as good as none."""

    def __init__(self, rate: Rate, clock: Clock = time.monotonic, remembered: int = REMEMBERED) -> None:
        self.rate, self.clock, self.remembered = rate, clock, remembered
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str) -> None:
        """Take a token of this key, or raise TooMany."""
        self._bucket(key).take()

    def reserve(self, key: str) -> float:
        """Take a token of this key; return the seconds to wait for it."""
        return self._bucket(key).reserve()

    def change(self, rate: Rate) -> None:
        """Count by another rate from now on."""
        if rate != self.rate:
            self.rate = rate
            self.buckets.clear()

    def _bucket(self, key: str) -> TokenBucket:
        self._forget_full()
        bucket = self.buckets.pop(key, None) or TokenBucket(self.rate, self.clock)
        self.buckets[key] = bucket
        if len(self.buckets) > self.remembered:
            self.buckets.popitem(last=False)
        return bucket

    def _forget_full(self) -> None:
        """Forget the keys that have been quiet until their bucket was full, the quietest first."""
        now = self.clock()
        while self.buckets and next(iter(self.buckets.values())).full_at <= now:
            self.buckets.popitem(last=False)


class ConcurrencyLimit:
    """Limit how many are open at once for each key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        """Count one more and return True, unless there are too many."""
        if self.open[key] >= self.most:
            return False
        self.open[key] += 1
        return True

    def leave(self, key: str) -> None:
        self.open[key] -= 1
        if not self.open[key]:
            del self.open[key]


class RequestRates:
    """Limit the requests of each user or address, by kind."""

    def __init__(self, limits: Limits) -> None:
        self.guests, self.imports = RateLimiter(limits.guests), RateLimiter(limits.imports)
        self.tables, self.all_tables = RateLimiter(limits.tables), RateLimiter(limits.all_tables)
        self.bots_alone, self.strangers = RateLimiter(limits.bots_alone), RateLimiter(limits.strangers)
        self.studies, self.reviews = RateLimiter(limits.studies), RateLimiter(limits.reviews)
        self.puzzles, self.explorer = RateLimiter(limits.puzzles), RateLimiter(limits.explorer)
        self.pictures, self.link_previews = RateLimiter(limits.pictures), RateLimiter(limits.link_previews)
        self.devices, self.codes = RateLimiter(limits.devices), RateLimiter(limits.codes)
        self.long_games = RateLimiter(limits.long_games)
        self.exports, self.challenges = RateLimiter(limits.exports), RateLimiter(limits.challenges)
        self.names = RateLimiter(limits.names)
        self.members, self.sign_ins = RateLimiter(limits.members), RateLimiter(limits.sign_ins)
        self.attempts = RateLimiter(limits.attempts)
        self.new_studies, self.study_edits = RateLimiter(limits.new_studies), RateLimiter(limits.study_edits)
        self.study_answers = RateLimiter(limits.study_answers)
        self.study_reports = RateLimiter(limits.study_reports)

    def follow(self, limits: Limits) -> None:
        """Count by these limits from now on."""
        for name, limiter in vars(self).items():
            limiter.change(getattr(limits, name))


class SharedSocketRates:
    """Limit the messages of all sockets of one user, and of one address. Messages beyond that wait, so that
    no user is refused for what others behind the same router send; costly requests are refused."""

    def __init__(self, limits: Limits) -> None:
        self.messages = RateLimiter(limits.my_messages), RateLimiter(limits.all_messages)
        self.watches = RateLimiter(limits.my_watches), RateLimiter(limits.all_watches)
        self.previews = RateLimiter(limits.my_previews), RateLimiter(limits.all_previews)
        self.talk = RateLimiter(limits.talk), RateLimiter(limits.all_talk)
        self.reports = RateLimiter(limits.reports), RateLimiter(limits.all_reports)

    def follow(self, limits: Limits) -> None:
        """Count what is said and reported by these limits from now on."""
        self.talk[0].change(limits.talk)
        self.talk[1].change(limits.all_talk)
        self.reports[0].change(limits.reports)

    def wait(self, user: str, address: str) -> float:
        """Return the seconds for which the next message of this user at this address waits."""
        mine, all_here = self.messages
        return max(mine.reserve(user) if user else 0.0, all_here.reserve(address))

    def take(self, rates: tuple[RateLimiter, RateLimiter], user: str, address: str) -> None:
        """Take a token of the user and one of the address, or raise TooMany."""
        mine, all_here = rates
        if user:
            mine.take(user)
        all_here.take(address)


class SocketRates:
    """Limit the messages of one socket. After too many refusals in a row it is to be closed (`over`)."""

    def __init__(self, limits: Limits) -> None:
        self.messages, self.watches = TokenBucket(limits.messages), TokenBucket(limits.watches)
        self.previews, self.meetings = TokenBucket(limits.previews), TokenBucket(limits.meetings)
        self.talk, self.reports = TokenBucket(limits.talk), TokenBucket(limits.reports)
        self.patience = self.left = limits.refusals

    def take(self, bucket: TokenBucket) -> None:
        self.left -= 1
        bucket.take()
        self.left = self.patience

    @property
    def over(self) -> bool:
        return self.left <= 0


@lru_cache(4096)
def address_key(host: str) -> str:
    """Return the key under which an address is counted: of IPv6 its /64, which belongs to one customer."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64)
    return str(address)
