"""What people at a table agree to, and what their clocks do: a pause, another host, somebody new on a left seat, stopping for good;
time that runs out, a bot that stays, resigning."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.tables import a_table
from tests.browser.test_leavers import begun, sit_down

People = Callable[..., Person]


def table_and_people(page: Page) -> Locator:
    more = page.get_by_role("button", name="More")  # on a phone
    if more.count():
        more.click()
    page.get_by_role("button", name="Table and people").click()
    return page.get_by_role("dialog")


def test_people_agree_to_a_pause_to_another_host_to_somebody_new_and_to_stop(person: People) -> None:
    ann, bea, theirs = begun(person, "spies", 3, 5)
    code = ann.url.rpartition("/")[2]

    table_and_people(theirs).get_by_role("button", name="Ask for a pause").click()
    slip = ann.get_by_role("region", name="Bea asks for a pause")
    expect(slip.get_by_role("listitem").filter(has_text="Bea")).to_contain_text("agrees")
    axe.check(ann)
    slip.get_by_role("button", name="Pause", exact=True).click()
    for page in (ann, theirs):
        expect(page.get_by_role("heading", name="Paused")).to_be_visible()
        axe.check(page)
    theirs.get_by_role("button", name="Play on").click()  # whoever asked for it ends it
    for page in (ann, theirs):
        expect(page.get_by_role("heading", name="Paused")).to_have_count(0)

    dialog = table_and_people(ann)
    axe.check(ann)
    dialog.get_by_role("group", name="Make somebody else the host").get_by_text("Bea").click()
    expect(ann.get_by_text("Bea is the host now.").first).to_be_visible()

    theirs.close()
    cid = person().open(f"/t/{code}")
    ask = cid.get_by_role("button", name="Ask for Bea's seat")
    expect(ask).to_be_visible()  # once the grace time is over
    cid.get_by_label("Nickname").fill("Cid")
    axe.check(cid)
    ask.click()
    expect(cid.get_by_text("Waiting until everybody at the table allows it.")).to_be_visible()
    slip = ann.get_by_role("region", name="Cid would like to take Bea's seat")
    axe.check(ann)
    slip.get_by_role("button", name="Allow").click()
    expect(ann.get_by_text("Cid sits down for Bea.").first).to_be_visible()
    expect(cid.get_by_role("button", name="Ask for Bea's seat")).to_have_count(0)

    dialog = table_and_people(cid)
    dialog.get_by_role("button", name="Propose to stop the match").click()
    axe.check(cid)
    dialog.get_by_role("button", name="Propose it").click()
    slip = ann.get_by_role("region", name="Cid proposes to stop the match")
    slip.get_by_role("button", name="Stop", exact=True).click()
    for page in (ann, cid):
        expect(page.get_by_text("The match was stopped").first).to_be_visible()
        expect(page.get_by_text("Nobody has won; this is what everybody had.").first).to_be_visible()
        axe.check(page)
    again = bea.open(f"/t/{code}")  # whose seat is somebody else's now
    expect(again.get_by_text("The match was stopped").first).to_be_visible()


def test_a_clock_runs_out_a_bot_decides_then_stays_and_a_duel_is_given_up(person: People) -> None:
    ann, bea = person(), person(phone=True)
    terms = {"grace_s": 600, "move_s": 5, "stand_in": "random"}
    options = {"starter": 0}
    mine, code = a_table(ann, {"game": "intel", "name": "Ann", "seats": 2, "terms": terms, "options": options})
    theirs = bea.open("/")
    sit_down(theirs, code, "Bea")
    expect(theirs.get_by_text("Time for each move")).to_be_visible()
    mine.get_by_role("button", name="Start game").click()
    clock = mine.get_by_role("timer").first
    expect(clock).to_have_accessible_name(re.compile(r"0:0[0-5] for this move, 0:00 in the bank"))
    expect(theirs.get_by_role("timer").first).to_be_visible()
    expect(mine.get_by_text("Ann's time was up: a bot made this decision.").first).to_be_visible()
    axe.check(mine)
    expect(mine.get_by_text("A bot plays for you.")).to_be_visible()
    axe.check(mine)
    mine.get_by_role("button", name="I'm back").click()
    expect(mine.get_by_text("A bot plays for you.")).to_have_count(0)
    dialog = table_and_people(theirs)
    dialog.get_by_role("button", name="Resign").click()
    axe.check(theirs)
    dialog.get_by_role("button", name="Resign").click()
    for page in (mine, theirs):
        expect(page.get_by_text("One side has resigned.").or_(page.get_by_text("You resigned.")).first).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(0)
