"""intel has one secret: what somebody has half made. The other side's page is the same whether a tile was laid out, aimed with and taken
back, or nothing was tried at all; and it is the same for whoever watches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.intel_player import IntelPlayer
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_intel import duel, server, stands
from tests.browser.worlds import Ear, Everything, everything_in, listen_to, must_be_the_same

__all__ = ["server"]
pytestmark = pytest.mark.slow
People = Callable[..., Person]


def half_made(page: Page, one: IntelPlayer, code: str) -> None:
    """Ada lays out a photo, aims, shows the chances, writes a note, and lets everything go."""
    one.choose("G2")
    one.verb("Steal")
    one.press(one.button("Pay the photo"))
    one.aim("F2")
    one.press(one.button("Take the cipher key"))
    expect(one.foretold).to_contain_text("Your hacker takes a cipher key")
    page.get_by_role("tab", name="Notes").click()
    page.get_by_role("textbox", name="Only you can see these. They stay with your seat.").fill("the engineer has a key")
    page.get_by_role("tab", name="Log").click()
    mirror = page.context.new_page()  # another tab of the same seat shows the half-made theft
    mirror.goto(f"/t/{code}")
    expect(mirror.get_by_role("button", name="Steal the cipher key")).to_be_visible()
    mirror.get_by_role("button", name="Cancel").click()
    expect(one.button("Steal the cipher key")).to_be_hidden()
    mirror.close()


def one_world(server: Server, people: tuple[Person, Person, Person], tries: bool) -> tuple[Everything, ...]:
    """Bob and Eve look at what there is to look at; Ada does the same in both worlds, after trying something in one of them."""
    ada, bob, eve = people
    bobs, eves = listen_to(bob), listen_to(eve)
    desk, phone, code = duel(
        server, ada, bob, {},
        x1="hacker g2 memo photo", x2="comms_specialist h3 memo", y1="engineer f2 photo cipher_key", pinned="y1",
        loose={"d3": "photo memo"},
    )  # fmt: skip
    watching = eve.open(f"/t/{code}")
    expect(watching.get_by_role("grid", name="The board")).to_be_visible()
    one, other = IntelPlayer(desk), IntelPlayer(phone, touch=True)
    other.tap("G2")  # whose card is looked at
    expect(phone.locator("[data-card=x1]")).to_be_visible()
    if tries:
        half_made(desk, one, code)
    one.choose("H3")
    one.aim("G3")
    one.confirm("Move to G3")
    for player in (other, IntelPlayer(watching)):
        stands(player, "G3", "the comms specialist of Ada x2 with memo")
    phone.get_by_role("button", name="Chances of the next trickle").tap()
    stands(other, "E3", "percent")
    return (
        everything_in(phone, bobs),
        everything_in(watching, eves),
        everything_in(desk, Ear()),
    )


def test_nothing_half_made_is_in_the_page_of_the_other_side_or_of_a_spectator(person: People, server: Server) -> None:
    worlds = [one_world(server, (person(), person(phone=True), person()), tries) for tries in (True, False)]
    (bob, eve, ada), (other_bob, other_eve, other_ada) = worlds
    must_be_the_same(bob, other_bob)
    must_be_the_same(eve, other_eve)
    assert (
        ada.shown != other_ada.shown
    )  # Ada's own page has her note and her log: there the comparison finds the difference
