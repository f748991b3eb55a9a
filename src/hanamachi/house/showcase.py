"""The games as a visitor sees them: names, options, levels and rules in a language."""

from msgspec import Struct

from hanamachi.bots import ladder_of, level_name, levels
from hanamachi.core.game import Game
from hanamachi.core.options import Option, describe
from hanamachi.core.words import Words
from hanamachi.house import wings
from hanamachi.locales import catalogue


class OptionCard(Struct, frozen=True):
    option: Option
    label: str
    labels: dict[str, str]  # of each choice


class LevelCard(Struct, frozen=True):
    name: str
    label: str
    about: str  # a word on its strength; empty for a bot from outside


class RuleCard(Struct, frozen=True):
    number: str
    text: str


class GameCard(Struct, frozen=True):
    name: str
    version: int
    title: str
    about: str
    seats: list[int]
    secrets: bool
    layouts: bool  # whether a table may begin from a layout's code
    windows: bool  # whether some answers are told when a fixed time is up
    judged: bool  # whether there can be hints and reviews
    wing: str | None  # the address of its own module for the browser, if it comes from an outside package
    options: list[OptionCard]
    levels: list[LevelCard]
    rules: list[RuleCard]


def level_card(level: str, house: Words) -> LevelCard:
    return LevelCard(level, level_name(level, house), house.phrases.get(f"strength.{level}", ""))


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
        windows=game.silence is not None,
        judged=ladder_of(game.name).judge is not None,
        wing=wings.address(game.name),
        options=[option_card(option, words) for option in describe(game.options)],
        levels=[level_card(level, house) for level in levels(game.name)],
        rules=[RuleCard(number, text) for number, text in words.under("rule").items()],
    )


def option_card(option: Option, words: Words) -> OptionCard:
    labels = {choice: words(f"option.{option.name}.{choice}") for choice in option.choices}
    return OptionCard(option, words(f"option.{option.name}"), labels)
