"""Play one game between bots. Bots see only views and their veiled story; nature follows the deal's seed."""

from collections.abc import MutableSequence
from pathlib import Path
from time import monotonic
from typing import Any

from msgspec.structs import replace

from hanamachi.arena import records
from hanamachi.arena.contest import Contest, Fault, Fixture, Score
from hanamachi.bots import Bot, dismiss, external, make_bot
from hanamachi.core.game import Move, Seat, Told
from hanamachi.core.log import Abandoned, Flagged, Fold, Played, Resigned, Result
from hanamachi.core.nature import answer
from hanamachi.core.options import choose
from hanamachi.core.table import Table
from hanamachi.games import GAMES

NOBODY = -1.0
LONGEST = 10_000  # rows after which a game is abandoned, because its bots would play for ever
Clock = MutableSequence[float]  # the seat that is thinking (or NOBODY), and since when


class Lost(Exception):
    """Raised if a bot is late, crashes or answers with an illegal move."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind, self.detail = kind, detail


class Stage:
    """Plays a contest's games one after the other, and remembers which bots are warm in this process.

    With a folder, each game is also written there as a record.
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
            records.keep(self.folder, fixture, play.table())
        return score


class Play:
    """One game in progress."""

    def __init__(self, stage: Stage, fixture: Fixture) -> None:
        self.stage, self.fixture, self.contest = stage, fixture, stage.contest
        self.seating = self.contest.seating(fixture)
        contenders = [self.contest.contenders[who] for who in self.seating]
        seed, names = self.contest.deal_seed(fixture), [each.name for each in contenders]
        self.start = Table.begin(stage.game, names, stage.options, seed, words=())
        for seat, each in enumerate(contenders):
            if each.level:
                self.start = self.start.bot_takes(seat, each.level)
        self.fold = Fold(self.start.log)  # the table's own log; building a Table for every move would be slow
        self.heard: list[list[Told]] = [[] for _ in self.seating]
        self.bots: dict[Seat, Bot] = {}
        self.decisions = [0] * len(self.seating)
        self.seconds = [0.0] * len(self.seating)

    def run(self) -> Score:
        try:
            fault = self.play()
        finally:
            for bot in self.bots.values():
                dismiss(bot)
        shares = victory(self.fold.result, len(self.seating))
        return Score(self.fixture, shares, fault, tuple(self.decisions), tuple(self.seconds))

    def table(self) -> Table:
        return replace(self.start, log=self.fold.log())

    def play(self) -> Fault | None:
        """Play to the end. Return the fault if a bot fails. Abandon a game that is longer than LONGEST."""
        fold, nature = self.fold, self.start.nature
        answer(fold, nature)
        while (seat := fold.actor) is not None:
            try:
                move = self.decision(seat)
            except Lost as lost:
                fold.add(Flagged(seat) if lost.kind == "late" else Resigned(seat))
                return Fault(seat, lost.kind, lost.detail)
            fold.play(Played(seat, move), fold.state.answer(move))
            answer(fold, nature)
            if fold.seq > LONGEST and fold.result is None:
                fold.add(Abandoned())
        return None

    def decision(self, seat: Seat) -> Move:
        """Return a bot's move. A question with a single legal answer is not put to the bot."""
        state = self.fold.state
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        view, story = state.view(seat), self.story(seat)
        clock, began = self.stage.clock, monotonic()
        clock[1], clock[0] = began, float(seat)
        try:
            move = self.ask(seat, view, moves, story)
        finally:
            clock[0] = NOBODY
        self.decisions[seat] += 1
        self.seconds[seat] += monotonic() - began
        try:
            return moves[moves.index(move)]  # ours, not the bot's: an equal value may have another type
        except ValueError as error:
            raise Lost("crash", f"chose {move!r}, which is no legal move"[:200]) from error

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
        """Return whether a bot must still warm up: programs in every game, other bots once per process."""
        who = self.seating[seat]
        cold = who not in self.stage.warm
        if not isinstance(bot, external.Program):
            self.stage.warm.add(who)
        return cold

    def story(self, seat: Seat) -> list[Told]:
        """Return what this seat has heard so far. New rows are veiled when a story is first asked for."""
        heard = self.heard[seat]
        heard += self.fold.story(seat, after=len(heard))
        return list(heard)


def victory(result: Result | None, seats: int) -> tuple[float, ...]:
    """Return each seat's share of the victory: winners share equally; without a winner all seats do."""
    assert result is not None
    winners = result.winners or tuple(range(seats))
    return tuple((seat in winners) / len(winners) for seat in range(seats))


def without(loser: Seat, seats: int) -> tuple[float, ...]:
    """Return the shares of a game that one seat has lost by a fault: the others share equally."""
    return tuple((seat != loser) / (seats - 1) for seat in range(seats))
