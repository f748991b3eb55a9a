"""The laws hold for the fifth game, and each one notices a game that breaks it."""

import itertools
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import force_setattr, replace

from fifth_game import GAME
from fifth_game.moves import (
    Accept,
    Acting,
    Deal,
    Dealing,
    Offer,
    Options,
    Pass,
    Return,
    Returned,
    Seek,
    TurningUp,
    TurnUp,
)
from fifth_game.pieces import COPIES, KINDS, MOON
from fifth_game.rules import State
from fifth_game.view import TsukimiView
from hanamachi.core import conformance
from hanamachi.core.conformance import BrokenLaw, Story, check_imagine, check_phrases, conform, possible
from hanamachi.core.game import NATURE, Game, IllegalMove, Move, Outcome, Seat, Universe, Veiled
from hanamachi.core.words import Words
from hanamachi.games.geishas_road import GAME as ROAD
from hanamachi.games.geishas_road.moves import Journey


@pytest.mark.no_cover
@given(st.integers(), st.sampled_from([2, 3]), st.integers(1, 3), st.integers(1, 2))
@settings(max_examples=20)
def test_the_fifth_game_conforms(seed: int, seats: int, turns: int, bites: int) -> None:
    conform(GAME, seats, Options(turns, bites), Random(seed))


@given(st.randoms(use_true_random=False))
@settings(max_examples=3)
def test_the_fifth_game_conforms_with_every_choice_driven(rng: Random) -> None:
    conform(GAME, 2, Options(1, 2), rng)


def test_the_fifth_game_has_all_its_phrases() -> None:
    refusals = ["over", "not_now", "not_in_hand", "empty_row", "sought", "empty_pool"]
    check_phrases(GAME, [*refusals, "unknown_verb", "unknown_card"])


def broken(**changes: Any) -> Game:
    """The fifth game with methods of its state changed, or fields of its card."""
    methods = {name: value for name, value in changes.items() if name in METHODS}
    fields = {name: value for name, value in changes.items() if name not in METHODS}
    kind: Any = type("State", (State,), methods, frozen=True) if methods else State

    def set_up(seats: int, options: Any) -> Any:
        state = GAME.start(seats, options)
        return kind(**{name: getattr(state, name) for name in State.__struct_fields__})

    if methods:
        fields = {"set_up": set_up, "state": kind, "imagine": imagine_as(kind), **fields}
    return replace(GAME, **fields)


METHODS = {"moves", "odds", "draw", "outcome", "view", "veil", "play", "actor"}


def imagine_as(kind: Any) -> Any:
    def imagine(view: Any, rng: Random) -> Any:
        state = GAME.imagine(view, rng)
        return kind(**{name: getattr(state, name) for name in State.__struct_fields__})

    return imagine


def leaky_view(self: State, seat: Seat | None) -> TsukimiView:
    return replace(State.view(self, seat), returned=Returned(self.pool.index(max(self.pool))))


def leaky_veil(self: State, move: Move, seat: Seat | None) -> Move | Veiled:
    return move if isinstance(move, Offer) else State.veil(self, move, seat)


def deaf_veil(self: State, move: Move, seat: Seat | None) -> Move | Veiled:
    return (
        Veiled(self.todo[0].seat, type(move).__name__)
        if isinstance(move, Return)
        else State.veil(self, move, seat)
    )


def lying_veil(self: State, move: Move, seat: Seat | None) -> Move | Veiled:
    return Accept() if isinstance(move, Seek) else State.veil(self, move, seat)


def telling_moves(self: State) -> Any:
    """What may be done depends on the neighbour's hidden hand."""
    moves = list(State.moves(self))
    if self.todo and isinstance(moves[0], Offer) and self.hands[self.neighbour(self.todo[0].seat)][MOON] > 1:
        return moves[:1]
    return moves


def deep_copy_first(self: State, move: Move) -> Any:
    after = State.play(self, move)
    return replace(after, pool=COPIES) if isinstance(move, Seek) else after


TURNS = itertools.count()


def shuffled(self: State) -> Any:
    """Every other time the decisions come in the other order."""
    moves = list(State.moves(self))
    return moves if self.actor == NATURE or next(TURNS) % 2 else moves[::-1]


def outcome_with(**changes: Any) -> Any:
    def outcome(self: State) -> Outcome | None:
        ended = State.outcome(self)
        return ended and replace(ended, **changes)

    return outcome


def always_over(_self: State) -> Outcome:
    return Outcome((0, 0), (1, 1), (), "F11")


def wrong_rows(self: State, seat: Seat | None) -> TsukimiView:
    seen = State.view(self, seat)
    return replace(seen, prompt=None) if seen.prompt and seen.prompt.ask == "react" else seen


def saying(**phrases: str | None) -> Any:
    """The fifth game's text with other phrases, in every language; None: without it."""

    def words(lang: str) -> Words:
        changed = {key.replace("_", "."): phrase for key, phrase in phrases.items()}
        book = {**GAME.text.words(lang).phrases, **changed}
        return Words(lang, {key: phrase for key, phrase in book.items() if phrase is not None})

    return replace(GAME.text, words=words)


def paced_view(self: State, seat: Seat | None) -> TsukimiView:
    seen = State.view(self, seat)
    return replace(seen, prompt=replace(seen.prompt, paced=True)) if seen.prompt else seen


def lost_veil(self: State, move: Move, seat: Seat | None) -> Move | Veiled:
    """Tell something under a number: in JSON it comes back under a text."""
    heard: Any = State.veil(self, move, seat)
    return replace(heard, shown={1: 1}) if isinstance(heard, Veiled) else heard


def meddling_play(self: State, move: Move) -> Any:
    """Change the state itself where a move is refused."""
    try:
        return State.play(self, move)
    except IllegalMove:
        force_setattr(self, "discards", (0, 0, 0, 9))
        raise


def another_actor(self: State) -> Seat | None:
    if not self.todo:
        return None
    seat = self.todo[0].seat
    return 1 - seat if isinstance(self.todo[0], Acting) else seat


def false_pool(view: Any, rng: Random) -> Any:
    state = dream(view, rng.random())
    return replace(state, pool=(sum(state.pool), 0, 0, 0))


BREAKS: dict[str, tuple[str, dict[str, Any]]] = {
    "no moves": ("has a move", {"moves": lambda self: () if self.actor != NATURE else State.moves(self)}),
    "twins": ("unique", {"moves": lambda self: [*State.moves(self), *State.moves(self)]}),
    "unstable": ("stable", {"moves": shuffled}),
    "hidden universe": ("universe", {"universe": lambda _s, _o: Universe((Accept(),), GAME.universe(2, Options()).nature)}),
    "lenient": ("refused", {"play": lambda self, move: self if move == Pass() else State.play(self, move)}),
    "card thief": ("conserved", {"play": deep_copy_first}),
    "odds for all": ("odds are nature's", {"odds": lambda self: State.odds(self) or [(Pass(), 1)]}),
    "odds in disorder": ("agree", {"odds": lambda self: list(State.odds(self))[::-1], "moves": lambda self: [m for m, _ in State.odds(self)] if self.actor == NATURE else State.moves(self)}),
    "no weight": ("positive|picked|empty", {"odds": lambda self: [(m, 0) for m, _ in State.odds(self)], "draw": lambda self, _rng: State.odds(self)[0][0]}),
    "wrong draw": ("draw is one", {"draw": lambda self, rng: State.draw(self, rng) if rng.random() < 0.5 else Deal(9)}),
    "early outcome": ("before the end", {"outcome": always_over}),
    "few points": ("every seat", {"outcome": outcome_with(points=(1,))}),
    "wrong winner": ("first rank", {"outcome": outcome_with(ranks=(2, 2), winners=(0, 1))}),
    "leaky view": ("retellings|imagined", {"view": leaky_view}),
    "leaky veil": ("no more than the view", {"veil": leaky_veil}),
    "deaf veil": ("own moves whole", {"veil": deaf_veil}),
    "lying veil": ("shows the move", {"veil": lying_veil}),
    "blind prompt": ("who is asked", {"view": wrong_rows}),
    "telling moves": ("view alone|retellings", {"moves": telling_moves}),
    "no outcome": ("holds the outcome", {"view": lambda self, seat: replace(State.view(self, seat), outcome=None)}),
    "wrong seat": ("knows its seat", {"view": lambda self, seat: replace(State.view(self, seat), seat=0)}),
    "speechless at the end": ("holes", {"text": replace(GAME.text, table=lambda v, w, n: "" if v.outcome else GAME.text.table(v, w, n))}),
    "endless": ("after the end", {"play": lambda self, move: State.play(self, move) if self.todo else self}),
    "unread moves": ("a move survives", {"move": Any}),
    "short bound": ("ends within", {"bound": lambda _s, _o: 5}),
    "no bound": ("given one", {"bound": lambda _s, _o: None}),
    "careless imagine": ("looks the same|same pieces", {"imagine": lambda view, rng: replace(dream(view, rng.random()), rows=((),) * len(view.rows))}),
    "forgetful notation": ("notation", {"text": replace(GAME.text, write=lambda move: GAME.text.write(Pass()))}),
    "holes in the text": ("holes", {"text": replace(GAME.text, table=lambda _v, _w, _n: "{oops}")}),
    "told twice": ("told as one", {"text": saying(several_hidden_Deal=None)}),
    "uncounted": ("are told", {"text": saying(several_hidden_Deal="{to} draws some cards.")}),
    "unnamed": ("each is named", {"text": saying(several_tell_Deal="Cards are drawn.")}),
    "later cards from nowhere": ("has a line", {"hands": lambda view: [2 * n if any(view.rows) else n for n in view.hands]}),
    "cards from nowhere": ("has a line", {"hands": lambda view: [2 * n for n in view.hands]}),
    "open to strangers": ("refused", {"play": lambda self, move: self if self.todo and isinstance(move, conformance.Stranger) else State.play(self, move)}),
    "no silence": ("silence answers", {"view": paced_view}),
    "lost veil": ("a veiled move survives", {"veil": lost_veil}),
    "speechless before the end": ("holes", {"text": replace(GAME.text, table=lambda v, w, n: GAME.text.table(v, w, n) if v.outcome else "")}),
    "unread states": ("a state survives", {"state": Any}),
    "meddling": ("nothing changes", {"play": meddling_play}),
    "one without weight": ("positive", {"odds": lambda self: [(m, w if at or self.offered is not None else 0) for at, (m, w) in enumerate(State.odds(self))], "draw": lambda self, _rng: State.odds(self)[-1][0]}),
    "false actor": ("owes the first step", {"actor": property(another_actor)}),
    "no end": ("an end has an outcome", {"outcome": lambda _self: None}),
    "moves at the end": ("and no moves", {"moves": lambda self: State.moves(self) if self.todo else (Pass(),)}),
    "odds at the end": ("and no moves", {"odds": lambda self: State.odds(self) if self.todo else [(Pass(), 1)]}),
    "false pool": ("same pieces", {"imagine": false_pool}),
    "speechless tale": ("holes", {"text": saying(tell_Offer=" ")}),
    "speechless question": ("holes", {"text": saying(ask_act=" ")}),
    "speechless rule": ("holes", {"text": saying(rule_F11="")}),
    "no text": ("holes", {"text": replace(GAME.text, table=lambda _v, _w, _n: " ")}),
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_game_is_noticed(name: str) -> None:
    law, changes = BREAKS[name]
    with pytest.raises(BrokenLaw, match=law):
        conform_often(broken(**changes))


@pytest.mark.parametrize(
    ("step", "law"), [(Dealing, "foreseen is no chance"), (TurningUp, "foreseen is known")]
)
def test_a_seer_is_noticed(monkeypatch: pytest.MonkeyPatch, step: Any, law: str) -> None:
    """A step says that a seat knows what nature will do, and it is drawn, or another's secret."""
    monkeypatch.setattr(step, "foreseen", lambda _self, _seat: True)
    with pytest.raises(BrokenLaw, match=law):
        conform_often(GAME)


def test_what_is_foreseen_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    state: Any = ROAD.state
    veil = state.veil

    def hides_journeys(self: Any, move: Move, seat: Seat | None) -> Move | Veiled:
        return (
            veil(self, move, seat)
            if seat == 0 or not isinstance(move, Journey)
            else Veiled(NATURE, "Journey")
        )

    monkeypatch.setattr(state, "veil", hides_journeys)
    with pytest.raises(BrokenLaw, match="foreseen is heard"):
        conform(ROAD, 2, ROAD.options(), Random(1))


def conform_often(game: Game) -> None:
    for seed in range(20):
        conform(game, 2, Options(3, 2), Random(seed))


def test_a_game_broken_in_nothing_conforms() -> None:
    conform(broken(veil=State.veil), 2, Options(), Random(1))


def test_a_game_that_nobody_wins_conforms() -> None:
    conform(broken(outcome=outcome_with(winners=())), 2, Options(1, 1), Random(1))


def test_a_view_that_does_not_survive_is_noticed() -> None:
    with pytest.raises(BrokenLaw, match="a view survives"):
        conform(replace(GAME, view=Any), 2, Options(1, 1), Random(1))


def test_a_leak_that_imagine_follows_is_noticed_by_retellings() -> None:
    """The question tells how many moons are in the pool, and what is imagined has as many."""

    def telling_view(self: State, seat: Seat | None) -> TsukimiView:
        seen = State.view(self, seat)
        return (
            replace(seen, prompt=replace(seen.prompt, facts={"moons": self.pool[MOON]}))
            if seen.prompt
            else seen
        )

    def patient(view: Any, rng: Random) -> Any:
        states = (game.imagine(view, rng) for _ in range(1000))
        return next(state for state in states if state.view(view.seat) == view)

    game = broken(view=telling_view)
    with pytest.raises(BrokenLaw, match="a view is equal over retellings"):
        conform_often(replace(game, imagine=patient))


def test_conform_gives_the_story_and_takes_a_limit() -> None:
    boundless = broken(bound=lambda _s, _o: None)
    story = conform(boundless, 2, Options(1, 1), Random(2), plies=40)
    assert story.states[-1].outcome() is not None
    assert len(story.states) == len(story.moves) + 1
    most = len(story.moves)
    assert conform(boundless, 2, Options(1, 1), Random(2), plies=most).moves == story.moves
    with pytest.raises(BrokenLaw, match=f"within {most - 1} plies"):
        conform(boundless, 2, Options(1, 1), Random(2), plies=most - 1)


def test_what_a_move_did_is_told_from_the_views_around_it() -> None:
    seen = list[tuple[int | None, int | None]]()

    def offered(before: Any, after: Any, _words: Words, _names: Any) -> str:
        seen.append((before.giver, after.giver))
        return ""

    conform(replace(GAME, text=replace(GAME.text, aftermath={"Offer": offered})), 2, Options(3, 2), Random(1))
    assert {None} == {before for before, _ in seen}
    assert {0, 1} == {after for _, after in seen}


def test_a_lively_story_draws_kinds_first() -> None:
    moves = [Offer(0), Offer(1), Offer(2), Offer(3), Seek()]
    rng = Random(1)
    kinds = [conformance.of_one_kind(moves, rng) for _ in range(300)]
    assert 100 < kinds.count([Seek()]) < 200
    assert kinds.count(moves[:4]) == 300 - kinds.count([Seek()])


@pytest.mark.no_cover
def test_rare_kinds_come_more_often_in_lively_games() -> None:
    calm, lively = (
        sum(Seek() in conform(GAME, 2, Options(3, 2), Random(s), lively=mood).moves for s in range(12))
        for mood in (False, True)
    )
    assert lively > calm


def test_options_must_be_frozen() -> None:
    class Loose(Struct):
        turns: int = 1
        bites: int = 1

    with pytest.raises(BrokenLaw, match="frozen: Loose"):
        conform(GAME, 2, Loose(), Random(1))


def test_two_names_for_one_deed_may_be_told_apart() -> None:
    """As when one of two equal cards is named by its place."""

    class Places(State, frozen=True):
        def moves(self) -> Any:
            return [Return(0), Return(1)]

        def play(self, _move: Move) -> Any:
            return self

        def veil(self, move: Move, _seat: Seat | None) -> Move:
            return move

    state: Any = Places(**{name: getattr(GAME.start(2, Options()), name) for name in State.__struct_fields__})
    before = replace(state, discards=(1, 0, 0, 0))
    story = conformance.Story(GAME, 2, [before, state, state], [Return(0), Return(0)])
    conformance.check_veil(story, None, Random(1))
    elsewhere = conformance.Story(GAME, 2, [state, replace(state, returned=(Returned(1), None))], [Return(0)])
    with pytest.raises(BrokenLaw, match="no more than the view"):
        conformance.check_veil(elsewhere, None, Random(1))


def test_two_kinds_of_moves_may_sound_different() -> None:
    class Kinds(State, frozen=True):
        def moves(self) -> Any:
            return [Return(0), Seek()]

        def play(self, _move: Move) -> Any:
            return self

        def veil(self, move: Move, _seat: Seat | None) -> Move:
            return move

    state: Any = Kinds(**{name: getattr(GAME.start(2, Options()), name) for name in State.__struct_fields__})
    elsewhere = replace(state, returned=(Returned(1), None))
    conformance.check_veil(conformance.Story(GAME, 2, [state, elsewhere], [Return(0)]), None, Random(1))


def test_some_plies_are_in_order_and_not_too_many() -> None:
    story = conform(GAME, 3, Options(3, 2), Random(4))
    assert story.some(Random(1), 1000) == list(range(len(story.moves)))
    few = story.some(Random(1), 7)
    assert few == sorted(set(few))
    assert len(few) == 7


def test_a_universe_may_hold_just_the_moves() -> None:
    state = GAME.start(2, Options())
    moves = tuple(state.moves())
    conformance.check_moves(GAME, state, moves[0], Universe((), moves), Random(1))


def test_retellings_stop_when_the_budget_is_spent() -> None:
    looks = []

    def counting(self: State, seat: Seat | None) -> TsukimiView:
        looks.append(seat)
        return State.view(self, seat)

    game = broken(view=counting)
    story = conformance.random_story(game, 2, Options(3, 2), Random(1), 100)
    lines, views = conformance.told(story, 0), [state.view(0) for state in story.states]
    looks.clear()
    conformance.retell(story, lines, views, 0, story.states[0], 0, Random(1), 5)
    assert len(looks) == 5


def late_leak(self: State, seat: Seat | None) -> TsukimiView:
    """The very last view tells how many moons are left in the pool."""
    seen = State.view(self, seat)
    return seen if self.todo else replace(seen, pool=self.pool[0])


def test_retellings_are_walked_to_the_end() -> None:
    def walk(seed: int) -> None:
        story = conformance.random_story(broken(view=late_leak), 2, Options(1, 1), Random(seed), 100)
        lines, views = conformance.told(story, 0), [state.view(0) for state in story.states]
        conformance.retell(story, lines, views, 0, story.states[0], 0, Random(seed), 500)

    with pytest.raises(BrokenLaw, match="retellings"):
        list(map(walk, range(20)))


def test_moves_that_tell_are_noticed_in_imagined_states() -> None:
    def look(seed: int) -> None:
        story = conformance.random_story(broken(moves=telling_moves), 2, Options(2, 1), Random(seed), 100)
        conformance.check_views(story, 0, Random(seed))

    with pytest.raises(BrokenLaw, match="view alone"):
        list(map(look, range(30)))


class Latest(Random):
    """Always looks at the end."""

    def randrange(self, start: int, *_rest: Any) -> int:
        return start - 1


def test_retellings_begin_at_the_start() -> None:
    """A leak in the deal is noticed though the middle that is looked at is the end."""

    def early_leak(self: State, seat: Seat | None) -> TsukimiView:
        seen = State.view(self, seat)
        return replace(seen, pool=self.pool[0]) if len(self.todo) == 3 else seen

    story = conformance.random_story(broken(view=early_leak), 2, Options(1, 1), Random(3), 100)
    with pytest.raises(BrokenLaw, match="retellings"):
        conformance.check_retellings(story, 0, Latest(1), budget=300)


def test_imagine_weighs_by_ways_not_by_states() -> None:
    with pytest.raises(BrokenLaw, match="ways"):
        check_imagine(told(2, *DEALT), 0, lambda _state: 1, Random(1), places=places)


def test_the_gallery_listens_too() -> None:
    assert conform(GAME, 2, Options(1, 1), Random(1)).ears() == [0, 1, None]


def test_retellings_also_begin_in_the_middle() -> None:
    """A leak in the last moment is out of reach of a small budget from the start."""

    def noticed(seed: int) -> bool:
        game = broken(view=late_leak)
        story = conformance.random_story(game, 2, Options(2, 2), Random(seed), 100)
        try:
            conformance.check_retellings(story, 0, Random(seed), budget=4)
        except BrokenLaw:
            return True
        return False

    assert any(map(noticed, range(200)))


class Loose(Struct):
    """Not frozen."""


def test_records_must_be_frozen() -> None:
    with pytest.raises(BrokenLaw, match="frozen: Loose"):
        conformance.check_frozen(Accept(), Loose())


def test_states_moves_steps_and_views_must_be_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = set[type]()
    monkeypatch.setattr(conformance, "check_frozen", lambda *things: checked.update(map(type, things)))
    conform(GAME, 2, Options(1, 1), Random(1))
    assert {Options, State, Deal, Dealing, Acting, TsukimiView} <= checked


def test_a_text_has_no_holes() -> None:
    conformance.check_rendering("Xaver offers a card.")
    for bad in ("", " ", "{who} offers", "@card.moon", "#1"):
        with pytest.raises(BrokenLaw, match="holes"):
            conformance.check_rendering(bad)


def test_too_many_outcomes_are_noticed() -> None:
    class Wide(State, frozen=True):
        wide: int = 76

        def odds(self) -> Any:
            return [(Deal(card), 1) for card in range(self.wide)]

    wide: Any = Wide(**{name: getattr(GAME.start(2, Options()), name) for name in State.__struct_fields__})
    with pytest.raises(BrokenLaw, match="at most 75"):
        conformance.check_odds(wide, [Deal(card) for card in range(76)])
    conformance.check_odds(replace(wide, wide=75), [Deal(card) for card in range(75)])


def told(seats: int, *moves: Move, options: Options | None = None) -> Story:
    states: list[Any] = [GAME.start(seats, options or Options())]
    for move in moves:
        states.append(states[-1].play(move))
    return Story(GAME, seats, states, list(moves))


def hidden_ways(seat: Seat | None) -> Any:
    """In how many ways the unseen cards of a state can lie as they do."""

    def ways(state: State) -> int:
        piles = [hand for who, hand in enumerate(state.hands) if who != seat] + [state.pool]
        total = 1
        for card in KINDS:
            loose = int(state.offered == card)
            left = sum(pile[card] for pile in piles) + loose
            for pile in piles:
                total *= comb(left, pile[card])
                left -= pile[card]
        return total

    return ways


def places(state: State) -> Any:
    return state.hands, state.pool, state.offered


DEALT = (Deal(0), Deal(1), Deal(2), Deal(0), Deal(3), Deal(1))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_imagine_after_the_deal(seat: Seat | None) -> None:
    assert check_imagine(told(2, *DEALT), seat, hidden_ways(seat), Random(1)) > 10


@pytest.mark.parametrize("seat", [0, 1])
def test_imagine_with_a_face_down_offer(seat: Seat) -> None:
    """The receiver knows nothing of the offered card: it is one more place for the unseen."""
    story = told(2, *DEALT, Offer(0))

    def ways(state: State) -> int:
        assert state.offered is not None
        if seat == 0:
            return int(hidden_ways(0)(replace(state, offered=None)))
        whole = _add(state.hands[0], state.offered)
        unseen = hidden_ways(1)(replace(state, offered=None, hands=(whole, state.hands[1])))
        return int(unseen) * whole[state.offered]

    check_imagine(story, seat, ways, Random(2), places=places)


def _add(pile: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*pile[:card], pile[card] + 1, *pile[card + 1 :])


def test_imagine_remembers_a_returned_card() -> None:
    """Seat 0 returned its only moon: until somebody draws, the pool holds one."""
    story = told(2, Deal(0), Deal(1), Deal(2), Deal(3), Deal(3), Deal(1), Seek(), Deal(1), Return(0))
    assert all(state.pool[0] for state in possible(story, 0))
    view = story.states[-1].view(0)
    assert all(dream(view, seed).pool[0] for seed in range(300))
    weights = {places(state) for state in possible(story, 0)}
    seen = {places(dream(view, seed)) for seed in range(4000)}
    assert seen == weights


def dream(view: Any, seed: float) -> Any:
    return GAME.imagine(view, Random(seed))


def test_imagine_must_be_exact() -> None:
    """An imagine with a favourite, or one that dreams, is noticed."""
    story = told(2, *DEALT)
    always = GAME.imagine(story.states[-1].view(0), Random(1))
    stubborn = replace(story, game=replace(GAME, imagine=lambda _view, _rng: always))
    with pytest.raises(BrokenLaw, match="ways"):
        check_imagine(stubborn, 0, hidden_ways(0), Random(1), places=places)
    dreaming = replace(story, game=replace(GAME, imagine=lambda _v, _r: story.states[0]))
    with pytest.raises(BrokenLaw, match="possible states only"):
        check_imagine(dreaming, 0, hidden_ways(0), Random(1), places=places)


def test_possible_states_can_be_too_many() -> None:
    with pytest.raises(BrokenLaw, match="few enough"):
        possible(told(2, *DEALT), None, most=5)
    count = len(possible(told(2, *DEALT), 0))
    assert len(possible(told(2, *DEALT), 0, most=count)) == count


def test_a_retelling_changes_only_what_is_hidden() -> None:
    story = told(2, *DEALT, Offer(0), Accept(), TurnUp(0))
    states = possible(story, 1)
    assert len(states) > 1
    assert len({repr(state.view(1)) for state in states}) == 1


def test_catalogues_must_agree() -> None:
    books = {lang: dict(GAME.text.words(lang).phrases) for lang in ("en", "fr", "pl")}
    text = replace(GAME.text, words=lambda lang: Words(lang, books[lang]))
    books["pl"]["also.card.moon"] = "luna"
    check_phrases(replace(GAME, text=text))
    books["pl"]["place"] = "{who}: {n}"
    with pytest.raises(BrokenLaw, match="catalogues agree"):
        check_phrases(replace(GAME, text=text))
    with pytest.raises(BrokenLaw, match="each refusal"):
        check_phrases(GAME, ["over", "nonsense"])


def test_plural_forms_count_as_one_phrase() -> None:
    english = {"n.one": "{n} card", "n.other": "{n} cards"}
    polish = {"n.one": "{n} karta", "n.few": "{n} karty", "n.many": "{n} kart"}
    assert conformance.shapes(english) == conformance.shapes(polish) == {("n", ("n",))}


def test_holes_are_listed_once_and_in_order() -> None:
    assert conformance.holes("{e} {d} {c} {b} {a} {a} and {{x}}") == ("a", "b", "c", "d", "e")


def test_illegal_is_not_an_accident() -> None:
    assert conformance.refuses(GAME.start(2, Options()), Pass())
    assert not conformance.refuses(GAME.start(2, Options()), Deal(0))
    with pytest.raises(IllegalMove):
        GAME.start(2, Options()).play(Pass())
