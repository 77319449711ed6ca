"""Every lesson of every game, in a real browser: the board is driven by hand once in each game, recorded solutions do the rest."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import topsecret
from tests.browser import axe
from tests.browser.people import Person
from topsecret.kernel.lesson import lessons_of

Make = Callable[..., Person]
GAMES = topsecret.games()
ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = sorted(path.stem for path in (ROOT / "web" / "src" / "strings").glob("*.json"))
KEPT = "JSON.parse(localStorage.getItem('topsecret.lessons') ?? '{}')"

COVERED = """[...document.querySelectorAll("[data-choice]")].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [top + 3, bottom - 3].some((y) => !one.contains(document.elementFromPoint((left + right) / 2, y)));
}).map((one) => one.textContent)"""  # answers of which not all can be touched

BY_HAND = {  # in one lesson of each game: what is tapped, in order
    "spies": ("scoring", ["target=red", "target=red", "target=blue", "target=blue", "confirm"]),
    "briefcase": ("announce", ["square=d2", "square=d4", "confirm"]),
    "intel": ("catch", ["space=f3", "space=e3", "confirm", "space=d3", "confirm"]),
    "paris": ("look", ["sight=green"]),
}


def words(game: topsecret.Game, language: str, key: str) -> str:
    assert game.folder is not None
    text = (game.folder / "web" / f"strings.{language}.json").read_text(encoding="utf-8")
    found: str = json.loads(text)[key]
    return found


def tap(page: Page, name: str) -> None:
    kind, _, value = name.partition("=")
    page.locator(f'[data-{kind}="{value}"]' if value else f"[data-{kind}]").first.click()


def lesson(page: Page, key: str, done: bool = False) -> Locator:
    return page.locator(f'[data-lesson="{key}"][data-done="{str(done).lower()}"]')


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_lesson_can_be_walked_to_its_stamp(person: Make, game: topsecret.Game) -> None:
    """Once by hand, else by "Show me": what is played is the recorded solution, over the wire and on the board."""
    by_hand, taps = BY_HAND[game.id]
    page = person().open(f"/learn/{game.id}")
    for one in lessons_of(game):
        expect(lesson(page, one.key)).to_be_visible()
        expect(page.get_by_role("heading", level=2).first).not_to_have_text("")
        if one.key == by_hand:
            expect(page.locator("[data-ring]").first).to_be_visible()
            for name in taps:
                tap(page, name)
        else:
            page.locator("[data-show]").click()
        expect(lesson(page, one.key, done=True)).to_be_visible()
        expect(page.locator("[data-stamp-done]")).to_be_visible()
        page.locator("[data-next]").click()
    page.wait_for_url("**/t/*")  # after the last lesson a real match begins
    expect(page.get_by_role("heading", level=1)).to_have_text(game.title)
    assert page.evaluate(KEPT) == {game.id: [by_hand]}, "what the page has shown is not what was done"


def test_a_wrong_try_gets_a_pink_slip_and_it_can_be_done_again_by_keyboard(person: Make) -> None:
    page = person(phone=True).open("/learn/spies/scoring")
    expect(lesson(page, "scoring")).to_be_visible()
    axe.check(page)
    expect(page.locator("[data-ring]").first).to_be_visible()
    for agent in ("blue", "yellow", "orange", "orange"):
        tap(page, f"target={agent}")
    expect(page.locator("[data-ring]")).to_have_count(0)  # nothing is left to touch but the main button
    tap(page, "confirm")
    expect(page.locator("[data-wrong]")).to_contain_text("Jaques two steps")
    axe.check(page)
    page.locator("[data-again]").press("Enter")
    expect(page.locator("[data-wrong]")).to_have_count(0)
    expect(page.locator('[data-target="red"]')).to_be_visible()
    for agent in ("red", "red", "blue", "yellow"):
        page.locator(f'[data-target="{agent}"]').press("Enter")
    page.locator("[data-confirm]").press("Enter")
    expect(lesson(page, "scoring", done=True)).to_be_visible()
    axe.check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
    assert page.evaluate(KEPT) == {"spies": ["scoring"]}
    page.reload()
    expect(page.locator('[data-step="2"]')).to_have_accessible_name("Lesson 2: Cause a scoring (done)")
    page.goto("/")
    expect(page.get_by_role("article", name="Top Secret Spies")).to_be_visible()
    assert page.evaluate("localStorage.getItem('topsecret.tables')") is None, "a lesson is no game of mine"


def test_a_step_on_the_way_is_no_mistake_and_leads_to_what_comes_next(person: Make) -> None:
    """On a phone the hand lies below the board: it comes into sight, opens at a tap, and the board comes back."""
    page = person(phone=True).open("/learn/spies/cards")
    tap(page, "yes")
    expect(page.locator("[data-onward]")).to_contain_text("choose the decoy")
    expect(page.locator("[data-wrong], [data-again]")).to_have_count(0)
    expect(page.locator('[data-ring="hand"]')).to_be_visible()
    expect(page.locator("[data-hand]")).to_be_in_viewport(ratio=1)
    page.locator("[data-hand] button").click()
    tap(page, "card=decoy")
    expect(page.locator('[data-target="green"]')).to_be_in_viewport(ratio=1)
    tap(page, "target=green")
    tap(page, "target=8")
    tap(page, "confirm")
    expect(lesson(page, "cards", done=True)).to_be_visible()


def test_a_question_about_moves_waits_until_they_were_shown(person: Make) -> None:
    page = person(phone=True).open("/learn/spies/suspicious")
    expect(page.locator("[data-choice]")).to_have_count(5)
    expect(page.locator('[data-target="red"]')).to_be_visible()  # my turn: all has been shown
    expect(page.locator("[data-confirm]")).to_have_count(0)
    expect(page.locator("[data-choice]").last).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-look-again]")).to_be_in_viewport(ratio=1)
    page.locator('[data-choice="agent.violet.name"]').click()
    expect(lesson(page, "suspicious", done=True)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_lesson_of_every_game_speaks_every_language(person: Make, language: str) -> None:
    page = person(phone=True, locale=language).open()
    for game in GAMES:
        first = lessons_of(game)[0]
        page.goto(f"/learn/{game.id}/{first.key}")
        expect(lesson(page, first.key)).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", language)
        goal = words(game, language, f"lesson.{first.key}.goal").split("{")[0]
        expect(page.get_by_role("heading", level=2).first).to_contain_text(goal)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
        assert page.evaluate(COVERED) == [], "an answer lies under something else"


def test_on_a_phone_the_notebook_of_a_lesson_leaves_the_board_in_sight(person: Make) -> None:
    """Whoever taps a spy wants to see the board; its row in the notebook below must not scroll it away."""
    page = person(phone=True).open("/learn/briefcase/no")
    for square, row in (("b11", "spy 7 could be"), ("d2", "Spy 9 could be")):
        tap(page, f"square={square}")
        expect(page.locator("[data-folder]")).to_contain_text(row)
        expect(page.locator(f'[data-square="{square}"]')).to_be_in_viewport(ratio=1)
    tap(page, "square=d4")
    tap(page, "confirm")
    expect(page.locator('[data-choice="piece.rook"]')).to_be_in_viewport()
    expect(page.locator('[data-stamp="no"]')).to_be_in_viewport()


def test_what_is_to_be_touched_comes_into_sight_on_a_phone(person: Make) -> None:
    page = person(phone=True).open("/learn/briefcase/orders")
    expect(page.locator("[data-change-order]")).to_be_in_viewport(ratio=1)


def test_a_lesson_that_is_only_looked_at_offers_no_turn_to_end(person: Make) -> None:
    page = person().open("/learn/intel/dice")
    expect(page.locator('[data-choice="lesson.dice.f3"]')).to_be_visible()
    expect(page.locator("[data-confirm]")).to_be_hidden()
