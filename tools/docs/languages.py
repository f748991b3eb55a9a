"""The site in French and Polish: docs/fr and docs/pl, rules from the games' catalogues, menu and search."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from hanamachi.core.words import rules
from hanamachi.games import OURS

ROOT = Path(__file__).parents[2]

TRANSLATED = ("fr", "pl")
HEADINGS = {  # of docs/rules, where the numbered rules stand under them
    "Set-up": ("Mise en place", "Przygotowanie"),
    "A round is set up": ("Mise en place d’une manche", "Przygotowanie rundy"),
    "The box": ("Le matériel", "Elementy gry"),
    "Play": ("Les coups", "Ruchy"),
    "A turn": ("Un tour", "Tura"),
    "Effects": ("Les effets", "Działania kart"),
    "Resolving a card": ("Résoudre une carte", "Rozpatrzenie karty"),
    "A round ends": ("Fin d’une manche", "Koniec rundy"),
    "The end of a round": ("Fin d’une manche", "Koniec rundy"),
    "End of a round": ("Fin d’une manche", "Koniec rundy"),
    "Round 2 and the end": ("Deuxième manche et fin", "Druga runda i koniec"),
    "The match": ("La partie", "Mecz"),
    "Modes": ("Modes", "Tryby"),
    "Advanced: special actions": ("Actions spéciales", "Akcje specjalne"),
    "Variant: Geisha's destiny": ("Variante\u00a0: Destin de la geisha", "Wariant: Przeznaczenie gejszy"),
}
OPTIONS = ("Options", "Opcje")
MORE = (
    "Ce que le livret laisse ouvert, la notation, les mesures\u00a0: [en anglais](../../rules/{}.md).",
    "Kwestie, których instrukcja nie rozstrzyga, zapis ruchów, pomiary: [po angielsku](../../rules/{}.md).",
)
WORDS = {  # what zensical.toml says, in the order of `TRANSLATED`
    "Four tabletop games of the geisha quarter: to play, to host, to study.": (
        "Quatre jeux de société du quartier des geishas\u00a0: à jouer, à héberger, à étudier.",
        "Cztery gry planszowe z dzielnicy gejsz: do grania, na własny serwer, do badań.",
    ),
    "Follow this device. Switch to day": ("Comme l’appareil. Passer au jour", "Jak urządzenie. Włącz dzień"),
    "Day. Switch to night": ("Jour. Passer à la nuit", "Dzień. Włącz noc"),
    "Night. Follow this device": ("Nuit. Suivre l’appareil", "Noc. Jak urządzenie"),
}
FRACTION = re.compile(r"(?<=\d)/(?=\d)")  # the two sides of a lantern
NAV = re.compile(r"^nav = \[.*?^\]", re.S | re.M)
LINK = re.compile(r"\]\((?:\.\./)+([\w/.-]*?)(index\.md|\.md)?(#[\w-]+)?\)")
SHARED = re.compile(r'"((?:\.\./)*|\./)((?:assets|theme)/)')


def gather(folder: Path, lang: str) -> None:
    """Write all pages of a language into a folder. Links to English pages lead to where those are served."""
    shutil.copytree(ROOT / "docs" / lang, folder)
    (folder / "rules").mkdir()
    for name, text in rules_pages(lang).items():
        (folder / "rules" / f"{name}.md").write_text(text, "utf-8")
    (folder / "pictures").mkdir()
    shutil.copy(ROOT / "web" / "public" / "icon.svg", folder / "pictures")
    for page in folder.rglob("*.md"):
        page.write_text(LINK.sub(abroad, page.read_text("utf-8")), "utf-8")


def abroad(found: re.Match[str]) -> str:
    path, kind, part = found[1], found[2], found[3] or ""
    return f"](/docs/{path}{'/' if kind == '.md' else ''}{part})"


def said(pair: tuple[str, str], lang: str) -> str:
    return pair[TRANSLATED.index(lang)]


def title(lang: str) -> str:
    """Return how the browser app calls the rules."""
    words = msgspec.json.decode((ROOT / "web" / "src" / "i18n" / f"{lang}.json").read_bytes())
    return str(words["nav.rules"])


def rules_pages(lang: str) -> dict[str, str]:
    """Return the rules of every game, and a page that leads to them."""
    entries = (
        f"- **[{words('name')}]({game.name}.md)**  \n  {words('about')}\n"
        for game in OURS
        for words in [game.text.words(lang)]
    )
    index = f'# {title(lang)}\n\n<div class="houses" markdown>\n\n{"".join(entries)}\n</div>\n'
    return {"index": index} | {game.name: "\n".join(rules_page(game.name, lang)) for game in OURS}


def rules_page(name: str, lang: str) -> Iterator[str]:
    """Yield the lines of a game's rules: its catalogue's sentences, under the English page's headings."""
    words = next(game for game in OURS if game.name == name).text.words(lang)
    texts = rules(words)
    yield f"# {words('name')}\n\n{words('about')}"
    for section in (ROOT / "docs" / "rules" / f"{name}.md").read_text("utf-8").split("\n## ")[1:]:
        numbers = re.findall(r"^- \*\*([A-Z]\d+)\*\*", section, re.M)
        if numbers:
            yield f"\n## {said(HEADINGS[section.partition(chr(10))[0]], lang)}\n"
            yield from (f"- **{number}** {FRACTION.sub('&#47;', texts[number])}" for number in numbers)
    yield f"\n## {said(OPTIONS, lang)}\n"
    options = words.under("option")
    for name_of, text in options.items():
        if "." not in name_of:
            values = [value for each, value in options.items() if each.startswith(f"{name_of}.")]
            yield f"- {' / '.join([f'**{text}**', *values])}"
    yield "\n" + said(MORE, lang).format(name)


def configured(config: str, lang: str) -> str:
    """Return the configuration of a language's part of the site."""
    games = ", ".join(f'"rules/{game.name}.md"' for game in OURS)
    nav = f'nav = ["index.md", "play.md", {{ "{title(lang)}" = ["rules/index.md", {games}] }}, "host.md"]'
    config = NAV.sub(nav, config).replace('language = "en"', f'language = "{lang}"')
    config = config.replace("invalid/docs/", f"invalid/docs/{lang}/")
    for english, pair in WORDS.items():
        config = config.replace(f'"{english}"', f'"{said(pair, lang)}"')
    return config


def put_into(site: Path, made: Path, lang: str) -> None:
    """Put the pages of a language into the site. They share its scripts, styles and fonts."""
    shutil.copytree(made, site / lang, ignore=shutil.ignore_patterns("assets", "theme", "404.html"))
    for page in (site / lang).rglob("*.html"):
        page.write_text(SHARED.sub(rf'"{os.pardir}/\1\2', page.read_text("utf-8")), "utf-8")
