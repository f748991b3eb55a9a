"""Define the bodies of REST calls about accounts: signing up and in, credentials, joining a guest."""

from typing import Any

from msgspec import Struct

from hanamachi.server.protocol.rest import MyTable


class NameWish(Struct, frozen=True):
    name: str


class NameState(Struct, frozen=True):
    """Whether a member may have this name; if not, a name like it that is free."""

    name: str
    free: bool
    instead: str = ""


class Ceremony(Struct, frozen=True):
    """A request for a passkey: give `options` to its WebAuthn interface."""

    challenge: str  # send it back with the answer
    options: dict[str, Any]


class PasskeyAnswer(Struct, frozen=True):
    """The answer of the browser's WebAuthn interface, as JSON."""

    challenge: str
    credential: dict[str, Any]


class SignUp(Struct, frozen=True):
    """A name that is mine alone, with a password or a passkey or both."""

    name: str
    password: str = ""
    passkey: PasskeyAnswer | None = None
    keep: list[str] = []  # those of my other browsers that stay signed in, with new cookies
    invitation: str = ""  # a code of the host, where one is needed


class RecoveryCodes(Struct, frozen=True):
    """Codes that sign me in once each. They are shown this once."""

    name: str
    codes: list[str]


class SignIn(Struct, frozen=True):
    """One of: name and password, name and recovery code, a passkey, a link that the host made."""

    name: str = ""
    password: str = ""
    code: str = ""
    passkey: PasskeyAnswer | None = None
    link: str = ""


class SignedIn(Struct, frozen=True):
    name: str
    join: str = ""  # a secret by which the games of the guest, who I was here before, can be joined
    guest: str = ""  # the name of that guest
    games: int = 0  # how many they have


class PasskeyInfo(Struct, frozen=True):
    id: str
    site: str
    device: str  # in which it was made
    made: float
    used: float | None


class NewsItem(Struct, frozen=True):
    kind: str  # password, passkey, codes, removed, name, joined, link
    device: str
    at: float


class AccountState(Struct, frozen=True):
    """My account. A guest has no credentials."""

    member: bool
    name: str = ""
    since: float = 0.0
    password: bool = False
    passkeys: list[PasskeyInfo] = []
    codes: int = 0  # recovery codes that are left
    proved: float = 0.0  # seconds for which the last use of a credential in this browser is enough
    passkeys_here: bool = False  # browsers make passkeys for this address
    news: list[NewsItem] = []  # for this browser


class NewPassword(Struct, frozen=True):
    password: str


class PasskeyName(Struct, frozen=True):
    id: str


class JoinWish(Struct, frozen=True):
    join: str  # the secret of the answer to my sign-in


class JoinPreview(Struct, frozen=True):
    """What joining would move: the guest's games; not those at which I sit, too."""

    guest: str  # name
    games: list[MyTable]
    more: int  # beyond those
    stay: list[MyTable]
    push: bool  # this browser is notified
    hook: bool
    waiting: bool  # in the queue
    days_off: bool
    browsers: int  # other ones, which are signed out
    puzzles: bool = False  # answers to puzzles, and the ratings by them


class Done(Struct, frozen=True):
    name: str
    games: int = 0


class BotName(Struct, frozen=True):
    name: str


class BotToken(Struct, frozen=True):
    """A new token of a bot account. It is shown only now."""

    name: str
    token: str


class BotAccountInfo(Struct, frozen=True):
    """A bot account of the user."""

    name: str
    made: float  # seconds since 1970
    used: float | None  # when its token was last used, to the hour
