"""The reel of paris: after the end everybody sees who looked where when, and what they missed; before the end there is none of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.tables import a_table
from topsecret import game
from topsecret.bots import Budget
from topsecret.bots.registry import usual
from topsecret.lab.selfplay import play_one

pytestmark = pytest.mark.slow
People = Callable[..., Person]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of four bots, as somebody has kept it."""
    paris = game("paris")
    match, _ = play_one(paris, 4, {"cards_removed": 4, "starter": 0}, "a reel", [usual(paris)], Budget())
    file = tmp_path_factory.mktemp("saved") / "match.topsecret.json"
    file.write_text(match.dumps(), encoding="utf-8")
    return file


def moment(page: Page) -> float:
    minutes, seconds = page.locator(".clock").inner_text().split(":")
    return int(minutes) * 60 + float(seconds)


def test_the_reel_is_scrubbed_played_and_seen_through_any_eyes(person: People, saved: Path) -> None:
    page = person().open("/replay")
    page.locator("input[type=file]").set_input_files(saved)
    notes = page.get_by_role("region", name="What happened")
    expect(notes.get_by_role("listitem").first).to_be_visible()
    winks = notes.get_by_role("button", name=re.compile("winked at"))
    expect(winks.first).to_contain_text(re.compile("Seen by|Nobody saw it"))
    assert page.locator(".lid").count() > 0  # on the timeline, too
    axe.check(page)

    # A tap on anything jumps there: the winker's lid is shut, an arrow shows at whom.
    winks.first.click()
    expect(notes.locator("[aria-current]")).to_contain_text("winked at")
    expect(page.locator(".face.shuts")).not_to_have_count(0)
    expect(page.locator(".dots.wink")).not_to_have_count(0)
    then = moment(page)
    assert then > 0

    # Keys: the next event, the one before, the end.
    page.keyboard.press("Escape")
    page.locator("body").press("ArrowRight")
    expect.soft(page.locator(".clock")).not_to_have_text("0:00.0")
    assert moment(page) >= then
    page.locator("body").press("ArrowLeft")
    assert moment(page) <= then + 0.1

    # Through somebody's eyes: their lane is whole, of the others there is only what they saw; one may jump to what they missed.
    bars = page.locator(".timeline rect[rx='3']").count()
    page.locator("body").press("2")
    expect(notes.get_by_role("heading")).to_have_text(re.compile("what Seat 2 saw"))
    assert page.locator(".timeline rect[rx='3']").count() < bars
    expect(notes).to_contain_text(re.compile(r"The others winked \d+ times; Seat 2 saw \d+"))
    expect(notes.get_by_text("Seen by")).to_have_count(0)
    assert page.locator(".scene .iris").count() <= 2 * 2  # own eyes, and those of the face that they look at
    axe.check(page)
    page.locator("body").press("0")
    expect(winks.first).to_contain_text(re.compile("Seen by|Nobody saw it"))

    # It runs by the clock of the match, and stops where it ends.
    page.get_by_role("slider").press("End")
    page.get_by_role("button", name="Previous step").click()
    page.get_by_label("Speed").select_option("8 ×")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(notes.get_by_role("listitem").last.get_by_role("button")).to_have_attribute("aria-current", "step")

    # The link remembers the moment.
    assert re.search(r"#at=\d+$", page.url)


def test_nothing_of_the_reel_is_there_before_the_end(person: People) -> None:
    ann = person(phone=True)
    page, code = a_table(ann, {"game": "paris", "name": "Ann", "seats": 3, "options": {"turn_s": 60}, "start": True})
    expect(page.get_by_role("group", name="The table")).to_be_visible()
    with ann.guard.allowing("status of 403"):
        for eyes in ("all", "1", "2"):
            answer = page.evaluate(
                "async (path) => (await fetch(path)).status", f"/api/tables/{code}/replay?eyes={eyes}"
            )
            assert answer == 403
    page.goto(f"/t/{code}/replay")
    expect(page.get_by_role("group", name="The table")).to_be_visible()  # what all know, on the board
    assert page.locator(".timeline").count() == 0 and page.locator(".iris").count() == 0


def test_the_reel_tells_what_a_bot_thought_when_it_did_it(person: People, saved: Path) -> None:
    """A file keeps no thoughts, a table does: here some are put beside the second half of what was told."""
    page = person().open("/replay")

    def thinking(route: Route) -> None:
        answer = route.fetch()
        replay = answer.json()
        told = sum(len(step["events"]) for step in replay["steps"])
        why = [["looked_back", {"agent": "green", "count": 0}]]
        route.fulfill(response=answer, json=replay | {"thoughts": [{"n": told // 2, "seat": 1, "why": why}]})

    page.route("**/api/replay*", thinking)
    page.locator("input[type=file]").set_input_files(saved)
    thought = page.locator(".thought")
    expect(thought).to_have_text("")
    before = page.get_by_role("slider").bounding_box()
    page.get_by_role("slider").press("End")
    expect(thought).to_contain_text(re.compile("Seat 2 thought: .* looked back at me"))
    assert page.get_by_role("slider").bounding_box() == before
    axe.check(page)
