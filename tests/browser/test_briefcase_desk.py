"""What lies on a player's desk in briefcase: tokens, eliminations, orders, the way of the briefcase, answers by hand, the notebook. The
positions are set up; the rest is done by hand, one side with a mouse and the other with a finger."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.briefcase_player import OVER, BriefcasePlayer
from tests.browser.conftest import FAST_BOTS
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import a_table, stop_the_clock
from topsecret.games.briefcase.tests.builders import position

pytestmark = pytest.mark.slow
People = Callable[..., Person]


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One whose matches begin where a test says."""
    running = Server(tmp_path_factory.mktemp("server"), *FAST_BOTS, program="tests.browser.posed").start()
    yield running
    running.stop()


Duel = tuple[BriefcasePlayer, BriefcasePlayer]


def duel(server: Server, ada: Person, bob: Person, white: str, red: str, briefcase: str = "f6", **options: Any) -> Duel:
    """Two people at a table whose match begins here; Ada is White and on a desktop, Bob Red and on a phone."""
    start = position(white, red, briefcase, **options)
    (server.data / "start.json").write_text(json.dumps({"game": "briefcase", "start": start}), encoding="utf-8")
    desk, code = a_table(ada, {"game": "briefcase", "name": "Ada", "options": options})
    phone = bob.open(f"/t/{code}")
    phone.get_by_role("textbox", name="Nickname").fill("Bob")
    phone.get_by_role("button", name="Take a seat").click()
    desk.get_by_role("button", name="Start").click()
    expect(phone.get_by_role("grid", name="The board")).to_be_visible()
    expect(desk.get_by_role("grid", name="The board")).to_be_visible()
    return BriefcasePlayer(desk, 0), BriefcasePlayer(phone, 1, touch=True)


def tool(player: BriefcasePlayer, name: str) -> None:
    player.press(player.button(re.compile(f"^{name}: .*Can be used now")))


def stands(player: BriefcasePlayer, square: str, words: str) -> None:
    expect(player.square(square)).to_have_attribute("aria-label", re.compile(f"^{square}: .*{words}"))


def test_every_token_and_elimination_is_used_by_hand(person: People, server: Server) -> None:
    ada, bob = duel(
        server, person(), person(phone=True), "e2=rook f2=runner g2=plus h2=?", "e10=rook f10=? g10=plus d9=guard"
    )

    # Reveal 1: aimed, previewed, confirmed, stamped; the owner knows the piece now, and the opponent sees which spy.
    size = ada.board.bounding_box()
    tool(ada, "Reveal 1")
    ada.choose("E2")
    axe.check(ada.page)
    ada.confirm("Reveal spy 1 to me")
    expect(ada.button("Reveal 1, used")).to_be_visible()
    stands(ada, "E2", "your spy 1, rook, known to its owner")
    stands(bob, "E2", "spy 1 of Ada, rook, known to its owner")
    told = ada.page.get_by_role("region", name="The spy that you tapped")
    expect(told).to_contain_text("Your spy 1, rook, known to its owner. It goes along its arrows, up to 2 squares.")
    ada.press(ada.button(re.compile("^Purge: ")))  # a second one in the same turn
    expect(ada.page.get_by_role("region", name="Not possible:")).to_contain_text("one token or one elimination")
    ada.announce("E2", "E3")

    # While the other plays nothing jumps: the board keeps its size, and an order that has to wait says why.
    stands(bob, "E10", "Can announce a move")
    assert ada.board.bounding_box() == size
    ada.button("Change").click(force=True)  # it is not lit
    expect(ada.page.get_by_role("region", name="Not possible:")).to_contain_text("not your turn")

    # Expose, on the phone: their double agent leaves, and everybody sees what it was.
    tool(bob, "Expose")
    expect(bob.page.get_by_role("region", name="If you confirm now")).to_contain_text("was the double agent")
    bob.confirm("Expose spy 4")
    stands(bob, "H2", "empty")
    expect(ada.button("your spy 4, double agent, exposed")).to_be_visible()
    bob.announce("E10", "E9")

    # Swap 2, with its second spy exchanged for another before it is confirmed.
    tool(ada, "Swap 2")
    ada.choose("E3", "G2", "F2")
    expect(ada.page.get_by_role("region", name="If you confirm now")).to_contain_text(
        re.compile("Your spies (1 and 2|2 and 1) trade squares")
    )
    ada.confirm(re.compile("^Swap spies"))
    stands(ada, "F2", "your spy 1, rook")
    ada.announce("F2", "F3")

    # Purge, and then a move.
    tool(bob, "Purge")
    bob.choose("E9")
    axe.check(bob.page)
    bob.confirm("Purge spy 1")
    stands(ada, "E9", "empty")
    bob.announce("D9", "D8")

    # Move 2: a first announcement, none with the same spy, and no second.
    tool(ada, "Move 2")
    ada.confirm(re.compile("^Use Move 2"))
    ada.announce("F3", "F4")
    expect(ada.button("No second move")).to_be_visible()
    ada.press(ada.square("F4"))
    expect(ada.page.get_by_role("region", name="Not possible:")).to_contain_text("another spy")
    axe.check(ada.page)
    ada.press(ada.button("No second move"))

    # The standing order can be changed on one's own turn, and nobody is told.
    stands(bob, "D8", "Can announce a move")
    log = ada.page.get_by_role("tabpanel", name="Log").inner_text()
    bob.press(bob.button("Change"))
    bob.press(bob.page.get_by_role("radio", name="pretend to be the guard"))
    axe.check(bob.page)
    bob.press(bob.button("Give the new order"))
    expect(bob.button("Give the new order")).to_be_hidden()
    expect(bob.page.get_by_role("region", name="Standing order")).to_contain_text("pretend to be the guard")
    stands(bob, "D8", "Can announce a move")  # all is shown, and it is his turn as before
    expect(bob.button("Give the new order")).to_be_hidden()
    assert ada.page.get_by_role("tabpanel", name="Log").inner_text() == log
    bob.announce("D8", "D7")
    stands(ada, "D7", "guard")


def test_the_way_of_the_briefcase_is_chosen_at_the_arrow(person: People, server: Server) -> None:
    ada, bob = duel(server, person(), person(phone=True), "f6=rook e6=guard a1=plus", "f9=rook k11=guard")
    ada.choose("F6", "F8")
    slip = ada.page.get_by_role("region", name="If you confirm now")
    for way, words in (("without it", "lies free on F6"), ("push it", "lies free on F8"), ("with it", "goes .*F8")):
        ada.press(ada.page.get_by_role("radio", name=way))
        expect(slip).to_contain_text(re.compile(words))
    ada.choose("E6")  # a push may end on an own spy, and then it is the only way
    expect(slip).to_contain_text("Your spy 2 controls the briefcase")
    axe.check(ada.page)
    ada.press(ada.square("E6"))  # a second time: said
    stands(bob, "E6", "has the briefcase")

    # One of theirs that is tapped tells what it is, and where it really can go.
    bob.choose("A1")
    expect(bob.page.get_by_role("region", name="The spy that you tapped")).to_contain_text(
        "Spy 3 of Ada, plus. It goes along its arrows, one square."
    )

    # A finger that is down shows a loupe and says nothing; letting go draws the arrow; sliding off does nothing.
    touch = bob.page.context.new_cdp_session(bob.page)

    def finger(kind: str, square: str = "") -> None:
        points = []
        if square:
            box = bob.square(square).bounding_box()
            assert box is not None
            points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    bob.choose("F9")
    strip = bob.button(re.compile("^Spy 1 could be.* rook 8 %"))  # what it could be, below the board
    expect(strip).to_be_visible()
    finger("touchStart", "F8")
    loupe = bob.page.locator("[data-loupe]")
    expect(loupe).to_have_attribute("data-loupe", "f8")
    expect(loupe).to_contain_text(re.compile(r"F8: \d+"))
    finger("touchMove", "F7")
    expect(loupe).to_have_attribute("data-loupe", "f7")
    stands(bob, "F7", "Lit: announce")
    finger("touchEnd")
    expect(loupe).to_have_count(0)
    stands(bob, "F7", "The arrow points here")
    assert not bob.page.locator("[data-stamp=yes]").count() or bob.page.locator("[data-stamp]").count() == 1
    expect(strip).to_contain_text("green: these would be a yes")
    axe.check(bob.page)
    bob.confirm(re.compile("^Announce "))
    stands(ada, "F7", "spy 1 of Bob, rook")


def test_on_a_phone_the_way_of_the_briefcase_covers_no_row_of_the_board(person: People, server: Server) -> None:
    ada, bob = duel(server, person(phone=True), person(), "f6=rook e6=guard a1=plus", "f9=rook k11=guard")
    ada.choose("F6", "F8")
    ways, board = ada.page.get_by_role("radiogroup").bounding_box(), ada.board.bounding_box()
    assert ways and board and ways["y"] >= board["y"] + board["height"]
    ada.press(ada.page.get_by_role("radio", name="push it"))
    expect(ada.page.get_by_role("region", name="If you confirm now")).to_contain_text("lies free on F8")
    ada.confirm(re.compile("^Announce "))
    expect(bob.page.locator("[data-answer]")).to_have_text("Spy 1 of Ada, F6–F8: yes.")


def test_answers_by_hand_must_be_true_and_a_carrier_must_hold_out(person: People, server: Server) -> None:
    ada, bob = duel(
        server, person(), person(phone=True), "f10=rook a1=plus", "a9=guard k9=?", "f10",
        answers="manual", answer_ms=50, safe_extraction=True,
    )  # fmt: skip
    ada.announce("F10", "F11", "with it")
    question = bob.page.get_by_role("region", name="Your answer")
    expect(question).to_contain_text("Ada announces spy 1 from F10 to F11 with the briefcase. It is the rook.")
    axe.check(bob.page)
    bob.reply("No")
    expect(bob.page.get_by_role("region", name="Not possible:")).to_contain_text(re.compile("not.* true"))
    assert not ada.page.get_by_role("region", name="Not possible:").count()
    expect(ada.page.get_by_text("Bob answers")).to_be_visible()
    bob.reply("Yes")
    stands(ada, "F11", "has the briefcase")
    expect(ada.square("F11")).to_have_attribute("aria-label", re.compile("must hold out"))
    expect(bob.page.locator("[data-lost]")).to_have_text(
        "Ada has arrived with the briefcase: stop spy 1 this turn, or Ada wins."
    )
    axe.check(bob.page)

    # The double agent answers as its controller likes.
    bob.announce("K9", "K8")
    expect(ada.page.get_by_role("region", name="Your answer")).to_contain_text(
        "It is the double agent: answer as you like."
    )
    ada.reply("No")
    for one in (ada, bob):
        expect(one.page.get_by_role("heading", name=OVER)).to_be_visible()
    expect(ada.page.get_by_text("held out with the briefcase").first).to_be_visible()


def test_a_promotion_a_capture_both_moves_of_move_2_and_a_resignation(person: People, server: Server) -> None:
    ada, bob = duel(
        server, person(color_scheme="light"), person(phone=True, color_scheme="light"),
        "e10=runner g5=rook a1=plus", "g7=guard k9=? k11=rook",
    )  # fmt: skip

    # A button that is pressed while a step is still being shown hears of it, by mouse and by key.
    stop_the_clock(ada.page)
    for press in (ada.press, lambda undo: undo.press("Space")):
        tool(ada, "Move 2")
        ada.confirm(re.compile("^Use Move 2"))
        expect(ada.button("Move 2, used")).to_be_visible()
        press(ada.page.get_by_role("button", name="Undo", exact=True))
        expect(ada.button("Move 2, used")).to_have_count(0)
        ada.page.clock.run_for(1000)
    ada.page.clock.resume()

    # Move 2: a crowned spy arrives and is promoted, another one captures; both sides see it at a glance.
    tool(ada, "Move 2")
    ada.confirm(re.compile("^Use Move 2"))
    ada.announce("E10", "E11")
    stands(ada, "E11", "your spy 1.*promoted")
    stands(bob, "E11", "spy 1 of Ada.*promoted")
    ada.choose("G5", "G7")
    expect(ada.page.get_by_role("region", name="If you confirm now")).to_contain_text("Spy 1 of Bob is captured on G7")
    axe.check(ada.page)
    ada.confirm(re.compile("^Announce "))
    stands(bob, "G7", "spy 2 of Ada")
    expect(bob.page.locator("[data-lost]")).to_have_text(
        "Ada uses Move 2. Spy 1 of Ada was promoted. Your spy 1 was captured on G7."
    )

    # What was lost lies beside the board: Ada sees what it was, Bob does not.
    expect(ada.button(re.compile("^spy 1 of Bob, guard"))).to_be_visible()
    expect(bob.button(re.compile("^your spy 1,"))).to_be_visible()
    assert not bob.button(re.compile("^your spy 1, guard")).count()
    axe.check(bob.page)

    # The order: always yes, but never capture, take, carry or push.
    bob.press(bob.button("Change"))
    bob.press(bob.page.get_by_role("radio", name="always yes"))
    bob.press(bob.page.get_by_role("checkbox", name=re.compile("never capture")))
    bob.press(bob.button("Give the new order"))
    expect(bob.page.get_by_role("region", name="Standing order")).to_contain_text("never capture")
    axe.check(bob.page)

    bob.press(bob.button("Resign"))
    axe.check(bob.page)
    bob.press(bob.page.locator("[data-resign]"))
    for one in (ada, bob):
        expect(one.page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(one.page.get_by_text(re.compile("(Bob|You) resigned"))).to_be_visible()
        axe.check(one.page)


def test_the_notebook_has_two_layers_and_two_halves_and_says_why(person: People, server: Server) -> None:
    ada, bob = duel(server, person(), person(phone=True), "e2=rook f2=runner g2=plus", "e10=rook f10=?")
    ada.announce("E2", "E4")  # yes: rook, shuttle, arrow, runner, flank, ?
    bob.announce("E10", "E9")
    page = ada.page
    page.get_by_role("tab", name="Notebook").click()
    table = page.get_by_role("table")
    expect(table.get_by_role("button", name="Spy 1 is not the guard")).to_be_visible()
    rook = table.get_by_role("button", name=re.compile(r"^Spy 1, rook: \d+ percent"))
    rook.click()
    row = page.get_by_role("region", name="Spy 1 could be")
    expect(row).to_contain_text("no answer rules it out")
    expect(row).to_contain_text("fits Your spy 1, E2–E4: yes")
    table.get_by_role("button", name="Spy 1 is not the guard").click()
    expect(row).to_contain_text("against Your spy 1")
    axe.check(page)

    # Pencil marks know nothing of that; a mark that an answer contradicts is struck. They survive a reload.
    page.get_by_role("button", name="Pencil").click()
    guard = table.get_by_role("button", name=re.compile("^Spy 1, guard: "))
    guard.click()
    guard.click()
    expect(guard).to_have_attribute("aria-label", "Spy 1, guard: your mark is contradicted by an answer")
    plus = table.get_by_role("button", name=re.compile("^Spy 3, plus: "))
    axe.check(page)
    stop_the_clock(page)
    plus.click()
    page.clock.run_for(600)  # kept half a second after the last mark
    page.clock.resume()
    page.reload()
    page.get_by_role("tab", name="Notebook").click()
    page.get_by_role("button", name="Pencil").click()
    expect(plus).to_have_attribute("aria-label", "Spy 3, plus: marked as not this one")

    # The second half: what Bob can know, beside the truth.
    page.get_by_role("button", name="What Bob can know").click()
    page.get_by_role("button", name="Exact").click()
    expect(
        table.get_by_role("button", name=re.compile(r"^Spy 1, rook: \d+ percent. This is the truth"))
    ).to_be_visible()
    axe.check(page)


def test_the_notebook_is_what_the_table_chose(person: People, server: Server) -> None:
    """By hand there is a pencil and nothing is worked out; off, there is no notebook, only one's own notes."""
    ada, _ = duel(server, person(), person(phone=True), "e2=rook f2=runner", "e10=rook f10=?", notebook="manual")
    ada.choose("E2")
    expect(ada.button(re.compile("^E3: .*Lit: announce a move here from E2$"))).to_be_visible()
    ada.page.get_by_role("tab", name="Notebook").click()
    expect(ada.page.get_by_role("button", name="Spy 1, rook: no mark")).to_be_visible()
    assert not ada.page.get_by_role("button", name="Exact").count()

    ada, _ = duel(server, person(), person(phone=True), "e2=rook f2=runner", "e10=rook f10=?", notebook="off")
    ada.page.get_by_role("tab", name="Notebook").click()
    expect(ada.page.get_by_text("This table plays without a notebook.")).to_be_visible()
    expect(ada.page.get_by_role("textbox", name="Your notes")).to_be_visible()
