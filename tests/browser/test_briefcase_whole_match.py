"""Two people at a table of briefcase, one on a phone: a whole match from the invitation to the replay and the rematch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.briefcase_player import OVER, BriefcasePlayer, play_together
from tests.browser.people import Person
from tests.browser.tables import a_table

pytestmark = pytest.mark.slow
People = Callable[..., Person]


def sit_down(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Nickname").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("(you)")).to_be_visible()


def test_two_people_play_a_whole_match_with_a_spectator_a_replay_and_a_rematch(person: People) -> None:
    ada, bob, eve = person(), person(phone=True, line=True), person(color_scheme="light")
    wish: dict[str, object] = {"game": "briefcase", "name": "Ada", "options": {"box": "trio", "starter": 0}}
    desk, code = a_table(ada, wish)
    phone = bob.open(f"/t/{code}")
    sit_down(phone, "Bob")
    desk.get_by_role("button", name="Start").click()
    watching = eve.open(f"/t/{code}")
    expect(watching.get_by_text("Watching")).to_be_visible()

    players = [BriefcasePlayer(desk, 0), BriefcasePlayer(phone, 1, touch=True)]
    for one in players:
        expect(one.button("Give this order")).to_be_visible()
        axe.check(one.page)
    for one in players:
        one.confirm("Give this order")
    expect(players[0].square("E2")).to_have_attribute("aria-label", re.compile("Can announce a move"))
    for page in (desk, phone, watching):
        axe.check(page)

    # What belongs to one side is on no other page: pieces, orders, the notebook.
    assert not re.search("rook|runner|double agent", watching.content().split("<main")[1].split("</main")[0])

    # On a big screen there is what a spectator may see.
    screen = eve.open(f"/t/{code}/stage")
    expect(screen.locator("[data-spy]")).to_have_count(6)
    assert not re.search("rook|runner|double agent", screen.locator("main").inner_html())
    axe.check(screen)
    screen.close()

    # A half-made announcement survives a reload, and another tab of the same seat shows it too.
    players[0].choose("E2", "E4")
    expect(players[0].square("E4")).to_have_attribute("aria-label", re.compile("The arrow points here"))
    expect(desk.get_by_role("region", name="If you confirm now")).to_contain_text(re.compile("Your spy 1 goes .*to E4"))
    axe.check(desk)
    desk.reload()
    expect(players[0].square("E4")).to_have_attribute("aria-label", re.compile("The arrow points here"))
    mirror = ada.open(f"/t/{code}")
    expect(mirror.get_by_role("button", name=re.compile("^E4: .*The arrow points here"))).to_be_visible()
    mirror.keyboard.press("Backspace")
    expect(players[0].square("E4")).to_have_attribute("aria-label", re.compile("Lit: announce"))
    mirror.close()

    # The connection is lost and comes back; what happened meanwhile is there.
    bob.cut()
    expect(phone.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_visible()
    players[0].announce_chosen("E2", "E3", False)
    bob.mend()
    expect(phone.get_by_text("Offline, reconnecting. Nothing is lost.")).to_be_hidden()
    bob.settled()

    # What tells nobody anything can be taken back: a token that is only laid down.
    players[0].stops = True
    play_together(players, until=lambda: players[0].stopped)
    players[0].press(desk.get_by_role("button", name=re.compile("^Move 2: .*Can be used now")))
    players[0].confirm(re.compile("^Use Move 2"))
    expect(desk.get_by_role("button", name="Move 2, used")).to_be_visible()
    players[0].confirm(re.compile("^Undo"))  # it is lit when the server has said that it can be undone
    expect(desk.get_by_role("button", name=re.compile("^Move 2: .*Can be used now"))).to_be_visible()

    players[0].stops = False
    play_together(players)
    assert "move" in players[0].did & players[1].did
    for page in (desk, phone, watching):
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("double agent").first).to_be_visible()
        expect(page.get_by_text("Verified", exact=True).first).to_be_visible()
        axe.check(page)

    # The log marks the answers that decided it.
    desk.get_by_role("button", name="View the board").click()
    expect(desk.get_by_role("tabpanel", name="Log")).to_contain_text("the end")
    desk.get_by_role("button", name=re.compile("the end (Spy|Your spy)")).click()
    expect(desk.get_by_role("button", name="Back to now")).to_be_visible()
    axe.check(desk)
    desk.get_by_role("button", name="Back to now").click()
    desk.get_by_role("button", name="Who was who").click()

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
    for one in players:
        expect(one.button("Give this order")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("options", [{"answers": "manual", "answer_ms": 0}, {"safe_extraction": True}])
def test_a_match_with_thirteen_spies_a_side_is_played_to_its_end(person: People, options: dict[str, object]) -> None:
    desk, code = a_table(person(), {"game": "briefcase", "name": "Ada", "options": {"starter": 0, **options}})
    phone = person(phone=True).open(f"/t/{code}")
    sit_down(phone, "Bob")
    desk.get_by_role("button", name="Start").click()
    players = [BriefcasePlayer(desk, 0), BriefcasePlayer(phone, 1, touch=True)]
    for one in players:
        expect(one.board).to_be_visible()
    play_together(players)
    for one in players:
        expect(one.page.get_by_role("heading", name=OVER)).to_be_visible()
    assert "move" in players[0].did & players[1].did
    assert "answers" not in options or {"answer", "untrue"} <= players[0].did | players[1].did
