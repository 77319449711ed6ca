"""A page on which nothing happens costs nothing: no animation runs at a table at rest, at home after a while, or in a hidden tab."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.rest import RUNNING, comes_to_rest, until
from tests.browser.tables import ALONE, a_table, my_turn
from topsecret.kernel.registry import games, ids

People = Callable[..., Person]
LIVE = {game.id for game in games() if game.State.timed}  # where somebody always does something
HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""

SHOW = """() => {
    delete document.hidden;
    delete document.visibilityState;
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_nothing_moves_at_a_table_at_rest(person: People) -> None:
    for phone in (False, True):
        page, _ = a_table(person(phone=phone, reduced_motion="no-preference"), ALONE)
        my_turn(page)
        comes_to_rest(page)
        page.keyboard.press("j")
        comes_to_rest(page)


def test_home_moves_for_a_while_and_not_at_all_in_a_hidden_tab(person: People) -> None:
    page = person(reduced_motion="no-preference").open()
    expect(page.get_by_role("button", name="Play").first).to_be_visible()
    page.get_by_role("article").first.hover()  # its picture comes alive
    until(page, lambda running: running > 0)
    page.evaluate(HIDE)
    assert page.evaluate(RUNNING) == 0


@pytest.mark.parametrize("game", sorted(ids()))
def test_nothing_moves_at_any_table_in_a_hidden_tab(person: People, game: str) -> None:
    wish = {"game": game, "name": "Ann", "start": True}
    page, _ = a_table(person(reduced_motion="no-preference"), wish)
    expect(page.get_by_role("textbox", name="Message the table")).to_be_visible()
    page.evaluate(HIDE)
    comes_to_rest(page)
    if game not in LIVE:
        page.evaluate(SHOW)
        comes_to_rest(page)
