"""hanamachi replay: tell a recorded game again, as one seat saw it or with open cards."""

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from hanamachi.cli import new_parser
from hanamachi.cli.support.ending import describe_end
from hanamachi.cli.support.record_file import load
from hanamachi.cli.support.terminal import Terminal
from hanamachi.core import record
from hanamachi.core.game import Game, Seat, State, Told
from hanamachi.core.log import Log, Placed, Played, RecordError, line
from hanamachi.core.options import choose, in_words
from hanamachi.core.record import Record
from hanamachi.core.telling import called, story_told
from hanamachi.core.user_text import distinct_names, one_line
from hanamachi.core.words import Refusal, Words, in_force


class BadView(Refusal):
    pass


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("replay", words)
    parser.add_argument("record", type=Path, help=words("flag.record"))
    parser.add_argument("--view", metavar="N|gallery|open", default="open", help=words("flag.view"))
    parser.add_argument("--at", type=int, metavar="SEQ", help=words("flag.at"))
    parser.add_argument("--json", action="store_true", help=words("flag.json"))
    given = parser.parse_args(args)
    kept, game = load(given.record)
    log = record.fold(kept, game)
    at = len(kept.log) if given.at is None else given.at
    if not 0 <= at <= len(kept.log):
        raise RecordError("bad_seq", seq=at, most=len(kept.log))
    lines = heard(kept, log, at, given.view)  # by their seqs
    eyes = seat_shown(given.view, len(kept.seats))
    if given.json:
        show_json(kept, game, list(lines.values()), log.states[at], eyes)
    else:
        show(kept, game, lines, log, at, eyes, words)
    return 0


def seat_shown(view: str, seats: int) -> Seat | None:
    """Return the seat whose view is shown, or None for the view of spectators."""
    if view in ("gallery", "open"):
        return None
    if view not in map(str, range(1, seats + 1)):
        raise BadView("bad_view", view=view, seats=seats)
    return int(view) - 1


def heard(kept: Record, log: Log, at: int, view: str) -> dict[int, Told]:
    """Return the story up to a seq: each row's text by its seq. Cards are open only in a finished game."""
    stands = line(kept.log[:at])
    if view != "open":
        return dict(zip(stands, log.story(seat_shown(view, len(kept.seats)), at), strict=True))
    if kept.result is None:
        raise RecordError("not_finished")
    rows = {seq: kept.log[seq] for seq in stands}
    return {seq: Told(row.seat, row.move) for seq, row in rows.items() if isinstance(row, Played | Placed)}


def show_json(kept: Record, game: Game, lines: list[Told], state: State, eyes: Seat | None) -> None:
    told = [{"seat": line.seat, "move": msgspec.to_builtins(line.move)} for line in lines]
    view = msgspec.to_builtins(state.view(eyes))
    result = msgspec.to_builtins(kept.result)
    print(json.dumps({"game": game.name, "story": told, "view": view, "result": result}))


def show(
    kept: Record, game: Game, lines: dict[int, Told], log: Log, at: int, eyes: Seat | None, words: Words
) -> None:
    options = choose(game.options, kept.options)
    terminal, phrases = Terminal(), in_force(game.text.words(words.lang), options, len(kept.seats))
    styles = {phrases(key): style for key, style in game.text.styles.items()}
    names = called(distinct_names([one_line(seat) for seat in kept.seats]))
    for option in in_words(options, phrases, words):
        terminal.say(option)
    for _, said in story_told(game, list(lines.items()), log.look(eyes), phrases, names):
        terminal.say(said, styles)
    terminal.say()
    terminal.say(game.text.table(log.states[at].view(eyes), phrases, names), styles)
    if kept.result and at == len(kept.log):
        for said in describe_end(kept.result, names, words, phrases):
            terminal.say(said)
