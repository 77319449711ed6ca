"""The table before the start shows what counts, and nobody's words break it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.tables import at_home

People = Callable[..., Person]


def test_an_option_that_is_not_taken_says_so_and_another_number_of_seats_clears_it(person: People) -> None:
    page = person().open("/")
    at_home(page, "Create a table").click()
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    expect(page.get_by_text("Seat 3")).to_have_count(0)
    page.get_by_role("checkbox", name="Jaques").check()
    expect(page.get_by_role("alert")).to_have_text("Not valid yet, so it isn't used.")
    page.get_by_role("checkbox", name="Doyle").check()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("checkbox", name="Jaques")).to_be_checked()
    page.get_by_role("group", name="Players").get_by_text("5", exact=True).click()
    expect(page.get_by_text("Seat 5").first).to_be_visible()
    expect(page.get_by_role("checkbox", name="Jaques")).to_have_count(0)  # with five nobody sits out
    page.get_by_role("group", name="Players").get_by_text("3", exact=True).click()
    expect(page.get_by_role("checkbox", name="Jaques")).not_to_be_checked()


def test_a_number_of_seats_that_is_not_taken_is_not_ticked(person: People) -> None:
    page, his = person().open("/"), person().open("/")
    at_home(page, "Create a table").click()
    his.goto(page.get_by_role("textbox", name="Link").input_value())
    his.get_by_label("Nickname").fill("Ben")
    his.get_by_text("Seat 4").click()
    his.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("button", name="Remove Ben")).to_be_visible()
    many = page.get_by_role("group", name="Players")
    many.get_by_text("3", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Someone is sitting there.")
    expect(many.get_by_role("radio", name="3")).not_to_be_checked()
    expect(many.get_by_role("radio", name="4")).to_be_checked()
    many.get_by_role("radio", name="4").focus()
    page.keyboard.press("ArrowRight")
    expect(many.get_by_role("radio", name="5")).to_be_checked()
    expect(many.get_by_role("radio", name="5")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(many.get_by_role("radio", name="6")).to_be_checked()


def test_a_very_long_word_in_the_chat_stays_in_its_box(person: People) -> None:
    page = person().open("/")
    at_home(page, "Create a table").click()
    page.get_by_role("textbox", name="Message the table").fill("x" * 160)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("x" * 160)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    expect(page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)
