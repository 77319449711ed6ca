"""Every language on a phone: changed at the table without a reload, everything on the screen changes, and no word is cut."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import topsecret
from tests.browser.people import Person
from tests.browser.tables import a_table

People = Callable[..., Person]
ROOT = Path(topsecret.__file__).parents[2]
SHELL = ROOT / "web" / "src" / "strings"
LANGUAGES = sorted(path.stem for path in SHELL.glob("*.json"))
NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
GAMES: dict[str, dict[str, Any]] = {
    "spies": {"seats": 4, "options": {"cards": True, "dossier": True, "starter": 0}},
    "briefcase": {"options": {"starter": 0}},
    "intel": {"options": {"starter": 0}},
    "paris": {"seats": 4, "options": {"starter": 0, "slow": True}},
}

# What is cut: text that is wider than the box that hides the rest, and words beyond the screen's edge.
CUT = """() => {
  const found = [];
  const shown = { opacityProperty: true, visibilityProperty: true };
  const seen = (one) => one.checkVisibility(shown) && !one.closest(".visually-hidden, [inert]");
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const one of document.querySelectorAll("button, a, h1, h2, h3, label, summary, [role=tab], [role=button], p, dt, dd, li")) {
    if (!seen(one) || !one.innerText?.trim()) continue;
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.bottom < 0 || box.top > innerHeight) continue;
    const style = getComputedStyle(one);
    const hides = style.overflowX !== "visible" && style.overflowX !== "auto" && style.overflowX !== "scroll";
    if (hides && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${one.innerText.trim().slice(0, 60)}`);
    const scrolls = [...parents(one)].some((up) => /auto|scroll/.test(getComputedStyle(up).overflowX));
    const pressed = one.matches("button, a, [role=tab], [role=button]");
    if (!scrolls && pressed && (box.left < -1 || box.right > innerWidth + 1))
      found.push(`beyond the edge: ${one.innerText.trim().slice(0, 60)}`);
  }
  return found;
  function* parents(one) { for (let up = one.parentElement; up; up = up.parentElement) yield up; }
}"""

SAID = """() => {
  const labels = [...document.querySelectorAll("[aria-label]")].filter((one) => one.checkVisibility());
  const announced = document.querySelector("[role=status].visually-hidden")?.textContent ?? "";  // said already
  return [document.body.innerText.replace(announced, ""), ...labels.map((one) => one.getAttribute("aria-label"))].join("\\n");
}"""


@cache
def strings(game: str, language: str) -> dict[str, str]:
    own = ROOT / "src" / "topsecret" / "games" / game / "web" / f"strings.{language}.json"
    files = [SHELL / f"{language}.json", *([own] if game else [])]
    return {key: text for path in files for key, text in json.loads(path.read_text(encoding="utf-8")).items()}


@cache
def pieces(game: str, language: str) -> frozenset[str]:
    """Pieces of sentences, three words and more, without parameters."""
    found = (
        piece.strip(" .,:;!?") for text in strings(game, language).values() for piece in re.split(r"\{\w+\}|\n", text)
    )
    return frozenset(piece for piece in found if len(piece.split()) >= 3)


def left_over(said: str, game: str, language: str) -> list[str]:
    """What is still said in another language."""
    ours = "\n".join(strings(game, language).values())
    others = {piece for other in LANGUAGES if other != language for piece in pieces(game, other)}
    return sorted(piece for piece in others if piece in said and piece not in ours)


def speak(page: Page, language: str) -> None:
    """Changes the language in the settings, as people do, and closes them."""
    names = "|".join(strings("", one)["settings.title"] for one in LANGUAGES)
    page.get_by_role("button", name=re.compile(f"^({names})")).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=NAMES[language]).check()
    expect(page.locator("html")).to_have_attribute("lang", language)
    picture(page, "settings", language)
    assert page.evaluate(CUT) == [], f"settings in {language}"
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def picture(page: Page, what: str, language: str) -> None:
    """For whoever looks at them: TOPSECRET_PICTURES names a folder."""
    folder = os.environ.get("TOPSECRET_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{what}-{language}.png")


def check(page: Page, what: str, game: str, language: str) -> None:
    picture(page, what, language)
    assert page.evaluate(CUT) == [], f"{what} in {language}"
    assert left_over(page.evaluate(SAID), game, language) == [], f"{what} in {language}"


@pytest.mark.parametrize("game", [*GAMES])
def test_a_table_changes_its_language_at_once_and_nothing_is_cut(person: People, game: str) -> None:
    page, _ = a_table(person(phone=True), {"game": game, "name": "Ann", "start": True, **GAMES[game]})
    expect(page.get_by_role("main")).to_be_visible()
    page.evaluate("window.stays = true")
    for language in [*(one for one in LANGUAGES if one != "en"), "en"]:
        speak(page, language)
        check(page, game, game, language)
        page.keyboard.press("r")
        heading = strings(game, language)["rules.title"]
        rules = page.get_by_role("region", name=heading, exact=True)
        expect(rules.locator("[lang]")).to_have_attribute("lang", language)
        check(page, f"{game}-rules", game, language)
        page.keyboard.press("Escape")
    assert page.evaluate("window.stays"), "the page was loaded anew"


def test_home_a_lobby_and_the_end_in_every_language(person: People) -> None:
    someone = person(phone=True)
    page = someone.open()
    lobby, _ = a_table(someone, {"game": "paris", "name": "Ann", "seats": 5})
    end, _ = a_table(someone, {"game": "intel", "name": "Ann", "start": True})
    end.get_by_role("button", name="Resign").first.tap()
    end.locator("[data-resign]").tap()
    expect(end.get_by_role("button", name="Rematch")).to_be_visible()
    for language in [*(one for one in LANGUAGES if one != "en"), "en"]:
        for what, one, game in (("home", page, ""), ("lobby", lobby, "paris"), ("end", end, "intel")):
            one.bring_to_front()
            speak(one, language)
            check(one, what, game, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_and_a_case_speak_the_language_of_the_browser(person: People, language: str) -> None:
    someone = person(phone=True, locale=f"{language}-CH")
    game = [*GAMES][LANGUAGES.index(language)]  # every game once, every language once
    for what, path, of in (("lesson", f"/learn/{game}", game), ("case", "/case/briefcase", "briefcase")):
        page = someone.open(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        asked = {key: text for key, text in strings(of, language).items() if key.startswith(what)}
        said = next(text for key, text in asked.items() if key.endswith((".goal", ".question")))
        expect(page.get_by_text(said.partition("{")[0]).first).to_be_visible()
        check(page, f"{what}-{of}", of, language)
