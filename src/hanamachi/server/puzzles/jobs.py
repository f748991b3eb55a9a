"""Set and judge a puzzle in a process of a pool: it walks to the position, which may take a while.

Arguments are small, results are bytes of JSON or small.
"""

from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.core.game import IllegalMove, Told
from hanamachi.core.telling import label
from hanamachi.core.words import Name
from hanamachi.games import GAMES
from hanamachi.puzzles.opened import Judged, OpenedPuzzle
from hanamachi.puzzles.puzzle import Puzzle, shipped
from hanamachi.server.protocol.messages import Choice
from hanamachi.server.protocol.puzzles import AnswerWorth, PuzzleBelief, PuzzleProof, PuzzleReply

LONGEST = 200  # signs of a move that is repeated in a refusal


class PuzzleSetting(Struct, frozen=True):
    """The card of a puzzle before it is answered."""

    task: str
    names: list[str]
    seat: int
    view: msgspec.Raw
    words: str
    ask: str
    choices: list[Choice]
    hint: bool


class PuzzleJudgement(Struct, frozen=True):
    """What is told of an answer, in a language."""

    verdict: str
    place: int | None
    right: list[int]
    reason: str
    worths: list[AnswerWorth]
    proof: PuzzleProof


@cache
def by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped(GAMES[game])}


@lru_cache(64)
def opened(game: str, id_: str, lang: str) -> OpenedPuzzle:
    return OpenedPuzzle(by_id(game)[id_], lang)


def set_puzzle(game: str, id_: str, lang: str) -> PuzzleSetting:
    """Return a puzzle as it is set."""
    puzzle = opened(game, id_, lang)
    text = puzzle.game.text
    choices = [
        Choice(msgspec.to_builtins(move), text.write(move), puzzle.labelled(place))
        for place, move in enumerate(puzzle.moves)
    ]
    return PuzzleSetting(
        task=puzzle.task,
        names=[str(name) for name in puzzle.names],
        seat=puzzle.seat,
        view=msgspec.Raw(msgspec.json.encode(puzzle.view)),
        words=puzzle.table,
        ask=puzzle.question,
        choices=choices,
        hint=bool(puzzle.hint()),
    )


def place_of(game: str, id_: str, lang: str, move: Any) -> int:
    """Return the place of a move that somebody sent. Raise `IllegalMove` if it is not legal."""
    puzzle = opened(game, id_, lang)
    try:
        read = msgspec.convert(move, puzzle.game.move)
    except msgspec.ValidationError as error:
        raise IllegalMove("bad_move_format", "", problem=Name(str(error)[:LONGEST])) from error
    return puzzle.place_of(read)


def judge(game: str, id_: str, lang: str, place: int | None) -> PuzzleJudgement:
    """Judge an answer, or show the right one."""
    puzzle = opened(game, id_, lang)
    found = puzzle.judge(place)
    return PuzzleJudgement(
        verdict=found.verdict,
        place=place,
        right=found.right,
        reason=found.reason,
        worths=[worth_on_wire(found, at) for at in range(len(found.worths))],
        proof=proof_on_wire(puzzle, found),
    )


def way(game: str, id_: str) -> list[Told]:
    """Return all that was done before a puzzle, by whom. Only who has answered it may know."""
    return list(by_id(game)[id_].position(GAMES[game]).line)


def hint(game: str, id_: str) -> list[int]:
    return opened(game, id_, "en").hint()


def worth_on_wire(found: Judged, place: int) -> AnswerWorth:
    worth = found.worths[place]
    return AnswerWorth(
        points=worth.points,
        right=place in found.right,
        result=worth.result,
        plies=worth.plies,
        chance=worth.chance,
        margin=worth.margin,
    )


def proof_on_wire(puzzle: OpenedPuzzle, found: Judged) -> PuzzleProof:
    proof = found.proof or {}
    return PuzzleProof(
        replies=[reply_on_wire(puzzle, each) for each in proof.get("replies", ())],
        beliefs=[PuzzleBelief(**each) for each in proof.get("beliefs", ())],
        deals=proof.get("deals"),
    )


def reply_on_wire(puzzle: OpenedPuzzle, reply: dict[str, Any]) -> PuzzleReply:
    theirs, mine = reply["theirs"], reply["mine"]

    def called(move: Any) -> str:
        return label(puzzle.game, puzzle.view, move, puzzle.phrases)

    return PuzzleReply(
        theirs=msgspec.to_builtins(theirs),
        label=called(theirs),
        mine=None if mine is None else msgspec.to_builtins(mine),
        reply="" if mine is None else called(mine),
        plies=reply["plies"],
    )
