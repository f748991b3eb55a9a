"""hanamachi host tables, close, reports, resolve."""

from functools import partial

from hanamachi.cli.commands.server.host.house import House, moment
from hanamachi.games import GAMES
from hanamachi.server.live.events import Events
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.table_storage import TableStorage
from hanamachi.server.moderation import deeds
from hanamachi.server.moderation import reports as stored
from hanamachi.server.moderation.closing import ClosingLock, close_table
from hanamachi.server.moderation.journal import TERMINAL
from hanamachi.server.moderation.tables_here import tables_here
from hanamachi.server.ratings.results import ResultKeeper
from hanamachi.server.runtime.uptime import Uptime


async def show(house: House) -> None:
    """Print the tables whose game is not over."""
    look = partial(
        tables_here, handles=house.handles, lang=house.words.lang, worker=house.store.worker, spectators={}
    )
    rows = [
        [
            one.id,
            one.game,
            ", ".join(name or "–" for name in one.names),
            house.words("host.state.begun" if one.begun else "host.state.waits"),
            house.words("host.minutes", n=round(one.quiet / 60)),
            house.words("host.idle") if one.idle else "",
        ]
        for one in await house.read(look)
    ]
    house.table("tables", ("table", "game", "players", "state", "quiet", "idle"), rows)


async def close(house: House) -> None:
    """End a table without a result. Workers that have it open read it again."""
    why = deeds.needed(house.given.why)
    uptime = Uptime(house.store.deadlines.save_uptime)
    await uptime.save()
    house.store.with_tables += [ResultKeeper(), ClosingLock()]
    tables = TableStorage(house.store, GAMES, uptime)
    rooms = RoomRegistry(OpenRooms(), tables, Events(), Ownership())
    try:
        await close_table(rooms, TERMINAL, house.given.about[0], why, house.given.report)
    finally:
        await rooms.close()
    house.say("host.done")


async def reports(house: House) -> None:
    """Print the reports that wait, each with what was said."""
    look = partial(stored.list_reports, handles=house.handles, me="", answered=house.given.all)
    found = await house.read(look)
    if not found:
        house.say("host.no.reports")
    nobody = house.words("someone")
    for one in found:
        author = one.author.name if one.author else nobody
        reporter = one.reporter.name if one.reporter else nobody
        study = any(line.side == "study" for line in one.lines)
        facts = {"id": one.id, "at": moment(one.at), "reporter": reporter, "author": author}
        house.say("host.report.study" if study else "host.report", **facts, table=one.table)
        house.say("host.history", games=one.games, reports=one.reports)
        if one.answering:
            house.say("host.answering", name=one.answering.name)
        if one.resolved:
            house.say("host.answered", outcome=one.outcome, name=one.by or "–")
        for line in one.lines:
            mark = ">" if line.reported else " "
            house.say("host.line", mark=mark, name=line.name, text=line.text or f"({line.phrase})")


async def resolve(house: House) -> None:
    """Note that nothing need be done about a report."""
    await house.do(deeds.nothing(TERMINAL, house.given.about[0]))
    house.say("host.done")
