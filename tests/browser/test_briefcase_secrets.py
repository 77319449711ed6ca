"""What is in the page of one side is the same in two worlds that this side cannot tell apart: what it shows, what it keeps, and every
byte that it was sent."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_briefcase_desk import duel, server, stands, tool
from tests.browser.worlds import Ear, Everything, everything_in, listen_to, must_be_the_same
from topsecret.games.briefcase.tests.builders import GAME, WHITE, position

__all__ = ["server"]
pytestmark = pytest.mark.slow
People = Callable[..., Person]

# White's spies are other pieces: Red sees that, White does not.
SQUARES = ["e2", "f2", "g2", "h2"]
WORLDS = (("rook", "runner", "plus", "?"), ("runner", "rook", "?", "plus"))
RED = "e10=rook f10=? g10=plus d9=guard"


def one_world(server: Server, ada: Person, bob: Person, pieces: tuple[str, ...]) -> tuple[Everything, Everything]:
    """White looks at everything there is to look at and asks something to which both worlds answer yes; White's page, and Red's."""
    heard = listen_to(ada)
    white = " ".join(f"{square}={piece}" for square, piece in zip(SQUARES, pieces))
    one, other = duel(server, ada, bob, white, RED)
    one.choose("E2", "E3")
    expect(one.page.get_by_role("region", name="If you confirm now")).to_contain_text("Your spy 1 goes")
    one.confirm(re.compile("^Announce "))
    other.announce("E10", "E9")
    stands(one, "E9", "rook")
    one.page.get_by_role("tab", name="Notebook").click()
    one.page.get_by_role("table").get_by_role("button", name=re.compile(r"^Spy 1, rook: \d+ percent")).click()
    tool(one, "Purge")
    one.choose("H2")
    expect(one.page.get_by_role("region", name="If you confirm now")).to_contain_text("leaves")
    one.confirm("Purge spy 4")
    stands(one, "H2", "empty")
    one.choose("F2")
    expect(one.button(re.compile("chance of a yes")).first).to_be_visible()
    expect(one.page.get_by_role("region", name="Spy 2 could be")).to_be_visible()
    return everything_in(one.page, heard), everything_in(other.page, Ear())


def test_a_page_is_the_same_in_two_worlds_that_its_side_cannot_tell_apart(person: People, server: Server) -> None:
    (white, red), (other_white, other_red) = (
        one_world(server, person(), person(phone=True), pieces) for pieces in WORLDS
    )
    must_be_the_same(white, other_white)
    assert red.shown != other_red.shown  # Red sees White's pieces: there the same comparison finds the difference


def answered_by_hand(server: Server, ada: Person, bob: Person, piece: str) -> tuple[Everything, Everything]:
    """White announces twice, Red answers by hand: yes, then no. A rook has to, and what is not true is refused; a "?" may."""
    heard = listen_to(ada)
    rest = {"rook": "?", "?": "rook"}[piece]
    one, other = duel(server, ada, bob, f"e2={piece} h2={rest}", RED, answers="manual", answer_ms=50)
    question = other.page.get_by_role("region", name="Your answer")
    for end, true, untrue in (("E4", "Yes", "No"), ("G6", "No", "Yes")):
        one.announce("E2" if end == "E4" else "E4", end)
        expect(question).to_be_visible()
        if piece == "rook":
            other.reply(untrue)
            expect(other.page.get_by_role("region", name="Not possible:")).to_be_visible()
        other.reply(true)
        expect(one.page.locator("[data-stamp]")).to_have_attribute("data-stamp", true.lower())
        if end == "E4":
            other.announce("E10", "E9")
            one.reply("Yes")
            stands(one, "E9", "rook")
    stands(one, "E4", "your spy 1")
    expect(one.page.get_by_role("tabpanel", name="Log")).to_contain_text("E4–G6")
    stands(other, "E9", "Can announce a move")
    return everything_in(one.page, heard), everything_in(other.page, Ear())


def test_an_answer_by_hand_tells_its_owner_nothing_but_the_answer(person: People, server: Server) -> None:
    """Whether the answer was a duty or a whim, whether an untrue one was tried before: White's page is the same."""
    (white, red), (other_white, other_red) = (
        answered_by_hand(server, person(), person(phone=True), piece) for piece in ("rook", "?")
    )
    must_be_the_same(white, other_white)
    assert red.shown != other_red.shown


def test_the_two_worlds_are_two() -> None:
    """White's spies are different pieces in them, as Red sees it."""
    views = []
    for pieces in WORLDS:
        white = " ".join(f"{square}={piece}" for square, piece in zip(SQUARES, pieces))
        match = GAME.match(2, {}, start=position(white, RED))
        views.append((match.view(WHITE), match.view(1)))
    assert views[0][0] == views[1][0] and views[0][1] != views[1][1]
