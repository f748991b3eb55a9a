"""Geisha's Road at its own table: whole games between two browsers, offers and counteroffers, lessons."""

import itertools
import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, WebSocket, expect

from hanamachi.core.conformance import Story, random_story
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Options, Resolve, Take
from hanamachi.games.geishas_road.pieces import CARD_NAMES
from hanamachi.games.geishas_road.view import RoadView
from tests.e2e.support.axe import violations
from tests.e2e.support.play import api, awake, named, play_out, settled, shows_again, take_seat, until
from tests.e2e.support.road import QUESTIONS, asked, at_road, guide, hand, offer, seal, step, tray, use
from tests.e2e.support.server import House
from tests.e2e.support.staged import moves_of, stage

ROOT = Path(__file__).parents[3]
SECRET = {"Deal", "Hide", "Left", "Right"}  # moves whose card only one seat may know

PHONE, WIDE = (390, 844), (1280, 800)
LESSONS = ("basic", "guests", "specials")


def two_at(visit: Any, size: tuple[int, int] = WIDE, **wish: Any) -> tuple[Page, Page, str]:
    """Mika starts; Rin has taken the other seat, at a screen of this size."""
    mika = visit()
    table = at_road(mika, [{"kind": "me"}, {"kind": "open"}], **wish)
    rin = named(visit(size=size), "Rin")
    take_seat(rin, table, 1)
    rin.goto(f"/t/{table}")
    expect(guide(rin)).to_be_visible()
    expect(guide(mika)).to_be_visible()
    return mika, rin, table


def next_step(pages: Iterable[Page]) -> str:
    """Whoever is asked does it, through the table itself; what it was."""
    return next(filter(None, map(step, pages)), "")


def play_until(pages: list[Page], wanted: str) -> None:
    """Decision by decision, and this one, too."""
    while (done := until(pages[0], lambda: next_step(pages))) != wanted:
        assert done != "over"


def finish(pages: list[Page], table: str) -> None:
    play_out(pages, table)
    for page in pages:
        expect(page.get_by_role("button", name=re.compile("Rematch"))).to_be_visible()
        expect(page.get_by_role("region", name=re.compile("Score of round"))).to_be_visible()
    result = api(pages[0], f"/api/tables/{table}/replay?eyes=gallery")["result"]
    assert result["reason"] in ("G25", "G32")


def test_a_whole_game_between_two_browsers(visit: Any) -> None:
    mika, rin, table = two_at(visit, PHONE, options={"mode": "basic", "starter": "first"})
    play_until([mika, rin], "choose")
    finish([mika, rin], table)


@pytest.mark.parametrize(("question", "what"), [(Resolve, "first"), (Take, "take")])
def test_a_question_outlives_a_reload(visit: Any, house: House, question: type, what: str) -> None:
    """With what the harder game and destiny add to the table."""
    story = random_story(GAME, 2, Options("harder", destiny=True), Random(5), 300)
    plies = (ply for ply, move in enumerate(story.moves) if isinstance(move, question))
    ply = next(ply for ply in plies if not GAME.moot(story.states[ply].view(None)))
    page, address = staged(visit, house, story, ply, PHONE)
    page.goto(address)
    until(page, lambda: asked(page) == what)
    shows_again(page, settled(page))
    assert step(page) == what
    expect(page.get_by_role("group", name=QUESTIONS[what])).to_have_count(0)


def staged(
    visit: Any, house: House, story: Story[RoadView], ply: int, size: tuple[int, int]
) -> tuple[Page, str]:
    """Who is asked at this ply of a story, and where the table is."""
    page, rival = named(visit(size=size), "Mika"), named(visit(), "Rin")
    seats = [page if seat == story.states[ply].actor else rival for seat in range(2)]
    options = msgspec.to_builtins(story.states[0].view(None).options)
    return page, stage(house, seats, moves_of(story, ply), game="geishas_road", options=options)


def test_an_order_that_cannot_matter_is_not_asked_for(visit: Any, house: House) -> None:
    story = random_story(GAME, 2, Options("harder", destiny=True), Random(0), 300)
    ply = next(ply for ply, state in enumerate(story.states) if GAME.moot(state.view(None)))
    first, *_ = story.states[ply].moves()
    assert isinstance(first, Resolve)
    page, address = staged(visit, house, story, ply, WIDE)
    heard = listening(page)
    page.goto(address)
    assert until(page, lambda: asked(page)) == "take"
    frames = [frame for told in heard if told["type"] == "updates" for frame in told["frames"]]
    moves = [frame["line"]["move"] for frame in frames if frame["line"]]
    orders = [move for move in moves if move and move["type"] == "Resolve"]
    assert orders[-1] == msgspec.to_builtins(first)
    journey = re.compile(f"{GAME.text.words('en')(f'card.{CARD_NAMES[first.card]}')}: she", re.IGNORECASE)
    expect(page.get_by_role("complementary", name="Log")).to_contain_text(journey)


def listening(page: Page) -> list[dict[str, Any]]:
    """Everything that the house says to this page from now on."""
    heard: list[dict[str, Any]] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda said: heard.append(json.loads(said)))

    page.on("websocket", opened)
    return heard


def test_advanced_a_hidden_offer_countered_twice_with_a_spectator(visit: Any) -> None:
    mika, rin, table = two_at(visit, options={"mode": "advanced", "starter": "first"})
    guest = visit()
    heard = listening(guest)
    guest.goto(f"/t/{table}")
    expect(guest.get_by_text("watching").first).to_be_visible()

    expect(guide(mika)).to_contain_text("Your turn")
    for card in range(3):
        hand(mika).nth(card).click()
    hidden = hand(mika).nth(2).get_attribute("aria-label") or ""
    tray(mika).get_by_role("button", name="Hidden offer").click()
    for hides in (2, 0, 1):  # the button goes from card to card
        expect(hand(mika).nth(hides)).to_have_accessible_name(re.compile("face down"))
        guide(mika).get_by_role("button", name="Hide another").click()
    expect(hand(mika).nth(2)).to_have_accessible_name(re.compile("face down"))
    seal(mika)

    expect(guide(rin)).to_contain_text("take one card")
    assert hidden.split(",")[0] not in guest.locator("main").inner_text()
    expect(offer(rin).first).to_have_accessible_name("1: a hidden card")
    guide(rin).get_by_role("button", name="Counter instead").click()
    offer(rin).nth(1).click()
    hand(rin).first.click()
    guide(rin).get_by_role("button", name="Face down").click()
    expect(guide(rin)).to_contain_text("Then Mika chooses first and takes two cards")
    seal(rin)

    expect(guide(mika)).to_contain_text("take two cards")
    expect(offer(mika).nth(1)).to_have_accessible_name("2: a hidden card")
    guide(mika).get_by_role("button", name="Counter instead").click()
    offer(mika).nth(1).click()  # unseen, it goes back into the deck
    hand(mika).first.click()
    expect(guide(mika).get_by_role("button", name="Face down")).to_have_count(0)  # the token is spent
    seal(mika)

    expect(guide(rin)).to_contain_text("take one card")
    offer(rin).first.click()  # blind
    seal(rin)
    log = rin.get_by_role("complementary", name="Log")
    expect(log).to_contain_text("The hidden card is revealed")
    expect(guest.get_by_role("complementary", name="Log")).to_contain_text("The hidden card is revealed")
    said = [message for message in heard if message["type"] == "updates"]
    assert len(said) > 5
    for message in said:
        assert message["choices"] == []
        for view in [message["view"], *(frame["view"] for frame in message["frames"] if "view" in frame)]:
            assert view["hand"] is None
            assert view["left"] is None
            assert view["right"] is None
            offered = view["offer"] or {"down": [], "cards": []}
            assert all(
                card is None for place, card in enumerate(offered["cards"]) if place in offered["down"]
            )
        for frame in message["frames"]:
            move = frame["line"]["move"]
            assert not (move and move["type"] in SECRET), move


def test_against_the_house_on_a_phone_at_night(visit: Any) -> None:
    page = visit(size=PHONE, color_scheme="dark")
    table = at_road(
        page,
        [{"kind": "me"}, {"kind": "bot", "level": "novice"}],
        options={"mode": "advanced", "starter": "first"},
    )
    expect(guide(page)).to_contain_text("Your turn")
    assert violations(page) == []
    use(page, "Reveal")
    log = page.get_by_role("button", name="Log").first
    log.click()
    sheet = page.get_by_role("dialog", name="Log")
    expect(sheet).to_contain_text(re.compile("she (walks to the \\w+ teahouse|comes home)"))
    expect(sheet).to_contain_text("The lanterns’ values are our own")
    sheet.get_by_role("button", name="Close").click()
    page.get_by_role("group", name="The five geishas").get_by_role("button").first.click()
    expect(page.get_by_role("dialog", name="Pink")).to_be_visible()
    page.get_by_role("dialog", name="Pink").get_by_role("button", name="Close").click()
    while until(page, lambda: asked(page)) == "act":
        step(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert violations(page) == []
    finish([page], table)
    page.get_by_role("link", name="Review").click()
    page.wait_for_selector("main.told")
    expect(page.get_by_role("group", name="The five teahouses, clockwise")).to_be_visible()
    settled(page)
    assert violations(page) == []


WALK = """pawn => {
  const node = document.querySelector(`[data-piece="${pawn}"]`);
  window.walk = [];
  new MutationObserver(() => window.walk.push(node.dataset.at)).observe(node, {attributeFilter: ["data-at"]});
}"""


def test_a_geisha_walks_from_teahouse_to_teahouse_and_the_log_says_why(visit: Any) -> None:
    page = visit(reduced_motion="no-preference")
    table = at_road(page, [{"kind": "me"}, {"kind": "open"}], options={"starter": "first"})
    rival = named(visit(), "Rin")
    take_seat(rival, table, 1)
    expect(guide(page)).to_contain_text("Your turn")
    names = [each.get_attribute("aria-label") or "" for each in hand(page).all()]
    colour, value = max((name.split(" ")[:2] for name in names), key=lambda name: name[1])
    page.evaluate(WALK, f"pawn-{colour}")
    hand(page).nth(names.index(f"{colour} {value}")).click()
    expect(guide(page)).to_contain_text(f"walks {value} step")
    seal(page)
    page.wait_for_function("n => window.walk.length === n", arg=int(value))
    log = page.get_by_role("complementary", name="Log")
    expect(log).to_contain_text(re.compile(f"{colour} {value}: she (walks|comes home)", re.IGNORECASE))
    assert len(set(page.evaluate("window.walk"))) == int(value)


def test_by_keyboard_alone(visit: Any) -> None:
    page = visit()
    at_road(page, [{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"starter": "first"})
    expect(guide(page)).to_contain_text("Your turn")
    page.keyboard.press("2")
    expect(guide(page)).to_contain_text("Intrigue: choose 2 cards")
    hand(page).first.focus()
    for key in ("Space", "ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(hand(page).first).to_have_accessible_name(re.compile("left, will count"))
    expect(hand(page).nth(2)).to_have_accessible_name(re.compile("right, is out"))
    awake(page)
    page.keyboard.press("Enter")
    mine = page.get_by_role("group", name="Intrigue").last
    expect(mine.get_by_role("img", name=re.compile("left, counts at the end"))).to_be_visible()
    expect(mine.get_by_role("img", name=re.compile("right, does not count"))).to_be_visible()


def test_one_screen_for_two_hides_the_hand_behind_the_curtain(visit: Any) -> None:
    page = visit()
    at_road(page, [{"kind": "me"}, {"kind": "shared"}], options={"starter": "first"})
    lift = page.locator(".curtain").get_by_role("button")
    lift.click()
    expect(guide(page)).to_contain_text("Your turn")
    use(page, "Intrigue")
    expect(lift).to_be_visible()
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
    expect(page.get_by_role("group", name="Intrigue")).to_have_count(0)
    lift.click()
    expect(page.get_by_role("img", name=re.compile("left, counts.*hidden card"))).to_be_visible()


class Pupil:
    """Somebody who does what the teacher says, in any language: pieces are known by their marks."""

    def __init__(self, page: Page, lang: str, lesson: str) -> None:
        self.page = page
        own = json.loads((ROOT / f"web/src/games/geishas_road/words/{lang}.json").read_text("utf-8"))
        app = json.loads((ROOT / f"web/src/i18n/{lang}.json").read_text("utf-8"))
        self.words: dict[str, str] = {**app, **own}
        path = ROOT / f"web/src/games/geishas_road/lessons/{lesson}.json"
        self.lesson = json.loads(path.read_text("utf-8"))

    def hears(self, key: str) -> None:
        expect(self.page.locator("#main").get_by_text(self.words[key], exact=True)).to_be_visible()

    def tap(self, piece: str) -> None:
        self.page.locator(f'[data-piece="{piece}"]').last.click()

    def seal(self) -> None:
        self.page.locator("#main > .acts .btn.seal").last.click()

    def whole(self) -> None:
        steps = self.lesson["steps"]
        for now, after in itertools.pairwise(steps):
            self.hears(now["key"])
            rest = self.lesson["line"][now["from"] :]
            for piece in now.get("gold", []):
                expect(self.page.locator(f'[data-piece="{piece}"][data-gold]').last).to_be_attached()
            if after["from"] == now["from"] or rest[0]["seat"] != 0:
                self.page.get_by_role("button", name=self.words["learn.next"]).click()
            else:
                self.does(self.lesson["line"][now["from"] : after["from"]])
        self.hears(steps[-1]["key"])

    def does(self, line: list[dict[str, Any]]) -> None:
        moves = [each["move"] for each in line if each["seat"] == 0]
        cards = [move["card"] for move in moves if move["type"] in ("Lay", "Left", "Right")]
        for move in moves:
            match move["type"]:
                case "Use":
                    down = [each["card"] for each in moves if each["type"] == "Hide"]
                    for card in cards + down:
                        self.tap(f"card-{card}")
                    if down:
                        self.tap("act-hidden_offer")
                    self.seal()
                case "Choose":
                    self.tap(f"place-{move['places'][0]}")
                    self.seal()
                case "Counter":
                    (place,) = [each["place"] for each in moves if each["type"] == "Remove"]
                    (card,) = [each["card"] for each in moves if each["type"] == "Replace"]
                    for piece in ("counter", f"place-{place}", f"card-{card}"):
                        self.tap(piece)
                    self.seal()
                case "Resolve":
                    self.tap(f"first-{move['card']}")
                    self.seal()
                case "Take":
                    self.tap("take-favour" if move["favour"] else "take-guests")
                    self.seal()


@pytest.mark.parametrize(("lesson", "size"), [("basic", PHONE), ("guests", WIDE), ("specials", WIDE)])
def test_the_lessons(visit: Any, lesson: str, size: tuple[int, int]) -> None:
    page = visit(f"/learn/geishas_road/{lesson}", size=size)
    Pupil(page, "en", lesson).whole()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert api(page, "/api/me")["tables"] == []  # a lesson is no game of mine


def test_the_lessons_speak_the_pupils_language(visit: Any) -> None:
    """That no phrase is missing is known by the words alone: words.test.ts."""
    page = visit(locale="fr-FR", size=PHONE)
    for lesson in LESSONS:
        page.goto(f"/learn/geishas_road/{lesson}")
        pupil = Pupil(page, "fr", lesson)
        pupil.hears(pupil.lesson["steps"][0]["key"])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_lesson_gently_refuses_another_move(visit: Any) -> None:
    page = visit("/learn/geishas_road/guests")
    pupil = Pupil(page, "en", "guests")
    pupil.hears("road.learn.guests.houses")
    page.get_by_role("button", name="Go on").click()
    hand(page).last.click()
    expect(hand(page).last).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Reveal this card").click()
    pupil.hears("learn.strayed")
    pupil.hears("road.learn.guests.reveal")
    guide(page).get_by_role("button", name="Back").click()
    pupil.hears("road.learn.guests.reveal.why")


def test_moves_may_be_played_from_a_list(visit: Any) -> None:
    page = visit()
    at_road(page, [{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"starter": "first"})
    expect(guide(page)).to_contain_text("Your turn")
    page.keyboard.press("m")
    page.get_by_role("radio", name="Reveal").check()
    guide(page).get_by_role("button", name="Play this").click()
    page.keyboard.press("m")
    expect(guide(page)).to_contain_text("Reveal: choose 1 card")  # begun there, ended here
    hand(page).first.click()
    seal(page)
    expect(guide(page)).not_to_contain_text("Reveal: choose")
