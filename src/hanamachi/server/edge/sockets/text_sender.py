"""Send text on an open WebSocket without passing the middleware, none of which looks at messages."""

from starlette.types import Scope
from starlette.websockets import WebSocketDisconnect

ABNORMAL = 1006  # the close code of a connection that broke


class TextSender:
    """Call it with a text to send it. Raise WebSocketDisconnect if the client is gone."""

    def __init__(self, scope: Scope) -> None:
        self.send = scope["server_send"]

    async def __call__(self, text: str) -> None:
        try:
            await self.send({"type": "websocket.send", "text": text})
        except OSError as error:
            raise WebSocketDisconnect(ABNORMAL) from error
