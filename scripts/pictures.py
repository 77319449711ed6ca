"""Plays real games with bots in a real browser and takes pictures of them: `scripts/screenshots [FOLDER] [--only GAME]`."""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from scripts import pictures_of_briefcase, pictures_of_cases, pictures_of_intel, pictures_of_learning, pictures_of_paris
from scripts.pictures_of_languages import all_languages
from scripts.png import smaller
from tests.browser import chromium
from tests.browser.people import Person
from tests.browser.player import STEP, Player, play_together
from tests.browser.serving import Server

ROOT = Path(__file__).resolve().parents[1]
CARDS, DOSSIERS = "Top Secret cards", "Secret dossiers"


class Camera:
    """Puts pictures into a folder. The darkroom is an empty page."""

    def __init__(self, folder: Path, darkroom: Page) -> None:
        self.folder = folder
        self.darkroom = darkroom
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str) -> None:
        if not page.locator("[data-ringed]").count():  # a page of rules stays where its picture is
            page.evaluate("() => document.querySelectorAll('*').forEach((one) => (one.scrollTop = 0))")
        page.wait_for_timeout(700)  # what moves has arrived
        path = self.folder / f"{name}.png"
        path.write_bytes(smaller(page.screenshot(), self.darkroom))
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB", flush=True)


class CarefulPlayer(Player):
    """Keeps its cards as long as it is careful, and counts its movements."""

    careful = True
    moves = 0

    def answer(self) -> bool:
        no = self.button("No", exact=True)
        if not self.careful or not no.is_visible():
            return super().answer()
        self.press(no)
        expect(no).to_be_hidden()
        return True

    def move(self) -> bool:
        moved = super().move()
        self.moves += moved
        return moved

    def to_the_safe(self) -> Locator | None:
        """The agent that can come to the safe in two steps or more with points left over, if it is our movement."""
        points = re.search(r"spread (\d) points", self.page.locator("header").inner_text())
        if points is None:
            return None
        safe = self.page.get_by_role("img", name=re.compile("^Safe: ")).first.get_attribute("aria-label")
        for agent in self.page.get_by_role("button", name=STEP).all():
            way = (place_in(safe) - place_in(agent.get_attribute("aria-label"))) % 12
            if 2 <= way < int(points[1]):
                return agent
        return None

    def walk_to_the_safe(self) -> None:
        agent = self.to_the_safe()
        assert agent is not None
        name = (agent.get_attribute("aria-label") or "").split(",")[0]
        for _ in range(6):
            if self.page.get_by_text(re.compile("^SCORING$")).count():
                return
            self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}, .* one step")).first.dispatch_event(
                "click"
            )


def place_in(label: str | None) -> int:
    """The number of the first building that is named."""
    found = re.search(r"the church|building (\d+)|the ruins", label or "")
    assert found is not None, label
    return int(found[1]) if found[1] else 0 if "church" in found[0] else 11


def is_worth_a_picture(player: CarefulPlayer) -> bool:
    if player.moves < 1 or player.page.get_by_text("No cards in hand").count():
        return False
    return player.to_the_safe() is not None


def start(page: Page, name: str, options: list[str]) -> None:
    """A table of four with these options, the open seats filled by bots."""
    page.get_by_label("Nickname").fill(name)
    page.get_by_role("button", name=re.compile("Create a table")).first.click()
    for option in options:
        page.get_by_role("checkbox", name=option).check()
    page.get_by_role("button", name="Start game", exact=True).click()
    page.get_by_role("button", name=re.compile("^building 7")).wait_for()


def in_the_middle(page: Page, name: str, options: list[str], touch: bool = False) -> CarefulPlayer:
    """A game that has gone on for a while, with a half-made movement that would score: the preview shows."""
    for attempt in range(9):
        page.goto("/")
        start(page, name, options)
        player = CarefulPlayer(page, f"{name}{attempt}", touch=touch)
        play_together([player], until=partial(is_worth_a_picture, player))
        if not player.over:
            break
    keep_open = page.get_by_role("button", name="keep hand open")
    if keep_open.count():
        keep_open.click()
    player.walk_to_the_safe()
    return player


def desktop(browser: Browser, server: Server, camera: Camera) -> None:
    someone = Person(browser, server.origin, camera.folder)
    page = someone.open()
    page.get_by_role("button", name="Play").first.wait_for()
    camera.take(page, "home")
    player = in_the_middle(page, "Ada", [CARDS, DOSSIERS])
    page.get_by_role("tab", name="Log").click()
    page.get_by_label("Say something to the table").fill("Who keeps sending Larsson to the ruins?")
    page.keyboard.press("Enter")
    page.evaluate("() => document.activeElement?.blur()")
    camera.take(page, "table")
    page.emulate_media(color_scheme="light")
    camera.take(page, "table-light")
    page.emulate_media(color_scheme="dark")
    player.careful = False
    play_together([player])
    camera.take(page, "reveal")
    someone.leave()


def phone(browser: Browser, server: Server, camera: Camera) -> None:
    someone = Person(browser, server.origin, camera.folder, phone=True)
    page = someone.open()
    in_the_middle(page, "Ben", [CARDS], touch=True)
    camera.take(page, "phone")
    someone.leave()


GAMES: dict[str, Callable[[Callable[..., Person], Callable[[Page, str], None]], None]] = {
    "briefcase": pictures_of_briefcase.take,
    "cases": pictures_of_cases.take,
    "intel": pictures_of_intel.take,
    "lesson": pictures_of_learning.lessons,
    "rules": pictures_of_learning.rules,
    "stage": pictures_of_learning.stage,
    "paris": pictures_of_paris.take,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/screenshots", description="Takes the pictures of the README.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "pictures")
    parser.add_argument("--only", choices=["spies", *GAMES], action="append", help="one of them (may be repeated)")
    parser.add_argument("--languages", action="store_true", help="instead: every screen in every language, for a phone")
    args = parser.parse_args()
    wanted = args.only or ["spies", *GAMES]
    program = "tests.browser.posed" if args.languages else "topsecret"
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--bot-pace", "0.05", program=program).start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
                if args.languages:
                    return all_languages(browser, server, args.folder)
                camera = Camera(args.folder, browser.new_page())
                if "spies" in wanted:
                    desktop(browser, server, camera)
                    phone(browser, server, camera)
                someone = partial(Person, browser, server.origin, camera.folder)
                for game, take in GAMES.items():
                    if game in wanted:
                        take(someone, camera.take)
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
