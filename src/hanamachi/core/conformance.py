"""Check the laws that every game keeps, for games in this repository and outside it.

`conform` plays one random game and checks all laws along the way; a broken one raises `BrokenLaw`.

A *retelling* is another true story that one seat cannot distinguish from the one it saw: at each ply any move
with the same veil. What a seat is shown must be equal over all retellings.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from string import Formatter
from typing import Any, Generic

import msgspec
from msgspec import Struct

from hanamachi.core.game import NATURE, Game, IllegalMove, Move, Seat, State, Told, Universe, V, Veiled
from hanamachi.core.telling import ask, folded, narrate, tell_together
from hanamachi.core.words import LANGUAGES, Words

MOST_OUTCOMES = 75
MOST_PLIES = 60  # no mutant: a matter of cost; the plies of a story that are looked at closely


class BrokenLaw(AssertionError):
    pass


def law(holds: object, name: str) -> None:
    if not holds:
        raise BrokenLaw(name)


class Stranger(Move, frozen=True):
    """A move of no game."""


class Story(Struct, Generic[V], frozen=True):
    """A game from its start: `states[i]` is the one before `moves[i]`; there is one state more."""

    game: Game[Move, V, Any]
    seats: int
    states: list[State[Move, V]]
    moves: list[Move]

    def some(self, rng: Random, most: int = MOST_PLIES) -> list[int]:
        """Return some plies, in order; all of them if the story is short."""
        return sorted(rng.sample(range(len(self.moves)), min(most, len(self.moves))))

    def ears(self) -> list[Seat | None]:
        return [*range(self.seats), None]


def conform(
    game: Game[Move, V, Any],
    seats: int,
    options: Any,
    rng: Random,
    plies: int | None = None,
    *,
    lively: bool = False,
) -> Story[V]:
    """Play one random game under every law; it must end within `plies`, by default the game's bound."""
    check_frozen(options)
    limit = game.bound(seats, options) if plies is None else plies
    if limit is None:
        raise BrokenLaw("a game without a bound is given one to be tested")
    story = random_story(game, seats, options, rng, limit, lively=lively)
    universe = game.universe(seats, options)
    for ply in story.some(rng):
        check_moves(game, story.states[ply], story.moves[ply], universe, rng)
    check_end(story)
    for seat in story.ears():
        check_views(story, seat, rng)
        check_retellings(story, seat, rng)
        check_veil(story, seat, rng)
    check_words(story, rng)
    check_counts(story)
    return story


def random_story(
    game: Game[Move, V, Any], seats: int, options: Any, rng: Random, limit: int, *, lively: bool = False
) -> Story[V]:
    """Play a game of random moves. A lively one draws the kind of each move first, so that rare kinds come
    more often."""
    state = game.start(seats, options)
    states, moves = [state], list[Move]()
    while state.actor is not None:
        law(len(moves) < limit, f"the game ends within {limit} plies")
        legal = state.moves()
        law(legal, "somebody who must act has a move")
        some = of_one_kind(legal, rng) if lively else legal
        moves.append(state.draw(rng) if state.actor == NATURE else rng.choice(some))
        law(moves[-1] in legal, "a draw is one of nature's moves")
        state = state.play(moves[-1])
        states.append(state)
    return Story(game, seats, states, moves)


def of_one_kind(moves: Sequence[Move], rng: Random) -> list[Move]:
    kind = rng.choice(list(dict.fromkeys(map(type, moves))))
    return [move for move in moves if type(move) is kind]


def check_moves(game: Game, state: State, move: Move, universe: Universe, rng: Random) -> None:
    moves, before = state.moves(), msgspec.json.encode(state)
    law(len(set(moves)) == len(moves), "moves are unique")
    law(list(state.moves()) == list(moves), "the order of moves is stable")
    again: State = msgspec.json.decode(before, type=game.state)
    law(again == state, "a state survives JSON")
    law(round_trip(move, game.move) == move, "a move survives JSON")
    check_frozen(state, move, *state.todo, state.view(None))
    everything = universe.nature if state.actor == NATURE else universe.decisions
    law(set(moves) <= set(everything), "the universe holds every move")
    some = rng.sample(everything, min(40, len(everything)))  # no mutant: a matter of cost
    refused = [other for other in some if other not in moves]
    for illegal in (*refused, Stranger()):
        law(refuses(state, illegal), f"an illegal move is refused: {illegal}")
    law(msgspec.json.encode(state) == before, "nothing changes a state")
    check_odds(state, moves)
    law(game.pieces(state) == game.pieces(state.play(move)), "pieces are conserved")


def round_trip(thing: Any, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(thing), type=kind)


def check_frozen(*things: Any) -> None:
    for thing in things:
        law(thing.__struct_config__.frozen, f"records are frozen: {type(thing).__name__}")


def refuses(state: State, move: Move) -> bool:
    try:
        state.play(move)
    except IllegalMove:
        return True
    return False


def check_odds(state: State, moves: Sequence[Move]) -> None:
    odds = state.odds()
    law(bool(odds) == (state.actor == NATURE), "odds are nature's")
    if odds:
        law([move for move, _ in odds] == list(moves), "odds and moves agree")
        law(all(weight > 0 for _, weight in odds), "weights are positive")
        law(len(odds) <= MOST_OUTCOMES, f"nature has at most {MOST_OUTCOMES} moves")


def check_end(story: Story) -> None:
    for state in story.states[:-1]:
        law(state.outcome() is None, "no outcome before the end")
        law(state.actor == state.todo[0].seat, "the actor owes the first step")
    end = story.states[-1]
    outcome = end.outcome()
    law(outcome is not None and not end.moves() and not end.odds(), "an end has an outcome and no moves")
    assert outcome is not None
    law(len(outcome.points) == len(outcome.ranks) == story.seats, "points and ranks for every seat")
    first = tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
    law(outcome.winners in ((), first), "the winners have the first rank, or nobody wins")
    law(refuses(end, Stranger()), "no move after the end")


def check_views(story: Story, seat: Seat | None, rng: Random) -> None:
    """Check that views survive JSON and say who is asked, and that `imagine` gives a state that looks the
    same."""
    game = story.game
    for state in [*(story.states[ply] for ply in story.some(rng)), story.states[-1]]:
        view = state.view(seat)
        law(round_trip(view, game.view) == view, "a view survives JSON")
        law(view.seat == seat, "a view knows its seat")
        law(view.outcome == state.outcome(), "a view holds the outcome")
        asked = view.prompt.seat if view.prompt else None
        law(asked == (None if state.actor == NATURE else state.actor), "the prompt says who is asked")
        paced = view.prompt is not None and view.prompt.paced
        law(not paced or game.silence in state.moves(), "silence answers every paced question")
        imagined = game.imagine(view, rng)
        law(imagined.view(seat) == view, "an imagined state looks the same")
        law(game.pieces(imagined) == game.pieces(state), "an imagined state has the same pieces")
        if state.actor == NATURE and state.todo[0].foreseen(seat):
            check_foreseen(state, imagined, seat)
        if seat is not None and seat == state.actor:
            law(list(imagined.moves()) == list(state.moves()), "moves depend on the view alone")


def check_foreseen(state: State, imagined: State, seat: Seat | None) -> None:
    """Check that what a seat foresees of nature is the same in every imagined state, and no secret from
    it."""
    ((move, weight),) = state.odds()[:1]
    law(len(state.odds()) == weight == 1, "what is foreseen is no chance")
    law(list(imagined.odds()) == [(move, 1)], "what is foreseen is known")
    law(state.veil(move, seat) == move, "what is foreseen is heard")


def told(story: Story, seat: Seat | None) -> list[Told]:
    """Return the story as a seat heard it. A seat hears its own moves whole."""
    lines = list[Told]()
    for state, move in zip(story.states, story.moves, strict=False):
        assert state.actor is not None
        heard = state.veil(move, seat)
        law(heard == move or isinstance(heard, Veiled), "a veil shows the move or hides it")
        law(heard == move or seat != state.actor, "a seat hears its own moves whole")
        law(round_trip(heard, story.game.move | Veiled) == heard, "a veiled move survives JSON")
        lines.append(Told(state.actor, heard))
    return lines


def check_veil(
    story: Story,
    seat: Seat | None,
    rng: Random,
    tries: int = 5,  # no mutant: a matter of cost
) -> None:
    """Check that a veil tells no more than the view: moves of one kind that look the same sound the same. Two
    names for the very same deed (which of two equal cards) may differ."""
    for ply in story.some(rng):
        state, move = story.states[ply], story.moves[ply]
        heard, seen = state.veil(move, seat), story.states[ply + 1].view(seat)
        alike = [other for other in state.moves() if type(other) is type(move) and other != move]
        for other in rng.sample(alike, min(tries, len(alike))):
            after = state.play(other)
            if after != story.states[ply + 1] and after.view(seat) == seen:
                law(state.veil(other, seat) == heard, "a veil tells no more than the view")


def check_retellings(
    story: Story,
    seat: Seat | None,
    rng: Random,
    budget: int = 60,  # no mutant: a matter of cost
) -> None:
    """Retell from the start, and from a state imagined in the middle."""
    lines = told(story, seat)
    views = [state.view(seat) for state in story.states]
    middle = rng.randrange(len(story.states))
    imagined = story.game.imagine(views[middle], rng)
    for ply, state in ((0, story.states[0]), (middle, imagined)):
        retell(story, lines, views, ply, state, seat, rng, budget)


def retell(
    story: Story,
    lines: list[Told],
    views: list[Any],
    ply: int,
    state: State,
    seat: Seat | None,
    rng: Random,
    budget: int,
) -> None:
    """Walk retellings from `state` at `ply`, deepest first, until the budget of moves is spent."""
    paths = [(ply, state)]
    while paths and budget:
        ply, state = paths.pop()
        law(state.view(seat) == views[ply], "a view is equal over retellings")
        if ply == len(lines):
            return
        if state.actor == seat:
            law(list(state.moves()) == list(story.states[ply].moves()), "moves are equal over retellings")
        same = [move for move in state.moves() if state.veil(move, seat) == lines[ply].move]
        rng.shuffle(same)
        paths += [(ply + 1, state.play(move)) for move in same[:3]]  # no mutant: a matter of cost
        budget -= 1


def possible(
    story: Story,
    seat: Seat | None,
    most: int = 20_000,  # no mutant: a matter of cost
) -> set[Any]:
    """Return every last state of the retellings of a story. Raise `BrokenLaw` past `most`: the story is too
    long."""
    states: set[Any] = {story.states[0]}
    for ply, line in enumerate(told(story, seat)):
        states = {
            state.play(move)
            for state in states
            if state.actor == story.states[ply].actor
            for move in state.moves()
            if state.veil(move, seat) == line.move
        }
        law(len(states) <= most, "few enough retellings to enumerate")
    return states


def check_imagine(
    story: Story,
    seat: Seat | None,
    ways: Callable[[Any], int],
    rng: Random,
    *,
    places: Callable[[Any], Any] = lambda state: state,
    samples: int = 4000,  # no mutant: a matter of cost
) -> int:
    """Check that `imagine` reaches just what is possible, each as often as it has `ways`, and return their
    number.

    `places` says what is compared: by default whole states; where a state also remembers what other seats
    know, the places of the cards.
    """
    weights = {places(state): ways(state) for state in possible(story, seat)}
    view = story.states[-1].view(seat)
    seen = Counter(places(story.game.imagine(view, rng)) for _ in range(samples))
    law(set(seen) <= set(weights), "imagine gives possible states only")
    each = samples / sum(weights.values())
    excess = sum((seen[place] - each * n) ** 2 / (each * n) for place, n in weights.items())
    freedom = len(weights) - 1
    most = freedom + 6 * (2 * freedom) ** 0.5 + 1e-9  # no mutant: how much chance may do
    law(excess <= most, "imagine weighs states by their ways")
    return len(weights)


def check_words(story: Story, rng: Random) -> None:
    """Check that notation can be read back, and that every view, prompt and told move renders in every
    language."""
    text = story.game.text
    names = [f"<{seat}>" for seat in range(story.seats)]  # no mutant: any names will do
    heard = {seat: told(story, seat) for seat in story.ears()}
    for lang in LANGUAGES:
        words = text.words(lang)
        for move in story.moves:
            law(text.read(text.write(move), words) == move, f"notation comes back: {text.write(move)}")
        for seat, lines in heard.items():
            for ply in story.some(rng, MOST_PLIES // 3):  # no mutant: a matter of cost
                view = story.states[ply].view(seat)
                seen = {ply: view, ply + 1: story.states[ply + 1].view(seat)}
                check_rendering(text.table(view, words, names))
                check_rendering(narrate(story.game, lines[ply], ply, seen.__getitem__, words, names))
                if view.prompt:
                    check_rendering(ask(view.prompt, words, names))
        end = story.states[-1].outcome()
        assert end is not None
        check_rendering(words(f"rule.{end.rule}"))
        check_rendering(text.table(story.states[-1].view(None), words, names))


def check_counts(story: Story) -> None:
    """Check that what nature does several times in a row is told once, with its number or with all its names:
    equal sentences in a row look like a mistake."""
    names = [f"<{chr(ord('a') + seat)}>" for seat in range(story.seats)]  # no mutant: any without a figure
    gains = [gained(story, ply) for ply in range(len(story.moves))]
    for seat in story.ears():
        lines = told(story, seat)
        for words in map(story.game.text.words, LANGUAGES):
            last, before = 0, ""
            for group in folded(lines, words):
                if lines[group[0]].seat != NATURE:
                    continue
                together = [lines[place] for place in group]
                said = tell_together(story.game, together, words, names)
                law(said != before or group[0] > last + 1, f"equal sentences are told as one: {said}")
                check_number(story.game, together, said, sum(gains[place] for place in group), words)
                last, before = group[-1], said


def gained(story: Story, ply: int) -> int:
    """Return how many cards came into hands by a move, as is publicly seen."""
    hands = [story.game.hands(story.states[at].view(None)) for at in (ply, ply + 1)]
    return sum(max(0, now - then) for then, now in zip(*hands, strict=True))


def check_number(game: Game, lines: Sequence[Told], said: str, gain: int, words: Words) -> None:
    """Check that a veiled sentence tells how many there are, and another one names each."""
    law(gain in (0, len(lines)), "every card that comes into a hand has a line")
    if len(lines) > 1 and isinstance(lines[0].move, Veiled):
        law(re.findall(r"\d+", said) == [str(len(lines))], f"{len(lines)} are told: {said}")
    elif len(lines) > 1:
        thing = lines[0].move.__struct_fields__[-1]
        named = Counter(words.name(game.text.facts(line.move)[thing]) for line in lines)
        law(all(said.count(name) >= n for name, n in named.items()), f"each is named: {said}")


def check_rendering(text: str) -> None:
    law(text.strip() and not set("{@#") & set(text), f"a text without holes: {text!r}")


def check_phrases(game: Game, reasons: Iterator[str] | Sequence[str] = ()) -> None:
    """Check that the three catalogues have the same keys with the same holes, and that each refusal has a
    phrase."""
    books = [game.text.words(lang).phrases for lang in LANGUAGES]
    for book in books:
        odd = shapes(book) ^ shapes(books[0])
        law(not odd, f"catalogues agree: {odd}")
        law(all(f"error.{reason}" in book for reason in reasons), "each refusal has a phrase")


def shapes(book: Any) -> set[tuple[str, tuple[str, ...]]]:
    """Return each key, plural forms as one, with the names of the holes in its phrase. Names that people type
    are left out: each language has its own."""
    plurals = (".one", ".few", ".many", ".other")
    return {
        (next((key[: -len(p)] for p in plurals if key.endswith(p)), key), holes(phrase))
        for key, phrase in book.items()
        if not key.startswith("also.")
    }


def holes(phrase: str) -> tuple[str, ...]:
    return tuple(sorted({name for _, name, _, _ in Formatter().parse(phrase) if name}))
