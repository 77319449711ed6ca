"""Whatever shows a card, an agent, a piece or a place says what it is: by holding, by the right button, by a key, by asking first. A tap
that acts goes on acting."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.tables import a_table

Make = Callable[..., Person]
SHOWN = {  # in a lesson of each game: an element of its board, and what its note is about
    "spies": ("scoring", '[data-target="red"]', "agent:red"),
    "briefcase": ("announce", '[data-square="f6"]', "word:briefcase"),
    "intel": ("catch", '[data-space="f3"]', "role:analyst"),
    "paris": ("look", '[data-sight="metro"]', "place:metro"),
}


def note(page: Page, thing: str) -> Locator:
    return page.locator(f'[data-note="{thing}"]')


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("[data-note]")).to_have_count(0)


@pytest.mark.parametrize("game", SHOWN)
def test_the_board_is_explained_by_the_right_button_and_by_a_key_and_nothing_is_played(person: Make, game: str) -> None:
    lesson, what, thing = SHOWN[game]
    page = person().open(f"/learn/{game}/{lesson}")
    target = page.locator(what).first
    target.click(button="right")
    expect(note(page, thing)).to_be_visible()
    expect(note(page, thing)).not_to_have_text("")
    axe.check(page)
    close(page)
    target.focus()
    page.keyboard.press(".")
    expect(note(page, thing)).to_be_visible()
    close(page)
    expect(page.locator('[data-done="true"]')).to_have_count(0)


def hold(page: Page, target: Locator) -> None:
    """A finger that stays."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("[data-note]").first).to_be_visible()
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_that_holds_asks_and_a_finger_that_taps_plays(person: Make) -> None:
    page = person(phone=True).open("/learn/spies/scoring")
    red = page.locator('[data-target="red"]')
    hold(page, red)
    expect(note(page, "agent:red")).to_be_visible()
    close(page)
    expect(page.locator("[data-ghost]")).to_have_count(0)  # nobody was moved by it
    red.tap()
    expect(page.locator('[data-ghost="red"]')).to_have_count(1)


def test_the_next_tap_can_be_made_a_question(person: Make) -> None:
    """Where holding means something else, as with the loupe of briefcase on a phone."""
    wish = {"game": "briefcase", "name": "Ann", "options": {"starter": 0}, "start": True}
    page, _ = a_table(person(phone=True), wish)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="What is this?").click()
    page.locator('[data-square="f6"]').tap()
    expect(note(page, "word:briefcase")).to_be_visible()
    close(page)
    page.keyboard.press(".")
    expect(page.get_by_text("Tap what you want to know about.").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("html[data-asking]")).to_have_count(0)


WORD = """(name) => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const at = text.data.indexOf(name);
    if (at < 0 || !text.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + name.length);
    const box = range.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}"""  # where a name stands in a text of the page


def test_a_name_in_a_text_is_explained_by_a_tap_although_nobody_has_marked_it(person: Make) -> None:
    page = person(phone=True).open("/learn/spies/scoring")
    expect(page.locator('[data-lesson="scoring"]')).to_be_visible()
    place = page.evaluate(WORD, "Mirkov")
    page.touchscreen.tap(place["x"], place["y"])
    expect(note(page, "agent:green")).to_be_visible()
    close(page)
    beside = page.evaluate(WORD, "buildings away")
    page.touchscreen.tap(beside["x"], beside["y"])
    place = page.evaluate(WORD, "Jaques")
    page.touchscreen.tap(place["x"], place["y"])
    expect(note(page, "agent:red")).to_be_visible()  # and nothing came of the words beside it
    expect(page.locator("[data-note]")).to_have_count(1)


def test_the_answers_of_a_case_are_explained_by_holding_and_not_given_by_it(person: Make) -> None:
    page = person(phone=True).open("/case/briefcase")
    answer = page.locator('label[data-thing="piece:rook"]').first
    hold(page, answer)
    expect(note(page, "piece:rook")).to_be_visible()
    close(page)
    expect(answer.locator("input")).not_to_be_checked()
