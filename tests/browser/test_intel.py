"""intel in the browser: a match between two people to its end, one of them on a phone and one with the keyboard alone; and every ability,
used by hand. The positions are set up, so that each test is short; everything else is done as people do it, by roles and names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import FAST_BOTS
from tests.browser.intel_player import OVER, IntelPlayer, play_together
from tests.browser.people import Person
from tests.browser.rest import comes_to_rest
from tests.browser.serving import Server
from tests.browser.tables import a_table
from topsecret.games.intel.tests.builders import at_table

pytestmark = pytest.mark.slow
People = Callable[..., Person]


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One whose matches begin where a test says."""
    running = Server(tmp_path_factory.mktemp("server"), *FAST_BOTS, program="tests.browser.posed").start()
    yield running
    running.stop()


def pose(server: Server, sideways: bool = False, **position: Any) -> None:
    """The next match of intel begins here."""
    start = at_table(0, sideways=sideways, **position).match.truth() if position else {}
    (server.data / "start.json").write_text(
        json.dumps({"game": "intel" if start else "", "start": start}), encoding="utf-8"
    )


def duel(server: Server, ada: Person, bob: Person, options: dict[str, Any], **position: Any) -> tuple[Page, Page, str]:
    """Two people at a table whose match begins here: it is Ada's turn. Without a position it begins at the beginning."""
    pose(server, sideways=options.get("smuggler") == "sideways", **position)
    desk, code = a_table(ada, {"game": "intel", "name": "Ada", "options": options})
    phone = bob.open(f"/t/{code}")
    phone.get_by_role("textbox", name=re.compile("Nickname|Spitzname")).fill("Bob")
    phone.get_by_role("button", name=re.compile("Take a seat|Platz nehmen")).click()
    desk.get_by_role("button", name="Start").click()
    for page in (desk, phone):
        expect(page.get_by_role("grid", name=re.compile("The board|Das Brett"))).to_be_visible()
    return desk, phone, code


def stands(player: IntelPlayer, space: str, words: str) -> None:
    expect(player.space(space)).to_have_attribute("aria-label", re.compile(f"^{space}: .*{words}"))


def test_two_people_play_to_the_end_with_a_spectator_a_replay_and_a_rematch(person: People, server: Server) -> None:
    """Late in a match, with empty hands: 18 points each, and all agents still to come."""
    ada, bob, eve = person(), person(phone=True, line=True), person(color_scheme="light")
    scored = (
        "credential cipher_key cipher_key memo memo photo",
        "blueprint blueprint blueprint credential blueprint photo",
    )
    loose = {"f2": "photo", "g3": "memo memo", "e4": "blueprint", "f5": "photo photo", "d2": "memo"}
    desk, phone, code = duel(server, ada, bob, {}, scored=scored, loose=loose)
    watching = eve.open(f"/t/{code}")
    expect(watching.get_by_text("Watching")).to_be_visible()
    players = [IntelPlayer(desk, keys=True), IntelPlayer(phone, touch=True)]
    for page in (desk, phone, watching):
        axe.check(page)

    # On a big screen there is the same board, and nothing to press.
    screen = eve.open(f"/t/{code}/stage")
    expect(screen.locator("[data-space]")).to_have_count(44)
    axe.check(screen)
    screen.close()

    # Spawned by keys, taken back step by step, and done again. A half-made move survives a reload and is in another tab, too.
    one = players[0]
    one.spawn("hacker", "H3")
    desk.keyboard.press("Backspace")
    stands(one, "H3", "empty")
    one.spawn("analyst", "H3")
    one.choose("H3")
    one.aim("G3")
    expect(one.foretold).to_contain_text("Your analyst takes 2 × memo")
    axe.check(desk)
    desk.reload()
    stands(one, "G3", "Aimed here")
    mirror = ada.open(f"/t/{code}")
    expect(mirror.get_by_role("button", name=re.compile("^G3: .*Aimed here"))).to_be_visible()
    mirror.keyboard.press("Backspace")
    stands(one, "G3", "Lit: move here")
    mirror.close()

    # The connection is lost and comes back; what happened meanwhile is there.
    bob.cut()
    expect(phone.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_visible()
    one.aim("G3")
    one.confirm("Move to G3")
    stands(one, "G3", "your analyst x1 with 2 × memo")
    bob.mend()
    expect(phone.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_hidden()
    bob.settled()
    stands(players[1], "G3", "the analyst of Ada x1 with 2 × memo")

    # What does not work says why, at the thing that was tapped, with its rule.
    one.verb("Retire")
    expect(one.refused).to_contain_text("cannot retire in the turn in which it was spawned")
    expect(one.refused).to_contain_text("I3.3")
    axe.check(desk)
    # How likely what comes where: as long as the key is held, also when a move is taken back meanwhile.
    desk.keyboard.down("t")
    stands(one, "F4", "percent")
    desk.keyboard.press("Backspace")
    stands(one, "H3", "your analyst x1")
    stands(one, "F4", "percent")
    desk.keyboard.up("t")
    expect(one.space("F4")).not_to_have_attribute("aria-label", re.compile("percent"))

    # With actions left the end of a turn asks first.
    desk.keyboard.press("Escape")
    desk.get_by_role("button", name="End turn").click()
    expect(one.foretold).to_contain_text("3 actions left")
    desk.get_by_role("button", name="Not yet").click()

    play_together(players)
    assert {"spawn", "move", "retire", "end"} <= players[0].did | players[1].did
    for page in (desk, phone, watching):
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("Verified", exact=True).first).to_be_visible()
        axe.check(page)

    # The replay, from both sides, and with everything open.
    watching.get_by_role("link", name="Review the game").click()
    expect(watching.get_by_role("slider")).to_be_visible()
    for eyes in ("Ada", "Bob", "Everything revealed"):
        watching.get_by_role("combobox", name="Whose point of view?").select_option(label=eyes)
        expect(watching.get_by_role("grid", name="The board")).to_be_visible()
        watching.get_by_role("button", name="Next step").click()
    watching.get_by_role("button", name="To the end").click()
    axe.check(watching)

    desk.get_by_role("button", name="Rematch").click()
    phone.get_by_role("button", name="Yes, a rematch").click()
    for player in players:
        expect(player.board).to_be_visible()


def test_hackers_comms_double_agents_engineers_and_analysts_do_what_they_can_by_hand(
    person: People, server: Server
) -> None:
    desk, phone, _ = duel(
        server, person(), person(phone=True), {},
        x1="hacker g2 memo photo", x2="comms_specialist h3 memo", x3="double_agent h5 memo photo",
        y1="engineer f2 photo cipher_key", y2="analyst h1 memo memo photo", y3="smuggler h6 memo",
        loose={"d3": "photo memo", "e4": "blueprint"},
    )  # fmt: skip
    ada, bob = IntelPlayer(desk), IntelPlayer(phone, touch=True)

    # Hacker: an enemy beside it is pinned; for a tile it steals one of its choice, and can let that go before.
    ada.choose("G2")
    ada.verb("Pin")
    ada.aim("F2")
    ada.confirm("Pin the engineer")
    stands(ada, "F2", "pinned until the end of Bob's turn")
    ada.verb("Steal")
    ada.press(ada.button("Pay the memo"))
    stands(ada, "F2", "Lit: steal from this agent")
    axe.check(desk)
    desk.reload()  # what is laid out stays
    stands(ada, "F2", "Lit: steal from this agent")
    ada.press(ada.button("Cancel"))
    ada.verb("Steal")
    ada.press(ada.button("Pay the memo"))
    ada.aim("F2")
    ada.press(ada.button("Take the cipher key"))
    expect(ada.foretold).to_contain_text("Your hacker takes a cipher key from the engineer of Bob")
    ada.confirm("Steal the cipher key")
    stands(ada, "G2", "your hacker x1 with photo, cipher key")
    ada.verb("Pin")
    expect(ada.refused).to_contain_text("already done this once")

    # Comms specialist: a tile goes up, one of two that lie there.
    ada.choose("H3")
    ada.verb("Raise a tile")
    ada.tap("D3")
    ada.press(ada.button("The photo"))
    ada.aim("C2")
    ada.confirm("Raise the photo to C2")
    stands(ada, "C2", "photo")

    # Double agent: to anybody, even the enemy.
    ada.choose("H5")
    ada.verb("Give a tile")
    ada.press(ada.button("Give the photo"))
    ada.aim("H6")
    expect(ada.foretold).to_contain_text("gives a photo to the smuggler of Bob")
    ada.confirm("Give the photo")
    stands(ada, "H6", "the smuggler of Bob y3 with memo, photo")
    ada.page.keyboard.press("Escape")
    ada.press(ada.button("End turn"))  # no action is left: nothing is asked

    # Engineer, pinned, on the phone: it cannot move, but blocks nearby, and for a tile anywhere.
    expect(bob.button("End turn")).to_be_visible()
    bob.choose("F2")
    bob.verb("Move")
    expect(bob.refused).to_contain_text("pinned agent can neither move nor retire")
    bob.verb("Block nearby")
    bob.aim("F3")
    axe.check(phone)
    bob.confirm("Blockade on F3")
    stands(bob, "F3", "blockade until the end of Ada's turn")
    bob.verb("Block anywhere")
    bob.aim("A1")
    bob.confirm("Blockade on A1")
    stands(ada, "A1", "blockade until the end of Ada's turn")

    # Smuggler as printed: the same as the comms specialist. Whatever lies loose by now goes up.
    bob.choose("H6")
    bob.verb("Raise a tile")
    bob.press(bob.button(re.compile("Lit: raise$")).last)
    fan = phone.get_by_role("group", name="Which tile?").get_by_role("button")
    if fan.count():
        bob.press(fan.first)
    bob.press(bob.button(re.compile("Lit: raise$")).first)
    bob.confirm(re.compile("^Raise the "))

    # Analyst: with three tiles it draws one more; both see it.
    bob.choose("H1")
    held = bob.page.locator("[data-card=y2]").get_by_role("button", name=re.compile(r"^Retire, scores \d+"))
    expect(held).to_be_visible()
    bob.verb("Retire")
    expect(bob.foretold).to_contain_text("Then a tile is drawn")
    bob.confirm(re.compile("^Retire and score"))
    for page in (desk, phone):
        expect(page.get_by_role("group", name="The analyst's extra tile")).to_be_visible()
        axe.check(page)
    bob.confirm("Put it back")
    expect(bob.button("End turn")).to_be_visible()


def test_a_sideways_smuggler_and_what_is_paid_for(person: People, server: Server) -> None:
    moving = person(reduced_motion="no-preference")
    desk, phone, _ = duel(
        server, moving, person(phone=True, locale="de-DE"), {"smuggler": "sideways"},
        x1="comms_specialist h3 memo", x2="smuggler h5 memo photo", x3="hacker g1", y1="double_agent e1 memo memo memo",
        pinned="x3", loose={"d3": "photo", "e4": "blueprint", "f2": "honeypot"}, blockade={"e3": "y"},
    )  # fmt: skip
    ada = IntelPlayer(desk)

    # Hacker: it frees itself.
    ada.choose("G1")
    ada.verb("Unpin")
    ada.aim("G1")
    ada.confirm("Unpin the hacker")
    expect(ada.space("G1")).not_to_have_attribute("aria-label", re.compile("pinned"))
    stands(ada, "F2", "honeypot.*Danger")  # a honeypot lies there

    # Smuggler: a tile goes sideways; it travels itself.
    ada.choose("H5")
    ada.verb("Shift a tile")
    ada.tap("E4")
    ada.tap("E3")
    expect(ada.refused).to_contain_text("tile cannot be moved onto a blockade")
    ada.aim("E5")
    ada.confirm("Shift the blueprint to E5")
    stands(ada, "E5", "blueprint")
    ada.verb("Travel")
    ada.press(ada.button("Pay the photo"))
    ada.aim("H1")
    ada.confirm("Travel to H1")
    stands(ada, "H1", "your smuggler x2 with memo")

    # Undo goes back step by step: the journey, the tile laid out, the shift, the pin. Then a tile is lowered instead.
    ada.undo()
    stands(ada, "H1", "Lit: travel here")
    ada.undo()
    expect(ada.button("End turn")).not_to_have_attribute("aria-disabled", "true")
    ada.undo()
    stands(ada, "E4", "blueprint")
    ada.page.keyboard.press("Escape")
    ada.undo()
    stands(ada, "G1", "pinned")
    ada.choose("H3")
    ada.verb("Lower a tile")
    stands(ada, "E4", "Lit: lower")  # its only tile is laid out at once
    ada.tap("E4")
    ada.aim("F4")
    ada.confirm("Lower the blueprint to F4")
    stands(ada, "F4", "blueprint")

    # The trickle is seen and comes to rest; German says it, too.
    ada.page.keyboard.press("Escape")
    ada.press(ada.button("End turn"))
    ada.press(ada.button("End it"))
    expect(phone.get_by_role("button", name="Zug beenden")).to_be_visible()
    expect(phone.get_by_role("button", name=re.compile("^E1: dein Doppelagent y1 mit"))).to_be_visible()
    expect(desk.locator("[data-trail]").first).to_be_attached()
    comes_to_rest(desk)
    phone.set_viewport_size({"width": 844, "height": 390})
    phone.get_by_role("button", name=re.compile("^E1: ")).tap()
    expect(phone.get_by_role("button", name=re.compile("^Geben, "))).to_be_visible()
    axe.check(phone)
