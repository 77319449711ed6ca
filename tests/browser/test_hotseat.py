"""One device for several people: a curtain between them, and nothing of anybody behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.player import Player
from tests.browser.tables import a_table

People = Callable[..., Person]


def shared(someone: Person, game: str, options: dict[str, object]) -> Page:
    """Ann and Bea at one device; the match has begun."""
    page, _ = a_table(someone, {"game": game, "name": "Ann", "seats": 2, "options": options})
    page.get_by_role("button", name="Add someone on this device").click()
    page.get_by_label("Nickname").fill("Bea")
    page.get_by_role("button", name="OK").click()
    expect(page.get_by_text("on this device").nth(1)).to_be_visible()
    axe.check(page)
    page.get_by_role("button", name="Start game").click()
    return page


def heard_by(page: Page) -> list[dict[str, object]]:
    """Every message that comes over any socket of this page, from now on."""
    heard: list[dict[str, object]] = []

    def frame(data: str | bytes) -> None:
        heard.append(json.loads(data))

    page.on("websocket", lambda ws: ws.on("framereceived", frame))
    return heard


def stored(page: Page) -> str:
    """All that is on the page and in its storage."""
    found: str = page.evaluate(
        "() => document.documentElement.outerHTML + JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
    )
    return found


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_of_a_hand_is_on_the_page_behind_the_curtain(person: People, phone: bool) -> None:
    page = shared(person(phone=phone), "spies", {"cards": True, "starter": 0})
    heard = heard_by(page)
    curtain = page.locator("[data-curtain]")
    expect(curtain).to_contain_text("Pass it to")
    axe.check(page)
    hands = Player(page, "hotseat", touch=phone)
    held: list[str] = []
    for _ in range(3):
        expect(curtain.get_by_role("button", name=re.compile("I am"))).to_be_visible()
        if held:  # what all know can be asked about
            curtain.locator("[data-thing]").first.click()
            expect(page.locator("[data-note]").first).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator("[data-note]")).to_have_count(0)
        held.append(curtain.get_by_role("heading", level=1).inner_text())
        assert secrets_of(page) == [], "something of a hand is behind the curtain"
        curtain.get_by_role("button", name=f"I am {held[-1]}: open").click()
        expect(page.get_by_role("region", name="Your secrets")).to_be_visible()
        if len(held) < 3:
            play_until_the_curtain_falls(page, hands)
    assert {*held} == {"Ann", "Bea"}
    opened = [message["seat"] for message in heard if message["t"] == "sync"]
    assert {0, 1, None} == {*opened}  # each line is one seat's, or a spectator's


def secrets_of(page: Page) -> list[str]:
    """What only a seat may know: its card region, names of its own cards, its identity."""
    text = stored(page)
    found = re.findall(r"Your secrets|You are \w+|data-hand|class=\"cover", text)
    return found


def play_until_the_curtain_falls(page: Page, hands: Player) -> None:
    for _ in range(4000):
        if page.locator("[data-curtain]").count():
            return
        if not hands.asked or not hands.play():
            page.wait_for_timeout(30)
    expect(page.locator("[data-curtain]")).to_be_visible()


def test_intel_is_open_and_has_no_curtain(person: People) -> None:
    page = shared(person(), "intel", {})
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_text(re.compile("Your turn")).first).to_be_visible()
    assert page.locator("[data-curtain]").count() == 0


def test_briefcase_with_answers_by_hand_is_not_shared(person: People) -> None:
    page, _ = a_table(person(), {"game": "briefcase", "name": "Ann", "options": {"answers": "manual"}})
    expect(page.get_by_role("button", name="Start game")).to_be_visible()
    expect(page.get_by_role("button", name="Add someone on this device")).to_have_count(0)
