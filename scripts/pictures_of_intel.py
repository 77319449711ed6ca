"""Pictures of a real game of intel against a bot: on a desktop and on a phone, at night and in daylight."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, expect

from tests.browser.intel_player import IntelPlayer, Place, play_together
from tests.browser.people import Person
from tests.browser.tables import a_table

TURNS = 5  # of ours, before the picture


class Counted(IntelPlayer):
    """Counts its turns."""

    turns = 0

    def finish(self) -> bool:
        self.turns += 1
        return super().finish()


def stands_near(player: IntelPlayer) -> tuple[Place, Place] | None:
    """One of ours, and a tile beside it that it could take now."""
    if not player.button("End turn").is_visible():
        return None
    for place in player.places():
        if not (place.has("your ") and place.has("Can act")):
            continue
        player.choose(place.space)
        lit = [one for one in player.places() if one.has("Lit: move here") and one.worth and not one.has("Danger")]
        if lit:
            return place, max(lit, key=lambda one: one.worth)
        player.page.keyboard.press("Escape")
    return None


def in_the_middle(someone: Person, touch: bool = False) -> Page:
    """A game that has gone on for a while: an agent is chosen and aims at a tile, nothing is done yet."""
    wish = {"game": "intel", "name": "Ada", "options": {"starter": 0}, "bots": ["greedy"], "start": True}
    for _ in range(9):
        page, _ = a_table(someone, wish)
        player = Counted(page, touch=touch)
        play_together([player], until=partial(lambda one: one.turns >= TURNS, player), most=2000)
        for _ in range(12):
            if player.over:
                break
            expect(
                player.button("End turn").or_(page.get_by_role("heading", name=re.compile("win")).first)
            ).to_be_visible()
            found = stands_near(player)
            if found:
                player.aim(found[1].space)
                expect(player.foretold).to_contain_text("takes")
                page.evaluate("() => document.activeElement?.blur()")
                return page
            player.play()
    raise AssertionError("no game had a tile beside an agent")


def take(make: Callable[..., Person], picture: Callable[[Page, str], None]) -> None:
    desk = in_the_middle(make())
    picture(desk, "intel")
    desk.emulate_media(color_scheme="light")
    picture(desk, "intel-light")
    phone = in_the_middle(make(phone=True), touch=True)
    picture(phone, "intel-phone")
    phone.emulate_media(color_scheme="light")
    picture(phone, "intel-phone-light")
