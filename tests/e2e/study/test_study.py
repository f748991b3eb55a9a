"""What-if boards in the browser: from a review to branches, another card, a bot's answer, a guess and a file."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import api, named, send, take_a_tile, tiles
from tests.e2e.support.recorded import brought, novices
from tests.e2e.support.server import THINKING
from tests.e2e.support.studied import branched

PHONE = (390, 844)


def test_a_moment_of_a_review_becomes_a_study(visit: Any) -> None:
    page = named(visit(), "Aki")
    page.goto(f"/r/{brought(page, novices('hanamikoji', 9, starter='first'))}/0?eyes=0")
    page.get_by_role("button", name="What if: try other moves from here").click()
    tree = page.get_by_role("tree", name="Moves and branches")
    expect(tree.get_by_role("treeitem").first).to_contain_text("Mika")
    assert violations(page) == []
    choices = page.get_by_role("region", name="Possible moves")
    choices.get_by_role("button", name="What is each move worth?").click()
    expect(choices.get_by_role("listitem").first).to_contain_text("%", timeout=THINKING)
    count = tree.get_by_role("treeitem").count()
    page.keyboard.press("2")  # the second best of the judge
    branch = tree.get_by_role("treeitem", selected=True)
    expect(branch).to_have_attribute("aria-level", "2")
    expect(branch).to_contain_text("A")
    expect(branch).to_contain_text("%")
    assert tree.get_by_role("treeitem").count() == count + 1
    page.get_by_label("Note", exact=True).fill("Keeps the tea sets.")
    page.get_by_label("Note", exact=True).press("Enter")
    expect(branch).to_contain_text("Keeps the tea sets.")
    expect(page.get_by_text("Rin decides")).to_be_visible()  # whose moves are closed to these eyes
    page.get_by_role("button", name="Ask a bot").click()
    page.get_by_role("button", name="Keep this answer").click(timeout=THINKING)
    expect(tree.get_by_role("treeitem", selected=True)).to_contain_text("Rin")
    page.reload()
    expect(tree.get_by_role("treeitem", selected=True)).to_contain_text("Rin")
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"eyes=1"))
    tree.get_by_role("treeitem").first.click()
    page.keyboard.press("End")
    expect(tree.get_by_role("treeitem").last).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(tree.get_by_role("treeitem").nth(-2)).to_be_focused()


def test_a_hidden_card_is_changed_and_the_branch_deleted(visit: Any) -> None:
    page = named(visit(), "Aki")
    path = branched(page, "hanamikoji", 9, starter="first")
    page.goto(path)
    rows = page.get_by_role("treeitem")
    expect(rows.filter(has_text="Rin · Hand")).to_have_count(1)
    page.get_by_role("combobox", name="Card").select_option(index=1)
    page.get_by_role("button", name="Change it").click()
    expect(rows.filter(has_text="Rin · Hand")).to_have_count(2)
    hatched = page.get_by_role("group", name="Rin’s hand").get_by_role("img", name="What if:")
    expect(hatched).to_have_count(1)
    page.get_by_role("button", name="All cards open").click()
    expect(hatched).to_have_count(1)
    page.get_by_role("button", name="Mika", exact=True).click()
    page.get_by_role("button", name="Deal again").click()
    expect(rows.filter(has_text="Hidden cards dealt again")).to_have_count(1)
    expect(page.get_by_role("button", name="Deal again")).to_be_enabled()
    page.keyboard.press("z")
    expect(rows.filter(has_text="Hidden cards dealt again")).to_have_count(0)
    page.once("dialog", lambda dialog: dialog.accept())
    rows.filter(has_text="Rin · Hand").last.click()
    page.get_by_role("button", name="Delete this branch from here on").click()
    expect(rows.filter(has_text="Rin · Hand")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert violations(page) == []


def test_a_move_is_made_at_the_table_and_the_expected_line_played(visit: Any) -> None:
    page = named(visit(), "Aki")
    study = send(page, "POST", "/api/studies", {"game": "okiya"})["id"]
    page.goto(f"/study/{study}/{len(api(page, f'/api/studies/{study}')['moments']) - 1}")
    page.get_by_role("button", name="Play on the board").click()
    take_a_tile(page)
    expect(tiles(page).first).to_be_visible()  # the other seat is asked at the same table
    assert violations(page) == []
    page.get_by_role("button", name="Back to the tree").click()
    rows = page.get_by_role("treeitem")
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="What is each move worth?").click()
    page.get_by_role("button", name="Play these moves").first.click(timeout=THINKING)
    expect(rows).to_have_count(5)  # its move, and three that follow
    assert violations(page) == []


def test_an_open_study_is_played_on_against_a_bot(visit: Any) -> None:
    page = named(visit(), "Aki")
    page.goto(branched(page, "okiya"))
    page.get_by_title("Play on from here").click()
    page.get_by_label("Against").select_option("novice")
    page.get_by_role("button", name="Play against bots").click()
    expect(page).to_have_url(re.compile("/t/"))


def test_a_judge_counts_on_the_changed_card(visit: Any) -> None:
    page = named(visit(), "Aki")
    path = branched(page, "hanamikoji", 9, starter="first")
    page.goto(path.split("?")[0])
    expect(page.get_by_text("the chances take every card into account")).to_be_visible()
    page.get_by_role("button", name="Ask a bot").click()
    expect(page.get_by_text(re.compile("Answers \\([0-9]+\\)"))).to_be_visible(timeout=THINKING)


def test_a_study_is_shared_by_its_link_and_copied(visit: Any) -> None:
    mika, rin = named(visit(), "Mika"), named(visit(), "Rin")
    path = branched(mika, "okiya")
    rin.goto(path)
    expect(rin.get_by_text("There is no such study, or it is not shared.")).to_be_visible()
    mika.goto(path)
    mika.get_by_label("Share and save").click()
    with mika.expect_response(re.compile("/edits")):
        mika.get_by_label("Anyone with the link can read it").check()
    rin.reload()
    expect(rin.get_by_role("treeitem").first).to_be_visible()
    expect(rin.get_by_label("Note", exact=True)).to_have_count(0)
    rin.get_by_role("button", name="Make my own copy").click()
    expect(rin.get_by_label("Note", exact=True)).to_be_visible()
    rin.goto("/study")
    expect(rin.get_by_role("link", name=re.compile("The fan"))).to_be_visible()


def test_a_game_asks_before_it_shows(visit: Any) -> None:
    page = named(visit(size=PHONE), "Aki")
    table = brought(page, novices("okiya", 8))
    study = send(page, "POST", "/api/studies", {"table": table})["id"]
    page.goto(f"/study/{study}/0?eyes=0")
    page.get_by_role("button", name="Guess the move").click()
    expect(page.get_by_text("What would you do as Mika?")).to_be_visible()
    page.get_by_role("listitem").get_by_role("button").first.click()
    expect(page.get_by_text(re.compile("Mika played: "))).to_be_visible()
    expect(page.get_by_text(re.compile("Same move: [01] of 1"))).to_be_visible()
    expect(page.get_by_text(re.compile("best move: [01] of 1"))).to_be_visible(timeout=THINKING)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("What would you do as Mika?")).to_be_visible()
    assert violations(page) == []


def test_a_new_study_begins_with_chosen_options_and_is_brought_again(visit: Any, tmp_path: Any) -> None:
    page = visit("/study", size=PHONE, locale="fr-FR")
    expect(page.get_by_role("heading", name="Mes études")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("combobox", name="Jeu").select_option("geishas_road")
    page.get_by_role("button", name="Commencer").click()
    expect(page.get_by_role("button", name="Révélation")).to_be_visible()  # all is dealt
    page.get_by_role("button", name="Adversaire", exact=True).click()
    expect(page).to_have_url(re.compile("tab=rival"))
    expect(page.get_by_text("Toutes les cartes sont montrées.")).to_be_visible()
    page.get_by_label("Partager, enregistrer").click()
    with page.expect_download() as file:
        page.get_by_role("link", name="Enregistrer en texte").click()
    saved = tmp_path / "study.txt"
    file.value.save_as(saved)
    page.goto("/study")
    first = page.url
    page.locator("input[type=file]").set_input_files(saved)
    expect(page).not_to_have_url(first)
    page.get_by_role("button", name="Arbre", exact=True).click()
    expect(page.get_by_text("Jouez un coup")).to_be_visible()
    page.goto("/study")
    saved.write_text("a poem", "utf-8")
    page.locator("input[type=file]").set_input_files(saved)
    expect(page.get_by_role("alert")).to_contain_text("n’est pas une étude")
