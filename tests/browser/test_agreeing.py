"""What people at a table agree to, and what their clocks do: a pause, another host, somebody new on a left seat, stopping for good;
time that runs out, a bot that stays, resigning."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.serving import ROOT
from tests.browser.tables import a_table
from tests.browser.test_leavers import begun, sit_down

People = Callable[..., Person]
WORDS: dict[str, str] = json.loads((ROOT / "web/src/strings/en.json").read_text("utf-8"))


def said(key: str, **values: str) -> str:
    """The words of the page, whatever they are just now."""
    return WORDS[key].format(**values)


def table_and_people(page: Page) -> Locator:
    more = page.get_by_role("button", name="More")  # on a phone
    people = page.get_by_role("button", name="Table and people")
    expect(more.or_(people)).to_be_visible()  # the table has come up
    if more.count():
        more.click()
    people.click()
    return page.get_by_role("dialog")


def holding_back(someone: Person, words: str) -> Callable[[], None]:
    """From now on what the socket says with these words in it comes late: when the function that is given back is called."""
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    is_held = True

    def open_socket(ws: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            if held or (is_held and words in str(message)):
                held.append((ws, message))  # and all that comes after it
            else:
                ws.send(message)

        ws.connect_to_server().on_message(pass_on)

    def let_go() -> None:
        nonlocal is_held
        is_held, late = False, held.copy()
        held.clear()
        for ws, message in late:
            ws.send(message)

    someone.context.route_web_socket(re.compile("/ws"), open_socket)
    return let_go


def test_people_agree_to_a_pause_to_another_host_to_somebody_new_and_to_stop(person: People) -> None:
    ann, bea, theirs = begun(person, "spies", 3, 5)
    code = ann.url.rpartition("/")[2]

    table_and_people(theirs).get_by_role("button", name=said("pause.ask")).click()
    slip = ann.get_by_role("region", name=said("propose.pause", name="Bea"))
    expect(slip.get_by_role("listitem").filter(has_text="Bea")).to_contain_text("agrees")
    axe.check(ann)
    slip.get_by_role("button", name="Pause", exact=True).click()
    for page in (ann, theirs):
        expect(page.get_by_role("heading", name=said("pause.title"))).to_be_visible()
        axe.check(page)
    theirs.get_by_role("button", name="Play on").click()  # whoever asked for it ends it
    for page in (ann, theirs):
        expect(page.get_by_role("heading", name=said("pause.title"))).to_have_count(0)

    dialog = table_and_people(ann)
    axe.check(ann)
    dialog.get_by_role("group", name=said("host.hand_over")).get_by_text("Bea").click()
    expect(ann.get_by_text(said("happened.handed_over", name="Bea")).first).to_be_visible()

    theirs.close()
    newcomer = person()
    let_go = holding_back(newcomer, '"what":"seat"')
    cid = newcomer.open(f"/t/{code}")
    ask = cid.get_by_role("button", name=said("take.ask", name="Bea"))
    expect(ask).to_be_visible()  # once the grace time is over
    cid.get_by_label("Nickname").fill("Cid")
    axe.check(cid)
    ask.click()
    expect(cid.get_by_text(said("take.waits"))).to_be_visible()  # though the table has not told of it yet
    let_go()
    expect(cid.get_by_role("region", name=said("propose.seat", name="Cid", seat="Bea"))).to_be_visible()
    expect(cid.get_by_text(said("take.waits"))).to_be_visible()
    slip = ann.get_by_role("region", name=said("propose.seat", name="Cid", seat="Bea"))
    axe.check(ann)
    slip.get_by_role("button", name="Allow").click()
    expect(ann.get_by_text(said("happened.replaced", name="Cid", before="Bea")).first).to_be_visible()
    expect(cid.get_by_role("button", name=said("take.ask", name="Bea"))).to_have_count(0)

    dialog = table_and_people(cid)
    dialog.get_by_role("button", name=said("stop.ask")).click()
    axe.check(cid)
    dialog.get_by_role("button", name=said("stop.go")).click()
    slip = ann.get_by_role("region", name=said("propose.stop", name="Cid"))
    slip.get_by_role("button", name="Stop", exact=True).click()
    for page in (ann, cid):
        expect(page.get_by_text(said("stop.done")).first).to_be_visible()
        expect(page.get_by_text(said("stop.shown")).first).to_be_visible()
        axe.check(page)
    again = bea.open(f"/t/{code}")  # whose seat is somebody else's now
    expect(again.get_by_text(said("stop.done")).first).to_be_visible()


def test_a_clock_runs_out_a_bot_decides_then_stays_and_a_duel_is_given_up(person: People) -> None:
    ann, bea = person(), person(phone=True)
    terms = {"grace_s": 600, "move_s": 5, "stand_in": "random"}
    options = {"starter": 0}
    mine, code = a_table(ann, {"game": "intel", "name": "Ann", "seats": 2, "terms": terms, "options": options})
    theirs = bea.open("/")
    sit_down(theirs, code, "Bea")
    expect(theirs.get_by_text(said("terms.clock"))).to_be_visible()
    mine.get_by_role("button", name="Start game").click()
    clock = mine.get_by_role("timer").first
    expect(clock).to_have_accessible_name(re.compile(r"0:0[0-5] for this move, 0:00 in the bank"))
    expect(theirs.get_by_role("timer").first).to_be_visible()
    expect(mine.get_by_text(said("happened.timed_out", name="Ann")).first).to_be_visible()
    axe.check(mine)
    expect(mine.get_by_text(said("leaver.for_me"))).to_be_visible()
    axe.check(mine)
    mine.get_by_role("button", name=said("leaver.back")).click()
    expect(mine.get_by_text(said("leaver.for_me"))).to_have_count(0)
    dialog = table_and_people(theirs)
    dialog.get_by_role("button", name=said("resign.go")).click()
    axe.check(theirs)
    dialog.get_by_role("button", name=said("resign.go")).click()
    for page in (mine, theirs):
        expect(page.get_by_text(re.compile("^(Bea|You) resigned")).first).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(0)
