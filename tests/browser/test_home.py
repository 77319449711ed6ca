"""The home page: opens everywhere, is accessible, light, and one click away from a game."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Response, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.tables import at_home
from tests.web.test_weight import FIRST_SCREEN
from topsecret.table.names import short_of

Make = Callable[..., Person]
A_TABLE = re.compile(r"/t/[A-Z]+-\d{4}-[0-9A-Z]{8}$")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_home_opens_and_axe_finds_nothing(person: Make, phone: bool, light: bool) -> None:
    page = person(phone=phone, color_scheme="light" if light else "dark").open()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Play").first).to_be_visible()
    axe.check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
    games = page.get_by_role("article")
    for way in (
        games.get_by_role("link", name=re.compile("^Rules")),
        games.get_by_role("button", name=re.compile("^Create a table")),
    ):
        assert [one.inner_text().split(":")[0] for one in way.all() if one.is_visible()] != []
        expect(way).to_have_count(games.count())
    expect(at_home(page, "Play", "Paris")).to_be_in_viewport()  # the last of the four


def test_home_speaks_german(person: Make) -> None:
    page = person(locale="de-DE").open()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(
        page.get_by_role("button", name="Sofort spielen").or_(page.get_by_role("button", name="Spielen")).first
    ).to_be_visible()
    axe.check(page)


def test_what_the_first_screen_really_loads_is_light(person: Make) -> None:
    someone = person()
    loaded: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if re.search(r"\.(js|css)$", response.url):
            loaded[response.url] = len(gzip.compress(response.body(), 6))

    page = someone.context.new_page()
    page.on("response", weigh)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert loaded and sum(loaded.values()) <= FIRST_SCREEN, loaded


def test_one_click_starts_a_game_against_bots(person: Make) -> None:
    page = person().open()
    at_home(page, "Play").click()
    page.wait_for_url(A_TABLE)
    expect(page.get_by_role("main")).to_be_visible()
    axe.check(page)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_running_game_is_taken_off_the_list_and_put_back(person: Make, phone: bool) -> None:
    page = person(phone=phone, color_scheme="light" if phone else "dark").open()
    at_home(page, "Play").click()
    page.wait_for_url(A_TABLE)
    code = page.url.rpartition("/")[2]
    page.goto("/")
    games = page.get_by_role("region", name="My games")
    off, back = (
        games.get_by_role("button", name=f"Remove from the list {short_of(code)}"),
        games.get_by_role("button", name="Put"),
    )
    off.click()
    expect(page.get_by_role("status").filter(has_text=f"{short_of(code)}: removed from the list")).to_have_count(1)
    axe.check(page)
    back.click()
    page.reload()
    off.click()
    page.reload()
    expect(games.get_by_text("None yet.")).to_be_visible()
    page.goto(f"/t/{code}")  # the seat is still there
    expect(page.get_by_text("(you)")).to_be_visible()
    page.goto("/")
    expect(off).to_be_visible()
