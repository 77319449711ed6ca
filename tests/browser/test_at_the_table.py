"""What one finds at a table: covered secrets, one's own language and theme."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.player import Player, play_until_the_move_of
from tests.browser.tables import at_home

People = Callable[..., Person]
AGENTS = re.compile(r"You are (Jaques|Doyle|Mirkov|Perry|Larsson|Bucci|Schulz)")


def my_turn(page: Page) -> None:
    at_home(page, "Play").click()
    hands = Player(page, "table")
    play_until_the_move_of(hands, [hands])


def test_the_own_identity_is_there_only_while_it_is_held(person: People) -> None:
    page = person().open("/")
    my_turn(page)
    cover = page.get_by_role("button", name="Show my identity while held")
    secrets = page.get_by_role("region", name="Your secrets")
    assert not re.search("Jaques|Doyle|Mirkov|Perry|Larsson|Bucci|Schulz", secrets.inner_text())
    box = cover.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(secrets).to_contain_text(re.compile("Jaques|Doyle|Mirkov|Perry|Larsson|Bucci|Schulz"))
    axe.check(page)
    page.mouse.up()
    expect(secrets).not_to_contain_text(re.compile("Jaques|Doyle|Mirkov|Perry|Larsson|Bucci|Schulz"))
    cover.focus()
    page.keyboard.down("Space")
    expect(page.get_by_role("status").filter(has_text=AGENTS)).to_have_count(1)
    page.keyboard.up("Space")
    expect(secrets).not_to_contain_text(re.compile("Jaques|Doyle|Mirkov|Perry|Larsson|Bucci|Schulz"))


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_language_and_theme_are_changed_at_the_table_and_stay(person: People, phone: bool) -> None:
    me = person(phone=phone)
    page = me.open("/")
    at_home(page, "Play").click()
    expect(page.get_by_role("region", name="Your secrets")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    axe.check(page)
    dialog.get_by_role("radio", name="Light").check()
    dialog.get_by_role("radio", name="Deutsch").check()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("region", name="Deine Geheimnisse")).to_be_visible()
    axe.check(page)
    page.reload()
    expect(page.get_by_role("region", name="Deine Geheimnisse")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_text_of_double_size_stays_on_the_screen(person: People) -> None:
    page = person(viewport={"width": 720, "height": 900}).open("/")
    at_home(page, "Play").click()
    expect(page.get_by_role("region", name="Your secrets")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
