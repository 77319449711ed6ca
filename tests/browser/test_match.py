"""Whole matches in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.spies import Hand

Make = Callable[..., Person]


def play_on(hands: list[Hand], until: Callable[[], bool], most: int = 3000) -> None:
    """Everybody does what is asked of them until something is so."""
    for _ in range(most):
        if until():
            return
        acted = [hand.act() for hand in hands]
        if not any(acted):
            hands[0].page.wait_for_timeout(20)
    raise AssertionError(f"it did not come to that; the line says: {[hand.line() for hand in hands]}")


def make_table(page: Page, *options: str) -> str:
    """A table of spies with these options; its code."""
    page.get_by_role("button", name="Make a table").first.click()
    page.wait_for_url(re.compile(r"/t/[A-Z]+-\d{4}$"))
    for option in options:
        page.get_by_role("checkbox", name=option).check()
    return page.url.rsplit("/", 1)[1]


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Nickname").fill(name)
    page.get_by_role("button", name="Sit down").click()


def test_two_people_and_two_bots_play_with_cards_and_dossiers_to_the_reveal(person: Make) -> None:
    ann, ben, watcher = person(line=True), person(phone=True), person()
    hers = ann.open()
    code = make_table(hers, "Top Secret cards", "Secret dossiers")
    axe.check(hers)
    his = ben.open(f"/t/{code}")
    axe.check(his)
    sit_down(his, "Ben")
    expect(his.get_by_text("starts the game")).to_be_visible()
    expect(hers.get_by_role("button", name="Remove Ben")).to_be_visible()
    axe.check(his)
    hers.get_by_role("button", name="Start", exact=True).click()
    hands = [Hand(hers), Hand(his)]
    hers.get_by_role("button", name=re.compile("^building 7")).wait_for()
    his.get_by_role("button", name=re.compile("^building 7")).wait_for()
    eyes = watcher.open(f"/t/{code}")
    eyes.get_by_role("button", name="Just watch").or_(eyes.get_by_text("You are watching")).first.click()
    expect(eyes.get_by_text("You are watching")).to_be_visible()

    # a while, then Ben reloads
    play_on(hands, lambda: hands[1].did.get("move", 0) >= 2)
    axe.check(hers)
    axe.check(his)
    his.reload()
    his.get_by_role("button", name=re.compile("^building 7")).wait_for()

    # Ann loses the connection; the others go on as far as they can; she finds back
    play_on(hands, lambda: hands[0].asked() == "poll")
    ann.cut()
    expect(hers.get_by_text("Offline, reconnecting")).to_be_visible()
    axe.check(hers)
    ann.mend()
    expect(hers.get_by_text("Offline, reconnecting")).to_be_hidden(timeout=40_000)
    ann.settled()

    play_on(hands, lambda: hands[0].is_over() and hands[1].is_over())
    assert hands[0].did.get("dossier") == 1 and hands[1].did.get("dossier") == 1
    for page in (hers, his, eyes):
        expect(page.get_by_role("heading", name=re.compile("was|Nobody wins")).first).to_be_visible()
        axe.check(page)

    # again, with the same seats; and once more from the start
    hers.get_by_role("button", name="Rematch, same seats").click()
    hers.wait_for_url(lambda url: not url.endswith(code))
    his.get_by_role("button", name="Join the rematch").click()
    his.wait_for_url(re.compile(re.escape(hers.url.rsplit("/", 1)[1])))
    assert hers.url != f"{ann.origin}/t/{code}"
    eyes.get_by_role("link", name="Review the game").click()
    eyes.get_by_role("button", name="One step on").click()
    axe.check(eyes)


def test_a_match_is_played_by_keyboard_and_names_alone(person: Make) -> None:
    page = person().open()
    play = page.get_by_role("button", name="Play now").first
    play.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^building 7")).wait_for()
    hand = Hand(page, keys=True)
    play_on([hand], hand.is_over)
    assert hand.did["move"] > 3
    expect(page.get_by_role("heading", name=re.compile("was|Nobody wins")).first).to_be_visible()


def test_a_table_speaks_german(person: Make) -> None:
    someone = person(locale="de-DE", color_scheme="light", phone=True)
    page = someone.open()
    page.locator("main button").first.click()
    page.wait_for_url(re.compile(r"/t/[A-Z]+-\d{4}$"))
    page.locator("button.agent").first.wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    axe.check(page)
