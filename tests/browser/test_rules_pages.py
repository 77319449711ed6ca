"""The rules page of each game: pictures from the real board beside the paragraphs, and everything on it can be asked about."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import topsecret
from tests.browser import axe
from tests.browser.people import Person
from topsecret.kernel.pictures import Picture, pictures_of

Make = Callable[..., Person]
GAMES = topsecret.games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def see(page: Page, picture: Picture) -> None:
    figure = page.locator(f'[data-picture="{picture.key}"]')
    figure.scroll_into_view_if_needed()
    expect(figure.locator("[data-ringed]")).to_have_count(
        len(picture.ring)
    )  # it is drawn, and all that is named is on it
    expect(page.locator(f'[data-rule="{picture.rule}"] figcaption').first).not_to_have_text("")
    box, paragraph = figure.bounding_box(), page.locator(f'[data-rule="{picture.rule}"]').bounding_box()
    assert box and paragraph
    assert box["width"] >= 240
    assert paragraph["y"] <= box["y"] <= paragraph["y"] + paragraph["height"]


@each_game
def test_every_picture_is_seen_beside_its_rule(person: Make, game: topsecret.Game) -> None:
    page = person().open(f"/rules/{game.id}")
    expect(page.locator("[data-picture]")).to_have_count(len(pictures_of(game)))
    for picture in pictures_of(game):
        see(page, picture)
    axe.check(page)


def test_on_a_phone_they_fit_the_page(person: Make) -> None:
    page = person(phone=True).open()
    for game in GAMES:
        page.goto(f"/rules/{game.id}")
        see(page, pictures_of(game)[-1])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pictures_are_drawn_when_they_come_into_sight_and_take_no_focus(person: Make) -> None:
    page = person(phone=True).open("/rules/spies")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/pictures/" in request.url else None)
    expect(page.locator("[data-picture]").last).to_be_attached()
    last = pictures_of(topsecret.game("spies"))[-1]
    assert not any(url.endswith(f"/{last.key}") for url in asked)
    see(page, last)
    assert any(url.endswith(f"/{last.key}") for url in asked)
    assert page.evaluate(
        "[...document.querySelectorAll('[data-picture] button')].every((one) => one.closest('[inert]') !== null)"
    )


def test_a_name_on_the_page_and_in_the_list_opens_its_note(person: Make) -> None:
    page = person().open("/rules/spies")
    page.locator('td [data-thing="card:curfew"]').first.click()
    note = page.locator('[data-note="card:curfew"]')
    expect(note).to_be_visible()
    axe.check(page)
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    page.locator("summary").press("Enter")
    page.get_by_role("button", name="Jaques (red)", exact=True).press("Enter")
    expect(page.locator('[data-note="agent:red"]')).to_be_visible()
    page.get_by_role("button", name="Open rule S2.3").click()
    expect(page.locator('[data-rule="S2.3"]')).to_be_focused()
