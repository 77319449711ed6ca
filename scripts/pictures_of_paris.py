"""Pictures of a real game of paris with bots: on a desktop and on a phone, at night and in daylight."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import Person
from tests.browser.tables import a_table

SEATS = 6
GLANCES = 8  # of ours, before the picture


def in_the_middle(someone: Person, touch: bool = False) -> Page:
    """A game that runs: we have looked around for a while and look at somebody's face now."""
    options = {"turn_s": 20, "starter": 0}
    wish = {"game": "paris", "name": "Ada", "seats": SEATS, "options": options, "start": True}
    page, _ = a_table(someone, wish)
    sights = page.locator("button[data-sight]")  # four places, then the others' faces
    expect(sights.first).to_be_visible()
    for glance in range(GLANCES):
        face = sights.nth(4 + glance % (SEATS - 1))
        (face.tap if touch else face.click)()
        page.wait_for_timeout(900)  # eyes rest on somebody for a moment
    page.evaluate("() => document.activeElement?.blur()")
    return page


def take(make: Callable[..., Person], picture: Callable[[Page, str], None]) -> None:
    desk = in_the_middle(make())
    picture(desk, "paris")
    desk.emulate_media(color_scheme="light")
    picture(desk, "paris-light")
    phone = in_the_middle(make(phone=True), touch=True)
    picture(phone, "paris-phone")
    phone.emulate_media(color_scheme="light")
    picture(phone, "paris-phone-light")
