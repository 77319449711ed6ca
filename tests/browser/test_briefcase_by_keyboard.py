"""A whole match of briefcase without a pointer: squares are typed, Enter confirms."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.briefcase_player import OVER, BriefcasePlayer, play_together
from tests.browser.people import Person
from tests.browser.tables import a_table

pytestmark = pytest.mark.slow


def test_a_match_is_played_by_keyboard_and_names_alone(person: Callable[..., Person]) -> None:
    wish = {
        "game": "briefcase",
        "name": "Ada",
        "options": {"box": "trio", "starter": 0},
        "bots": ["random"],
        "start": True,
    }
    page, _ = a_table(person(), wish)
    player = BriefcasePlayer(page, 0, keys=True)
    player.confirm("Give this order")

    # The board is one stop; arrows walk on it, Space presses, Escape lets go.
    expect(player.square("E2")).to_have_attribute("aria-label", re.compile("Can announce a move"))
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset?.square ?? ''"):
            break
    for _ in range(12):
        at = page.evaluate("document.activeElement.dataset.square")
        if at == "e2":
            break
        page.keyboard.press(
            "ArrowLeft"
            if at[0] > "e"
            else "ArrowRight"
            if at[0] < "e"
            else "ArrowDown"
            if int(at[1:]) > 2
            else "ArrowUp"
        )
    page.keyboard.press("Space")
    expect(player.square("E2")).to_have_attribute("aria-label", re.compile("Chosen$"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(player.square("E3")).to_have_attribute("aria-label", re.compile("The arrow points here"))
    page.keyboard.press("Escape")
    expect(player.square("E2")).to_have_attribute("aria-label", re.compile("Can announce a move"))

    play_together([player])
    assert "move" in player.did
    expect(page.get_by_role("heading", name=OVER)).to_be_visible()
