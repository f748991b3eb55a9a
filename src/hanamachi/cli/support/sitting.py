"""Play one game at one terminal: pass the screen between people, show the table, read answers."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

from msgspec.structs import replace

from hanamachi.bots import Bot, dismiss, level_name, make_bot
from hanamachi.cli import sentence
from hanamachi.cli.support.ending import describe_end
from hanamachi.cli.support.terminal import Terminal, patience
from hanamachi.core import fair
from hanamachi.core.game import NATURE, IllegalMove, Move, Seat
from hanamachi.core.options import in_words
from hanamachi.core.table import Refused, Table
from hanamachi.core.telling import ask, called, story_told
from hanamachi.core.user_text import one_line
from hanamachi.core.words import Name, Refusal, Unreadable, Words, in_force, plain, rules


class Saves(Protocol):
    """Saves a table's record. `path` is None if nothing is saved."""

    @property
    def path(self) -> Path | None: ...
    def save(self, table: Table, /) -> str | None: ...


class Stop(Exception):
    """Raised if the player leaves the game unfinished."""


class Sitting:
    def __init__(
        self, table: Table, terminal: Terminal, words: Words, saver: Saves, pace: float = 4.0
    ) -> None:
        self.table, self.terminal, self.words, self.saver = table, terminal, words, saver
        self.pace = pace
        self.text = table.game.text
        self.phrases = in_force(self.text.words(words.lang), table.options, len(table.names))
        self.styles = {self.phrases(key): style for key, style in self.text.styles.items()}
        self.humans = [seat for seat in range(len(table.names)) if seat not in table.bots]
        self.heard = dict.fromkeys(self.humans, 0)
        self.at_screen: Seat | None = self.humans[0] if len(self.humans) == 1 else None
        self.names = called(map(one_line, table.names), reader=self.at_screen)
        self.bots = {seat: self.load_bot(seat, level) for seat, level in table.bots.items()}
        self.typed: list[str] = []  # answers from the last line that are not yet used

    def load_bot(self, seat: Seat, level: str) -> Bot:
        """Load a bot. The first time this may compile it."""
        with patience(self.words("waking", who=self.names[seat])):
            return make_bot(self.table.game.name, level, fair.bot_seed(self.table.seed, seat, 0))

    def play(self) -> None:
        self.say(self.words("welcome", game=self.phrases("name"), about=self.phrases("about")))
        self.say_options()
        self.table = self.table.deal()
        self.save()
        try:
            while (seat := self.table.actor) is not None:
                self.bot_turn(seat) if seat in self.bots else self.human_turn(seat)
            self.farewell()
        except (Stop, EOFError, KeyboardInterrupt) as leaving:
            self.leave()
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            for bot in self.bots.values():
                dismiss(bot)

    def say(self, text: str = "") -> None:
        self.terminal.say(text, self.styles)

    def say_options(self) -> None:
        """Print the options that differ from the defaults."""
        for option in in_words(self.table.options, self.phrases, self.words):
            self.say(option)

    def save(self) -> None:
        if problem := self.saver.save(self.table):
            self.say(self.words("error.not_saved", problem=problem))

    def submit(self, seat: Seat, move: Move) -> None:
        self.table = self.table.submit(seat, self.table.seq, move)
        self.save()

    def bot_turn(self, seat: Seat) -> None:
        state = self.table.state
        who = self.names[seat]
        with patience(self.words("thinking", who=who), self.words("waking", who=who)):
            move = self.bots[seat].choose(state.view(seat), state.moves(), self.table.story(seat))
        self.submit(seat, move)

    def human_turn(self, seat: Seat) -> None:
        if not self.typed and self.table.moot():
            self.submit(seat, self.table.state.moves()[0])
            return
        self.hand_over(seat)
        if self.tell_news(seat):
            self.discard_typed()
            self.show_table(seat)
        while self.table.actor == seat and not self.answer(seat):
            pass
        if self.table.actor != seat:
            self.discard_typed()

    def hand_over(self, seat: Seat) -> None:
        """Clear the screen before another person looks at it, if the game has secrets."""
        if self.at_screen == seat or not self.table.game.secrets:
            return
        self.terminal.clear()
        self.terminal.ask(self.words("hand_over", who=self.names[seat]))
        self.terminal.clear()
        self.at_screen = seat

    def tell_news(self, seat: Seat) -> bool:
        """Print what this seat has not heard yet. Return whether any of it was done by another seat."""
        log, story = self.table.log, self.table.story(seat)
        news = list(zip(log.stands, story, strict=True))[self.heard[seat] :]
        look = log.look(seat)
        for lines, said in story_told(self.table.game, news, look, self.phrases, self.names):
            if lines[0].seat != NATURE or lines[0].kind not in self.text.quiet:
                self.say(said)
        self.heard[seat] = len(story)
        return any(told.seat != seat for _, told in news)

    def show_table(self, seat: Seat | None) -> None:
        view = self.table.state.view(seat)
        if self.table.result:
            view = replace(view, prompt=None)  # no question is open any more, however the game ended
        self.say()
        if self.text.draw and self.terminal.draws:
            self.terminal.draw(self.text.draw(view, self.phrases, self.names), self.styles)
        else:
            self.say(self.text.table(view, self.phrases, self.names))

    def answer(self, seat: Seat) -> bool:
        """Read one answer from a person. Return whether the table has moved on."""
        prompt = self.table.state.view(seat).prompt
        assert prompt is not None
        self.say(ask(prompt, self.phrases, self.names))
        asked = monotonic()
        typed = self.next_typed()
        try:
            return self.obey(seat, typed, release=asked + self.pace if prompt.paced else asked)
        except Refusal as refusal:
            self.say(sentence(refusal, self.phrases, self.words, names=self.names))
            self.discard_typed()
            if isinstance(refusal, Unreadable | IllegalMove):
                self.say(self.words("example", move=self.label(seat, self.table.state.moves()[0])))
            return False

    def next_typed(self) -> str:
        """Return the next answer. One line may hold several: `gift; red 1; blue 2; blue 3`."""
        if self.typed:
            self.say(self.words("prompt") + self.typed[0])
        else:
            line = self.terminal.ask(self.words("prompt"))
            self.typed = [each.strip() for each in line.split(";") if each.strip()] or [""]
        return self.typed.pop(0)

    def discard_typed(self) -> None:
        """Discard the remaining answers of the line, because the game went another way, and say so."""
        if self.typed:
            self.say(self.words("not_played", moves=Name("; ".join(self.typed))))
        self.typed = []

    def obey(self, seat: Seat, typed: str, release: float) -> bool:
        """Run a command or play a move. A move waits until `release` (monotonic seconds)."""
        verb, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[Seat, str], bool]] = {
            "moves": self.list_moves,
            "help": self.help,
            "table": self.table_again,
            "undo": self.undo,
            "resign": self.resign,
            "quit": self.quit,
        }
        command = "moves" if verb in ("?", "") else self.words.key("command", verb)
        if command and (not rest or command in ("help", "moves")):
            return commands[command](seat, rest)
        move = self.read(seat, typed)
        sleep(max(0.0, release - monotonic()))
        self.submit(seat, move)
        return True

    def read(self, seat: Seat, typed: str) -> Move:
        """Return the move given by its number in the list, its name there, its notation, or words of one name
        only."""
        moves = self.table.state.moves()
        if typed.isdecimal() and len(typed) < 9 and 0 < int(typed) <= len(moves):
            return moves[int(typed) - 1]
        labels = {plain(self.label(seat, move)): move for move in moves}
        if plain(typed) in labels:
            return labels[plain(typed)]
        try:
            return self.text.read(typed, self.phrases)
        except Unreadable:
            wanted = set(plain(typed).split())
            fitting = [move for name, move in labels.items() if wanted <= set(name.split())]
            if len(fitting) != 1:
                raise
            return fitting[0]

    def label(self, seat: Seat, move: Move) -> str:
        if self.text.label is None:
            return self.text.write(move)
        return self.text.label(self.table.state.view(seat), move, self.phrases)

    def list_moves(self, seat: Seat, rest: str) -> bool:
        """List every legal move, or those whose names contain the given words: "? gift"."""
        wanted = set(plain(rest).split())
        for number, move in enumerate(self.table.state.moves(), 1):
            label = self.label(seat, move)
            if wanted <= set(plain(label).split()):
                self.say(f"{number:3}  {label}")
        self.say(self.words("commands"))
        return False

    def help(self, _seat: Seat, topic: str) -> bool:
        """Print the rules, one rule, or the description of one piece."""
        law = rules(self.phrases)
        copies = {piece.name: piece.copies for piece in self.text.box(self.phrases) if piece.copies}
        pieces = {
            name: f"{text} ({copies[name]})" if name in copies else text
            for name, text in self.text.topics(self.phrases).items()
            if text
        }
        if not topic:
            for number, rule in law.items():
                self.say(f"{number:4} {rule}")
            self.say(self.words("topics", names=tuple(pieces)))
            return False
        known = {plain(name): text for name, text in (law | pieces).items()}
        known |= {number[1:]: rule for number, rule in law.items()}
        if plain(topic) not in known:
            raise Unreadable("unknown_topic", topic=topic)
        self.say(known[plain(topic)])
        return False

    def table_again(self, seat: Seat, _rest: str) -> bool:
        self.say_options()
        self.show_table(seat)
        return False

    def undo(self, seat: Seat, _rest: str) -> bool:
        """Go back to this person's last decision. Only allowed if all other players are bots."""
        if len(self.humans) > 1:
            raise Refused("no_undo_among_people")
        self.table = self.table.takeback(self.table.last_answer(seat))
        self.heard[seat] = len(self.table.story(seat))
        self.say(self.words("undone"))
        self.show_table(seat)
        self.save()
        return True

    def resign(self, seat: Seat, _rest: str) -> bool:
        self.say(self.words("resign_sure", yes=self.words("yes")))
        if plain(self.terminal.ask(self.words("prompt"))) != plain(self.words("yes")):
            return False
        level = next(iter(self.table.bots.values()), "random")
        self.table = self.table.resign(seat, level)
        self.save()
        if not self.table.result:
            self.bot_plays_on(seat, level)
        return True

    def bot_plays_on(self, seat: Seat, level: str) -> None:
        self.bots[seat] = make_bot(self.table.game.name, level, fair.bot_seed(self.table.seed, seat, 0))
        self.humans.remove(seat)
        shown = Name(level_name(level, self.words))
        self.say(self.words("event.gaveup", who=self.names[seat], level=shown))

    def quit(self, _seat: Seat, _rest: str) -> bool:
        raise Stop

    def leave(self) -> None:
        self.say()
        path = self.saver.path
        self.say(self.words("left_saved", path=str(path)) if path else self.words("left"))

    def farewell(self) -> None:
        """Print the end of the game with all cards open."""
        if len(self.humans) == 1:
            self.tell_news(self.humans[0])
        self.show_table(None)
        result = self.table.result
        assert result is not None
        for said in describe_end(result, self.names, self.words, self.phrases):
            self.say(said)
