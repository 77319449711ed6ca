"""What is around every board: the table before the start, the log, refusals, dialogs, replays from a file."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import topsecret
from tests.browser import axe
from tests.browser.people import Person
from tests.browser.tables import ALONE, a_table, at_home, my_turn, steps_in, stop_the_clock

Make = Callable[..., Person]
A_TABLE = re.compile(r"/t/[A-Z]+-\d{4}-[0-9A-Z]{8}$")


def test_a_friend_comes_by_a_link_and_the_host_arranges_the_table(person: Make) -> None:
    ann, ben = person(), person(phone=True, color_scheme="light")
    hers = ann.open()
    at_home(hers, "Create a table").click()
    hers.wait_for_url(A_TABLE)
    link = hers.get_by_role("textbox", name="Link").input_value()
    assert link == hers.url
    his = ben.open(link)
    his.get_by_label("Nickname").fill("<i>Ben</i>")
    his.get_by_text("Seat 3").click()
    axe.check(his)
    his.get_by_role("button", name="Take a seat").click()
    expect(hers.get_by_role("button", name="Remove <i>Ben</i>")).to_be_visible()

    his.get_by_label("Message the table").fill("<b>hello</b>")
    his.get_by_role("button", name="Send").click()
    expect(hers.get_by_role("log", name="Chat")).to_contain_text("<b>hello</b>")

    hers.get_by_label("Secret dossiers").check()
    expect(his.get_by_text("Secret dossiers: on")).to_be_visible()
    hers.get_by_label("Who takes seat 2?").select_option(label="Bot: Recruit")
    expect(his.get_by_text("Recruit: plays at random")).to_be_visible()
    hers.get_by_text("3", exact=True).click()
    expect(his.get_by_role("listitem")).to_have_count(3)
    axe.check(hers)
    axe.check(his)

    hers.get_by_role("button", name="Remove <i>Ben</i>").click()
    expect(his.get_by_role("heading", name="The host removed you from the table.")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_log_shows_what_an_entry_speaks_of_and_secrets_stay_covered(person: Make, phone: bool) -> None:
    page, _ = a_table(person(phone=phone), ALONE)
    my_turn(page)
    if phone:
        page.get_by_role("button", name="Log", exact=True).click()
    log = page.get_by_role("region", name="Log") if phone else page.get_by_role("tabpanel", name="Log")
    expect(log.get_by_role("button", name="You get an agent card.")).to_be_visible()
    expect(log.get_by_text(re.compile("(Ann plays|You play) "))).to_have_count(0)
    log.get_by_role("button", name="You begin.").or_(
        log.get_by_role("button", name="You get an agent card.")
    ).first.click()
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    expect(page.get_by_text("Earlier:")).to_be_visible()
    axe.check(page)
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_text("Earlier:")).to_be_hidden()


def test_the_log_is_one_stop_for_the_keyboard_and_arrows_walk_through_it(person: Make) -> None:
    page, _ = a_table(person(), ALONE)
    my_turn(page)
    entries = page.get_by_role("tabpanel", name="Log").get_by_role("list").first.get_by_role("button")
    expect(entries.first).to_have_attribute("tabindex", "0")
    assert entries.count() > 5
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("Tab")
    expect(entries.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(entries.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(entries.last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Earlier:")).to_be_visible()
    axe.check(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("log", name="Chat")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(entries.first).to_be_focused()


def test_a_refusal_leads_to_its_rule_and_what_is_taken_back_is_struck(person: Make) -> None:
    page, code = a_table(person(), ALONE | {"seats": 2, "start": False})
    # Ben takes his time: once another seat has answered, nothing can be taken back.
    his = person().open(f"/t/{code}")
    his.get_by_label("Nickname").fill("Ben")
    his.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("button", name="Remove Ben")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    my_turn(page)
    stop_the_clock(page)  # a slip goes by itself after a while
    agent = str(steps_in(page).first.get_attribute("aria-label"))  # two sit out, another two each time
    for _ in range(7):  # more than any die gives
        page.keyboard.press(agent[0].lower())
    slip = page.get_by_role("region", name="Not possible:")
    expect(slip).to_contain_text("You do not have that many movement points.")
    slip.get_by_role("button", name="Rule S3.2").focus()  # it stays while somebody is at its rule
    page.clock.resume()
    axe.check(page)
    slip.get_by_role("button", name="Rule S3.2").click()
    expect(page.locator("[data-rule='S3.2']")).to_be_focused()
    expect(
        page.get_by_role("tabpanel", name="Rules").get_by_text("Spend all your points on any agents")
    ).to_be_visible()
    axe.check(page)
    page.get_by_role("button", name=re.compile("^Confirm")).click()
    expect(page.get_by_role("button", name="No", exact=True)).to_be_visible()
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    undo.click()
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("button", name=re.compile("^Undone: You move"))).to_be_visible()


def test_dialogs_hold_the_focus_and_settings_count_at_once(person: Make) -> None:
    page, _ = a_table(person(), ALONE)
    my_turn(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("this list")
    expect(dialog).to_contain_text("J D M P L B S")  # the game's own
    axe.check(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    dialog.get_by_text("Light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    dialog.get_by_text("Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
    axe.check(page)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def a_file(folder: Path) -> tuple[Path, dict[str, str]]:
    """A finished match as a file, and its proof."""
    match = topsecret.game("spies").match(seats=3, seed="a file")
    chooser = random.Random(1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, chooser.choice(match.legal(seat)))
    path = folder / "match.topsecret.json"
    path.write_text(match.dumps(), encoding="utf-8")
    proof: dict[str, str] = match.save()["fairness"]
    return path, proof


def test_a_match_file_is_looked_at_through_any_eyes_and_verified(person: Make, tmp_path: Path) -> None:
    path, proof = a_file(tmp_path)
    someone = person()
    page = someone.open()
    page.get_by_role("link", name="Open a saved match").click()
    axe.check(page)
    page.get_by_label("Open a saved match").last.set_input_files(path)
    moment = page.get_by_role("slider", name="Position")
    expect(moment).to_have_value("0")
    expect(page.get_by_text("Verified", exact=True)).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    expect(moment).to_have_value("1")
    page.get_by_role("button", name="To the end").click()
    page.get_by_label("Whose point of view?").select_option(label="Everything revealed")
    expect(page.get_by_role("button", name="Next step")).to_be_visible()
    axe.check(page)
    assert page.url.split("#")[1].startswith("step=")

    # this browser saw another seal while the match ran
    page.evaluate(
        "(seen) => localStorage.setItem('topsecret.commitments', seen)", json.dumps({proof["table"]: "0" * 64})
    )
    page.goto("/replay")
    page.get_by_label("Open a saved match").last.set_input_files(path)
    expect(page.get_by_text("Not verified")).to_be_visible()

    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "something else"}', encoding="utf-8")
    page.goto("/replay")
    with someone.guard.allowing("status of 4"):
        page.get_by_label("Open a saved match").last.set_input_files(broken)
        expect(page.get_by_role("alert")).to_have_text("This file can't be read as a match.")
