"""Send the lobby, and the user's status in the match queue, to one connection."""

from hanamachi.core.words import LANGUAGES
from hanamachi.server.edge.sockets.outbox import Outbox
from hanamachi.server.edge.sockets.table_feed import known_language
from hanamachi.server.edge.sockets.text_sender import TextSender
from hanamachi.server.matchmaking.service import Matchmaking
from hanamachi.server.protocol import messages
from hanamachi.server.protocol.messages import YourPlace


class LobbySubscription:
    """The lobby as one connection shows it."""

    def __init__(self, outbox: Outbox, guest: str, matchmaking: Matchmaking) -> None:
        self.outbox, self.guest, self.matchmaking = outbox, guest, matchmaking
        self.lobby_lang = LANGUAGES[0]
        self.tables = False  # the client shows the lobby's tables, not only its queue status
        self.active = self.changed = False

    async def subscribe(self, message: messages.Lobby) -> None:
        self.lobby_lang, self.tables, self.active = known_language(message.lang), message.tables, True
        await self.matchmaking.subscribe(self)

    def unsubscribe(self) -> None:
        self.matchmaking.unsubscribe(self)

    def mark_changed(self) -> None:
        self.changed = True
        self.outbox.wake()

    def send_status(self, message: YourPlace) -> None:
        self.outbox.add(message)

    async def send(self, send_text: TextSender) -> None:
        if self.changed:
            self.changed = False
            await send_text(self.matchmaking.lobby.encoded(self.lobby_lang).decode())
