"""A seat at a table of a running server, joined by its link as any player joins one."""

import asyncio
import json
import secrets
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hanamachi.adapters.mcp.ending import describe_end
from hanamachi.adapters.setting import BadSetting
from hanamachi.games import GAMES

PATIENCE = 30.0  # seconds to wait for other players before the model hears that they are still thinking
LONGEST_NAME = 40
MARK = " (program)"  # follows the name, so that people know that the player is a program


class House:
    """A client of one server's REST API. Its cookie identifies the user in every call."""

    def __init__(self, origin: str) -> None:
        self.origin, self.cookie = origin, ""

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        return await asyncio.to_thread(self.ask, method, path, body)

    def ask(self, method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = Request(f"{self.origin}/api{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                given = answer.headers.get_all("set-cookie") or []
                self.cookie = "; ".join(each.partition(";")[0] for each in given) or self.cookie
                return json.load(answer)
        except HTTPError as error:
            raise BadSetting("house_says", sentence=said(error.read())) from error
        except (URLError, OSError) as error:
            raise BadSetting("no_house", link=self.origin, problem=str(error)) from error


def said(body: bytes) -> str:
    """Return the server's own sentence about a refusal."""
    try:
        return str(json.loads(body)["sentence"])
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")[:200]


class RemoteTable:
    """The table as the server tells it to this seat. Each move is sent with the seq it answers."""

    def __init__(self, house: House, table: str, seat: int, socket: ClientConnection) -> None:
        self.house, self.table, self.seat, self.socket = house, table, seat, socket
        self.now: dict[str, Any] = {}
        self.heard: list[str] = []

    async def look(self) -> str:
        await self.catch_up(self.settled)
        last = self.ended() if self.now.get("result") else self.now.get("ask")
        return "\n".join(part for part in (self.now.get("words", ""), last) if part)

    def ended(self) -> str:
        result, names = self.now["result"], [seat["name"] for seat in self.now["table"]["seats"]]
        return describe_end(result["winners"], result["reason"], self.seat, names)

    async def legal_moves(self) -> list[str]:
        await self.catch_up(self.settled)
        return [written(choice) for choice in self.now.get("choices", ())]

    async def play(self, text: str) -> str:
        await self.catch_up(self.settled)
        if self.now.get("result"):
            raise BadSetting("game_over")
        move = self.meant(text)
        seq = self.now["seq"]
        await self.send(type="submit", seat=self.seat, seq=seq, move=move)
        await self.catch_up(lambda: self.now["seq"] > seq and self.settled())
        told, self.heard = self.heard, []
        return "\n".join([*told, "", await self.look()])

    async def hint(self) -> str:
        found = await self.house.call("GET", f"/tables/{self.table}/advice?seq={self.now.get('seq', 0)}")
        return json.dumps(found, ensure_ascii=False)

    async def review(self) -> str:
        return json.dumps(await self.house.call("GET", f"/tables/{self.table}/review"), ensure_ascii=False)

    async def close(self) -> None:
        await self.socket.close()

    def meant(self, text: str) -> Any:
        """Return the choice with this notation or label. Else parse the text, so that the server can refuse
        it."""
        wanted = text.strip().casefold()
        for choice in self.now.get("choices", ()):
            if wanted in (
                choice["notation"].casefold(),
                choice["label"].casefold(),
                written(choice).casefold(),
            ):
                return choice["move"]
        return read_by_rules(self.now["table"]["game"], text)

    def settled(self) -> bool:
        """Return whether this seat must decide or the game is over, so that nothing more will come."""
        return bool(self.now) and (bool(self.now.get("choices")) or bool(self.now.get("result")))

    async def catch_up(self, done: Any) -> None:
        """Read messages until `done` is true or PATIENCE is over."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not done():
                    self.hear(json.loads(await self.socket.recv()))
        except TimeoutError:
            return
        except ConnectionClosed as error:
            raise BadSetting("no_house", link=self.house.origin, problem=str(error)) from error

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "declined":
            raise BadSetting("house_says", sentence=message["sentence"])
        if message["type"] == "updates":
            self.now = message
            lines = (frame["line"] for frame in message["frames"])
            self.heard += [line["said"] for line in lines if line["said"]]

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))


def written(choice: dict[str, Any]) -> str:
    notation, label = choice["notation"], choice["label"]
    return str(notation if notation == label else f"{notation} ({label})")


def read_by_rules(game: str, text: str) -> Any:
    card = GAMES[game].text
    return msgspec.to_builtins(card.read(text, card.words("en")))


async def join(link: str, name: str) -> RemoteTable:
    """Take the seat that a link reserves, or a free one."""
    parts = urlsplit(link)
    table, token = parts.path.rpartition("/")[2], parse_qs(parts.query).get("seat", [""])[0]
    if parts.scheme not in ("http", "https") or not table:
        raise BadSetting("bad_link", link=link)
    house = House(f"{parts.scheme}://{parts.netloc}")
    await house.call("PUT", "/me", {"name": name[: LONGEST_NAME - len(MARK)] + MARK})
    seat = await sit(house, table, token)
    address = f"ws{parts.scheme.removeprefix('http')}://{parts.netloc}/ws"
    socket = await connect(address, additional_headers={"cookie": house.cookie})
    joined = RemoteTable(house, table, seat, socket)
    await joined.send(type="watch", table=table, seat=seat, seq=0, lang="en", words=True)
    return joined


async def sit(house: House, table: str, token: str) -> int:
    """Take the first seat that is free, or that the token opens. Return its number."""
    info = (await house.call("GET", f"/tables/{table}"))["table"]
    wanted = "reserved" if token else "open"
    refused = BadSetting("no_free_seat")
    for seat in [at for at, held in enumerate(info["seats"]) if held["kind"] == wanted]:
        try:
            await take(house, table, seat, token, info["commitment"])
        except BadSetting as refusal:
            refused = refusal
        else:
            return seat
    raise refused


async def take(house: House, table: str, seat: int, token: str, commitment: str) -> None:
    """Take the seat, and send this user's part of the shuffle, drawn after the commitment is known."""
    await house.call("POST", f"/tables/{table}/seats", {"seat": seat, "token": token})
    said = {"words": secrets.token_hex(8), "commitment": commitment}
    await house.call("POST", f"/tables/{table}/words", said)
