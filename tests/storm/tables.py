"""Tables of all four games, opened by guests who ask again until it is done, and what was promised to them."""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from msgspec import Struct

from tests.storm.guest import Guest
from tests.storm.rest import Rest, Said

PAUSE = 0.1  # seconds before something is asked again
Found = TypeVar("Found")
Ports = tuple[int, ...]  # of the house's workers


class Plan(Struct, frozen=True):
    """A game, its seats ("me", "open", "bot"), after how many moves a player resigns, who looks on."""

    game: str
    seats: tuple[str, ...]
    most: int = 100
    gallery: int = 0
    level: str = "random"


PLANS = (
    Plan("okiya", ("me", "open"), gallery=1),
    Plan("mai_star", ("me", "open", "bot"), most=14, gallery=1),
    Plan("hanamikoji", ("me", "bot"), level="novice"),
    Plan("geishas_road", ("me", "open"), most=8),
    Plan("hanamikoji", ("me", "open"), gallery=1),
    Plan("mai_star", ("me", "open", "open"), most=14),
    Plan("okiya", ("bot", "me")),
    Plan("geishas_road", ("me", "bot"), most=10, gallery=1),
)


class Table(Struct):
    """A table and the guests at it. `words` were acknowledged, seat by seat."""

    plan: Plan
    id: str
    guests: list[Guest]
    words: dict[int, str] = {}

    @property
    def players(self) -> list[Guest]:
        return [guest for guest in self.guests if guest.seat is not None]


async def insist(ask: Callable[[], Awaitable[Found]], fine: tuple[str, ...] = ()) -> Found | None:
    """Until there is an answer; None if the house says that it is done already."""
    while True:
        try:
            return await ask()
        except Said as said:
            if said.reason in fine:
                return None
            if said.status < 500 and said.reason not in ("not_kept", "took_too_long"):
                raise
        except (OSError, TimeoutError):
            pass
        await asyncio.sleep(PAUSE)


async def named(ports: Ports, name: str) -> Rest:
    rest = Rest(*ports)
    await insist(lambda: rest.ask("PUT", "/api/me", {"name": name}))
    return rest


async def open_table(ports: Ports, plan: Plan, number: int, dice: random.Random) -> Table:
    """Everybody sits, gives words, and the game has begun."""
    host = await named(ports, f"Guest {number}.0")
    opened: Any = await insist(lambda: host.ask("POST", "/api/tables", wish(plan)))
    table = Table(plan, opened["id"], [], {})
    for seat, kind in enumerate(plan.seats):
        if kind != "bot":
            rest = host if kind == "me" else await named(ports, f"Guest {number}.{seat}")
            if kind == "open":
                await sit(rest, table.id, seat)
            table.guests.append(Guest(rest, table.id, seat, dice, plan.most))
    for player in table.players:
        await give_words(table, player, opened["commitment"])
    table.guests += [Guest(Rest(*ports), table.id, None, dice, 0) for _ in range(plan.gallery)]
    return table


def wish(plan: Plan) -> dict[str, Any]:
    seats = [{"kind": kind, "level": plan.level if kind == "bot" else None} for kind in plan.seats]
    return {"game": plan.game, "seats": seats, "window": 1}


async def sit(rest: Rest, table: str, seat: int) -> None:
    """If the answer to the first try was lost, the seat is taken: by whom, the card says."""
    path = f"/api/tables/{table}"
    if await insist(lambda: rest.ask("POST", f"{path}/seats", {"seat": seat}), ("seat_taken",)) is None:
        card: Any = await insist(lambda: rest.ask("GET", path))
        assert card["mine"] == [seat], f"{table}: seat {seat} is somebody else's"


async def give_words(table: Table, player: Guest, commitment: str) -> None:
    said = {"words": os.urandom(8).hex(), "commitment": commitment}
    path = f"/api/tables/{table.id}/words"
    await insist(lambda: player.rest.ask("POST", path, said), ("words_given",))
    assert player.seat is not None
    table.words[player.seat] = said["words"]
