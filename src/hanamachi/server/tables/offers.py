"""Let players settle matters beside the game: takebacks, draws, bots for absent players, breaks between
rounds."""

from collections.abc import Collection
from typing import TypeGuard

from msgspec.structs import replace

from hanamachi.core.game import NATURE, Seat
from hanamachi.core.log import AnyRow, BotTakes, Played, Takeback
from hanamachi.core.table import Refused, Table
from hanamachi.server.tables.model import Asked, Playing, SideState, Snapshot, Waking, rows_after
from hanamachi.server.tables.transitions import Transition, at_table, playing, without_votes


def take_back(asked: Asked) -> Transition:
    """Take back a seat's last move, if the question is still the one at which that was asked."""

    def happen(table: Table) -> Table:
        if table.log.asked != asked.at:
            raise Refused("no_takeback_asked")
        return table.takeback(table.last_answer(asked.seat))

    return at_table(happen)


def may_take_back(here: Playing, seat: Seat) -> bool:
    """Return True if a seat may ask for a takeback."""
    if not here.setup.takebacks or here.damaged or seat in here.table.log.gone:
        return False
    try:
        return here.table.may_take_back(here.table.last_answer(seat))
    except Refused:
        return False


def agree_on(offered: Asked) -> Transition:
    """End the game in a draw, if the offer still stands."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        if not stands(here, offered):
            raise Refused("no_draw_offered")
        return replace(here, table=here.table.agree())

    return transition


def stands(here: Playing, offered: Asked) -> bool:
    """Return True if no other player has moved since the offer."""
    since = here.table.rows[offered.at :]
    return not any(is_move(row) and row.seat != offered.seat for row in since)


def call_bot(absent: Seat, seat: Seat, present: Collection[str | None], level: str) -> Transition:
    """Vote for a bot in an absent player's seat. It comes when all who are present have voted."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        votes = tuple(sorted({*here.side.votes, (absent, seat)}))
        voted = {here.seats[by].guest for about, by in votes if about == absent}
        if not set(present) <= voted:
            return here.with_side(votes=votes)
        here = replace(here, table=here.table.bot_takes(absent, level))
        return here.with_side(votes=without_votes(here, [absent]), quits=())

    return transition


def ask(**question: Asked) -> Transition:
    """Ask for a takeback or offer a draw."""
    return lambda snapshot: playing(snapshot).with_side(**question)


def answer_takeback(seat: Seat, *, agree: bool) -> Transition:
    """Answer another player's request for a takeback."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        asked = here.side.takeback
        if asked is None or asked.seat == seat:
            raise Refused("no_takeback_asked")
        after = here.with_side(takeback=None)
        return take_back(asked)(after) if agree and still_open(here, asked) else after

    return transition


def answer_draw(seat: Seat, *, agree: bool) -> Transition:
    """Answer the other player's offer of a draw."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        offered = here.side.draw
        if offered is None or offered.seat == seat:
            raise Refused("no_draw_offered")
        after = here.with_side(draw=None)
        return agree_on(offered)(after) if agree else after

    return transition


def go_on(guest: str) -> Transition:
    """End the break between rounds for one user."""

    def transition(snapshot: Snapshot) -> Snapshot:
        if not isinstance(snapshot, Playing) or guest not in snapshot.side.readers:
            return snapshot
        return snapshot.with_side(readers=tuple(each for each in snapshot.side.readers if each != guest))

    return transition


def end_pause(number: int) -> Transition:
    """End the break before this round for all users."""

    def transition(snapshot: Snapshot) -> Snapshot:
        if not isinstance(snapshot, Playing) or snapshot.table.state.round != number:
            return snapshot
        return snapshot.with_side(readers=())

    return transition


def without_expired_offers(before: Snapshot, after: Playing) -> Playing:
    """Drop offers and votes that the game has overtaken. A player who moves has finished the break."""
    side = after.side
    if side == SideState():
        return after
    takeback = side.takeback if side.takeback and still_open(after, side.takeback) else None
    draw = side.draw if side.draw and not after.table.result and stands(after, side.draw) else None
    moved = {after.seats[row.seat].guest for row in rows_after(before, after) if is_move(row)}
    readers = () if after.table.result else tuple(each for each in side.readers if each not in moved)
    waking = side.waking if side.waking and side.waking.at == after.table.log.asked else None
    quits = () if after.table.result else side.quits
    return after.with_side(takeback=takeback, draw=draw, readers=readers, waking=waking, quits=quits)


def is_move(row: AnyRow) -> TypeGuard[Played]:
    """Return True for a move of a player."""
    return isinstance(row, Played) and row.seat != NATURE


def still_open(here: Playing, asked: Asked) -> bool:
    """Return True if the game still stands at the question where this was asked."""
    return not here.table.result and here.table.log.asked == asked.at


def notices(before: Snapshot, after: Snapshot) -> list[tuple[str, Seat]]:
    """Return what became of offers that ended, as (phrase, seat)."""
    if not isinstance(before, Playing) or not isinstance(after, Playing):
        return []
    takeback, draw, told = before.side.takeback, before.side.draw, []
    if takeback and after.side.takeback is None:
        taken = any(isinstance(row, Takeback) for row in rows_after(before, after))
        declined = "takeback_declined" if still_open(after, takeback) else "takeback_moot"
        told.append(("takeback_granted" if taken else declined, takeback.seat))
    if draw and after.side.draw is None and not after.table.result:
        told.append(("draw_declined" if stands(after, draw) else "draw_moot", draw.seat))
    told += [("bot_replaced", seat) for seat in replaced_bots(before, after)]
    return told


def replaced_bots(before: Playing, after: Playing) -> list[Seat]:
    """Return the seats in which one bot has given way to another."""
    rows = rows_after(before, after)
    return [row.seat for row in rows if isinstance(row, BotTakes) and row.seat in before.table.bots]


def waking(bot: Waking) -> Transition:
    """Show that the game waits for a bot to load, if that bot is still asked."""

    def transition(snapshot: Snapshot) -> Snapshot:
        if not isinstance(snapshot, Playing) or snapshot.table.log.asked != bot.at or snapshot.damaged:
            return snapshot
        return snapshot.with_side(waking=bot)

    return transition


def awake(snapshot: Snapshot) -> Snapshot:
    """Show that the game waits for no bot any more."""
    return snapshot.with_side(waking=None) if isinstance(snapshot, Playing) else snapshot
