"""What is taken in a teahouse is told by its number, and where."""

from random import Random
from typing import Any

from hanamachi.core.game import Told
from hanamachi.core.telling import narrate
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Options
from tests.games.geishas_road.tables import move

EN = GAME.text.words("en")
NAMES = ["Ann", "Bob"]


def taking(symbols: int) -> Any:
    """A question in a teahouse, about so many tokens, out of games of random moves."""
    for seed in range(400):
        rng, state = Random(seed), GAME.start(2, Options(mode="advanced"))
        while state.actor is not None:
            prompt = state.view(None).prompt
            if prompt and prompt.ask == f"take_{symbols}":
                return state
            state = state.play(state.draw(rng) if state.actor < 0 else rng.choice(list(state.moves())))
    raise AssertionError("nobody was asked")


def told(state: Any, text: str) -> str:
    seat, views = state.actor, (state.view(None), state.play(move(text)).view(None))
    return narrate(GAME, Told(seat, move(text)), 0, views.__getitem__, EN, NAMES)


def test_guests_are_counted_and_the_teahouse_is_named() -> None:
    one, two = taking(1), taking(2)
    for state, guests, favour in (
        (one, "1 guest", "the favour token"),
        (two, "2 guests", "1 guest and the favour token"),
    ):
        teahouse = EN.name(state.view(None).prompt.facts["teahouse"])
        who = NAMES[state.actor]
        assert told(state, "take guests") == f"{who} takes {guests} in the {teahouse} teahouse."
        assert told(state, "take favour") == f"{who} takes {favour} in the {teahouse} teahouse."
