"""A whole match without a pointer: by keys and accessible names alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.player import Player, play_together
from tests.browser.tables import at_home

pytestmark = pytest.mark.slow


def test_a_match_with_cards_and_dossiers_is_played_by_keyboard_and_names_alone(person: Callable[..., Person]) -> None:
    page = person().open("/")
    hands = Player(page, "keys", keys=True)
    hands.press(at_home(page, "Create a table"))
    for option in ("Top Secret cards", "Secret dossiers"):
        hands.reach(page.get_by_role("checkbox", name=option))
        page.keyboard.press("Space")
        expect(page.get_by_role("checkbox", name=option)).to_be_checked()
    hands.press(page.get_by_role("button", name="Start"))
    expect(page.get_by_role("list", name="The agents").get_by_role("button")).to_have_count(7)
    play_together([hands])
    assert {"movement", "poll", "dossier"} <= hands.did
    expect(page.get_by_role("heading", name=re.compile("was|Nobody wins")).first).to_be_visible()
    sentence = re.compile(
        r"^(You win as|.* wins as|.* share the win|Nobody wins:).*(; you come \d\w\w of 4, as .*)?\.$"
    )
    expect(page.get_by_text(sentence).first).to_be_visible()
    hands.press(page.get_by_role("link", name="Review the game"))
    expect(page.get_by_role("slider")).to_be_visible()
    page.go_back()
    hands.press(page.get_by_role("button", name="Rematch"))  # with bots alone it starts at once
    expect(page.get_by_role("list", name="The agents").get_by_role("button")).to_have_count(7)
