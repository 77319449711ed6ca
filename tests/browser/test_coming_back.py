"""Nothing is lost: another device, a second tab, a server that was killed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.player import Player, play_until_the_move_of
from tests.browser.serving import Server
from tests.browser.tables import at_home

People = Callable[..., Person]


@pytest.fixture
def server(client: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own for each test: it may be killed."""
    running = Server(tmp_path_factory.mktemp("server"), "--bot-pace", "0.05").start()
    yield running
    running.stop()


def my_turn(person: Person) -> tuple[Page, Player, Locator]:
    """A game against bots, played until this person is to move; the agents that can walk."""
    page = person.open("/")
    at_home(page, "Play").click()
    hands = Player(page, "back")
    return page, hands, play_until_the_move_of(hands, [hands])


def test_a_seat_moves_to_another_device_by_a_link_that_works_once(person: People) -> None:
    page, hands, walk = my_turn(person())
    hands.press(walk.first)
    walked = page.get_by_role("button", name=re.compile(", 1 from .*, now ")).get_attribute("aria-label") or ""
    page.get_by_role("button", name="Play on another device").click()
    link = page.get_by_role("textbox", name="Link").input_value()
    assert "#move=" in link
    axe.check(page)
    phone = person(phone=True)
    there = phone.open(link)
    expect(there.get_by_role("button", name=walked, exact=True)).to_be_visible()
    assert "#" not in there.url, "the token stays in the address"
    there.keyboard.press("Backspace")
    expect(page.get_by_role("button", name=walked, exact=True)).to_be_hidden()

    late = person()
    with late.guard.allowing("status of 4"):
        again = late.open(link)
        expect(again.get_by_text("This link has been used already, or has expired.")).to_be_visible()
        assert not again.get_by_role("region", name="Your secrets").count()
    axe.check(again)


def test_notes_are_kept_and_mirrored(person: People) -> None:
    me = person()
    page, *_ = my_turn(me)
    page.get_by_role("tab", name="Dossier").click()
    page.get_by_role("textbox", name="Notes").fill("Falcon likes yellow")
    mirror = me.open(re.sub("^https?://[^/]+", "", page.url))
    mirror.get_by_role("tab", name="Dossier").click()
    expect(mirror.get_by_role("textbox", name="Notes")).to_have_value("Falcon likes yellow")


def test_a_killed_server_comes_back_with_the_match_and_the_half_made_movement(person: People, server: Server) -> None:
    me = person()
    page, hands, _ = my_turn(me)
    hands.move()
    hands.press(play_until_the_move_of(hands, [hands]).first)
    walked = page.get_by_role("button", name=re.compile(", 1 from .*, now ")).get_attribute("aria-label") or ""
    markers = page.get_by_role("img", name=re.compile("^Scoring track")).get_attribute("aria-label") or ""
    me.guard.cut = True  # the browser may say that the server is gone
    server.kill()
    expect(page.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_visible()
    server.start()
    expect(page.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_hidden()
    me.settled()
    page.reload()
    expect(page.get_by_role("button", name=walked, exact=True)).to_be_visible()
    expect(page.get_by_role("img", name=markers, exact=True)).to_be_visible()
    hands.move()
