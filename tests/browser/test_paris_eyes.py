"""Three people at a table of paris, one on a phone: eyes, a wink, the answer, a mission, a call, the end of a deal. No bot plays here
and nobody's time runs out: nothing depends on how fast a machine is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import a_table
from topsecret.games.paris.tests.builders import position

pytestmark = pytest.mark.slow
People = Callable[..., Person]
OPTIONS = {"turn_s": 120, "deals": 2, "calls": "free", "starter": 0}
HANDS = ("green cafe", "purple metro", "red kiosk")  # Ann looks for Bob, who is met at the metro


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), program="tests.browser.posed").start()
    start = position(HANDS, OPTIONS, left=["purple"]) | {"quiet": 8}  # P6.2: one more pass ends the deal
    (running.data / "start.json").write_text(json.dumps({"game": "paris", "start": start}), encoding="utf-8")
    yield running
    running.stop()


def sit_down(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Nickname").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("(you)")).to_be_visible()


def face(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^Look at {name}, "))


def sees(page: Page, words: str) -> None:
    expect(page.locator(".slip")).to_contain_text(words)


def test_a_wink_an_answer_a_mission_a_call_and_the_end_of_a_deal(person: People) -> None:
    ann, bob, cid = person(), person(phone=True), person(color_scheme="light")
    desk, code = a_table(ann, {"game": "paris", "name": "Ann", "seats": 3, "options": OPTIONS})
    phone, third = bob.open(f"/t/{code}"), cid.open(f"/t/{code}")
    sit_down(phone, "Bob")
    sit_down(third, "Cid")
    desk.get_by_role("button", name="Start").click()
    expect(face(desk, "Bob")).to_be_visible()
    expect(face(phone, "Ann")).to_be_visible()
    expect(desk.get_by_text(re.compile(r"^Your line: \d+ ms"))).to_be_visible()
    # What it is about and how long it lasts stands there, and in time that passes alone are about to end it.
    for page in (desk, phone, third):
        goal = page.locator("[data-goal]").first
        expect(goal).to_be_in_viewport()
        expect(goal).to_contain_text("Most points win")
        expect(goal).to_contain_text("Deal 1 of 2")
        expect(goal).to_contain_text("The next pass ends the deal")
    expect(desk.locator(".coach")).to_have_text(re.compile("^If you pass now, the deal ends"))
    expect(desk.get_by_role("button", name="Pass: the deal ends")).to_be_visible()
    axe.check(desk)
    axe.check(phone)

    # Keys are a player's choice, and so is what a wink looks like.
    desk.keyboard.press("?")
    dialog = desk.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("^wink at the face you look at: w")).click()
    desk.keyboard.press("q")
    expect(dialog.get_by_role("button", name=re.compile("^wink at the face you look at: q"))).to_be_visible()
    axe.check(desk)
    desk.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    phone.get_by_text("Discards and settings").tap()
    phone.get_by_label("A wink looks like").select_option("a nod")

    # My cards are under my hand; nothing of them is on the page unless I hold them.
    hold = desk.get_by_role("button", name=re.compile("^Hold to look at my cards"))
    assert desk.locator(".cards").count() == 0
    desk.keyboard.down("h")
    expect(desk.locator(".cards")).to_contain_text("Bob")
    expect(desk.locator(".cards")).to_contain_text("Street café")
    expect(hold).to_have_attribute("aria-pressed", "true")
    sees(desk, "You look at your own cards")  # holding them is a look, and says so
    desk.keyboard.up("h")
    expect(desk.locator(".cards")).to_have_count(0)

    # A finger that slides over faces looks only where it stops.
    over, stop = (face(third, name).bounding_box() for name in ("Bob", "Ann"))
    assert over and stop
    third.mouse.move(over["x"] + over["width"] / 2, over["y"] + over["height"] / 3)
    third.mouse.down()
    third.mouse.move(stop["x"] + stop["width"] / 2, stop["y"] + stop["height"] / 3, steps=4)
    expect(third.locator("[data-lens]")).to_have_attribute("data-lens", "cards")
    third.mouse.up()
    expect(third.locator("[data-lens]")).to_have_attribute("data-lens", "red")
    sees(third, "Ann looks at their own cards")

    # Eyes: Ann looks with a key, Bob with a tap. Cid looks at Bob and sees where he looks, but nothing of Ann.
    desk.keyboard.press("1")
    sees(desk, "Bob looks at their own cards")
    face(phone, "Ann").tap()
    sees(desk, "Bob looks at you")
    sees(phone, "Ann looks at you")
    face(third, "Bob").click()
    sees(third, "Bob looks at Ann")
    expect(phone.locator(".lens .face.nod")).to_be_visible()
    desk.keyboard.press("w")  # no longer
    desk.keyboard.press("q")
    sees(phone, "Ann winked at you!")
    expect(phone.get_by_text("Ann winked at you: now look at the place on your red card")).to_be_visible()
    axe.check(phone)
    sees(third, "Bob looks at Ann")
    assert "winked" not in third.locator("main").inner_text()

    # The honour code refuses a look at another place, and the slip says why; the own place answers.
    phone.get_by_role("button", name="Look at the kiosk").tap()
    expect(phone.get_by_role("region", name="Not possible:")).to_contain_text("P3.4")
    phone.get_by_role("button", name="Look at the metro station").tap()
    sees(desk, "Bob looks at the metro station")
    sees(third, "Bob looks at the metro station")

    # The case is Ann's: contact, then place.
    axe.check(desk)
    panel = desk.get_by_role("region", name="What you can do now")
    panel.get_by_role("button", name="Bob", exact=True).click()
    desk.get_by_role("button", name="Meet here: the kiosk").click()  # a place on the board is named then, not looked at
    expect(desk.get_by_role("button", name=re.compile("^Complete: Bob, the kiosk"))).to_be_visible()
    sees(desk, "Bob looks at the metro station")
    desk.keyboard.press("Shift+M")
    desk.get_by_role("button", name=re.compile("^Complete: Bob, the metro station")).click()
    expect(desk.locator("[data-news]")).to_have_text("Bob nods: the metro station, a point each for you and Bob.")
    expect(phone.locator(".last")).to_have_text(re.compile("^Ann has met you: the metro station"))
    expect(phone.locator(".coach")).to_have_text(re.compile("^You have the case, and a new card"))
    expect(third.locator("[data-news]")).to_have_text(re.compile("a point each for Ann and Bob"))
    expect(face(phone, "Ann")).to_have_accessible_name(re.compile("1 point,"))
    expect(face(desk, "Bob")).to_have_accessible_name(re.compile("1 point, .*has the case"))
    expect(phone.get_by_text("You have the case", exact=True)).to_be_visible()
    for page in (desk, phone, third):
        expect(page.get_by_text("The next pass ends the deal")).to_have_count(0)  # a mission keeps it going
        expect(page.locator("[data-goal]").first).to_contain_text("The next agent card needed ends the deal")

    # A call is two taps on faces, and can be let go before the second. "At whom" is outlined only where this screen saw it.
    third.get_by_role("button", name=re.compile("^Caught!")).click()
    calls = third.get_by_role("region", name="What you can do now")
    calls.get_by_role("button", name="Bob", exact=True).click()
    expect(calls).to_contain_text("Bob winked at …")
    assert third.locator(".hint").count() == 0  # this screen saw no wink of his
    axe.check(third)
    calls.get_by_role("button", name="Cancel").click()
    expect(third.get_by_role("button", name=re.compile("^Caught!"))).to_have_attribute("aria-expanded", "false")

    # Bob throws his contact away: there is no other card, and the deal is over. All hands are open, and all must be ready.
    phone.get_by_role("button", name=re.compile("^Throw away my contact")).tap()
    phone.get_by_role("button", name=re.compile("^Throw away and pass")).tap()
    for page in (desk, phone, third):
        expect(page.get_by_role("region", name="All hands")).to_contain_text("Cid")
    axe.check(phone)
    phone.get_by_role("button", name="Ready for the next deal").tap()
    expect(phone.get_by_text("Waiting for the others …")).to_be_visible()
    third.get_by_role("button", name="Ready for the next deal").click()
    desk.keyboard.press("Enter")
    expect(
        desk.get_by_text("seconds until you get your cards").or_(desk.get_by_text("Your eyes are on")).first
    ).to_be_visible()

    # A reload shows the present moment.
    phone.reload()
    expect(face(phone, "Ann")).to_have_accessible_name(re.compile("1 point,"))


def test_whoever_is_new_is_told_what_to_do_can_have_it_slower_and_need_not_be_told(
    person: People, server: Server
) -> None:
    """Alone against bots, from the usual beginning."""
    (server.data / "start.json").unlink(missing_ok=True)
    ann = person(phone=True, reduced_motion="reduce")
    wish = {"game": "paris", "name": "Ann", "seats": 4, "options": {"eyes": "hybrid", "starter": 1}, "start": True}
    page, code = a_table(ann, wish)
    coach = page.locator(".coach")
    expect(coach).to_have_text(re.compile("card|face|wink"))
    page.get_by_text("Discards and settings").tap()
    page.get_by_label("Coach").uncheck()
    expect(coach).to_have_count(0)
    page.get_by_label("Coach").check()

    # P3.8: with hybrid eyes all players see whom a face looks at, without looking at it.
    expect(page.locator(".facing").first).to_have_text(re.compile("^→ "))

    # Too fast? With bots alone one starts again at once, and slowly; the same bots, the same options.
    page.get_by_role("button", name="Start again in slow mode").tap()
    page.wait_for_url(re.compile(rf"/t/(?!{code})"))
    expect(page.get_by_text("Slow mode", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Start again in slow mode")).to_have_count(0)
    axe.check(page)
    later = page.url.rsplit("/", 1)[1]
    one, other = (
        page.evaluate("async (path) => (await (await fetch(path)).json()).table", f"/api/tables/{table}")
        for table in (code, later)
    )
    assert other["options"] == one["options"] | {"slow": True}
    assert [seat["bot"] for seat in other["seats"]] == [seat["bot"] for seat in one["seats"]]

    # In the lobby it is the first thing that can be chosen.
    lobby, _ = a_table(ann, {"game": "paris", "name": "Ann", "seats": 4})
    first = lobby.get_by_role("region", name="Game options").locator(".option").first
    expect(first.get_by_role("checkbox", name="Slow mode")).not_to_be_checked()
