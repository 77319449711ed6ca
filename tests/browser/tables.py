"""Tables as a test wants them, made through the API and opened in a page."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Person

ALONE = {"game": "spies", "name": "Ann", "seats": 4, "options": {"cards": True, "starter": 0}, "start": True}


def a_table(someone: Person, wish: dict[str, object]) -> tuple[Page, str]:
    """A table as this person wants it, opened."""
    page = someone.open()
    made = page.evaluate(
        """async (wish) => (await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" },
           body: JSON.stringify(wish) })).json()""",
        wish,
    )
    page.goto(f"/t/{made['code']}")
    return page, made["code"]


def at_home(page: Page, button: str, game: str = "Top Secret Spies") -> Locator:
    """A button of a game's folder on the home page."""
    return page.get_by_role("article", name=re.compile(game)).get_by_role("button", name=re.compile(rf"^{button}\s*:"))


def stop_the_clock(page: Page) -> None:
    """From now on nothing on this page happens by the clock alone, until `page.clock.run_for` or
    `page.clock.resume`. axe needs one that runs."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)


def steps_in(page: Page) -> Locator:
    """The agents that can move now."""
    return page.get_by_role("button", name=re.compile(", one step (more )?to "))


def my_turn(page: Page) -> None:
    expect(page).to_have_title(re.compile("Your turn"))
    expect(steps_in(page).first).to_be_visible()  # the board takes keys
