"""The coach line: there in one's first match, gone when sent away, back when called, refused where the table plays without help."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.tables import at_home

Make = Callable[..., Person]
WITHOUT_HELP = """async () => {
  const wish = { game: "spies", name: "Ada", start: true, options: { help: "off", starter: 0 } };
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(wish) });
  return (await answer.json()).code;
}"""


def test_the_coach_speaks_in_the_first_match_goes_and_comes_back(person: Make) -> None:
    page = person(phone=True).open()
    at_home(page, "Play").click()
    coach = page.get_by_role("complementary", name="Coach")
    expect(coach).to_be_visible()
    axe.check(page)
    coach.get_by_role("button", name="Send the coach away").click()
    expect(coach).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="More")).to_be_visible()
    expect(coach).to_have_count(0)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Call the coach back").click()
    expect(coach).to_be_visible()


def test_where_the_table_plays_without_help_it_is_refused(person: Make) -> None:
    page = person().open()
    page.goto(f"/t/{page.evaluate(WITHOUT_HELP)}")
    button = page.get_by_role("button", name="Coach")
    expect(button).to_be_visible()
    expect(page.get_by_role("complementary", name="Coach")).to_have_count(0)
    button.click()  # it was on by itself: off
    button.click()
    expect(page.locator("[data-refusal]")).to_contain_text("without help")
    expect(page.get_by_role("complementary", name="Coach")).to_have_count(0)
