"""A study with branches, notes and another card, for whoever looks at one in a browser."""

from typing import Any

from playwright.sync_api import Page

from tests.e2e.support.play import api, send
from tests.e2e.support.recorded import brought, novices


def study_of(page: Page, table: str) -> str:
    """Begin a study of a finished game; return its id."""
    return str(send(page, "POST", "/api/studies", {"table": table, "name": "The fan"})["id"])


def edited(page: Page, study: str, kind: str, at: int, eyes: str = "open", **wish: Any) -> int:
    """Change a study; return where that leads."""
    revision = api(page, f"/api/studies/{study}?eyes={eyes}")["revision"]
    body = {"revision": revision, "kind": kind, "at": at, "eyes": eyes} | wish
    return int(send(page, "POST", f"/api/studies/{study}/edits", body)["at"])


def choices(page: Page, study: str, at: int, eyes: str = "open") -> Any:
    return api(page, f"/api/studies/{study}/choices?at={at}&eyes={eyes}")


def decisions(page: Page, study: str, seat: int) -> list[int]:
    """Return the moments of a game at which a seat has something to choose."""
    moments = api(page, f"/api/studies/{study}?eyes=open")["moments"]
    lines = [each for each in moments if each.get("line") and each["line"]["seat"] == seat]
    return [int(each["parent"]) for each in lines]


def opened(page: Page, game: str, most: int = 12, seats: int = 2, **options: Any) -> str:
    """The path of a study of a game of novices at its first decision, with all cards open."""
    study = study_of(page, brought(page, novices(game, most, seats, **options)))
    return f"/study/{study}/{min(decisions(page, study, seat)[0] for seat in range(seats))}"


def branched(page: Page, game: str, most: int = 12, seats: int = 2, part: float = 0, **options: Any) -> str:
    """The path of a study of a game of novices, at the end of a branch of its own, through the first seat's
    eyes. `part`: how far into the game it begins."""
    study = study_of(page, brought(page, novices(game, most, seats, **options)))
    found = decisions(page, study, 0)
    later = found[int(len(found) * part) :]
    at = next(each for each in later if len(choices(page, study, each, "0")["choices"]) > 1)
    for choice in choices(page, study, at, "0")["choices"][:2]:
        end = edited(page, study, "move", at, "0", seat=0, move=choice["move"])
    moments = api(page, f"/api/studies/{study}?eyes=open")["moments"]
    new = next(each["id"] for each in moments if each["parent"] == at and not each.get("trunk"))
    edited(page, study, "note", at + 1, text="Keeps both for later, whatever the rival does.")
    edited(page, study, "name", new, text="The other way")
    at = at if part else end
    hidden = choices(page, study, at, "0")["hidden"]
    if hidden:
        card = next(iter(hidden[0]["cards"]))
        end = edited(
            page, study, "card", at, "0", place=hidden[0]["place"], seat=hidden[0]["seat"], card=card
        )
    return f"/study/{study}/{end}?eyes=0"


def at_table(page: Page, game: str) -> str:
    """The path of a new study of a game at its first decision, at the game's own table."""
    study = send(page, "POST", "/api/studies", {"game": game})["id"]
    at = len(api(page, f"/api/studies/{study}")["moments"]) - 1
    return f"/study/{study}/{at}?on=table"
