"""The law of two worlds in the page of paris: other cards in other hands, other looks and other winks that a viewer cannot see make no
difference to a seat's page, to the big screen, or to a byte that came to either (times apart: they are measured in real time here;
tests/server/test_wire_secrecy.py compares them, too)."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import a_table
from tests.browser.worlds import Ear, Everything, everything_in, listen_to, must_be_the_same
from topsecret.games.paris.tests.builders import position

pytestmark = pytest.mark.slow
People = Callable[..., Person]
OPTIONS = {"turn_s": 120, "calls": "free", "starter": 0}
# Ann's own cards are the same in both. Cid winks at Ann in the one, at Bob in the other; Ann's eyes are on Bob.
WORLDS = (
    (("green cafe", "purple metro", "red kiosk"), "Ann", "the kiosk"),
    (("green cafe", "red fountain", "green metro"), "Bob", "the metro station"),
)
TIMES = re.compile(r'"(at|deadline|now|changed|rests|wink_ends|ms)":(\d+|null|\[[^\]]*\])')


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), program="tests.browser.posed").start()
    yield running
    running.stop()


def sit_down(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Nickname").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("(you)")).to_be_visible()


def look(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^Look at {name}")).click()


def without_times(page: Page, ear: Ear) -> Everything:
    """What is there but for the clock of the case and the measure of the line."""
    page.evaluate("document.querySelectorAll('.ring, .my-ring, .foot').forEach((one) => one.remove())")
    found = everything_in(page, ear)
    return dataclasses.replace(found, told=[TIMES.sub(r'"\1":0', one) for one in found.told], answered={})


def one_world(
    server: Server, people: list[Person], hands: tuple[str, ...], target: str, place: str
) -> tuple[Everything, Everything, str]:
    """Ann's page, the big screen's, and what Cid did."""
    start = position(hands, OPTIONS)
    (server.data / "start.json").write_text(json.dumps({"game": "paris", "start": start}), encoding="utf-8")
    ann, bob, cid, room = people
    ears = listen_to(ann), listen_to(room)
    desk, code = a_table(ann, {"game": "paris", "name": "Ann", "seats": 3, "options": OPTIONS})
    stage = room.open(f"/t/{code}/stage")
    expect(stage.get_by_text("Waiting for Ann")).to_be_visible()
    phone, third = bob.open(f"/t/{code}"), cid.open(f"/t/{code}")
    sit_down(phone, "Bob")
    sit_down(third, "Cid")
    desk.get_by_role("button", name="Start").click()
    for page in (desk, phone, third):
        expect(page.get_by_role("group", name="The table")).to_be_visible()
    look(desk, "Bob")
    expect(desk.locator(".slip")).to_contain_text("Bob looks at their own cards")

    # What nobody sees: a look, a wink, an answer.
    look(third, target)
    expect(third.locator(".slip")).to_contain_text(f"{target} looks at")
    third.keyboard.press("w")
    expect(third.get_by_text("You are winking")).to_be_visible()
    expect(third.get_by_text("You are winking")).to_have_count(0)
    look(third, place)
    expect(third.locator(f"[data-lens={'kiosk' if 'kiosk' in place else 'metro'}]")).to_be_visible()
    did = third.locator("[data-lens]").get_attribute("data-lens") or ""

    # What Ann sees, and what all hear.
    look(phone, "Cid")
    expect(desk.locator(".slip")).to_contain_text("Bob looks at Cid")
    desk.keyboard.press("p")
    expect(stage.get_by_text("Bob has the case")).to_be_visible()
    expect(desk.get_by_text("Bob has the case").first).to_be_visible()
    return without_times(desk, ears[0]), without_times(stage, ears[1]), did


def test_what_a_viewer_cannot_see_makes_no_difference_to_a_page(person: People, server: Server) -> None:
    found = [
        one_world(server, [person(), person(phone=True), person(), person()], hands, target, place)
        for hands, target, place in WORLDS
    ]
    (seat, stage, did), (other_seat, other_stage, other_did) = found
    must_be_the_same(seat, other_seat)
    must_be_the_same(stage, other_stage)
    assert did != other_did  # the worlds are two
    assert seat.told != stage.told and not any('"wink"' in one and '"event":"wink"' in one for one in stage.told)
