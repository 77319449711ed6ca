"""School mode: cover names only, ready-made words only, no table for everybody; and nobody is asked for what is not taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import at_home

People = Callable[..., Person]


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("school"), "--quiet").start()
    yield running
    running.stop()


def is_asked_for_nothing(page: Page) -> None:
    """That a quiet server would not take."""
    for role, name in (("textbox", "Nickname"), ("button", "Rename"), ("textbox", "Message the table")):
        expect(page.get_by_role(role, name=name)).to_have_count(0)  # type: ignore[arg-type]
    expect(page.get_by_role("checkbox", name="List this table on the home page")).to_have_count(0)


def test_nobody_is_asked_for_a_name_or_for_words_of_their_own(person: People) -> None:
    page = person(phone=True).open("/")
    expect(page.get_by_role("link", name="All my games")).to_be_visible()
    is_asked_for_nothing(page)
    at_home(page, "Create a table").click()
    expect(page.get_by_text("(you)")).to_be_visible()
    is_asked_for_nothing(page)
    page.get_by_role("button", name="Add someone on this device").first.click()
    expect(page.get_by_text("on this device").nth(1)).to_be_visible()  # under a cover name, at once
    axe.check(page)
    friend = person().open(page.url)
    expect(friend.get_by_role("button", name="Take a seat")).to_be_visible()
    is_asked_for_nothing(friend)
    friend.get_by_role("button", name="Take a seat").click()
    expect(friend.get_by_text("(you)")).to_be_visible()
    is_asked_for_nothing(friend)
    expect(friend.get_by_role("button", name="Well played!")).to_be_visible()
