"""Ask bots for their moves: start a level that is not loaded, ask again, or let a lower level play on."""

import asyncio
import contextlib
import logging

from msgspec.structs import replace

from hanamachi.bots import ladder_of
from hanamachi.core import fair
from hanamachi.core.game import Move, Seat
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.engines.bot_pool import BotPool, Question, TaskFailed, question
from hanamachi.server.engines.tasks import Kind
from hanamachi.server.engines.warmup import WarmUp
from hanamachi.server.live.room import Room
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.tables import offers, transitions
from hanamachi.server.tables.model import Playing, Snapshot, Waiting, Waking
from hanamachi.server.tables.transitions import Transition

LOG = logging.getLogger(__name__)
UNHURRIED_SECONDS = 0.9  # that a bot takes at least where players chose an unhurried one
NOTICED = 1.0  # seconds of starting a bot before players are told
TRIES = 3  # of asking a bot that gives no answer
LONGEST_PAUSE = 10.0  # seconds between two tries to save an automatic transition


class BotPlayers:
    """The bots at all tables of this worker."""

    def __init__(self, pool: BotPool, warmup: WarmUp | None) -> None:
        self.pool, self.warmup = pool, warmup

    def asleep(self, table: Waiting) -> list[Kind]:
        """Return the levels that must be started before a game with them begins."""
        if self.warmup is None:
            return []
        kinds = [(table.setup.game, level) for level in table.levels]
        return [kind for kind in dict.fromkeys(kinds) if not self.warmup.is_ready(kind)]

    def asked_in_sleep(self, snapshot: Playing) -> Kind | None:
        """Return the level of the bot that is asked, if it has to be started first."""
        if self.warmup is None or snapshot.table.actor not in snapshot.table.bots:
            return None
        kind = snapshot.setup.game, snapshot.table.bots[snapshot.table.actor]
        return None if self.warmup.is_ready(kind) else kind

    def waking(self, room: Room, kind: Kind, at: int = 0) -> Waking:
        """Estimate when a level will be ready."""
        assert self.warmup is not None
        left = self.warmup.left([kind])
        return Waking(kind[1] or "", None if left is None else room.deadlines.uptime.now() + left, at)

    async def decide(self, room: Room, snapshot: Playing, seat: Seat) -> Transition:
        """Return a bot's move as a transition. If it gives no answer, the next lower level that does takes
        its seat."""
        level, asked, game = snapshot.table.bots[seat], snapshot.table.log.asked, snapshot.setup.game
        try:
            return bot_moves(seat, asked, await self._ask(room, snapshot, seat))
        except TaskFailed as lost:
            reason = str(lost)
        for lower in lower_levels(game, level):
            with contextlib.suppress(TaskFailed):
                await self._index(room, snapshot, seat, lower)
                LOG.error("the bot %s %s gives no answer (%s); %s plays on", game, level, reason, lower)
                metrics.REPLACED.add(f"{game} {level}")
                return replaced(seat, asked, lower)
        LOG.error("the bot %s %s gives no answer (%s), nor does any other", game, level, reason)
        await monotonic.sleep(LONGEST_PAUSE)
        return lambda now: now

    async def _ask(self, room: Room, snapshot: Playing, seat: Seat) -> Move:
        """Return a bot's answer. An unhurried one takes a moment at least."""
        began = monotonic.now()
        index = await self._index(room, snapshot, seat, snapshot.table.bots[seat])
        if snapshot.setup.unhurried:
            await monotonic.sleep(max(0.0, began + UNHURRIED_SECONDS - monotonic.now()))
        return snapshot.table.state.moves()[index]

    async def _index(self, room: Room, snapshot: Playing, seat: Seat, level: str) -> int:
        """Return what a level answers; raise TaskFailed if it fails three times."""
        await self._woken(room, snapshot, (snapshot.setup.game, level))
        asked = await asyncio.to_thread(asked_of, snapshot.table, seat)  # a long log takes its time
        question, _, seed = asked
        for _ in range(TRIES - 1):
            try:
                return await self.pool.ask(snapshot.setup.host, question, level, seed)
            except TaskFailed as lost:
                LOG.warning("the bot %s %s is asked again: %s", snapshot.setup.game, level, lost)
        return await self.pool.ask(snapshot.setup.host, question, level, seed)

    async def _woken(self, room: Room, snapshot: Playing, kind: Kind) -> None:
        """Wait until a level is ready, and tell the players if that takes long. Raise TaskFailed if not."""
        if self.warmup is None or self.warmup.is_ready(kind):
            if snapshot.side.waking:
                await until_saved(room, offers.awake)
            return
        telling = room.start(self._tell_waking(room, snapshot, kind))
        try:
            await self.warmup.ready(kind)
        finally:
            telling.cancel()
        if isinstance(room.snapshot, Playing) and room.snapshot.side.waking:
            await until_saved(room, offers.awake)

    async def _tell_waking(self, room: Room, snapshot: Playing, kind: Kind) -> None:
        await monotonic.sleep(NOTICED)
        await until_saved(room, offers.waking(self.waking(room, kind, snapshot.table.log.asked)))


async def until_saved(room: Room, transition: Transition, *, in_thread: bool = False) -> bool:
    """Apply an automatic transition, and try again until it is saved. The watchers hear once that it is not.
    Return False if it was refused."""
    pause = 0.0
    while True:
        try:
            await room.change(transition, in_thread=in_thread)
        except NotSaved as refusal:
            if room.closed:
                return False
            if not pause:
                for watcher in list(room.audience.watchers):
                    watcher.decline(refusal)
            pause = min(LONGEST_PAUSE, 2 * pause or 1.0)
            await monotonic.sleep(pause)
        except Refusal as refusal:
            LOG.error("automatic action rejected: %s", refusal.reason)
            return False
        else:
            return True


def bot_moves(seat: Seat, asked: int, move: Move) -> Transition:
    """Play a bot's move, if it is still asked."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = still_asked(snapshot, seat, asked)
        return transitions.submit(seat, here.seq, move)(here) if here else snapshot

    return transition


def replaced(seat: Seat, asked: int, level: str) -> Transition:
    """Replace a bot that gives no answer by a lower level; the log says so."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = still_asked(snapshot, seat, asked)
        return replace(here, table=here.table.bot_takes(seat, level)) if here else snapshot

    return transition


def lower_levels(game: str, level: str) -> list[str]:
    """Return the levels below this one, the strongest first; all of them for a player's own bot."""
    names = ladder_of(game).names
    return names[: names.index(level) if level in names else None][::-1]


def still_asked(snapshot: Snapshot, seat: Seat, asked: int) -> Playing | None:
    if not isinstance(snapshot, Playing) or snapshot.table.log.asked != asked:
        return None
    return snapshot if seat in snapshot.table.bots and snapshot.table.actor == seat else None


def asked_of(table: Table, seat: Seat) -> tuple[Question, str, int]:
    """Return all that a bot is told: the question to its seat, its level, and a seed of its own."""
    return question(table, table.seq), table.bots[seat], fair.bot_seed(table.seed, seat, table.seq)
