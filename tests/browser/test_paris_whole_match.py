"""A whole match of paris: four people, one on a phone and one with nothing but keys, two bots of the house, a big screen; two deals, a
lost line, a reload, a killed server; then the reel. It is played in real time, and nothing here depends on how fast."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import a_table

pytestmark = pytest.mark.slow
People = Callable[..., Person]
BIG = {"viewport": {"width": 1920, "height": 1080}}
SHORT = {"cards_removed": 5, "deals": 2, "turn_s": 3, "look_ms": 200, "starter": 0}
MOST_ROUNDS = 900  # only a guard: a match takes about 100

# What a page has shown of standing still, and what it has told a screen reader, however shortly.
WATCH = """() => {
  window.stood = []; window.said = [];
  const look = () => {
    const still = document.querySelector("[data-standstill]")?.dataset.standstill;
    if (still && !window.stood.includes(still)) window.stood.push(still);
    const words = document.querySelector("[role=status].visually-hidden")?.textContent;
    if (words && window.said.at(-1) !== words) window.said.push(words);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  look();
}"""


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), "--bot-pace", "0.05", "--countdown", "3").start()
    yield running
    running.stop()


def sit_down(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Nickname").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("(you)")).to_be_visible()


def press(page: Page, what: str, *, tap: bool = False) -> bool:
    """Presses something if it is there; what goes away meanwhile was too late, as for anybody."""
    thing = page.locator(what).first
    with contextlib.suppress(Error):
        if thing.is_visible():
            (thing.tap if tap else thing.click)(timeout=1000)
            return True
    return False


def with_pointer(page: Page, turn: int, *, tap: bool = False) -> None:
    """Looks around, winks at whoever looks back, throws the contact away with the case, is ready after a deal."""
    if press(page, "[data-ready]", tap=tap) or press(page, "[data-draw]", tap=tap):
        return
    if page.locator("[data-pass]").is_visible():
        press(page, ".toggle[aria-pressed=false] >> nth=0", tap=tap)
        press(page, "[data-pass]", tap=tap)
        return
    press(page, f"[data-sight] >> nth={4 + turn % 5}", tap=tap)
    slip = page.locator(".slip")
    if slip.count() and "looks at you" in (slip.text_content(timeout=1000) or ""):
        press(page, "[data-wink]", tap=tap)


def with_keys(page: Page, turn: int) -> None:
    """The same without looking at the page: keys that mean nothing now do nothing."""
    for key in ("d", "x", "p", "Enter", str(1 + turn % 5), "w"):
        page.keyboard.press(key)


class Match:
    """Everybody plays, in rounds."""

    def __init__(self, hands: list[Callable[[int], None]]) -> None:
        self.hands = hands
        self.turn = 0

    def go_on(self, enough: Callable[[int], bool]) -> None:
        """Until it is enough; it is asked with the number of rounds since now."""
        begun = self.turn
        while not enough(self.turn - begun):
            self.turn += 1
            assert self.turn < MOST_ROUNDS, "the match does not end"
            for hand in self.hands:
                with contextlib.suppress(Error):  # a page that is just being loaded, a thing that has just gone
                    hand(self.turn)


def points(page: Page) -> int:
    """All points on the board, as this page shows them."""
    return sum(int(one.split()[0]) for one in page.locator(".plate b").all_inner_texts())


def stood(pages: list[Page]) -> set[str]:
    """How any of these pages has shown that play stands still."""
    return {why for page in pages for why in page.evaluate("window.stood ?? []")}


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_whole_match_with_a_lost_line_a_reload_a_kill_and_a_big_screen(
    person: People, server: Server, slow: bool
) -> None:
    ann, bob, cid, dan, room = person(), person(phone=True, line=True), person(), person(), person(**BIG)
    people = [ann, bob, cid, dan, room]
    options: dict[str, Any] = {**SHORT, "slow": slow}
    desk, code = a_table(ann, {"game": "paris", "name": "Ann", "seats": 6, "options": options})
    phone, keyboard, fourth = (one.open(f"/t/{code}") for one in (bob, cid, dan))
    sit_down(phone, "Bob")
    sit_down(keyboard, "Cid")
    sit_down(fourth, "Dan")
    stage = room.open(f"/t/{code}/stage")
    expect(stage.get_by_role("listitem").filter(has_text="Dan")).to_be_visible()
    pages = [desk, phone, keyboard, fourth]
    for page in (*pages, stage):
        page.evaluate(WATCH)
    desk.get_by_role("button", name="Start").click()
    for page in pages:
        expect(page.get_by_role("group", name="The table")).to_be_visible()
    expect(stage.locator(".scene")).to_be_visible()

    def hand(page: Page, tap: bool) -> Callable[[int], None]:
        return lambda turn: with_pointer(page, turn, tap=tap)

    match = Match([hand(desk, False), hand(phone, True), lambda turn: with_keys(keyboard, turn), hand(fourth, False)])
    over = stage.locator("#reveal-title")
    match.go_on(lambda rounds: rounds >= 2)
    everywhere = [*pages, stage]
    assert "countdown" in stood(everywhere)  # three seconds before a deal

    # The server is killed and comes back: the table waits for its people, counts down and goes on where it stood.
    before = points(stage)
    for one in people:
        one.guard.cut = True
    server.kill()
    server.start()
    for page in everywhere:
        page.evaluate("window.dispatchEvent(new Event('online'))")  # as a device does whose network is back
    match.go_on(lambda rounds: rounds >= 2 and ("people" in stood(everywhere) or rounds >= 100))
    for one in people:
        one.settled()
    assert "people" in stood(everywhere)
    assert points(stage) >= before

    # Bob's line is lost and comes back; the others play on.
    bob.cut()
    match.go_on(lambda rounds: rounds >= 2)
    expect(phone.get_by_text("Offline, reconnecting")).to_be_visible()
    bob.mend()
    expect(phone.get_by_text("Offline, reconnecting")).to_have_count(0)
    bob.settled()

    # Dan loads the page again: it shows the present moment.
    fourth.reload()
    expect(fourth.locator(".scene, .reveal").first).to_be_visible()

    # Two deals to their end; after the first all hands lie open, on the stage as well.
    seen = False

    def at_the_end(_: int) -> bool:
        nonlocal seen
        seen = seen or stage.get_by_role("region", name="All hands").is_visible()
        return over.is_visible()

    match.go_on(at_the_end)
    assert seen or "is over" in str(keyboard.evaluate("window.said"))
    rows = []
    for page in pages:
        expect(page.locator("#reveal-title")).to_be_visible()
        rows.append(sorted(page.locator(".reveal .points").all_inner_texts()))
    assert all(one == rows[0] for one in rows)

    # Whoever plays with keys and ears was told what all know, and what Cid saw.
    said = " ".join(keyboard.evaluate("window.said"))
    assert re.search(r"looks at", said) and re.search(r"passes|shows|discards", said)

    # The reel, with everything open: what did Ann miss?
    desk.get_by_role("link", name=re.compile("Review|Replay|again", re.I)).first.click()
    notes = desk.get_by_role("region", name="What happened")
    expect(notes).to_contain_text(re.compile(r"The others winked \d+ times; you saw \d+ of these winks"))
    desk.locator("body").press("3")
    expect(notes.get_by_role("heading")).to_have_text(re.compile("what Cid saw"))
    axe.check(desk)
