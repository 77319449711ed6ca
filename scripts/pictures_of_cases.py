"""Pictures of a case: one that is being solved, and one whose proof is shown."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.people import Person
from topsecret.kernel.cases import case, shipped

GAME, DIFFICULTY = "briefcase", "hard"


def take(person: Callable[..., Person], shot: Callable[[Page, str], None]) -> None:
    someone = person()
    seed = shipped(GAME)[DIFFICULTY][0]
    answer = case(GAME, DIFFICULTY, seed).puzzle.answer[0]
    page = someone.open(f"/case/{GAME}/{DIFFICULTY}-{seed}")
    page.get_by_role("button", name="Hint 1 of 3").click()
    page.get_by_role("button", name="Hint 2 of 3").wait_for()
    shot(page, "case")
    page.locator(f'label:has(input[value="{answer}"])').click()
    page.get_by_role("button", name="Say it").click()
    page.get_by_text("The shortest proof").wait_for()
    shot(page, "case-solved")
    someone.leave()
