"""One game between bots: they see views and hear stories, nature throws the deal's own dice."""

from collections.abc import MutableSequence
from pathlib import Path
from time import monotonic
from typing import Any

from hanamachi.arena import records
from hanamachi.arena.contest import Contest, Fault, Fixture, Score
from hanamachi.bots import Bot, dismiss, external, make_bot
from hanamachi.core import fair
from hanamachi.core.game import NATURE, Move, Seat, State, Told, at
from hanamachi.core.log import Played
from hanamachi.core.options import choose
from hanamachi.games import GAMES

NOBODY = -1.0
Clock = MutableSequence[float]  # the seat that thinks (or NOBODY), and since when


class Lost(Exception):
    """A bot that does not play on."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind, self.detail = kind, detail


class Stage:
    """Plays a contest's games one after the other. It knows which bots have already warmed up here.

    With a folder for records, every game is kept there.
    """

    def __init__(self, contest: Contest, clock: Clock, folder: Path | None = None) -> None:
        self.contest, self.clock, self.folder = contest, clock, folder
        self.game = GAMES[contest.game]
        self.options = choose(self.game.options, contest.options)
        self.warm = set[int]()

    def play(self, fixture: Fixture) -> Score:
        play = Play(self, fixture)
        score = play.run()
        if self.folder:
            records.keep(self.folder, self.contest, fixture, play.rows(), play.state, score.fault)
        return score


class Play:
    """One game in progress."""

    def __init__(self, stage: Stage, fixture: Fixture) -> None:
        self.stage, self.fixture, self.contest = stage, fixture, stage.contest
        self.seating = self.contest.seating(fixture)
        self.state: State = stage.game.start(self.contest.seats, stage.options)
        self.dice = fair.Dice(fair.key(self.contest.deal_seed(fixture), ()))
        self.log: list[tuple[State, Seat, Move]] = []
        self.throws: list[fair.Chance] = []  # of nature, in order
        self.heard: list[list[Told]] = [[] for _ in self.seating]
        self.bots: dict[Seat, Bot] = {}
        self.decisions = [0] * len(self.seating)
        self.seconds = [0.0] * len(self.seating)

    def run(self) -> Score:
        fault = None
        try:
            while (seat := self.state.actor) is not None:
                try:
                    move = self.nature() if seat == NATURE else self.decision(seat)
                except Lost as lost:
                    fault = Fault(seat, lost.kind, lost.detail)
                    break
                self.log.append((self.state, seat, move))
                self.state = self.state.play(move)
        finally:
            for bot in self.bots.values():
                dismiss(bot)
        shares = without(fault.seat, len(self.seating)) if fault else victory(self.state, len(self.seating))
        return Score(self.fixture, shares, fault, tuple(self.decisions), tuple(self.seconds))

    def nature(self) -> Move:
        odds = self.state.odds()
        self.throws.append(self.dice.throw(self.state.round, sum(weight for _, weight in odds)))
        return at(odds, self.throws[-1].pick)

    def rows(self) -> list[Played]:
        """The log as a record has it."""
        throws = iter(self.throws)
        return [Played(seat, move, next(throws) if seat == NATURE else None) for _, seat, move in self.log]

    def decision(self, seat: Seat) -> Move:
        """A bot's move; the only answer to a question is given without asking."""
        moves = self.state.moves()
        if len(moves) == 1:
            return moves[0]
        view, story = self.state.view(seat), self.story(seat)
        clock, began = self.stage.clock, monotonic()
        clock[1], clock[0] = began, float(seat)
        try:
            move = self.ask(seat, view, moves, story)
        finally:
            clock[0] = NOBODY
        self.decisions[seat] += 1
        self.seconds[seat] += monotonic() - began
        if move not in moves:
            raise Lost("crash", f"chose {move!r}, which is no legal move"[:200])
        return move

    def ask(self, seat: Seat, view: Any, moves: Any, story: list[Told]) -> Move:
        began = monotonic()
        try:
            first = seat not in self.bots
            if first:
                self.bots[seat] = self.bot(seat)
            bot = self.bots[seat]
            limit = self.contest.limit(first=first and self.cold(seat, bot))
            if isinstance(bot, external.Program):
                bot.seconds, bot.budget_ms = limit, self.contest.budget_ms
            move = bot.choose(view, moves, story)
        except external.Late as late:
            raise Lost("late", str(late)) from late
        except external.Failed as failed:
            raise Lost("crash", str(failed)) from failed
        except (Exception, SystemExit) as error:
            raise Lost("crash", f"{type(error).__name__}: {error}"[:200]) from error
        if (took := monotonic() - began) > limit:
            raise Lost("late", f"{took:.1f} s for a move")
        return move

    def bot(self, seat: Seat) -> Bot:
        contender, seed = (
            self.contest.contenders[self.seating[seat]],
            self.contest.bot_seed(self.fixture, seat),
        )
        if contender.command:
            return external.make(self.stage.game, contender.command, seed)
        return make_bot(self.contest.game, contender.level, seed)

    def cold(self, seat: Seat, bot: Bot) -> bool:
        """Whether a bot must still warm up: a program in every game, others once in this process."""
        who = self.seating[seat]
        cold = who not in self.stage.warm
        if not isinstance(bot, external.Program):
            self.stage.warm.add(who)
        return cold

    def story(self, seat: Seat) -> list[Told]:
        """What this seat has heard so far, veiled when it is first asked for."""
        heard = self.heard[seat]
        for before, who, move in self.log[len(heard) :]:
            heard.append(Told(who, before.veil(move, seat)))
        return list(heard)


def victory(state: State, seats: int) -> tuple[float, ...]:
    """Each seat's share: winners share, and a game without a winner is everybody's."""
    outcome = state.outcome()
    assert outcome is not None
    winners = outcome.winners or tuple(range(seats))
    return tuple((seat in winners) / len(winners) for seat in range(seats))


def without(loser: Seat, seats: int) -> tuple[float, ...]:
    return tuple((seat != loser) / (seats - 1) for seat in range(seats))
