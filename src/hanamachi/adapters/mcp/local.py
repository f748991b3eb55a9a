"""A table in this process: the model has one seat, bots the others. The model hears what its seat may
hear."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from hanamachi.adapters.mcp.ending import describe_end
from hanamachi.adapters.setting import BadSetting, setting
from hanamachi.bots import Bot, UnknownLevel, ladder_of, levels, make_bot
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import NATURE, IllegalMove, Move, Prompt, Seat, State, Told
from hanamachi.core.telling import ask, explain, tell

BEST = 3  # moves that a hint names


class Decided(Struct, frozen=True):
    """A decision of the model, kept for the review."""

    view: Any
    moves: tuple[Move, ...]
    story: tuple[Told, ...]
    played: int


class LocalTable:
    def __init__(
        self,
        game: str,
        *,
        seats: int | None,
        seat: int,
        opponent: str,
        options: dict[str, Any],
        hints: bool,
        seed: int | None,
    ) -> None:
        self.setting = setting(game, seats, options)
        if not 0 <= seat < self.setting.seats:
            raise BadSetting("no_seat_number", seat=str(seat), most=self.setting.seats - 1)
        if opponent not in levels(game):
            raise UnknownLevel("unknown_level", level=opponent, known=tuple(levels(game)))
        self.game, self.seat, self.hints, self.chance = self.setting.game, seat, hints, Random(seed)
        self.words, self.ladder = self.game.text.words("en"), ladder_of(game)
        self.names = [
            "You (a program)" if each == seat else f"Seat {each + 1} ({opponent} bot)"
            for each in range(self.setting.seats)
        ]
        others = [each for each in range(self.setting.seats) if each != seat]
        self.bots: dict[Seat, Bot] = {
            each: make_bot(game, opponent, self.chance.getrandbits(40)) for each in others
        }
        self.heard: dict[Seat, list[Told]] = {each: [] for each in range(self.setting.seats)}
        self.decided: list[Decided] = []
        self.state: State = self.setting.start()
        self.go_on()

    # -------------------------------------------------------------- the interface of every table

    async def look(self) -> str:
        """Return the table as text, and the open question."""
        view = self.state.view(self.seat)
        lines = [self.game.text.table(view, self.words, self.names), self.question(view.prompt)]
        return "\n".join(line for line in lines if line)

    async def legal_moves(self) -> list[str]:
        """Return each legal move in notation, with its meaning in brackets if that says more."""
        if self.state.actor != self.seat:
            return []
        view = self.state.view(self.seat)
        return [self.label(view, move) for move in self.state.moves()]

    async def play(self, text: str) -> str:
        """Play a move. Return what the seat hears until it must decide again."""
        if self.state.actor is None:
            raise BadSetting("game_over")
        move = self.game.text.read(text, self.words)
        moves = tuple(self.state.moves())
        before = len(self.heard[self.seat])
        self.check(move)
        story = tuple(self.heard[self.seat])
        self.decided.append(Decided(self.state.view(self.seat), moves, story, moves.index(move)))
        self.take(move)
        self.go_on()
        told = [tell(self.game, line, self.words, self.names) for line in self.heard[self.seat][before:]]
        return "\n".join([*told, "", await self.look()])

    async def hint(self) -> str:
        """Return a strong player's best moves, judged only by what this seat knows."""
        if not self.hints:
            raise BadSetting("no_hints_here")
        if self.ladder.judge is None:
            raise BadSetting("no_hints_for_game")
        if self.state.actor != self.seat:
            raise BadSetting("no_decision")
        view, moves, story = self.state.view(self.seat), self.state.moves(), self.heard[self.seat]
        found = self.ladder.opinion(view, moves, list(story))
        return "\n".join(self.ranked(moves, found)[:BEST])

    async def review(self) -> str:
        """Return a judgement of every decision of this seat. The game must be over."""
        if self.state.actor is not None:
            raise BadSetting("not_over_yet")
        if self.ladder.judge is None:
            raise BadSetting("no_review_for_game")
        return "\n".join(self.reviewed(each) for each in self.decided if len(each.moves) > 1)

    # -------------------------------------------------------------- implementation

    def check(self, move: Move) -> None:
        """Raise BadSetting with the number of the broken rule if a move is illegal."""
        try:
            self.state.play(move)
        except IllegalMove as refusal:
            reason = explain(refusal, self.words, self.names)
            raise BadSetting("by_rule", reason=reason, rule=str(refusal.facts["rule"])) from refusal

    def label(self, view: Any, move: Move) -> str:
        notation, label = self.game.text.write(move), self.game.text.label
        words = label(view, move, self.words) if label else notation
        return notation if words == notation else f"{notation} ({words})"

    def question(self, prompt: Prompt | None) -> str:
        if outcome := self.state.outcome():
            return describe_end(outcome.winners, outcome.rule, self.seat, self.names)
        return ask(prompt, self.words, self.names) if prompt else ""

    def ranked(self, moves: Sequence[Move], found: Opinion) -> list[str]:
        """Return the moves with their chances to win, the most promising first."""
        return [
            f"{self.game.text.write(moves[at])}: {100 * found.chances[at]:.0f} %" for at in found.ranked()
        ]

    def reviewed(self, each: Decided) -> str:
        found = self.ladder.opinion(each.view, each.moves, list(each.story), each.played)
        best = max(found.chances)
        made, lost = self.game.text.write(each.moves[each.played]), best - found.chances[each.played]
        better = self.ranked(each.moves, found)[0]
        return f"{made}: {100 * found.chances[each.played]:.0f} %" + (
            f"; better {better}" if lost > 0.02 else ""
        )

    def go_on(self) -> None:
        """Let nature and bots move until the model must decide or the game is over."""
        while (actor := self.state.actor) not in (None, self.seat):
            assert actor is not None
            self.take(self.state.draw(self.chance) if actor == NATURE else self.chosen(actor))

    def chosen(self, seat: Seat) -> Move:
        moves = self.state.moves()
        view, story = self.state.view(seat), list(self.heard[seat])
        return moves[0] if len(moves) == 1 else self.bots[seat].choose(view, moves, story)

    def take(self, move: Move) -> None:
        assert self.state.actor is not None
        for seat, lines in self.heard.items():
            lines.append(Told(self.state.actor, self.state.veil(move, seat)))
        self.state = self.state.play(move)

    async def close(self) -> None:
        """Do nothing: a local table holds no connection."""
