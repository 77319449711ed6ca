"""A match without a mouse, and a table in another language."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.spies import Hand

Make = Callable[..., Person]


def play_on(hands: list[Hand], until: Callable[[], bool], most: int = 3000) -> None:
    """Everybody does what is asked of them until something is so."""
    for _ in range(most):
        if until():
            return
        acted = [hand.act() for hand in hands]
        if not any(acted):
            hands[0].page.wait_for_timeout(20)
    raise AssertionError(f"it did not come to that; the line says: {[hand.line() for hand in hands]}")


def test_a_match_is_played_by_keyboard_and_names_alone(person: Make) -> None:
    page = person().open()
    play = page.get_by_role("button", name="Play now").first
    play.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^building 7")).wait_for()
    hand = Hand(page, keys=True)
    play_on([hand], hand.is_over)
    assert hand.did["move"] > 3
    expect(page.get_by_role("heading", name=re.compile("was|Nobody wins")).first).to_be_visible()


def test_a_table_speaks_german(person: Make) -> None:
    someone = person(locale="de-DE", color_scheme="light", phone=True)
    page = someone.open()
    page.locator("main button").first.click()
    page.wait_for_url(re.compile(r"/t/[A-Z]+-\d{4}$"))
    page.locator("button.agent").first.wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    axe.check(page)
