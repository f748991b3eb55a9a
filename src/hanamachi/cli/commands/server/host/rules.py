"""hanamachi host message, registration, invite, guests, limits, health, log, grant, revoke."""

from functools import partial
from typing import Any, get_args

import msgspec

from hanamachi.cli.commands.server.host.house import BadHostCommand, House, moment
from hanamachi.cli.commands.server.recover import address
from hanamachi.core.table import Refused
from hanamachi.core.words import Name
from hanamachi.server.db import key_value
from hanamachi.server.db.engine import path_of
from hanamachi.server.edge.api.host.health_facts import copy_fact, disk_fact
from hanamachi.server.matchmaking.online import count_online
from hanamachi.server.moderation import hosts, house_deeds, house_rules, journal, reports
from hanamachi.server.moderation.journal import TERMINAL
from hanamachi.server.protocol.host import GuestAccess, LimitWish, MessageOfTheDay, Registration
from hanamachi.server.runtime.limits import CHANGEABLE, Limits

MEBIBYTE = 1 << 20
PRINTED = 200  # deeds


async def message(house: House) -> None:
    """Set the message of the day, or print it if no text is given. --yes without a text takes it away."""
    given = house.given
    texts = {lang: getattr(given, lang) for lang in ("en", "fr", "pl")}
    if any(texts.values()) or given.yes:
        wish = MessageOfTheDay(**texts, seconds=house.seconds() if given.span else None)
        await house.do(house_deeds.set_message(TERMINAL, wish))
        house.say("host.done")
        return
    found = (await house.read(house_rules.read_rules)).message
    for lang in texts:
        if text := getattr(found, lang):
            print(f"{lang}: {text}")
    house.say("host.until", until=moment(found.until)) if found.until else None


async def registration(house: House) -> None:
    """Choose who may sign up, or print it."""
    if not house.given.about:
        print((await house.read(house_rules.read_rules)).registration)
        return
    wish: Registration = chosen(house, Registration)
    await house.do(house_deeds.set_registration(TERMINAL, wish))
    house.say("host.done")


async def guests(house: House) -> None:
    """Choose which new guests may come, or print it."""
    if not house.given.about:
        print((await house.read(house_rules.read_rules)).guests)
        return
    wish: GuestAccess = chosen(house, GuestAccess)
    await house.do(house_deeds.set_guests(TERMINAL, wish))
    house.say("host.done")


def chosen(house: House, kind: Any) -> Any:
    """Return the word that was typed, if it is one of these."""
    try:
        return msgspec.convert(house.given.about[0], kind)
    except msgspec.ValidationError as error:
        raise BadHostCommand("choose_one", known=get_args(kind)) from error


async def invite(house: House) -> None:
    """Print a code with which one person may sign up."""
    print(await house.do(house_deeds.invite(TERMINAL)))


async def limits(house: House) -> None:
    """Print the limits that can be changed while the server runs, or change one: NAME VALUE."""
    if len(house.given.about) == 1:
        raise Refused("fixed_limit", known=tuple(CHANGEABLE))
    if house.given.about:
        name, value = house.given.about
        await house.do(house_deeds.set_limit(TERMINAL, wished(name, value)))
        house.say("host.done")
        return
    changed = (await house.read(house_rules.read_rules)).limits
    usual = Limits()
    rows = [
        [name, str(changed.get(name, "")), str(getattr(usual, name)), str(least), str(most)]
        for name, (least, most) in CHANGEABLE.items()
    ]
    house.table("limits", ("limit", "value", "usual", "least", "most"), rows)


def wished(name: str, value: str) -> LimitWish:
    """Return a limit as it was typed: 6/20, 3, or `usual` for what the server was started with."""
    if value == "usual":
        return LimitWish(name, None)
    many, _, rate = value.partition("/")
    try:
        return LimitWish(name, int(many), float(rate) if rate else None)
    except ValueError as error:
        raise BadHostCommand("bad_limit", name=Name(name), value=Name(value), example="6/20") from error


async def health(house: House) -> None:
    """Print how the server is, as far as the database and the disk tell."""
    people = await house.read(count_online)
    waiting = await house.read(reports.count_waiting)
    house.say("host.health.people", people=people, reports=waiting)
    path = path_of(house.database.url)
    for fact in disk_fact(path.absolute().parent if path else None):
        house.say("host.health.disk", free=int((fact.value or 0) // MEBIBYTE))
    copied = copy_fact(await house.read(lambda db: key_value.get(db, "copied")))
    house.say("host.health.backup", at=moment(copied.value) or "–")


async def log(house: House) -> None:
    """Print the journal, the newest deed first."""
    found = await house.read(partial(journal.read_journal, before=None, most=PRINTED))
    rows = [
        [
            str(deed.number),
            moment(deed.at),
            house.words("host.terminal") if deed.terminal else deed.by or house.words("someone"),
            house.words(f"host.deed.{deed.kind}"),
            deed.name,
            " ".join(filter(None, (deed.table, deed.what, deed.why))),
            moment(deed.until),
        ]
        for deed in found.deeds
    ]
    house.table("log", ("number", "at", "by", "deed", "name", "why", "until"), rows)


async def grant(house: House) -> None:
    """Print a link that makes a member a host."""
    link = await house.database.write(partial(hosts.offer_link, name=house.given.about[0]))
    print(f"{address(house.given)}/host#{link}")
    house.say("host.link")


async def revoke(house: House) -> None:
    """Make a member a host no more."""
    user = await house.person()
    await house.do(lambda db: hosts.remove_host(db, user, TERMINAL), user)
    house.say("host.done")
