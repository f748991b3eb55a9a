"""Judge decisions of Geisha's Road: the master's tree search, then a tree for each promising move.

The first tree finds the promising moves. Those, and the move that was made, are each searched from the tables
they lead to, with equal effort and on fresh deals, so that a lucky first search is no merit. The same view
always gives the same opinion.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from zlib import crc32

import msgspec
import numpy as np

from hanamachi.bots.geishas_road.search import deal_anew
from hanamachi.bots.geishas_road.tree import After, after, reply, search
from hanamachi.bots.geishas_road.walker import imagined
from hanamachi.bots.judge import Opinion, Outlook, Reply
from hanamachi.core.game import Hidden, Move, Told
from hanamachi.games.geishas_road.kernel.answers import play
from hanamachi.games.geishas_road.kernel.layout import CHANCE, NOW, OVER, ROUND, SEAT, Row, Rows
from hanamachi.games.geishas_road.kernel.translate import answers, to_move
from hanamachi.games.geishas_road.pieces import COLOUR_NAMES
from hanamachi.games.geishas_road.view import RoadView

FIRST = 5_000  # iterations of all moves together
LINE = 1_500  # iterations that complete a finalist
CLOSE = 2_500  # iterations of a finalist, after the rival's answer
FINALISTS = 3
WORLDS = 200  # imagined tables for the search of a finalist
ANSWERED, ANSWER = 24, 120  # tables on which the rival answers, and iterations for its answer
SOME, BRIEF = 40, 60  # tables that measure the effect of hidden cards, and iterations for each of them


def judge(
    view: RoadView,
    moves: Sequence[Move],
    _story: Sequence[Told],
    played: int | None = None,
    *,
    times: int = 1,
    lying: Sequence[Hidden] = (),
) -> Opinion:
    """Return the opinion on a decision. The kernel lists the answers in the order of the rules engine.
    `times` multiplies the effort. `lying`: cards that are supposed to lie in hidden places."""
    assert view.seat is not None
    rng = Random(crc32(msgspec.json.encode(view)))
    worlds = imagined(view, rng, lying)
    legal = answers(worlds[0])
    assert [to_move(worlds[0], answer) for answer in legal] == list(moves)
    tried = search(worlds, FIRST * times, rng.getrandbits(48))
    ranked = sorted(range(len(legal)), key=lambda place: -tried.tries[place])
    finalists = ranked[:FINALISTS]
    last = finalists if played is None or played in finalists else [*finalists, played]
    tables = many(worlds, WORLDS, rng)
    chances = np.array(tried.worths)
    found = {
        place: answered(led_to(tables, legal[place]), view, times, rng.getrandbits(48)) for place in last
    }
    chances[last] = [found[place].worth for place in last]
    dropped = [place for place in range(len(legal)) if place not in last]
    chances[dropped] = np.minimum(chances[dropped], chances[finalists].min())
    shown = int(chances.argmax()) if played is None else played
    spread = unknown(led_to(tables[:SOME], legal[shown]), view, rng)
    lines = {place: found[place].line for place in last if found[place].line}
    outlooks = {place: outlook(found[place]) for place in last}
    replies = {place: each.reply for place, each in found.items() if each.reply}
    return Opinion(chances.tolist(), spread, lines=lines, outlooks=outlooks, replies=replies)


def outlook(found: After) -> Outlook:
    """Return how often the seat wins each geisha of this round, and its lead in points after it."""
    won = {f"geisha.{name}": share for name, share in zip(COLOUR_NAMES, found.won, strict=True)}
    return Outlook(won, {"outlook.lead": found.lead})


def answered(tables: Rows, view: RoadView, times: int, seed: int) -> After:
    """Search the tables after a move, once the rival has answered.

    A tree lets the rival answer alike on tables that the rival can tell apart, and so too weakly. So its
    next answer comes from searches of its own, each from what it sees on one table.
    """
    assert view.seat is not None
    line = after(tables, view.seat, view.round, LINE * times, seed).line
    then, replies = tables[: ANSWERED * times].copy(), list[tuple[int, list[int]]]()
    for number, table in enumerate(then):
        for place in line:
            play(table, answers(table)[place])
        if table[NOW] != OVER and table[ROUND] == view.round and table[SEAT] != view.seat:
            replies.append(reply(table, ANSWER, seed + number))
    found = after(then, view.seat, view.round, CLOSE * times, seed + 1)
    return found._replace(line=line, reply=most_frequent(replies))


def most_frequent(replies: Sequence[tuple[int, list[int]]]) -> Reply | None:
    """Return the answer that the rival gives most often, if it has the same choice on every table."""
    if not replies or any(legal != replies[0][1] for _, legal in replies):
        return None
    place, times = Counter(place for place, _ in replies).most_common(1)[0]
    return Reply([place], times / len(replies))


def many(worlds: Rows, count: int, rng: Random) -> Rows:
    """Return `count` tables that the deciding seat cannot distinguish."""
    tables = worlds[np.arange(count) % len(worlds)].copy()
    for table in tables:
        table[CHANCE] = rng.getrandbits(48)
        if len(worlds) == 1:
            deal_anew(table, table[SEAT])
    return tables


def led_to(tables: Rows, answer: int) -> Rows:
    """Return the tables after an answer."""
    then = tables.copy()
    for table in then:
        play(table, answer)
    return then


def unknown(tables: Rows, view: RoadView, rng: Random) -> float:
    """Return how much hidden cards change the chance to win: its standard deviation from table to table.

    It is estimated by the covariance of two independent searches of each table, which only the table
    explains.
    """
    one, other = ([brief(table, view, rng.getrandbits(48)) for table in tables] for _ in range(2))
    return float(np.sqrt(max(np.cov(one, other)[0, 1], 0.0)))


def brief(table: Row, view: RoadView, seed: int) -> float:
    """Return the worth of one table by a short search."""
    assert view.seat is not None
    return after(np.array([table, table]), view.seat, view.round, BRIEF, seed).worth
