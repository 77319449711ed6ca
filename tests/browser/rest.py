"""Whether anything moves on a page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

RUNNING = "() => document.getAnimations().filter((one) => one.playState === 'running').length"


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
