"""A club evening: sixty scripted guests on two workers, five nuisances, and a host who handles them.

`python -m tools.quality.club_evening`. The host uses the calls of the page for some of them and the commands
of the terminal for the others, on a PostgreSQL of its own, and prints what happened. Guests come from
addresses of their own, as a proxy in front of the server would say.
"""

import asyncio
import contextlib
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import migrate
from tests.postgres import running
from tests.storm.serving import SERVE, Served

GUESTS, WORKERS = 60, 2
NETWORK = "198.51.100.66"  # a café: two of the nuisances, a member and two quiet guests
PASSWORD = "seven small teapots"
PATIENCE = 30.0  # seconds for what must happen
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"
RESULTS: list[tuple[str, str]] = []


def note(what: str, came: str) -> None:
    RESULTS.append((what, came))
    print(f"{what:<58} {came}", flush=True)


class Visitor:
    """A browser: its cookies, its address, and a socket at a table."""

    def __init__(self, name: str, port: int, address: str) -> None:
        self.name, self.port, self.address = name, port, address
        headers = {"x-forwarded-for": address, "user-agent": BROWSER}
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=PATIENCE)
        self.line: ClientConnection | None = None
        self.closed: tuple[int, float] | None = None  # the code, and when
        self.heard: list[Any] = []
        self.task: asyncio.Task[None] | None = None
        self.seq, self.number, self.moves = 0, 0, 0
        self.choices: list[Any] = []

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.http.request(method, f"/api{path}", json=body)
        if answer.status_code >= 400:
            raise Refused(answer.status_code, answer.json()["reason"], answer.json()["sentence"])
        return answer.json() if answer.content else None

    async def come(self) -> None:
        await self.ask("PUT", "/me", {"name": self.name})

    async def sign_up(self) -> None:
        await self.come()
        await self.ask("POST", "/account", {"name": self.name, "password": PASSWORD})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{each.name}={each.value}" for each in self.http.cookies.jar)

    async def watch(self, table: str, seat: int | None) -> None:
        headers = {"Cookie": self.cookie, "X-Forwarded-For": self.address}
        self.closed = None
        self.line = await connect(f"ws://127.0.0.1:{self.port}/ws", additional_headers=headers)
        await self.send(type="watch", table=table, seat=seat)
        self.task = asyncio.create_task(self.listen(seat))

    async def send(self, **message: Any) -> None:
        assert self.line is not None
        await self.line.send(msgspec.json.encode(message).decode())

    async def listen(self, seat: int | None) -> None:
        assert self.line is not None
        with contextlib.suppress(ConnectionClosed):
            async for text in self.line:
                told = msgspec.json.decode(text)
                self.heard.append(told)
                if told["type"] == "ping":
                    await self.send(type="pong")
                if told["type"] == "updates":
                    self.seq, self.choices = told["seq"], told["choices"]
        self.closed = (self.line.close_code or 0, time.monotonic())

    async def play(self, seat: int) -> None:
        if self.choices and self.closed is None:
            choices, self.choices = self.choices, []
            move = random.choice(choices)["move"]
            with contextlib.suppress(ConnectionClosed):
                await self.send(type="submit", seat=seat, seq=self.seq, move=move)
                self.moves += 1

    async def say(self, text: str) -> str:
        """Say a line; return why it was refused, or nothing."""
        self.number += 1
        await self.send(type="say", id=self.number, text=text)
        return str((await self.until("talkdone", self.number))["reason"])

    async def report(self, text: str) -> str:
        line = next(
            line
            for told in self.heard
            if told["type"] == "talk"
            for line in told["lines"]
            if line["text"] == text
        )
        self.number += 1
        await self.send(type="report", id=self.number, side=line["side"], number=line["number"])
        return str((await self.until("talkdone", self.number))["reason"])

    async def until(self, kind: str, number: int = 0) -> Any:
        async with asyncio.timeout(PATIENCE):
            while True:
                for told in self.heard:
                    if told["type"] == kind and told.get("id", 0) == number:
                        return told
                await asyncio.sleep(0.01)

    async def hears(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while not any(text in str(told) for told in self.heard):
                await asyncio.sleep(0.01)

    async def gone(self) -> int:
        """Wait until the server has closed the socket; return the code."""
        async with asyncio.timeout(PATIENCE):
            while self.closed is None:
                await asyncio.sleep(0.01)
        return self.closed[0]

    async def leave(self) -> None:
        if self.line:
            await self.line.close()
        await self.http.aclose()


class Refused(Exception):
    def __init__(self, status: int, reason: str, sentence: str) -> None:
        super().__init__(f"{status} {reason}: {sentence}")
        self.status, self.reason, self.sentence = status, reason, sentence


async def refusal(asked: Any) -> str:
    """Return the reason for which something is refused; empty if it is not."""
    try:
        await asked
    except Refused as refused:
        return refused.reason
    return ""


class Evening:
    """Everybody who is there, and the ways of the host."""

    def __init__(self, url: str, ports: tuple[int, ...]) -> None:
        self.url, self.ports = url, ports
        self.host = Visitor("Haru", ports[0], "203.0.113.250")
        self.guests: list[Visitor] = []
        self.tables: list[str] = []

    def terminal(self, *args: str) -> str:
        """Run a command of the host; return what it printed."""
        command = [sys.executable, "-m", "hanamachi", "host", *args, "--database", self.url, "--lang", "en"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 4)
        return (done.stdout + done.stderr).strip()

    async def in_terminal(self, *args: str) -> str:
        return await asyncio.to_thread(self.terminal, *args)

    async def person(self, name: str) -> str:
        found = await self.host.ask("GET", f"/host/people?name={name}")
        return next(str(one["person"]["handle"]) for one in found if one["person"]["name"] == name)

    async def deed(self, name: str, deed: str, **body: Any) -> Any:
        return await self.host.ask("POST", f"/host/people/{await self.person(name)}/{deed}", body)

    # The evening.

    async def begin(self) -> None:
        """A member becomes host, and sixty guests sit down, each player at another worker."""
        await self.host.sign_up()
        link = (await self.in_terminal("grant", "Haru")).split()[0].partition("#")[2]
        before = await refusal(self.host.ask("GET", "/host"))
        await self.host.ask("POST", "/host/link", {"link": link})
        again = await refusal(self.guest_like_host(link))
        page = await self.host.ask("POST", "/host/link/use")
        note("a member opens the link of `host grant`", f"{before} before; host is {page['name']}")
        note("the same link a second time, elsewhere", again)
        for number in range(GUESTS):
            address = NETWORK if number < 4 else f"203.0.113.{number}"
            port = self.ports[number % WORKERS]
            self.guests.append(Visitor(f"Guest {number}", port, address))
        for one in self.guests:
            await (one.sign_up() if one is self.guests[2] else one.come())
        for at in range(0, GUESTS, 2):
            await self.sit(self.guests[at], self.guests[at + 1])
        await self.host.watch(self.tables[-1], None)
        told = await self.host.ask("GET", "/host")
        await self.until_people(GUESTS + 1)
        note("guests at tables on two workers", f"{GUESTS} people, {told['tables']} tables")

    async def guest_like_host(self, link: str) -> None:
        thief = Visitor("Thief", self.ports[1], "203.0.113.251")
        try:
            await thief.sign_up()
            await thief.ask("POST", "/host/link", {"link": link})
        finally:
            await thief.leave()

    async def until_people(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(await self.host.ask("GET", "/host/people")) < count:
                await asyncio.sleep(0.05)

    async def sit(self, one: Visitor, other: Visitor, game: str = "okiya") -> None:
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "talk": "all"}
        opened = await one.ask("POST", "/tables", wish)
        table, words = opened["id"], {"words": "plum", "commitment": opened["commitment"]}
        await one.ask("POST", f"/tables/{table}/words", words)
        await other.ask("POST", f"/tables/{table}/seats", {"seat": 1, **words})
        await one.watch(table, 0)
        await other.watch(table, 1)
        self.tables.append(table)

    async def keep_playing(self) -> None:
        """Everybody else plays on meanwhile."""
        while True:
            for number, one in enumerate(self.guests):
                await one.play(number % 2)
            await asyncio.sleep(0.2)

    # The nuisances.

    async def flood(self) -> None:
        """The first one floods the talk: limited by itself, then muted on the page."""
        flooder = self.guests[10]
        said = [await flooder.say(f"spam {number}") for number in range(30)]
        note("1 a flood of 30 lines", f"{said.count('')} said, {len(said) - said.count('')} refused")
        await self.deed(flooder.name, "mute", seconds=86_400, why="flooding")
        while (reason := await flooder.say("more")) == "too_many":
            await asyncio.sleep(1)
        note("  page: mute for a day", f"says a line: {reason}")

    async def insult(self) -> None:
        """The second one insults with markup; the other player reports it."""
        bully, victim = self.guests[21], self.guests[20]
        text = '<img src=x onerror="alert(1)"> you lose'
        await bully.say(text)
        await victim.hears("you lose")
        await victim.report(text)
        [report] = await self.host.ask("GET", "/host/reports")
        await self.host.ask("POST", f"/host/reports/{report['id']}/take")
        other = await self.in_terminal("resolve", report["id"])
        note("2 an insult is reported; the page takes it", f"terminal, too: {other.splitlines()[-1]}")
        began = time.monotonic()
        await self.deed(bully.name, "ban", seconds=7 * 86_400, why="insults", report=report["id"])
        code = await bully.gone()
        assert bully.closed is not None
        note("  page: ban for a week", f"socket closed with {code} after {bully.closed[1] - began:.2f} s")
        note("  the banned user asks again", await refusal(bully.ask("GET", "/me")))

    async def name(self) -> None:
        """The third one has a rude name: renamed in the terminal."""
        rude, other = self.guests[30], self.guests[31]
        await rude.ask("PUT", "/me", {"name": "Rude name"})
        began = time.monotonic()
        told = await self.in_terminal("rename", "Rude name", "Tea leaf", "--why", "no such names")
        await other.hears("Tea leaf")
        note("3 a rude name; terminal: rename", f"{told} Seen after {time.monotonic() - began:.2f} s")
        note("  takes the name back", await refusal(rude.ask("PUT", "/me", {"name": "Rude name"})))

    async def squat(self) -> None:
        """The fourth one opens public tables that keep the lobby full: closed in the terminal."""
        squatter = self.guests[40]
        seats = [{"kind": "me"}, {"kind": "open"}]
        opened = [
            await squatter.ask("POST", "/tables", {"game": "okiya", "seats": seats, "public": True})
            for _ in range(3)
        ]
        for each in opened:
            await self.in_terminal("close", each["id"], "--why", "one table each, please")
        await self.sit(squatter, self.guests[41], "geishas_road")
        running = self.tables[-1]
        await self.in_terminal("close", running, "--why", "that was enough")
        await self.guests[41].hears("that was enough")
        kinds = [each["kind"] for each in (await self.guests[41].ask("GET", "/me"))["notices"]]
        left = {each["id"] for each in await self.host.ask("GET", "/host/tables")}
        gone = not left & {running, *(each["id"] for each in opened)}
        note("4 three idle tables; terminal: close, and the game", f"gone: {gone}; the other player: {kinds}")

    async def return_again(self) -> None:
        """The fifth one comes back with new cookies until the network is banned."""
        nuisance, quiet, member = self.guests[0], self.guests[1], self.guests[2]
        await self.deed(nuisance.name, "ban", seconds=86_400, why="cheating")
        await nuisance.gone()
        again = Visitor("Guest 0 again", self.ports[1], NETWORK)
        await again.come()
        await again.watch(self.tables[5], None)
        note("5 banned; comes back with a new cookie", "is in again: a ban of the network is needed")
        await self.until_named(again.name)
        shared = await self.host.ask("GET", f"/host/people/{await self.person(again.name)}/address")
        told = await self.in_terminal("ban", again.name, "--for", "2d", "--why", "cheating", "--address")
        note("  terminal: ban --address without --yes", told.splitlines()[-1])
        note(
            "  who shares the network now", f"{shared['people']} people, {shared['members']} of them members"
        )
        began = time.monotonic()
        await self.in_terminal("ban", again.name, "--for", "2d", "--why", "cheating", "--address", "--yes")
        await again.gone()
        await quiet.gone()
        assert quiet.closed is not None
        note(
            "  terminal: ban --address --yes",
            f"sockets closed {quiet.closed[1] - began:.2f} s after the start",
        )
        for port in self.ports:
            third = Visitor("Guest 0 once more", port, NETWORK)
            note(f"  a third cookie at worker {self.ports.index(port) + 1}", await refusal(third.come()))
            await third.leave()
        note("  the member of that network", "stays" if member.closed is None else "was closed")
        note("  asks for their games", await refusal(member.ask("GET", "/me")) or "answered")
        await again.leave()

    async def until_named(self, name: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while not any(
                one["person"]["name"] == name for one in await self.host.ask("GET", "/host/people")
            ):
                await asyncio.sleep(0.05)

    async def attack(self) -> None:
        """What a host cannot do, and what nobody else can."""
        path = f"/host/people/{await self.person('Haru')}/ban"
        own = await refusal(self.host.ask("POST", path, {"why": "x", "seconds": 3_600}))
        note("the host bans himself", own)
        token = (await self.host.ask("POST", "/me/bots", {"name": "Maru"}))["token"]
        bot = Visitor("bot", self.ports[0], "203.0.113.252")
        bot.http.headers["authorization"] = f"Bearer {token}"
        note("the host's bot asks for the host's page", await refusal(bot.ask("GET", "/host")))
        guest = self.guests[50]
        same = [await refusal(guest.ask("GET", path)) for path in ("/host", "/host/people", "/nowhere")]
        note("a guest asks for /host, /host/people, /nowhere", ", ".join(same))
        await bot.leave()

    async def end(self) -> None:
        alive = sum(one.closed is None for one in self.guests)
        moves = sum(one.moves for one in self.guests)
        note("sockets of guests that are still open", f"{alive} of {GUESTS}; {moves} moves were played")
        print(f"\n{await self.in_terminal('log')}")
        for one in (*self.guests, self.host):
            await one.leave()


async def run(url: str, ports: tuple[int, ...]) -> None:
    evening = Evening(url, ports)
    await evening.begin()
    playing = asyncio.create_task(evening.keep_playing())
    for nuisance in (evening.flood, evening.insult, evening.name, evening.squat, evening.return_again):
        await nuisance()
    await evening.attack()
    playing.cancel()
    await evening.end()


def main() -> None:
    with running() as postgres, postgres.fresh() as url, tempfile.TemporaryDirectory() as folder:
        migrate(url_of(url))
        command = (*SERVE, "--proxy", "127.0.0.1")
        limits = ("--limit", "guests=1000/1000", "--limit", "members=100/100")
        houses = [
            Served(Path(folder) / f"{number}.db", command, url=url, limits=limits)
            for number in range(WORKERS)
        ]
        try:
            for house in houses:
                house.start()
            asyncio.run(run(url, tuple(house.port for house in houses)))
        finally:
            for house in houses:
                house.stop()


if __name__ == "__main__":
    main()
