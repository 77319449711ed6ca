"""After the match bots say what they thought; and whoever has won against bots is offered strong ones."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.intel_player import OVER
from tests.browser.people import Person
from tests.browser.tables import a_table, at_home

Make = Callable[..., Person]


def given_up(someone: Person) -> Page:
    """A match of intel in which the bot began and the person gives up."""
    wish = {"game": "intel", "name": "Ann", "options": {"starter": 1}, "bots": ["easy"], "start": True}
    page, _ = a_table(someone, wish)
    expect(page).to_have_title(re.compile("Your turn|Du bist"))
    page.get_by_role("button", name=re.compile("Resign|Aufgeben")).click()
    page.locator("[data-resign]").click()
    return page


@pytest.mark.parametrize(("phone", "locale"), [(False, "en-GB"), (True, "de-DE")], ids=["desktop", "phone in German"])
def test_after_the_match_the_replay_tells_what_a_bot_thought(person: Make, phone: bool, locale: str) -> None:
    page = given_up(person(phone=phone, locale=locale))
    page.get_by_role("link", name=re.compile("What the bots thought|Was die Bots dachten")).click()
    thought = page.locator(".side .thought").first
    expect(thought).to_contain_text(re.compile("thought: .* looked the best of|dachte: .* das Beste von"))
    axe.check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
    page.get_by_label(re.compile("Whose point of view|Aus wessen Sicht")).select_option("spectator")
    expect(page.locator(".thought")).to_have_count(0)


def test_strong_bots_are_offered_to_whoever_has_won(person: Make) -> None:
    page = person().open()
    expect(at_home(page, "Play")).to_be_visible()
    expect(at_home(page, "Play against strong bots")).to_have_count(0)
    page.evaluate("""localStorage.setItem("topsecret.won", JSON.stringify(["spies"]))""")
    page.reload()
    axe.check(page)
    at_home(page, "Play against strong bots").click()
    page.wait_for_url(re.compile("/t/"))
    code = page.url.rpartition("/")[2]
    table = page.evaluate("async (code) => (await fetch(`/api/tables/${code}`)).json()", code)
    assert [seat["bot"] for seat in table["table"]["seats"][1:]] == ["hard"] * 3


def test_a_won_match_is_remembered(person: Make) -> None:
    """The other side gives up: a bot never does, so a friend's seat beside a bot is not what counts."""
    page = given_up(person())
    expect(page.get_by_role("heading", name=OVER)).to_be_visible()
    assert page.evaluate("""localStorage.getItem("topsecret.won")""") is None
