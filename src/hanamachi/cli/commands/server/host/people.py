"""hanamachi host people, warn, mute, unmute, rename, end-sessions, ban, unban, bans."""

import sys
from functools import partial

from hanamachi.cli.commands.server.host.house import BadHostCommand, House, moment
from hanamachi.server.moderation import bans, deeds, people
from hanamachi.server.moderation.deeds import About
from hanamachi.server.moderation.journal import TERMINAL
from hanamachi.server.notifications.subscriptions import remove_push
from hanamachi.server.runtime.limits import Limits


async def show(house: House) -> None:
    """List the people who are online, or search them by name."""
    if house.given.about:
        look = partial(people.people_called, name=house.given.about[0], handles=house.handles, me="")
    else:
        look = partial(people.people_here, handles=house.handles, me="")
    found = await house.read(look)
    rows = [
        [
            one.person.name,
            house.words(f"host.kind.{'host' if one.person.host else one.person.kind}"),
            moment(one.since),
            " ".join(table.id for table in one.tables),
            moment(one.muted),
            moment(one.banned),
            one.person.handle,
        ]
        for one in found
    ]
    house.table("people", ("name", "kind", "since", "tables", "muted", "banned", "handle"), rows)


async def warn(house: House) -> None:
    about = await house.about()
    await house.do(deeds.warn(TERMINAL, about), about.user)
    house.say("host.done")


async def mute(house: House) -> None:
    about = await house.about()
    await house.do(deeds.mute(TERMINAL, about, house.seconds()), about.user)
    house.say("host.done")


async def unmute(house: House) -> None:
    about = await house.about()
    await house.do(deeds.unmute(TERMINAL, About(about.user)), about.user)
    house.say("host.done")


async def rename(house: House) -> None:
    about = await house.about()
    work = deeds.rename(TERMINAL, about, house.given.about[1], Limits().name)
    await house.do(work, about.user, await house.store.users.newest_tables(about.user))
    house.say("host.done")


async def end_sessions(house: House) -> None:
    about = await house.about()
    await house.do(deeds.end_sessions(TERMINAL, about, remove_push), about.user)
    house.say("host.done")


async def ban(house: House) -> None:
    """Ban a person. A ban of their network asks first how many share it."""
    about, seconds = await house.about(), house.seconds()
    if house.given.address:
        await agree_to_address(house, about.user)
    work = deeds.ban(TERMINAL, about, seconds, address=house.given.address)
    await house.do(work, about.user)
    house.say("host.done")


async def agree_to_address(house: House, user: str) -> None:
    """Say how many people share the network now, and ask. A script must say --yes."""
    shared = await house.read(partial(bans.shared_address, user=user))
    if not shared.possible:
        raise BadHostCommand("address_unknown" if shared.why == "away" else "address_shared")
    house.say("host.shared", people=shared.people, members=shared.members)
    if house.given.yes:
        return
    if not sys.stdin.isatty():
        raise BadHostCommand("host_unasked")
    answer = input(house.words("host.ask")).strip().lower()
    if answer not in house.words("prune_yes").split("|"):
        raise BadHostCommand("host_unasked")


async def bans_now(house: House) -> None:
    """Print the bans that hold."""
    found = await house.read(partial(bans.list_bans, handles=house.handles))
    rows = [
        [
            one.id,
            house.words("host.network", name=one.name) if one.address else one.name,
            one.why,
            moment(one.until),
            one.by,
        ]
        for one in found
    ]
    house.table("bans", ("ban", "name", "why", "until", "by"), rows)


async def unban(house: House) -> None:
    """End a ban, given by its id or by the name of the person."""
    wanted = house.given.about[0]
    found = await house.read(partial(bans.list_bans, handles=house.handles))
    mine = [one.id for one in found if wanted in (one.id, one.name)]
    for each in mine or [wanted]:
        await house.do(deeds.lift(TERMINAL, each))
    house.say("host.done")
