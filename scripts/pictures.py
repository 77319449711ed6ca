"""Plays a real game with bots in a real browser and takes pictures of it: `scripts/screenshots [FOLDER]`."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.png import smaller
from tests.browser import chromium
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.spies import Hand

ROOT = Path(__file__).resolve().parents[1]
BOARD = re.compile("^building 7")


class Camera:
    def __init__(self, folder: Path, darkroom: Page) -> None:
        self.folder = folder
        self.darkroom = darkroom
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str) -> None:
        page.wait_for_timeout(700)  # what moves has arrived
        path = self.folder / f"{name}.png"
        path.write_bytes(smaller(page.screenshot(), self.darkroom))
        print(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}: {path.stat().st_size / 1000:.0f} kB")


def play_until(hand: Hand, done: Callable[[], bool]) -> bool:
    """Plays on until something is so; False if the game ends before."""
    while not done():
        if hand.is_over():
            return False
        if not hand.act():
            hand.page.wait_for_timeout(20)
    return True


def start(page: Page, name: str, *options: str) -> None:
    """A table of four with these options, the open seats filled by bots."""
    page.get_by_label("Nickname").fill(name)
    page.get_by_role("button", name="Make a table").first.click()
    for option in options:
        page.get_by_role("checkbox", name=option).check()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name=BOARD).wait_for()


def to_the_safe(hand: Hand) -> list[str]:
    """The steps that bring somebody to the safe with points left over, if it is our movement and that can be."""
    points = re.search(r"spread (\d)", hand.line())
    safe = hand.safe_now() if points else 0
    for name, place in hand.agents() if points else []:
        if points and 1 <= (safe - place) % 12 < int(points[1]):
            return [name] * ((safe - place) % 12)
    return []


def is_worth_a_picture(hand: Hand) -> bool:
    return hand.did.get("move", 0) >= 2 and bool(to_the_safe(hand))


def in_the_middle(page: Page, name: str, *options: str) -> Hand:
    """A game that has gone on for a while, with a half-made movement that would score: the preview shows."""
    for _ in range(5):
        page.goto("/")
        start(page, name, *options)
        hand = Hand(page, bold=False)
        if play_until(hand, partial(is_worth_a_picture, hand)):
            break
    keep_open = page.get_by_role("button", name="keep hand open")
    if keep_open.count():
        keep_open.click()
    for step in to_the_safe(hand):
        hand.step(step)
    return hand


def desktop(browser: Browser, server: Server, camera: Camera) -> None:
    someone = Person(browser, server.origin, camera.folder)
    page = someone.open()
    page.get_by_role("button", name="Play now").first.wait_for()
    camera.take(page, "home")
    hand = in_the_middle(page, "Ada", "Top Secret cards", "Secret dossiers")
    page.get_by_role("tab", name="Log").click()
    page.get_by_label("Say something to the table").fill("Who keeps sending Larsson to the ruins?")
    page.keyboard.press("Enter")
    page.evaluate("() => document.activeElement?.blur()")
    camera.take(page, "table")
    page.emulate_media(color_scheme="light")
    camera.take(page, "table-light")
    page.emulate_media(color_scheme="dark")
    hand.bold = True
    play_until(hand, hand.is_over)
    camera.take(page, "reveal")
    someone.leave()


def phone(browser: Browser, server: Server, camera: Camera) -> None:
    someone = Person(browser, server.origin, camera.folder, phone=True)
    page = someone.open()
    in_the_middle(page, "Ben", "Top Secret cards")
    camera.take(page, "phone")
    someone.leave()


def main() -> None:
    into = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--bot-pace", "0.02").start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
                camera = Camera(into, browser.new_page())
                desktop(browser, server, camera)
                phone(browser, server, camera)
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
