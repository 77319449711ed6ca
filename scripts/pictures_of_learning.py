"""Pictures of what teaches: a lesson, a page of rules with its pictures, and a note; and a table on a big screen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.people import Person
from tests.browser.tables import ALONE, a_table

Shot = Callable[[Page, str], None]
BIG = {"viewport": {"width": 1920, "height": 1080}}


def lessons(person: Callable[..., Person], shot: Shot) -> None:
    """A lesson before its first touch, at night on a desktop and in daylight on a phone."""
    for name, wishes in (("lesson", {}), ("lesson-phone-light", {"phone": True, "color_scheme": "light"})):
        someone = person(**wishes)
        page = someone.open("/learn/spies/scoring")
        page.locator("[data-ring]").first.wait_for()
        shot(page, name)
        someone.leave()


def rules(person: Callable[..., Person], shot: Shot) -> None:
    for name, wishes in (("rules", {}), ("rules-phone-light", {"phone": True, "color_scheme": "light"})):
        someone = person(**wishes)
        page = someone.open("/rules/intel")
        figure = page.locator('[data-picture="trickle"]')
        figure.scroll_into_view_if_needed()
        figure.locator("[data-ringed]").first.wait_for()
        shot(page, name)
        someone.leave()


def stage(person: Callable[..., Person], shot: Shot) -> None:
    someone = person(**BIG)
    page, code = a_table(someone, ALONE)
    page.get_by_role("heading", level=1).first.wait_for()
    page.goto(f"/t/{code}/stage")
    page.locator("[data-safe]").wait_for()
    shot(page, "stage")
    someone.leave()
