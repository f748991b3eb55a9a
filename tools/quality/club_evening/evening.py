"""The evening: sixty guests who play on, five nuisances, what the host does, and what it costs the others."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable
from pathlib import Path

import sqlalchemy as sa

from hanamachi.games import GAMES
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import ROWS
from tools.quality.club_evening.desks import Desk, Terminal, opened_page
from tools.quality.club_evening.visitors import PATIENCE, Visitor, refusal

GUESTS, WORKERS = 60, 2
NETWORK = "198.51.100.66"  # a café: two of the nuisances, a member and two quiet guests
FOR_TWO = [name for name, game in GAMES.items() if 2 in game.seats]
BAR = 3.0  # seconds within which a deed holds at the other worker
FLOODER, VICTIM, BULLY, MATE, RUDE, SQUATTER, JOINER, NUISANCE, QUIET, MEMBER = (
    11,
    20,
    21,
    32,
    33,
    41,
    40,
    1,
    0,
    2,
)
SENT_AWAY = {NUISANCE, QUIET, 3, BULLY, SQUATTER}  # with the guests who share the banned network
DISTURBED = {one // 2 for one in (FLOODER, VICTIM, RUDE, SQUATTER, NUISANCE, MEMBER)}  # pairs that play once


def note(what: str, came: str) -> None:
    print(f"{what:<62} {came}", flush=True)


class Evening:
    """Everybody who is there. The host's page and the guests with even numbers are at the first worker."""

    def __init__(self, url: str, ports: tuple[int, ...]) -> None:
        self.url, self.ports = url, ports
        self.terminal = Terminal(url)
        self.desk: Desk = self.terminal
        self.host = Visitor("Haru", ports[0], "203.0.113.250")
        self.guests: list[Visitor] = []
        self.reached: dict[str, int] = {}  # the newest row of each table that a player was told
        self.slowest = 0.0

    # The beginning.

    async def begin(self) -> None:
        """Make a member host, and have sixty guests sit down, the players of a table at two workers."""
        await self.host.sign_up()
        link = (await self.terminal("grant", "Haru")).split()[0].partition("#")[2]
        await self.host.ask("POST", "/host/link", {"link": link})
        await self.host.ask("POST", "/host/link/use")
        for number in range(GUESTS):
            address = NETWORK if number < 4 else f"203.0.113.{number}"
            self.guests.append(Visitor(f"Guest {number}", self.ports[number % WORKERS], address))
        for one in self.guests:
            await (one.sign_up() if one is self.guests[MEMBER] else one.come())
        for at in range(0, GUESTS, 2):
            await self.sit(self.guests[at], self.guests[at + 1], FOR_TWO[at // 2 % len(FOR_TWO)])
        await self.until_here(GUESTS)
        note("guests at tables on two workers", f"{GUESTS}")

    async def until_here(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(await self.host.ask("GET", "/host/people")) < count:
                await asyncio.sleep(0.05)

    async def sit(self, one: Visitor, other: Visitor, game: str) -> str:
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "talk": "all"}
        opened = await one.ask("POST", "/tables", wish)
        table, words = opened["id"], {"words": "plum", "commitment": opened["commitment"]}
        await one.ask("POST", f"/tables/{table}/words", words)
        await other.ask("POST", f"/tables/{table}/seats", {"seat": 1, **words})
        await one.watch(table, 0)
        await other.watch(table, 1)
        return str(table)

    # Everybody else plays on.

    async def play_on(self, pair: int) -> None:
        """Play game after game, a move a second."""
        players = self.guests[2 * pair], self.guests[2 * pair + 1]
        games = 0
        while True:
            await asyncio.sleep(1)
            for seat, one in enumerate(players):
                self.reached[one.table] = max(one.seq, self.reached.get(one.table, 0))
                await one.play(seat)
            if pair not in DISTURBED and players[0].over:
                games += 1
                await self.sit(*players, FOR_TWO[(pair + games) % len(FOR_TWO)])

    @property
    def moves(self) -> int:
        return sum(one.moves for one in self.guests)

    async def do(self, what: str, deed: Awaitable[str], *holds: Awaitable[float]) -> str:
        """Do a deed; note when it held, counted from its row in the journal, and how many moves were made."""
        last, moves, began = (await self.newest())["number"], self.moves, time.time()
        waits = [asyncio.ensure_future(each) for each in holds]
        told = await deed
        held = max(await asyncio.gather(*waits))
        newest = await self.newest()
        assert newest["number"] == last + 1, newest
        seconds = held - newest["at"]
        self.slowest = max(self.slowest, seconds)
        note(
            f"  {what}",
            f"{newest['at'] - began:5.2f} s until done, held {seconds:5.2f} s after; "
            f"{self.moves - moves} moves meanwhile. {told.splitlines()[-1]}",
        )
        return told

    async def newest(self) -> dict[str, float]:
        found: list[dict[str, float]] = (await self.host.ask("GET", "/host/log"))["deeds"]
        return found[0] if found else {"number": 0}

    # The nuisances.

    async def flood(self) -> None:
        flooder = self.guests[FLOODER]
        said = [await flooder.say(f"spam {number}") for number in range(30)]
        note("1 a flood of 30 lines", f"{said.count('')} said, {len(said) - said.count('')} refused")
        await self.do("mute", self.desk.mute(flooder.name, "flooding"), flooder.is_told("muted"))
        while (reason := await flooder.say("more")) == "too_many":
            await asyncio.sleep(1)
        note("  says another line", reason)

    async def insult(self) -> None:
        bully, victim = self.guests[BULLY], self.guests[VICTIM]
        text = '<img src=x onerror="alert(1)"> you lose'
        await bully.say(text)
        await victim.hears("you lose")
        await victim.report(text)
        note("2 an insult is reported", f"{len(await self.host.ask('GET', '/host/reports'))} waits")
        await self.desk.look("report")
        await self.do("ban from the report", self.desk.answer(bully.name, "insults"), bully.gone())
        note("  the banned user asks again", await refusal(bully.ask("GET", "/me")))
        note("  reports that wait", f"{len(await self.host.ask('GET', '/host/reports'))}")

    async def name(self) -> None:
        rude, mate = self.guests[RUDE], self.guests[MATE]
        await rude.ask("PUT", "/me", {"name": "Rude name"})
        note("3 a rude name", "")
        rename = self.desk.rename("Rude name", "Tea leaf", "no such names")
        await self.do("rename", rename, rude.hears("Tea leaf"), mate.hears("Tea leaf"))
        note("  takes the name back", await refusal(rude.ask("PUT", "/me", {"name": "Rude name"})))
        await rude.ask("DELETE", "/me/notices")
        await self.do("warn", self.desk.warn("Tea leaf", "the last time"), rude.is_told("warned"))
        note("  is told", str([each["why"] for each in (await rude.ask("GET", "/me"))["notices"]]))

    async def squat(self) -> None:
        squatter, joiner = self.guests[SQUATTER], self.guests[JOINER]
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"game": FOR_TWO[0], "seats": seats, "public": True}
        opened = [(await squatter.ask("POST", "/tables", wish))["id"] for _ in range(3)]
        running = await self.sit(joiner, squatter, FOR_TWO[-1])
        note("4 three empty tables and a game", "")
        for table in opened:
            names = f"{squatter.name} – free seat"
            why = "one table each, please"
            await self.do("close a table", self.desk.close(table, names, why), squatter.is_told("closed"))
        deed = self.desk.close(running, f"{joiner.name} – {squatter.name}", "enough")
        await self.do("close the game", deed, squatter.hears("'closed': 'enough'"))
        await self.do("sign out", self.desk.sign_out(squatter.name, "enough"), squatter.gone())
        note("  asks again", await refusal(squatter.ask("GET", "/me")))

    async def return_again(self) -> None:
        nuisance, member = self.guests[NUISANCE], self.guests[MEMBER]
        note("5 cheats", "")
        await self.do("ban", self.desk.ban(nuisance.name, "cheating"), nuisance.gone())
        again = Visitor("Guest 1 again", self.ports[1], NETWORK)
        await again.come()
        await again.watch(self.guests[7].table, None)
        note("  comes back with a new cookie", "is in again: a ban of the network is needed")
        await self.until_here(GUESTS - 2)
        await asyncio.sleep(2)  # until the arrival is written
        ban = self.desk.ban(again.name, "cheating again", network=True)
        gone = (again, *(self.guests[one] for one in (QUIET, 3)))
        await self.do("ban with the network", ban, *(each.gone() for each in gone))
        for number, port in enumerate(self.ports):
            third = Visitor("Guest 1 once more", port, NETWORK)
            note(f"  a third cookie at worker {number + 1}", await refusal(third.come()))
            await third.leave()
        note("  the member of that network", "stays" if member.closed is None else "was closed")
        await again.leave()

    # The end.

    async def end(self) -> None:
        """Compare what is there with what must be there."""
        await self.desk.look("end")
        gone = {number for number, one in enumerate(self.guests) if one.closed}
        note("sockets that are closed", f"{sorted(gone)}, as expected: {gone == SENT_AWAY}")
        with sa.create_engine(url_of(self.url)).connect() as db:
            newest = sa.select(ROWS.c.table_id, sa.func.max(ROWS.c.seq)).group_by(ROWS.c.table_id)
            stored: dict[str, int] = dict(db.execute(newest).tuples().all())
        lost = [table for table, seq in self.reached.items() if stored.get(table, -1) + 1 < seq]
        note(
            "moves that were taken", f"{self.moves} at {len(self.reached)} tables; lost at: {lost or 'none'}"
        )
        note("the slowest deed held after", f"{self.slowest:.2f} s; bar {BAR:.0f} s")
        print(f"\n{await self.terminal('log')}")
        assert gone == SENT_AWAY
        assert not lost
        assert self.slowest < BAR

    async def leave(self) -> None:
        await self.desk.end()
        for one in (*self.guests, self.host):
            await one.leave()


async def run(url: str, ports: tuple[int, ...], by: str, pictures: Path | None) -> None:
    """Have an evening whose host works by the page or in a terminal."""
    evening = Evening(url, ports)
    await evening.begin()
    playing = asyncio.gather(*(evening.play_on(pair) for pair in range(GUESTS // 2)))
    try:
        if by == "page":
            evening.desk = await opened_page(evening.host, pictures)
        for each in (evening.flood, evening.insult, evening.name, evening.squat, evening.return_again):
            await each()
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        await asyncio.sleep(1)
    await evening.end()
    await evening.leave()
