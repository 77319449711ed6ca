"""A short deal of paris on a phone, against bots of the house, to its end: in real time, with few cards."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.tables import a_table

pytestmark = [pytest.mark.slow, pytest.mark.long]  # test_paris_whole_match has a phone and bots, too
People = Callable[..., Person]
SHORT = {"cards_removed": 5, "turn_s": 3, "look_ms": 200}


def test_a_deal_against_bots_is_played_on_a_phone(person: People) -> None:
    """Looks around, winks at whoever looks back, throws cards away with the case: that ends it."""
    ann = person(phone=True, reduced_motion="reduce")
    page, _ = a_table(ann, {"game": "paris", "name": "Ann", "seats": 4, "options": SHORT, "start": True})
    faces = page.get_by_role("button", name=re.compile("^Look at .* points?, "))
    expect(faces).to_have_count(3)
    away, wink, over = (
        page.get_by_role("button", name="Throw away my contact"),
        page.locator("[data-wink]"),
        page.locator("#reveal-title"),
    )
    seen: set[str] = set()
    for turn in itertools.count():
        assert turn < 400, "the deal does not end"
        if over.is_visible():
            break
        if away.is_visible():
            page.evaluate(
                """() => {
                    const press = (name) => [...document.querySelectorAll("button")].find((one) => one.textContent.includes(name))?.click();
                    press("Throw away my contact");
                    setTimeout(() => press("Throw away and pass"));
                }"""
            )
        elif faces.count() == 3:
            page.keyboard.press(str(turn % 3 + 1))
            slip = page.locator(".slip b")
            seen.update(
                word for word in ("looks at", "looks at you", "winked") if slip.count() and word in slip.inner_text()
            )
            if "looks at you" in seen and wink.is_visible():
                page.keyboard.press("w")
        page.wait_for_timeout(250)
    assert "looks at" in seen
    expect(over).to_have_text(re.compile("won|Won"))
    expect(page.get_by_role("listitem").filter(has_text="Ann").first).to_contain_text("At the end in hand")
    axe.check(page)
    page.get_by_role("link", name=re.compile("Review|Replay|again", re.I)).first.click()
    # The reel: with everything open, who looked where and what Ann missed.
    notes = page.get_by_role("region", name="What happened")
    expect(notes).to_contain_text(re.compile(r"The others winked \d+ times; you saw \d+ of these winks"))
    axe.check(page)
