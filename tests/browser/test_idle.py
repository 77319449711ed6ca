"""A page on which nothing happens costs nothing: no animation runs at a table at rest, at home after a while, or in a hidden tab."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import Person
from tests.browser.tables import ALONE, a_table, my_turn

People = Callable[..., Person]
RUNNING = "() => document.getAnimations().filter((one) => one.playState === 'running').length"
HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def comes_to_rest(page: Page) -> None:
    """What runs ends by itself; an animation without an end would never let this pass."""
    endless = page.evaluate(
        "() => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime === Infinity).length"
    )
    assert endless == 0
    until(page, lambda running: running == 0)


def until(page: Page, enough: Callable[[int], bool]) -> None:
    """Waits for so many running animations."""
    for _ in range(2400):
        if enough(page.evaluate(RUNNING)):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{page.evaluate(RUNNING)} animations run")


def test_nothing_moves_at_a_table_at_rest(person: People) -> None:
    for phone in (False, True):
        page, _ = a_table(person(phone=phone, reduced_motion="no-preference"), ALONE)
        my_turn(page)
        comes_to_rest(page)
        page.keyboard.press("j")
        comes_to_rest(page)


def test_home_moves_for_a_while_and_not_at_all_in_a_hidden_tab(person: People) -> None:
    page = person(reduced_motion="no-preference").open()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    page.get_by_role("article").first.hover()  # its picture comes alive
    until(page, lambda running: running > 0)
    page.evaluate(HIDE)
    assert page.evaluate(RUNNING) == 0
