"""Friends at one table: a whole match of spies with cards and dossiers, from the invitation to the rematch and the replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.player import Player, play_together, play_until_the_move_of
from tests.browser.tables import at_home

pytestmark = pytest.mark.slow
People = Callable[..., Person]


def invite(ada: Page, *options: str) -> str:
    """Makes a table with these options; its address."""
    ada.get_by_role("textbox", name="Nickname").fill("Ada")
    at_home(ada, "Create a table").click()
    for option in options:
        ada.get_by_role("checkbox", name=option).check()
    for seat in (3, 4):
        ada.get_by_role("combobox", name=f"Who takes seat {seat}?").select_option(label="Bot: Recruit")
    expect(ada.get_by_text("A bot will take the open seat.")).to_be_visible()
    link = ada.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile("/t/[A-Z]+-[0-9]{4}-[0-9A-Z]{8}$"))
    return re.sub("^https?://[^/]+", "", link.input_value())


def sit_down(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Nickname").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("(you)")).to_be_visible()


def agents(page: Page) -> Locator:
    return page.get_by_role("list", name="The agents").get_by_role("button")


def test_two_people_and_two_bots_play_a_whole_match_with_a_spectator_a_rematch_and_a_replay(
    person: People, tmp_path: Path
) -> None:
    ada, bob, eve = person(), person(phone=True, line=True), person(color_scheme="light")
    desk = ada.open("/")
    axe.check(desk)
    address = invite(desk, "Top Secret cards", "Secret dossiers")
    axe.check(desk)
    phone = bob.open(address)
    axe.check(phone)
    sit_down(phone, "Bob <b>&amp;")
    axe.check(phone)
    expect(desk.get_by_text("Bob <b>&amp;").first).to_be_visible()
    phone.get_by_role("textbox", name="Message the table").fill("<script>alert(1)</script> hello")
    phone.keyboard.press("Enter")
    expect(desk.get_by_text("<script>alert(1)</script> hello")).to_be_visible()
    desk.get_by_role("button", name="Start").click()

    watching = eve.open(address)
    expect(watching.get_by_text("Watching")).to_be_visible()
    assert not watching.get_by_role("region", name="Your secrets").count()

    hands = [Player(desk, "ada"), Player(phone, "bob", touch=True)]
    for page in (desk, phone):
        expect(agents(page)).to_have_count(7)
    for page in (desk, phone, watching):
        axe.check(page)

    # A half-made movement survives a reload, and a second tab of the same seat shows it too.
    hands[0].press(play_until_the_move_of(hands[0], hands).first)
    half_made = desk.get_by_role("button", name=re.compile(r", 1 from .*, now "))
    expect(half_made).to_have_count(1)
    said = half_made.get_attribute("aria-label")
    desk.reload()
    expect(half_made).to_have_count(1)
    mirror = ada.open(address)
    expect(mirror.get_by_role("button", name=said or "", exact=True)).to_be_visible()
    mirror.keyboard.press("Backspace")
    expect(half_made).to_have_count(0)
    mirror.close()

    # The connection is lost and comes back; what happened meanwhile is there.
    play_together(hands, until=lambda: "card" in hands[0].did | hands[1].did)
    bob.cut()
    expect(phone.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_visible()
    for _ in range(40):
        if hands[0].play():
            break
        desk.wait_for_timeout(50)
    bob.mend()
    expect(phone.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_hidden()
    bob.settled()

    # An entry of the log shows the position it speaks of, and one comes back to now.
    desk.get_by_role("tabpanel", name="Log").get_by_role("button", name=re.compile("The die shows")).last.click()
    expect(desk.get_by_role("button", name="Back to now")).to_be_visible()
    expect(desk.get_by_role("img", name=re.compile("^Scoring track: Jaques .red. 0"))).to_be_visible()
    axe.check(desk)
    desk.get_by_role("button", name="Back to now").click()

    play_together(hands)
    assert {"movement", "poll", "card", "safe", "dossier"} <= hands[0].did | hands[1].did
    for page in (desk, phone, watching):
        expect(page.get_by_role("heading", name="Who was who")).to_be_visible()
        expect(page.get_by_text("Who guessed what").first).to_be_visible()
        expect(page.get_by_text("Verified", exact=True).first).to_be_visible()
        axe.check(page)
    for page in (desk, phone):
        expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)

    # The file, and the replay of it, through other eyes.
    with desk.expect_download() as download:
        desk.get_by_role("link", name="Save the match").click()
    file = tmp_path / "match.topsecret.json"
    download.value.save_as(file)
    stranger = person(locale="de-DE")
    replay = stranger.open("/replay")
    axe.check(replay)
    replay.locator("input[type=file]").set_input_files(file)
    expect(replay.get_by_role("slider")).to_be_visible()
    expect(replay.get_by_text("Geprüft", exact=True).first).to_be_visible()
    axe.check(replay)
    watching.get_by_role("link", name="Review the game").click()
    expect(watching.get_by_role("slider")).to_be_visible()
    watching.get_by_role("button", name="Next step").click()
    watching.get_by_role("combobox", name="Whose point of view?").select_option(label="Everything revealed")
    expect(watching.get_by_role("slider")).to_be_visible()
    watching.get_by_role("button", name="To the end").click()
    axe.check(watching)

    # The rematch, with the same seats.
    desk.get_by_role("button", name="Rematch").click()
    expect(desk.get_by_text("Waiting for Bob <b>&amp;.")).to_be_visible()
    expect(phone.get_by_text("Ada wants a rematch.")).to_be_visible()
    phone.get_by_role("button", name="Yes, a rematch").click()
    for page in (desk, phone):
        expect(agents(page)).to_have_count(7)
