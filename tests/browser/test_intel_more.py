"""intel in the browser: what agents can do beside their own ability, what they suffer while the other side plays, a whole match by keys
and names alone, and one from its first turn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.intel_player import OVER, IntelPlayer, play_together
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import a_table
from tests.browser.test_intel import duel, pose, server, stands

__all__ = ["server"]
pytestmark = pytest.mark.slow
People = Callable[..., Person]


def test_tiles_change_hands_an_analyst_keeps_one_more_and_a_player_resigns(person: People, server: Server) -> None:
    desk, phone, _ = duel(
        server, person(color_scheme="light"), person(phone=True, color_scheme="light"), {},
        x1="analyst h3 memo photo", x2="engineer h4 memo memo", x3="smuggler g2 memo photo", y1="hacker e2 memo photo blueprint",
        loose={"d3": "photo", "g3": "honeypot", "c2": "memo"}, bag="photo photo memo memo",
    )  # fmt: skip
    ada = IntelPlayer(desk)

    # A tile goes to a neighbour of one's own; what would be too much, or a honeypot, is said before, and can be let go.
    ada.choose("H4")
    ada.aim("G3")
    expect(ada.foretold).to_contain_text("Your engineer gets a honeypot")
    axe.check(desk)
    ada.press(ada.button("Cancel"))
    stands(ada, "G3", "honeypot")
    ada.choose("H4")
    ada.verb("Give a tile")
    ada.aim("H3")
    ada.confirm("Give the memo")
    stands(ada, "H3", "your analyst x1 with 2 × memo, photo")
    ada.verb("Give a tile")
    ada.aim("H3")
    expect(ada.foretold).to_contain_text("carries too much")
    axe.check(desk)
    ada.press(ada.button("Cancel"))

    # The smuggler, as printed, lowers a tile for one of its own.
    ada.choose("G2")
    ada.verb("Lower a tile")
    expect(desk.get_by_role("group", name="Which tile pays?")).to_be_visible()
    axe.check(desk)
    ada.press(ada.button("Pay the memo"))
    ada.tap("D3")
    ada.aim("E3")
    ada.confirm("Lower the photo to E3")
    stands(ada, "E3", "photo")

    # The analyst retires with three tiles and keeps what it draws.
    ada.choose("H3")
    ada.verb("Retire")
    ada.confirm("Retire and score 4")
    for page in (desk, phone):
        expect(page.get_by_role("group", name="The analyst's extra tile")).to_be_visible()
        axe.check(page)
    ada.confirm(re.compile("^Keep the (memo|photo)"))
    expect(desk.get_by_role("img", name=re.compile("^[56] of 20 points"))).to_be_visible()

    # The chances by a tap; the question before a turn is wasted; the other side gives up, after one more question.
    ada.press(ada.button("Chances of the next trickle"))
    expect(ada.button(re.compile("percent")).first).to_be_visible()
    axe.check(desk)
    ada.press(ada.button("Chances of the next trickle"))
    ada.press(ada.button("End turn"))
    expect(ada.button("End it")).to_be_visible()
    axe.check(desk)
    phone.get_by_role("button", name="Resign").tap()
    axe.check(phone)
    phone.locator("[data-resign]").tap()
    for page in (desk, phone):
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text(re.compile("(Bob|You) resigned"))).to_be_visible()
        axe.check(page)


def test_what_agents_suffer_while_the_other_side_plays_is_marked_and_said(person: People, server: Server) -> None:
    """A honeypot lies above two agents: one of them gets it, whichever way it falls."""
    desk, phone, _ = duel(
        server, person(), person(phone=True), {},
        x1="hacker f3 memo", x2="analyst f4 memo", x3="engineer h1", y1="double_agent h6", loose={"e3": "honeypot"},
    )  # fmt: skip
    ada, bob = IntelPlayer(desk), IntelPlayer(phone, touch=True)
    ada.press(ada.button("End turn"))
    ada.press(ada.button("End it"))
    expect(bob.button("End turn")).to_be_visible()
    lost = re.compile(r"^F[34]: empty\. The (hacker|analyst) of Ada was lost to a honeypot on F[34]")
    expect(bob.button(lost)).to_be_visible()
    assert not phone.locator("[data-lost]").count()  # it was not Bob's agent
    axe.check(phone)
    bob.end_turn()
    expect(ada.button("End turn")).to_be_visible()
    expect(desk.locator("[data-lost]")).to_have_text(
        re.compile("^Your (hacker|analyst) was lost to a honeypot on F[34]")
    )
    expect(desk.locator("[data-setback=trapped]")).to_have_count(1)
    axe.check(desk)
    ada.choose("H1")  # seen; the mark stays on the board, the sentence goes
    expect(desk.locator("[data-lost]")).to_have_count(0)
    expect(desk.locator("[data-setback=trapped]")).to_have_count(1)


def test_a_match_is_played_by_keyboard_and_names_alone(person: People, server: Server) -> None:
    """Late in a match against a bot: 18 points each."""
    scored = (
        "credential cipher_key cipher_key memo memo photo",
        "blueprint blueprint blueprint credential blueprint photo",
    )
    pose(server, scored=scored, loose={"g3": "memo memo", "f5": "photo photo", "e4": "blueprint"})
    page, _ = a_table(person(), {"game": "intel", "name": "Ada", "bots": ["random"], "start": True})
    player = IntelPlayer(page, keys=True)
    expect(player.button(re.compile("^comms specialist: .*Can be spawned"))).to_be_visible()
    player.spawn("comms specialist", "H3")

    # The board is one stop; arrows walk on it, Space presses, Escape lets go.
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset?.space ?? ''"):
            break
    for _ in range(12):
        at = page.evaluate("document.activeElement.dataset.space")
        if at == "h3":
            break
        page.keyboard.press("ArrowDown" if at[0] < "h" else "ArrowRight" if at < "h3" else "ArrowLeft")
    page.keyboard.press("Space")
    stands(player, "H3", "Chosen$")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(player.button(re.compile("Aimed here"))).to_be_visible()
    page.keyboard.press("Escape")
    stands(player, "H3", "Can act")
    page.keyboard.press("n")  # the next agent that can do something
    stands(player, "H3", "Chosen$")
    page.keyboard.press("Escape")

    play_together([player])
    assert {"move", "end"} <= player.did
    expect(page.get_by_role("heading", name=OVER)).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("smuggler", ["printed", "sideways"])
def test_two_people_play_from_the_first_turn_to_twenty_points(person: People, server: Server, smuggler: str) -> None:
    ada, bob, eve = person(), person(phone=True, line=True), person(color_scheme="light")
    desk, phone, code = duel(server, ada, bob, {"smuggler": smuggler, "starter": 0})
    watching = eve.open(f"/t/{code}")
    players = [IntelPlayer(desk, keys=True), IntelPlayer(phone, touch=True)]
    one, other = players

    # An undo, a half-made spawn that survives a reload, a lost connection.
    one.spawn("hacker", "H3")
    desk.keyboard.press("Backspace")
    stands(one, "H3", "empty")
    one.spawn("analyst", "H3")
    one.press(one.button(re.compile("^engineer: ")))
    one.aim("H4")
    desk.reload()
    stands(one, "H4", "Aimed here")
    bob.cut()
    expect(phone.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_visible()
    one.confirm("Spawn the engineer on H4")
    bob.mend()
    expect(phone.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_hidden()
    bob.settled()
    stands(other, "H4", "the engineer of Ada x2")

    play_together(players, most=4000)
    assert {"spawn", "move", "retire", "end"} <= one.did | other.did
    for page in (desk, phone, watching):
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("Verified", exact=True).first).to_be_visible()
        axe.check(page)
    watching.get_by_role("link", name="Review the game").click()
    expect(watching.get_by_role("slider")).to_be_visible()
    for eyes in ("Ada", "Bob", "Everything revealed"):
        watching.get_by_role("combobox", name="Whose point of view?").select_option(label=eyes)
        expect(watching.get_by_role("grid", name="The board")).to_be_visible()
        watching.get_by_role("button", name="Next step").click()
    desk.get_by_role("button", name="Rematch").click()
    phone.get_by_role("button", name="Yes, a rematch").click()
    for player in players:
        expect(player.board).to_be_visible()
