"""A table on a big screen: what a spectator may see, whatever the browser that shows it holds; it follows the rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import a_table
from topsecret.games.paris.tests.builders import position

pytestmark = pytest.mark.slow
People = Callable[..., Person]
BIG = {"viewport": {"width": 1920, "height": 1080}}
OPTIONS = {"turn_s": 120, "calls": "free", "starter": 0}
DOOR = {"state": "always", "address": "http://192.0.2.7:8765/", "owner": False, "guests": 0}
HANDS = ("green cafe", "purple metro", "red kiosk")  # Ann looks for Bob, who is met at the metro


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), program="tests.browser.posed").start()
    start = position(HANDS, OPTIONS, left=["purple"])
    (running.data / "start.json").write_text(json.dumps({"game": "paris", "start": start}), encoding="utf-8")
    yield running
    running.stop()


def listen(page: Page) -> list[dict[str, Any]]:
    """All that the server says to this page over its socket, from now on."""
    heard: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))))
    return heard


def steps(heard: list[dict[str, Any]]) -> list[Any]:
    return [message for message in heard if message["t"] == "steps"]


def sit_down(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Nickname").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("(you)")).to_be_visible()


def look(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^Look at {name}, ")).click()


def test_a_big_screen_holds_no_seat_shows_no_secret_and_follows_the_rematch(person: People) -> None:
    ann, bob, cid, stranger = person(), person(phone=True), person(), person(**BIG)
    desk, code = a_table(ann, {"game": "paris", "name": "Ann", "seats": 3, "options": OPTIONS})

    # The same browser holds Ann's seat and shows the table to the room; somebody else's shows it as well.
    link = desk.get_by_role("link", name="Show on a big screen")
    expect(link).to_have_attribute("href", f"/t/{code}/stage")
    with ann.context.expect_page() as opened:
        link.click()
    stage = opened.value
    stage.set_viewport_size(BIG["viewport"])  # type: ignore[arg-type]
    other = stranger.context.new_page()
    own, foreign = listen(stage), listen(other)
    other.route("**/api/door", lambda route: route.fulfill(json=DOOR))  # as if others in the network could come in
    stage.reload()
    other.goto(f"/t/{code}/stage")
    for screen in (stage, other):
        expect(screen.get_by_text(code[: code.rindex("-")], exact=True)).to_be_visible()
        expect(screen.get_by_text("Waiting for Ann to start the game.")).to_be_visible()
    axe.check(stage)
    phone, third = bob.open(f"/t/{code}"), cid.open(f"/t/{code}")
    sit_down(phone, "Bob")
    sit_down(third, "Cid")
    expect(stage.get_by_role("listitem").filter(has_text="Cid")).to_be_visible()

    # A wink and its answer are for those who look: the stage shows who has the case, and no eyes.
    desk.get_by_role("button", name="Start").click()
    expect(stage.get_by_text("Ann has the case")).to_be_visible()
    look(desk, "Bob")
    look(phone, "Ann")
    expect(desk.locator(".slip")).to_contain_text("Bob looks at you")
    desk.keyboard.press("w")
    expect(phone.locator(".slip")).to_contain_text("Ann winked at you!")
    phone.get_by_role("button", name="Look at the metro station").tap()
    expect(desk.locator(".slip")).to_contain_text("Bob looks at the metro station")
    expect(other.get_by_role("img", name="QR code")).to_be_visible()  # in the corner, for whoever wants to watch
    expect(stage.get_by_role("img", name="QR code")).to_have_count(0)  # nobody could follow it
    expect(stage.locator("[data-goal]")).to_have_text("Most points win · A single deal")
    assert stage.locator(".iris").count() == 0
    assert "winked" not in stage.locator("main").inner_text()
    axe.check(stage)

    # What all learn is a scene; then the places have the middle again.
    desk.get_by_role("region", name="What you can do now").get_by_role("button", name="Bob", exact=True).click()
    desk.keyboard.press("Shift+M")
    desk.keyboard.press("Enter")
    scene = stage.locator("[data-scene=mission]")
    expect(scene).to_be_visible()
    expect(stage.get_by_text("Bob nods: the metro station, a point each for Ann and Bob.").first).to_be_visible()
    expect(stage.locator("[data-arrow]")).to_have_attribute("data-arrow", "red")  # from Ann, who named him
    expect(scene).to_have_count(0)
    expect(stage.locator("[data-arrow]")).to_have_count(0)
    expect(stage.get_by_text("Bob has the case")).to_be_visible()

    # Whatever stands there says what it is to whoever asks, by a tap or by the right button, also inside a sentence.
    for thing, note in (
        (".person", "agent:red"),
        (".told [data-thing='place:metro']", "place:metro"),
        ("[data-goal]", "word:win"),
    ):
        stage.locator(thing).first.click()
        expect(stage.locator(f'[data-note="{note}"]')).to_be_visible()
        axe.check(stage)
        stage.keyboard.press("Escape")
        expect(stage.locator("[data-note]")).to_have_count(0)

    # The end is the reveal, and when all have said yes the stage is at the next table.
    phone.get_by_role("button", name=re.compile("^Throw away my contact")).tap()
    phone.get_by_role("button", name=re.compile("^Throw away and pass")).tap()
    for screen in (stage, other):
        expect(screen.locator("#reveal-title")).to_have_text(re.compile("Won together: Ann, Bob"))

    # What came to both screens over their sockets is the same, and it is what a spectator is told: not a byte more.
    told = [step for message in steps(own) for step in message["steps"]]
    assert told and steps(own) == steps(foreign)
    seen = stage.evaluate("async (path) => (await fetch(path)).json()", f"/api/tables/{code}/replay?eyes=spectator")
    assert told == seen["steps"][-len(told) :]
    assert all(message["seat"] is None for message in own if message["t"] == "sync")
    families = {event["event"] for step in told for event in step["events"]}
    assert "mission" in families and not families & {"look", "sees", "wink", "wink_over", "eyes_return"}
    assert {message["t"] for message in own} <= {"sync", "table", "steps", "pong"}

    for page in (desk, phone, third):
        page.get_by_role("button", name=re.compile("Rematch|rematch|Yes")).first.click()
    for screen in (stage, other):
        screen.wait_for_url(re.compile(rf"/t/(?!{code})[^/]+/stage$"))
        expect(screen.get_by_text(re.compile("has the case|draws two cards")).first).to_be_visible()
