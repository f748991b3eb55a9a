"""Hanamikoji in the browser, end to end: by link with a spectator, on one screen, against the house."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from hanamachi.bots import levels
from tests.e2e.support.axe import violations
from tests.e2e.support.hanamikoji import SEALS, Player, next_of
from tests.e2e.support.play import awake, named, open_table, play_out, settled, shows_again

LEVEL = "student" if "student" in levels("hanamikoji") else "novice"
ITEMS = ("flute", "fan", "scroll", "parasol", "lute", "tea set", "flower")
HIDDEN = {"Secret", "Discard", "Deal", "Draw"}

PHONE = (390, 844)


def sat_down(visit: Any, path: str, name: str) -> Player:
    player = Player(named(visit(size=PHONE), name))
    player.page.goto(path)
    return player


def at_table(page: Page, seats: list[dict[str, Any]], **wish: Any) -> Player:
    player = Player(named(page, "Mika"))
    page.goto(f"/t/{open_table(page, 'hanamikoji', seats, **wish)}")
    return player


def leaks(heard: list[dict[str, Any]], seat: int | None) -> list[Any]:
    """What names a card that this seat (None: the gallery) must not know."""
    found: list[Any] = []
    for message in heard:
        if message["view"] is None:  # before the game
            continue
        for view in [message["view"], *(frame["view"] for frame in message["frames"] if "view" in frame)]:
            assert view["seat"] == seat
            if seat is None and (view["hand"] is not None or view["secret"] is not None or view["discards"]):
                found.append(view)
        for line in (frame["line"] for frame in message["frames"]):
            move = line["move"] or {"type": ""}
            known = seat is not None and seat in (line["seat"], move.get("to"))
            if move["type"] in HIDDEN and not known:
                found.append(line)
            if move["type"] == "Veiled" and any(item in line["said"] for item in ITEMS):
                found.append(line)
    return found


def test_two_browsers_play_a_whole_game_before_a_spectator(visit: Any) -> None:
    host = named(visit(), "Mika")
    table = open_table(host, "hanamikoji", [{"kind": "me"}, {"kind": "open"}])
    path = f"/t/{table}"
    mika = Player(host)
    host.goto(path)
    rin = Player(visit(path, size=PHONE))
    rin.page.get_by_label("Your name").first.fill("Rin")
    rin.page.get_by_role("button", name="Sit down").click()
    aki = sat_down(visit, path, "Aki")
    expect(aki.page.get_by_role("img", name="Watching")).to_be_visible()
    rin.heard.clear()  # before she sat down she was one of the gallery
    rin.page.reload()

    answers = 0
    while (player := next_of([mika, rin])) is not None and (asked := player.asked()) != "round":
        if asked == "answer":
            answers += 1
            if answers == 1:  # a pending offer outlives a reload, and the spectator sees it, too
                expect(aki.page.get_by_role("group", name=re.compile(" takes (one|a pair)$"))).to_be_visible()
                shows_again(player.page, settled(player.page))
        player.decide()
    assert answers == 4
    play_out([mika.page, rin.page], table)
    for each in (mika, rin, aki):
        expect(each.page.get_by_text(re.compile("wins?\\.|Nobody wins")).first).to_be_visible()
    expect(aki.hand).to_have_count(0)
    assert len(aki.heard) > 12
    assert leaks(aki.heard, None) == []
    assert leaks(mika.heard, 0) == []
    assert leaks(rin.heard[1:], 1) == []
    replayed(mika.page, path)


def replayed(page: Page, path: str) -> None:
    """A finished game from seat A, from seat B, or all open, from a moment when both held cards."""
    hands = {"0": ["Mika"], "1": ["Rin"], "gallery": [], "open": ["Mika", "Rin"]}
    for eyes, seen in hands.items():
        page.goto(path.replace("/t/", "/r/") + f"/20?eyes={eyes}")
        expect(page.get_by_role("group", name="The geishas")).to_be_visible()
        for who in ("Mika", "Rin"):
            hand = page.get_by_role("group", name=f"{who}’s hand")
            expect(hand).to_be_visible()
            expect(hand.get_by_role("img", name=re.compile(r"^\d cards?$"))).to_have_count(
                int(who not in seen)
            )
            expect(hand.locator("[data-help]").filter(visible=True).first).to_have_count(int(who in seen))
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("table", name=re.compile("After round"))).to_be_visible()


def test_a_curtain_falls_between_two_people_at_one_screen(visit: Any) -> None:
    player = at_table(visit(), [{"kind": "me"}, {"kind": "shared"}], options={"starter": "first"})
    page = player.page
    expect(player.hand).to_have_count(0)
    page.get_by_role("button", name="I am Mika", exact=True).click()
    expect(player.hand).to_have_count(7)
    kept = str(player.hand.first.get_attribute("aria-label")).split(",")[0]
    player.choose(1)
    player.seal()
    lift = page.get_by_role("button", name="I am Mika 2")
    expect(lift).to_be_visible()
    shown = page.locator("body").inner_text()
    assert not any(re.search(rf"\b{item}\b", shown) for item in ITEMS), (
        f"{kept} was kept, and {shown} is told"
    )
    expect(page.get_by_text("The log is hidden until the screen is uncovered.").first).to_be_visible()
    lift.click()
    expect(player.hand).to_have_count(7)
    log = page.get_by_role("complementary", name="Log")
    expect(log.get_by_text("keeps a card secret.")).to_be_visible()
    assert leaks([player.heard[-1]], 1) == []


def test_against_the_house_on_a_phone_at_night(visit: Any) -> None:
    """One round; nothing ever scrolls, and every target is big enough for a finger."""
    page = visit(size=PHONE, color_scheme="dark", has_touch=True)
    player = at_table(page, [{"kind": "me"}, {"kind": "bot", "level": LEVEL}])
    seen = set[str]()
    while (mine := next_of([player])) is not None and player.asked() != "round":
        if (kind := mine.asked()) not in seen:
            seen.add(kind)
            assert violations(page) == []
        assert page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        ) == [390, 844]
        for button in (player.hand if kind == "act" else player.offer).all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        player.decide()
    assert seen == {"act", "answer"}


def test_a_round_by_keyboard_alone(visit: Any) -> None:
    player = at_table(visit(), [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    page = player.page
    while next_of([player]) is not None and (kind := player.asked()) != "round":
        if kind == "act":
            action = player.unused[0]
            page.keyboard.press(str(action + 1))
            tab_into(page, "Your hand")
            for card in range(action + 1):
                page.keyboard.press("Space")
                if card < action:
                    page.keyboard.press("ArrowRight")
        elif kind == "answer":
            tab_into(page, " takes (one|a pair)$")
            page.keyboard.press("Space")
        else:
            continue  # between two questions
        awake(page)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=SEALS)).to_have_count(0)
    assert page.evaluate("document.querySelector('main').closest('.table').scrollHeight") == 800
    page.keyboard.press("m")
    expect(page.get_by_role("group", name="The geishas")).to_have_count(0)


def tab_into(page: Page, group: str) -> None:
    for _ in range(40):
        inside = page.evaluate(
            "document.activeElement.closest('[role=group],[role=radiogroup]')?.ariaLabel ?? ''"
        )
        if re.search(group, inside):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {group} by keyboard")


def test_chosen_cards_are_shown_where_they_would_lie_and_a_used_action_is_refused(visit: Any) -> None:
    player = at_table(visit(), [{"kind": "me"}, {"kind": "shared"}], options={"starter": "first"})
    page = player.page
    page.get_by_role("button", name="I am Mika", exact=True).click()
    player.choose(3)
    expect(page.locator(".ghost")).to_have_count(3)
    expect(player.guide).to_contain_text("takes one. You get the other two.")
    player.hand.nth(3).click()
    expect(page.get_by_role("button", name="Competition, 4 cards")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    player.choose(1)
    player.seal()
    for who in ("I am Mika 2", "I am Mika"):
        page.get_by_role("button", name=who, exact=True).click()
        settled(page)  # what the other did is shown first
        if who.endswith("2"):
            player.choose(1)
            player.seal()
    expect(player.guide).to_contain_text("Choose cards, or an action")
    settled(page)
    player.choose(1)
    expect(player.guide).to_contain_text("You have already used Secret this round.")
    expect(page.get_by_role("button", name=SEALS)).to_have_count(0)


def test_every_piece_tells_about_itself(visit: Any) -> None:
    page = visit(locale="pl-PL")
    at_table(page, [{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"starter": "first"})
    for geisha in ("Ruri", "Anju"):  # a mouse that comes from nowhere asks nothing
        page.get_by_role("button", name=re.compile(f"^{geisha},")).hover()
    expect(page.get_by_role("tooltip")).to_contain_text("dla gejszy Anju")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    helped = page.locator("[data-help]").evaluate_all("all => all.map((each) => each.dataset.help)")
    assert set(helped) >= {"flute", "flower", "secret", "race", "deck"}
