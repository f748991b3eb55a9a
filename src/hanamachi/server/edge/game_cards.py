"""Describe the games to visitors: names, options, levels and rules in a language."""

from itertools import groupby, pairwise
from operator import attrgetter

from msgspec import Struct

from hanamachi.bots import ladder_of, level_name, levels
from hanamachi.core.game import Game, Piece
from hanamachi.core.options import Option, describe
from hanamachi.core.words import Words
from hanamachi.explorer.exact import exact_games
from hanamachi.explorer.openings import openings
from hanamachi.locales import catalogue
from hanamachi.server.edge import game_assets
from hanamachi.server.tables.creation import WINDOWS
from hanamachi.server.tables.time_control import Live, usual


class OptionCard(Struct, frozen=True):
    option: Option
    label: str
    labels: dict[str, str]  # of each choice


class LevelCard(Struct, frozen=True):
    name: str
    label: str
    about: str  # a word on its strength; empty for a bot from outside
    easier: str | None  # whom to play after a defeat: the next one below it on the ladder
    harder: str | None  # whom to play after a win: the next one above it


class RuleCard(Struct, frozen=True):
    number: str
    text: str
    when: dict[str, str]  # ... and how tables have it whose options say so ("box=small"), or where so many
    # play ("seats=6"); empty: not at all
    ruling: bool = False  # ours, in whole or in part: the rulebook is silent or unclear there


class GroupCard(Struct, frozen=True):
    """Pieces of a game's box that are listed together."""

    title: str
    pieces: list[Piece]


class WindowCard(Struct, frozen=True):
    name: str
    label: str
    seconds: float


class GameCard(Struct, frozen=True):
    name: str
    version: int
    title: str
    about: str
    seats: list[int]
    secrets: bool
    layouts: bool  # whether a table may begin from a layout's code
    clock: Live  # of strangers who name none
    windows: bool  # whether some answers are told when a fixed time is up
    judged: bool  # whether there can be hints and reviews
    wing: str | None  # the address of its own module for the browser, if it comes from an outside package
    options: list[OptionCard]
    levels: list[LevelCard]
    rules: list[RuleCard]
    window_presets: list[WindowCard] = []  # how long a window may be
    box: list[GroupCard] = []  # every kind of piece
    explorer: str | None = None  # what the explorer knows: exact values (walk), or what was played (openings)
    rated_apart: str | None = None  # the option whose values have rating lists of their own


def level_cards(game: Game, words: Words, house: Words) -> list[LevelCard]:
    """Return the levels of a game. A game may have its own phrase for the strength of a level. No level leads
    down to random play, and a bot from outside has no neighbours on the ladder."""
    rungs = ladder_of(game.name).names
    below = dict(zip(rungs[2:], rungs[1:], strict=False))
    above = dict(pairwise(rungs))
    return [
        LevelCard(
            level,
            level_name(level, house),
            words.phrases.get(f"strength.{level}") or house.phrases.get(f"strength.{level}", ""),
            easier=below.get(level),
            harder=above.get(level),
        )
        for level in levels(game.name)
    ]


def window_card(name: str, house: Words) -> WindowCard:
    return WindowCard(name, house(f"window.{name}"), WINDOWS[name])


def game_card(game: Game, lang: str) -> GameCard:
    words, house = game.text.words(lang), catalogue("house")(lang)
    return GameCard(
        name=game.name,
        version=game.version,
        title=words("name"),
        about=words("about"),
        seats=list(game.seats),
        secrets=game.secrets,
        layouts=game.layouts is not None,
        clock=usual(game),
        windows=game.silence is not None,
        window_presets=[window_card(name, house) for name in WINDOWS] if game.silence else [],
        judged=ladder_of(game.name).judge is not None,
        wing=game_assets.address(game.name),
        options=[option_card(option, words) for option in describe(game.options)],
        levels=level_cards(game, words, house),
        rules=[rule_card(game, number, words) for number in words.under("rule")],
        explorer=explored(game.name),
        rated_apart=game.rated_apart,
        box=group_cards(game, words),
    )


def explored(game: str) -> str | None:
    if game in exact_games():
        return "walk"
    return "openings" if game in openings() else None


def group_cards(game: Game, words: Words) -> list[GroupCard]:
    groups = groupby(game.text.box(words), attrgetter("group"))
    return [GroupCard(words(f"box.{group}"), list(pieces)) for group, pieces in groups]


def rule_card(game: Game, number: str, words: Words) -> RuleCard:
    values: list[tuple[str, object]] = [("seats", seats) for seats in game.seats]
    values += [(option.name, value) for option in describe(game.options) for value in option.fits()]
    keys = {f"{name}={value}": f"when.{name}.{value}.rule.{number}" for name, value in values}
    when = {given: words(key) for given, key in keys.items() if key in words.phrases}
    return RuleCard(number, words(f"rule.{number}"), when, number in game.text.rulings)


def option_card(option: Option, words: Words) -> OptionCard:
    labels = {choice: words(f"option.{option.name}.{choice}") for choice in option.choices}
    return OptionCard(option, words(f"option.{option.name}"), labels)
