"""Mai-Star in the browser: reactions across browsers, the window that tells nothing, absent players, six seats."""

import re
from itertools import chain
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from hanamachi.core.conformance import random_story
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Choose, Options
from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table, until
from tests.e2e.support.staged import dealt, moves_of, stage

BOT = {"kind": "bot", "level": "novice"}
DRAFT = ("choose summer-sea", "choose sound-of-bell", "choose hazy")  # seats 0, 2, 1; seat 1 begins
MIKA = "blue-ronin red-actor green-actor green-thief blue-doctor green-doctor"
RIN = "red-thief red-citizen green-citizen red-emissary blue-emissary green-samurai blue-samurai"
OPEN_RONIN = dealt(
    {0: MIKA, 1: RIN, 2: "red-doctor"},
    *DRAFT,
    *("search", "advertise red-doctor", "decline", "guest blue-ronin", "decline"),
)
HIDDEN_OIRAN = dealt({0: "oiran red-actor green-actor green-thief blue-doctor", 1: RIN}, *DRAFT)


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="What to do")


def log(page: Page) -> Locator:
    return page.locator("#rail-log")


def seal(page: Page, name: str) -> None:
    guide(page).get_by_role("button", name=name).click()


def welcome(page: Page, card: str) -> None:
    """A hand card becomes a guest."""
    page.get_by_role("group", name="Your hand").get_by_role("button", name=re.compile(f"^{card}")).click()
    page.get_by_role("radio", name=re.compile("^Guest")).click()
    seal(page, "Welcome")


def aim(page: Page, name: str) -> None:
    """At a player's own place."""
    page.get_by_role("button", name=re.compile(f"^{name}.*can be targeted")).click()
    seal(page, f"Target {name}")


def two(visit: Any, **options: Any) -> tuple[Page, Page]:
    return named(visit(**options), "Mika"), named(visit(), "Rin")


def test_a_ronin_cancels_across_browsers(visit: Any, house: Any) -> None:
    mika, rin = two(visit)
    path = stage(house, [mika, rin, "novice"], OPEN_RONIN)
    aki = visit(path)
    for page in (mika, rin):
        page.goto(house.url + path)
    expect(guide(rin)).to_contain_text("Your turn")
    assert violations(rin) == []
    welcome(rin, "red Thief")
    aim(rin, "P0")
    expect(guide(mika)).to_contain_text("P1’s Thief is after your newest guest: blue Ronin.")
    expect(mika.locator(".window")).to_have_count(0)  # with an open Ronin one may take one's time
    mika.reload()
    expect(guide(mika)).to_contain_text("P1’s Thief is after your newest guest: blue Ronin.")
    assert violations(mika) == []
    for page in (rin, aki):
        expect(guide(page)).to_contain_text(
            "If P0 lets it happen: loses blue Ronin (−2). Or a Ronin leaves (−2)"
        )
    mika.get_by_role("radio", name=re.compile("Cancel with blue Ronin")).click()
    seal(mika, "Cancel the effect")
    for page in (mika, rin, aki):
        expect(log(page)).to_contain_text(re.compile("dismiss(es)? a Ronin: the effect is cancelled"))
    expect(aki.get_by_role("group", name="Your hand")).to_have_count(0)


def frames_of(page: Page) -> list[str]:
    """All that this browser will be told, but for who is there and its own list: they may come late."""
    told: list[str] = []

    def hear(frame: str | bytes) -> None:
        if msgspec.json.decode(frame)["type"] not in ("ping", "presence", "mytables"):
            told.append(str(frame))

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return told


def test_the_window_tells_nothing_until_it_ends(visit: Any, house: Any) -> None:
    mika, rin = two(visit)
    path = stage(house, [mika, rin, "novice"], HIDDEN_OIRAN, window=600.0)  # nothing here depends on haste
    aki = visit()
    frames = [frames_of(rin), frames_of(aki)]
    for page in (mika, rin, aki):
        page.goto(house.url + path)
    welcome(rin, "red Citizen")
    aim(rin, "P0")
    expect(guide(mika)).to_contain_text("P1 plays Citizen: you will draw 1 card.")
    expect(guide(rin)).to_contain_text("the pause gives nothing away")
    expect(guide(aki)).to_contain_text("the pause gives nothing away")
    heard = [list(told) for told in frames]
    mika.get_by_role("radio", name=re.compile("Cancel with Oiran")).click()
    seal(mika, "Cancel the effect")
    expect(guide(mika)).to_contain_text("Your answer is saved")
    assert frames == heard
    mika.reload()
    expect(guide(mika)).to_contain_text("Your answer is saved")
    for said in chain(*frames):
        message = msgspec.json.decode(said)
        assert '"type":"Oiran"' not in said
        assert message.get("asked") != 0 or (not message["choices"] and not message["window"].get("sealed"))


def test_a_window_ends_by_itself_and_a_standing_order_stays(visit: Any, house: Any) -> None:
    mika, rin = two(visit)
    path = stage(house, [mika, rin, "novice"], HIDDEN_OIRAN)
    for page in (mika, rin):
        page.goto(house.url + path)
    mika.get_by_role("button", name="Table menu").click()
    mika.get_by_role("button", name="Always let it happen").click()
    welcome(rin, "red Citizen")
    aim(rin, "P0")
    expect(log(mika)).to_contain_text("You let it happen. You draw")
    expect(log(rin)).to_contain_text("P0 lets it happen. P0 draws")
    mika.get_by_role("button", name="Table menu").click()
    always = mika.get_by_role("button", name="Always let it happen")
    expect(always).to_have_attribute("aria-pressed", "true")


def test_a_bot_stands_in_for_an_absent_player_in_mid_reaction_and_hands_back(visit: Any, house: Any) -> None:
    mika, rin = two(visit)
    aki = named(visit(), "Aki")
    path = stage(house, [mika, rin, aki], OPEN_RONIN, patience=3, stand_in="student")
    for page in (mika, rin, aki):
        page.goto(house.url + path)
    welcome(rin, "red Thief")
    aim(rin, "P0")
    expect(guide(mika)).to_contain_text("P1’s Thief is after")
    mika.goto("about:blank")
    for page in (rin, aki):
        expect(page.get_by_role("timer")).to_be_visible()
        expect(guide(page)).to_contain_text("P0 has been offline for 3 s.")
    guide(rin).get_by_role("button", name="Let a bot play").click()
    expect(guide(rin)).to_contain_text("You agreed. Waiting for P2.")
    expect(guide(aki)).to_contain_text("Agreed: P1.")
    guide(aki).get_by_role("button", name="Let a bot play").click()
    expect(log(rin)).to_contain_text("A bot plays for P0: Student.")
    expect(log(rin)).to_contain_text(re.compile("P0 (lets it happen|dismisses a Ronin)"))
    mika.goto(house.url + path)
    expect(log(mika)).to_contain_text("You are back.")  # without a click
    expect(aki.locator(".stage.mine")).to_be_visible()
    while aki.locator(".stage.mine").count():
        act(aki)
    expect(guide(mika)).to_contain_text("Your turn")


def act(page: Page) -> str:
    """Answer whatever is asked, by the first thing there is; what was done."""
    stage_, sealing = page.locator(".stage"), page.locator(".stage .btn.seal")
    options = stage_.get_by_role("radio", disabled=False)
    cards = page.locator(".looked, .hold").get_by_role("button", disabled=False)
    if not sealing.count():
        (options.first if options.count() else cards.first).click()
        if not sealing.count() and options.count():
            options.first.click()
    done = sealing.inner_text()
    seq = page.locator("#rail-log li").count()
    sealing.click()
    expect(page.locator("#rail-log li")).not_to_have_count(seq)
    return done


def my_turn(page: Page) -> bool:
    """Wait until something is asked; False when the game is over."""
    rematch = page.get_by_role("button", name="Rematch")
    onward = page.get_by_role("button", name="Go on")
    asked = page.locator(".stage.mine:not(:has(.window))")
    expect(rematch.or_(onward).or_(asked).first).to_be_visible()
    if onward.count():
        onward.click()
        return my_turn(page)
    return rematch.count() == 0


def test_six_seats_with_bots_to_the_end(visit: Any, house: Any) -> None:
    story = random_story(GAME, 6, Options(), Random(2), 20_000)
    end = max(
        ply
        for ply, state in enumerate(story.states)
        if state.actor == 0 and len(state.view(None).results) == 2
    )
    mika = named(visit(), "Mika")
    path = stage(house, [mika, *["novice"] * 5], moves_of(story, end - 40))
    mika.goto(house.url + path)
    expect(mika.locator(".opp")).to_have_count(5)
    while my_turn(mika):
        act(mika)
    expect(mika.get_by_role("table").get_by_role("row")).to_have_count(7)  # the scores of six, and a heading
    assert violations(mika) == []
    mika.get_by_role("link", name="Review").click()
    expect(mika.locator(".opp")).to_have_count(6)
    mika.get_by_label("Whose view").select_option("open")
    expect(mika.locator(".opp").first).to_contain_text("Hand")


def test_management_mode_drafts_anew_with_the_hand_in_sight(visit: Any, house: Any) -> None:
    story = random_story(GAME, 3, Options(management=True), Random(3), 20_000)
    ply = next(
        ply
        for ply, (state, move) in enumerate(zip(story.states, story.moves, strict=False))
        if isinstance(move, Choose) and state.actor == 0 and len(state.view(None).results) == 1
    )
    mika = named(visit(), "Mika")
    path = stage(house, [mika, "novice", "novice"], moves_of(story, ply), options={"management": True})
    mika.goto(house.url + path)
    expect(guide(mika)).to_contain_text("Choose your geisha.")
    assert mika.get_by_role("group", name="Your hand").get_by_role("button").count() >= 6
    mika.locator(".draft").get_by_role("radio", disabled=False).first.click()
    seal(mika, "Choose")
    expect(log(mika)).to_contain_text("You choose")


def test_on_a_phone_by_night_with_six(visit: Any, house: Any) -> None:
    phone = named(visit(size=(390, 844), color_scheme="dark", has_touch=True), "Mika")
    path = stage(house, [phone, *["novice"] * 5], dealt({}, seats=6))
    phone.goto(house.url + path)
    expect(guide(phone)).to_contain_text("Choose your geisha.")
    assert violations(phone) == []
    act_on_phone(phone)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    open_a_rival(phone)  # a rival's whole place, with help for the geisha
    expect(phone.get_by_role("dialog")).to_contain_text("Starts with")
    phone.get_by_role("button", name="Close").click()
    phone.locator(".piles button").last.click()
    expect(phone.get_by_role("dialog", name="Deck and discards")).to_be_visible()


def act_on_phone(phone: Page) -> None:
    phone.locator(".draft").get_by_role("radio", disabled=False).first.click()
    phone.locator(".stage .btn.seal").click()
    expect(phone.locator(".draft .sel")).to_have_count(0)


def open_a_rival(phone: Page) -> None:
    """While rivals act the row scrolls to each of them, perhaps away from under a finger: then press again."""
    opened = phone.get_by_role("dialog")

    def pressed() -> bool:
        phone.locator(".opp .cover").first.click()
        return opened.count() > 0

    until(phone, pressed)


def test_by_keyboard_alone(visit: Any, house: Any) -> None:
    mika, rin = two(visit)
    rin.goto(house.url + stage(house, [mika, rin, "novice"], OPEN_RONIN))
    expect(guide(rin)).to_contain_text("Your turn")
    keys = rin.keyboard
    rin.get_by_role("group", name="Your hand").get_by_role("button").first.focus()
    while "red Thief" not in str(rin.evaluate("document.activeElement.textContent")):
        keys.press("ArrowRight")
    keys.press("Space")
    keys.press("1")  # the first way: as a guest
    expect(guide(rin).get_by_role("button", name="Welcome Thief")).to_be_visible()
    keys.press("Enter")
    expect(guide(rin)).to_contain_text("Thief: whom do you choose?")
    keys.press("Escape")
    keys.press("1")
    expect(guide(rin).get_by_role("button", name=re.compile("^Target"))).to_be_visible()


def test_help_and_scores_are_at_hand(visit: Any, house: Any) -> None:
    page = named(visit(), "Mika")
    page.goto(f"/t/{open_table(page, 'mai_star', [{'kind': 'me'}, BOT, BOT], window=1)}")
    page.get_by_role("button", name="Who is who").first.click()
    dialog = page.get_by_role("dialog", name="Who is who")
    expect(dialog.locator(".help")).to_have_count(16)
    expect(dialog.locator(".lady")).to_have_count(6)
    assert violations(page) == []
