"""Pictures of a real game of briefcase against a bot: on a desktop and on a phone, at night and in daylight."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, expect

from tests.browser.briefcase_player import BriefcasePlayer, play_together
from tests.browser.people import Person
from tests.browser.tables import a_table

TURNS = 7  # of ours, before the picture


def has_played(player: BriefcasePlayer) -> bool:
    return len(player.tried) >= TURNS


def in_the_middle(someone: Person, touch: bool = False) -> Page:
    """A game that has gone on for a while: a spy is chosen, the arrow is drawn, nothing is announced yet."""
    wish = {"game": "briefcase", "name": "Ada", "options": {"starter": 0}, "bots": ["greedy"], "start": True}
    for _ in range(9):
        page, _ = a_table(someone, wish)
        player = BriefcasePlayer(page, 0, touch=touch)
        expect(player.button("Give this order")).to_be_visible()
        play_together([player], until=partial(has_played, player))
        if not player.over:
            break
    my_turn = player.button(re.compile("Can announce a move$"))
    expect(my_turn.first).to_be_visible()
    case = next(place for place in player.places() if place.has("briefcase"))
    ready = [place for place in player.places() if place.has("Can announce a move")]
    near = min(ready, key=lambda place: max(abs(place.file - case.file), abs(place.rank - case.rank)))
    player.choose(near.square)
    expect(player.button(re.compile("chance of a yes")).first).to_be_visible()
    best = max((place for place in player.places() if place.has("Lit: announce")), key=lambda place: place.chance)
    player.choose(best.square)
    expect(page.get_by_role("region", name="If you confirm now")).to_contain_text("goes")
    page.evaluate("() => document.activeElement?.blur()")
    return page


def take(make: Callable[..., Person], picture: Callable[[Page, str], None]) -> None:
    desk = in_the_middle(make())
    desk.get_by_role("tab", name="Notebook").click()
    picture(desk, "briefcase")
    desk.emulate_media(color_scheme="light")
    picture(desk, "briefcase-light")
    phone = in_the_middle(make(phone=True), touch=True)
    picture(phone, "briefcase-phone")
    phone.emulate_media(color_scheme="light")
    picture(phone, "briefcase-phone-light")
