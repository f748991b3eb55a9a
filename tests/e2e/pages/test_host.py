"""The host's page in the browser: becoming a host, reports, people, tables, bans, and what players see of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.support import hosting
from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table, send, settled, take_seat
from tests.e2e.support.server import House
from tests.e2e.support.studied import edited

Visit = Callable[..., Page]
SIZES = [(1280, 800), (1366, 650), (390, 844), (844, 390)]


def desk(page: Page) -> Page:
    page.goto("/host")
    expect(page.get_by_role("heading", name="Host", level=1)).to_be_visible()
    return page


def article(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=re.compile(name))


def deeds(page: Page, name: str) -> Locator:
    """What may be done about somebody, opened below their name."""
    page.get_by_role("searchbox", name="Find by name").fill(name)
    page.get_by_role("button", name="Find", exact=True).click()
    button = page.get_by_role("button", name=f"What to do about {name}", exact=True)
    button.click()
    return page.locator("li", has=button)


# Who is a host.


def test_who_is_no_host_finds_nothing(visit: Visit) -> None:
    for page in (visit(), named(visit(), "Mika of the street"), hosting.member(visit(), "No host")):
        for path in ("/host", "/host/journal", "/host/nothing"):
            page.goto(path)
            expect(page.get_by_text("This page does not exist.")).to_be_visible()
            expect(page).to_have_title(re.compile("^Nothing here"))


def test_a_member_becomes_a_host_by_a_link_that_works_once(visit: Visit, house: House) -> None:
    page = hosting.member(visit(), "Haru the first")
    link = hosting.link(house)
    page.goto(link)
    page.get_by_role("button", name="Open the link").click()
    expect(page).to_have_url(re.compile("/host$"))  # the secret is gone from the address
    page.get_by_role("button", name="Become a host").click()
    expect(page.get_by_role("heading", name="Who is here")).to_be_visible()
    thief = hosting.member(visit(), "A thief")
    thief.goto(link)
    thief.get_by_role("button", name="Open the link").click()
    expect(thief.get_by_role("alert")).to_contain_text("A link works once")


def test_a_guest_signs_up_and_comes_back_to_the_link(visit: Visit, house: House) -> None:
    page = visit(hosting.link(house))
    page.get_by_role("button", name="Open the link").click()
    page.get_by_role("link", name="Keep my name").click()
    page.get_by_label("Your name").fill("Haru the second")
    expect(page.get_by_text("Haru the second is free.")).to_be_visible()
    page.get_by_role("radio", name="With a password").check()
    page.get_by_label("Password", exact=True).fill(hosting.PASSWORD)
    page.get_by_role("button", name="Keep my name").click()
    page.get_by_label("I have saved them somewhere safe").check()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Become a host").click()
    expect(page.get_by_role("heading", name="Who is here")).to_be_visible()


def test_a_credential_is_asked_for_before_a_deed(visit: Visit, house: House) -> None:
    page = desk(hosting.host(house, visit(), "Haru forgets"))
    hosting.forget_proof(house, page)
    page.get_by_role("button", name="Change").click()
    page.get_by_role("textbox", name="English").fill("Hello from Haru")
    page.get_by_role("button", name="Save").click()
    proof = page.get_by_role("dialog", name="Is it you?")
    expect(proof).to_contain_text("twelve hours")
    proof.get_by_label("Password").fill(hosting.PASSWORD)
    proof.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Hello from Haru")).to_be_visible()
    hosting.ask(page, "PUT", "/message", {})


def test_players_do_not_download_the_page(visit: Visit) -> None:
    page, fetched = visit(), list[str]()
    page.on("request", lambda request: fetched.append(request.url))
    for path in ("/", "/settings", "/sign-up"):
        page.goto(path)
        settled(page)
    assert any("/assets/" in url for url in fetched)
    assert [
        url for url in fetched if re.search("Host|DeskPage|/api/host", url.rpartition("/assets/")[2])
    ] == []


# What a host does.


def test_a_report_comes_by_itself_and_is_answered_once(visit: Visit, house: House) -> None:
    haru, aoi = (desk(hosting.host(house, visit(), name)) for name in ("Haru answers", "Aoi answers"))
    lucie, tomek = named(visit(), "Lucie"), named(visit(), "Tomek")
    hosting.quarrel(lucie, tomek)
    one = article(haru, "Lucie reports Tomek")
    expect(one).to_contain_text(hosting.RUDE)  # as text
    assert one.locator("blockquote b, blockquote a").count() == 0
    expect(haru.get_by_role("status").filter(has_text="Lucie reports Tomek")).to_have_count(1)
    one.get_by_role("button", name="Mute…").click()
    expect(article(aoi, "Lucie reports Tomek")).to_contain_text("Haru answers is answering this one.")
    dialog = haru.get_by_role("dialog", name="Mute Tomek")
    expect(dialog.get_by_label("For how long")).to_have_value("86400")
    dialog.get_by_label(re.compile("^Reason")).fill("Be kind")
    dialog.get_by_role("button", name="Mute").click()
    expect(dialog).to_have_count(0)
    expect(haru.get_by_role("status").filter(has_text="Tomek is muted.")).to_be_visible()
    for page in (haru, aoi):
        expect(article(page, "Lucie reports Tomek")).to_have_count(0)
    tomek.goto("/settings")
    told = tomek.get_by_role("dialog", name="From the host of this server")
    expect(told).to_contain_text("You cannot chat at tables until")
    expect(told).to_contain_text("Be kind")
    assert violations(tomek) == []
    told.get_by_role("button", name="I have read it").click()
    expect(told).to_have_count(0)
    tomek.reload()
    expect(tomek.get_by_role("heading", name="Settings")).to_be_visible()
    expect(told).to_have_count(0)


def test_a_reported_study_is_answered_and_closed_to_others(visit: Visit, house: House) -> None:
    haru = desk(hosting.host(house, visit(), "Haru reads"))
    author, reader = named(visit(), "Notes badly"), named(visit(), "Looks on")
    study = send(author, "POST", "/api/studies", {"game": "okiya", "name": "<b>loser</b>"})["id"]
    edited(author, study, "share", 0, on=True)
    reader.goto(f"/study/{study}")
    reader.get_by_role("button", name="Report this text").click()
    expect(reader.get_by_text("The host will look at it.")).to_be_visible()
    one = article(haru, "Looks on reports Notes badly")  # it came by itself
    expect(one.get_by_role("blockquote")).to_have_text("<b>loser</b>")
    expect(one.get_by_role("link", name="Okiya, study")).to_have_attribute("href", f"/study/{study}")
    assert violations(haru) == []
    one.get_by_role("button", name="Mute…").click()
    haru.get_by_role("button", name="Mute", exact=True).click()
    expect(one).to_have_count(0)
    reader.reload()
    expect(reader.get_by_text("There is no such study, or it is not shared.")).to_be_visible()
    author.goto(f"/study/{study}")
    expect(author.get_by_label("Note", exact=True)).to_be_visible()


def test_whoever_is_muted_is_told_where_they_write(visit: Visit, house: House) -> None:
    haru = desk(hosting.host(house, visit(), "Haru mutes"))
    one, other = named(visit(), "Sen"), named(visit(), "Shouter")
    table = hosting.quarrel(one, other)
    deeds(haru, "Shouter").get_by_role("button", name="Mute…").click()
    haru.get_by_role("button", name="Mute", exact=True).click()
    expect(haru.get_by_text("Shouter is muted.")).to_be_visible()
    other.goto(f"/t/{table}")
    other.get_by_role("button", name="I have read it").click()
    other.keyboard.press("t")
    panel = other.get_by_role("tabpanel")
    panel.get_by_role("textbox").fill("and yet I shout")
    panel.get_by_role("textbox").press("Enter")
    expect(panel.get_by_role("status")).to_contain_text("muted")
    haru.get_by_role("button", name="Unmute").click()
    expect(haru.get_by_text("Shouter may chat again.")).to_be_visible()
    panel.get_by_role("textbox").press("Enter")
    expect(panel.get_by_role("listitem").last).to_contain_text("and yet I shout")


def test_a_closed_table_says_why(visit: Visit, house: House) -> None:
    haru, one, other = (
        hosting.host(house, visit(), "Haru closes"),
        named(visit(), "Nao"),
        named(visit(), "Ume"),
    )
    table = open_table(one, "okiya", [{"kind": "me"}, {"kind": "open"}])
    take_seat(other, table, 1)
    one.goto(f"/t/{table}")
    one.wait_for_selector("[data-part=guide]")
    waits = open_table(other, "hanamikoji", [{"kind": "me"}, {"kind": "open"}])
    other.goto(f"/t/{waits}")
    desk(haru)
    for names, page in (("Nao – Ume", one), ("Ume – free seat", other)):
        haru.get_by_role("button", name=f"Close…: {names}").click()
        haru.get_by_label("Reason").fill("The house closes now")
        haru.get_by_role("button", name="Close the table").click()
        expect(haru.get_by_text(f"The table of {names} is closed.")).to_be_visible()
        page.get_by_role("button", name="I have read it").click()
        expect(page.get_by_text("Closed by the host: no result.").first).to_be_visible()
        expect(page.get_by_text("The house closes now").first).to_be_visible()
        assert violations(page) == []


def test_a_ban_asks_for_a_reason_and_is_told_in_words(visit: Visit, house: House) -> None:
    haru, rude = desk(hosting.host(house, visit(), "Haru bans")), named(visit(), "Rude")
    rude.goto("/settings")
    row = deeds(haru, "Rude")
    row.get_by_role("button", name="Ban…").click()
    dialog = haru.get_by_role("dialog", name="Ban Rude")
    expect(dialog).to_contain_text("Their network cannot be banned")
    dialog.get_by_role("button", name="Ban").click()
    expect(dialog).to_be_visible()  # a reason is missing
    dialog.get_by_label("Reason").fill("insults at three tables")
    dialog.get_by_role("button", name="Ban").click()
    expect(rude.get_by_role("heading", name="You cannot play here right now")).to_be_visible()
    expect(rude.get_by_role("alert")).to_contain_text("insults at three tables")
    expect(rude.get_by_role("link", name="Download your data")).to_be_visible()
    assert violations(rude) == []
    bans = haru.get_by_role("region", name="Bans")
    expect(bans).to_contain_text("insults at three tables")
    expect(bans).to_contain_text("by Haru bans")
    bans.get_by_role("button", name="Lift: Rude").click()
    expect(haru.get_by_text("The ban of Rude is lifted.")).to_be_visible()
    rude.reload()
    expect(rude.get_by_role("heading", name="Settings")).to_be_visible()


def test_whoever_is_warned_and_renamed_reads_it(visit: Visit, house: House) -> None:
    haru, rude = desk(hosting.host(house, visit(), "Haru warns")), named(visit(), "Rude word")
    other = named(visit(), "Beside them")
    table = open_table(other, "okiya", [{"kind": "me"}, {"kind": "open"}])
    take_seat(rude, table, 1)
    for page in (other, rude):
        page.goto(f"/t/{table}")
        page.wait_for_selector("[data-part=guide]")
    row = deeds(haru, "Rude word")
    row.get_by_role("button", name="Warn…").click()
    haru.get_by_role("button", name="Send the warning").click()
    expect(haru.get_by_role("dialog")).to_be_visible()  # a reason is missing
    haru.get_by_label("Reason").fill("Another name, please <b>now</b>")
    haru.get_by_role("button", name="Send the warning").click()
    expect(haru.get_by_text("Rude word was warned.")).to_be_visible()
    told = rude.get_by_role("dialog", name="From the host of this server")
    expect(told).to_contain_text("Another name, please <b>now</b>")  # as text
    told.get_by_role("button", name="I have read it").click()
    row.get_by_role("button", name="Rename…").click()
    haru.get_by_label("New name").fill("Tea leaf")
    haru.get_by_role("button", name="Rename", exact=True).click()
    expect(haru.get_by_text("Rude word has another name now.")).to_be_visible()
    expect(told).to_contain_text("Tea leaf")
    told.get_by_role("button", name="I have read it").click()
    expect(other.get_by_text("Tea leaf").first).to_be_visible()
    expect(other.get_by_text("Rude word")).to_have_count(0)


def test_whoever_is_signed_out_is_nobody_here_any_more(visit: Visit, house: House) -> None:
    haru, guest = desk(hosting.host(house, visit(), "Haru signs out")), named(visit(), "Stays long")
    member = hosting.member(visit(), "Comes back")
    for page, name in ((guest, "Stays long"), (member, "Comes back")):
        page.goto("/settings")
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        deeds(haru, name).get_by_role("button", name="Sign out…").click()
        haru.get_by_role("button", name="Sign them out").click()
        expect(haru.get_by_text(f"{name} is signed out everywhere.")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text("You have been signed out here.")
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()
        assert violations(page) == []


def test_hosts_do_nothing_to_themselves_or_each_other(visit: Visit, house: House) -> None:
    hosting.host(house, visit("/settings"), "Aoi is host")
    haru = desk(hosting.host(house, visit(), "Haru is host"))
    for name in ("Haru is host", "Aoi is host"):
        haru.get_by_role("searchbox").fill(name)
        haru.get_by_role("searchbox").press("Enter")
        expect(haru.get_by_role("region", name="Who is here")).to_contain_text(name)
        expect(haru.get_by_role("button", name=f"What to do about {name}")).to_have_count(0)


# What holds for everybody.


def test_the_message_of_the_day_in_the_language_of_each(visit: Visit, house: House) -> None:
    haru, french = desk(hosting.host(house, visit(), "Haru writes")), visit("/", locale="fr-FR")
    haru.get_by_role("button", name="Change").click()
    expect(haru.get_by_role("textbox", name="English")).to_be_focused()
    haru.get_by_role("textbox", name="English").fill("Club evening <b>on Thursday</b>")
    haru.get_by_role("textbox", name="Français").fill("Soirée du club jeudi")
    haru.get_by_role("button", name="Save").click()
    expect(haru.get_by_text("Until you change it · en, fr")).to_be_visible()
    message = french.get_by_role("complementary", name="Message du jour")
    expect(message).to_have_text("Soirée du club jeudi")  # it came by itself
    assert violations(french) == []
    english = visit("/")
    expect(english.get_by_role("complementary", name="Message of the day")).to_have_text(
        "Club evening <b>on Thursday</b>"
    )
    haru.get_by_role("button", name="Change").click()
    haru.get_by_role("button", name="Remove").click()
    expect(message).to_have_count(0)


def test_who_may_come_in(visit: Visit, house: House) -> None:
    haru = desk(hosting.host(house, visit(), "Haru at the door"))
    try:
        haru.get_by_role("group", name="New accounts").get_by_text("Invited").click()
        haru.get_by_role("button", name="New invitation").click()
        link = haru.get_by_label("Link of the invitation").input_value()
        haru.get_by_role("group", name="Guests").get_by_text("Closed").click()
        expect(haru.get_by_text("Only members can start games.").first).to_be_visible()
        stranger = visit("/")
        expect(stranger.get_by_text("Only members can play here right now.")).to_be_visible()
        assert violations(stranger) == []
        stranger.goto("/sign-up")
        expect(stranger.get_by_label("Invitation")).to_have_value("")
        stranger.goto(link)
        stranger.reload()
        expect(stranger.get_by_label("Invitation")).not_to_have_value("")
        stranger.get_by_label("Your name").fill("Invited one")
        expect(stranger.get_by_text("Invited one is free.")).to_be_visible()
        stranger.get_by_role("radio", name="With a password").check()
        stranger.get_by_label("Password", exact=True).fill(hosting.PASSWORD)
        stranger.get_by_role("button", name="Keep my name").click()
        expect(stranger.get_by_role("heading", name="Your recovery codes")).to_be_visible()
        haru.get_by_role("group", name="New accounts").get_by_text("Closed").click()
        expect(haru.get_by_text("Nobody can sign up now.").first).to_be_visible()
        late = visit("/sign-up")
        expect(late.get_by_text("Nobody can sign up here now.")).to_be_visible()
        assert violations(late) == []
    finally:
        hosting.ask(haru, "PUT", "/registration", {"registration": "open"})
        hosting.ask(haru, "PUT", "/guests", {"guests": "open"})


def test_a_limit_is_changed_and_the_journal_has_it(visit: Visit, house: House) -> None:
    haru = desk(hosting.host(house, visit(), "Haru counts"))
    haru.get_by_role("heading", name="Limits").click()
    form = haru.get_by_role("form", name="Bots thinking at once")
    form.get_by_label("At most").fill("4")
    form.get_by_role("button", name="Set").click()
    expect(haru.get_by_text("The limit is changed: Bots thinking at once.")).to_be_visible()
    form.get_by_role("button", name="Back to default: 2").click()
    expect(form.get_by_label("At most")).to_have_value("2")
    haru.get_by_role("link", name="Record of host actions").click()
    expect(haru.get_by_role("listitem").first).to_contain_text("Haru counts changed a limit")
    assert violations(haru) == []


# By keyboard, by ear, on every screen.


def test_the_order_of_tab_is_that_of_the_page(visit: Visit, house: House) -> None:
    haru = hosting.host(house, visit(), "Haru tabs")
    hosting.quarrel(named(visit(), "Lucie tabs"), named(visit(), "Tomek tabs"))
    desk(haru)
    expect(article(haru, "Lucie tabs")).to_be_visible()
    settled(haru)
    order = haru.evaluate(STOPS)
    assert [name for n, name in enumerate(order) if name not in order[:n]] == [
        *("reports", "people", "tables", "message", "entrance", "limits"),
        *(["bans"] if "bans" in order else []),
    ]


STOPS = """() => [...document.querySelectorAll("main section button, main section input, main section summary")]
  .filter((each) => each.checkVisibility() && each.tabIndex >= 0)
  .map((each) => each.closest("section").getAttribute("aria-labelledby"))"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "pl-PL"])
def test_axe_has_nothing_against_the_page(visit: Visit, house: House, locale: str, theme: Any) -> None:
    page = hosting.host(house, visit(locale=locale, color_scheme=theme), f"Haru {locale} {theme}")
    hosting.quarrel(named(visit(), "Lucie"), named(visit(), f"T {locale} {theme}"))
    page.goto("/host")
    page.wait_for_selector("article")
    page.locator("main details summary").last.click()
    page.wait_for_selector("main details form")
    settled(page)
    assert violations(page) == []
    page.locator("article .acts .btn").nth(2).click()
    page.wait_for_selector("dialog[open] textarea")
    settled(page)
    assert violations(page) == []
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
