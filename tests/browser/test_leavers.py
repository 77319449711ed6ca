"""Somebody goes: the others see since when, may let a bot play on when it is time, and whoever comes back is back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.tables import a_table

People = Callable[..., Person]
OUT = Path(__file__).resolve().parent / "out"


def sit_down(page: Page, code: str, name: str) -> None:
    """By the link, as anybody."""
    page.goto(f"/t/{code}")
    page.get_by_label("Nickname").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("Waiting for")).to_be_visible()


def begun(person: People, game: str, seats: int, grace_s: int, *, phone: bool = False) -> tuple[Page, Person, Page]:
    """Ann and Bea at a table whose match has begun."""
    ann, bea = person(phone=phone), person(phone=True)
    wish = {"game": game, "name": "Ann", "seats": seats, "terms": {"grace_s": grace_s, "stand_in": "easy"}}
    page, code = a_table(ann, wish)
    theirs = bea.open("/")
    sit_down(theirs, code, "Bea")
    page.get_by_role("button", name="Start game").click()
    expect(theirs.get_by_role("button", name="Start game")).to_have_count(0)
    expect(page.get_by_role("main")).to_be_visible()
    return page, bea, theirs


@pytest.mark.parametrize(("game", "phone"), [("spies", False), ("intel", True), ("paris", False)])
def test_a_bot_plays_on_for_whoever_has_gone_until_they_are_back(person: People, game: str, phone: bool) -> None:
    page, bea, theirs = begun(person, game, 3 if game == "paris" else 2, 5, phone=phone)
    address = theirs.url
    theirs.close()
    leaver = page.locator("[data-leaver='1']")
    expect(leaver).to_contain_text("to come back")
    expect(leaver.get_by_role("button")).to_have_attribute("aria-disabled", "true")
    lit = leaver.get_by_role("button", name="Let a bot play on", exact=True)
    expect(lit).to_have_attribute("aria-disabled", "false")
    axe.check(page)
    lit.click()
    expect(leaver).to_have_count(0)
    if phone:
        page.get_by_role("button", name="Log", exact=True).click()
    said = page.get_by_text(re.compile("A bot is playing for Bea"))
    expect(said.first).to_be_visible()
    again = bea.open(address)
    expect(page.get_by_text("Bea is back.").first).to_be_visible()
    expect(again.get_by_role("main")).to_be_visible()


def test_whoever_leaves_a_running_match_finds_the_seat_again(person: People) -> None:
    page, _, theirs = begun(person, "spies", 2, 5)
    address = theirs.url
    theirs.get_by_role("button", name="More").click()
    theirs.get_by_role("button", name="Table and people").click()
    dialog = theirs.get_by_role("dialog")
    dialog.get_by_role("button", name="Leave the match").click()
    axe.check(theirs)
    dialog.get_by_role("button", name="Leave", exact=True).click()
    expect(theirs).to_have_url(re.compile(r"/$"))
    expect(page.get_by_text("Bea has left.").first).to_be_visible()
    theirs.goto(address)
    expect(page.get_by_text("Bea is back.").first).to_be_visible()
