"""A case of each game is solved on its board: hints, a wrong answer, the right one, the proof; the home page remembers it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.intel_player import IntelPlayer
from tests.browser.people import Person
from topsecret.kernel.cases import Case, case, case_of_the_day, has_cases, shipped
from topsecret.kernel.registry import ids

Make = Callable[..., Person]
THOUGHT = [id for id in ids() if has_cases(id) and case(id, "easy", shipped(id)["easy"][0]).puzzle.blanks]


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def fill_in(page: Page, answer: tuple[str, ...]) -> None:
    for number, value in enumerate(answer):
        choice = page.locator(f'label:has(input[name="blank-{number}"][value="{value}"])')
        choice.click()
        expect(choice.locator("input")).to_be_checked()


def another(found: Case) -> tuple[str, ...]:
    """An answer that is wrong."""
    return tuple(
        next(choice.value for choice in blank.choices if choice.value != right)
        for blank, right in zip(found.puzzle.blanks, found.puzzle.answer, strict=True)
    )


@pytest.mark.parametrize("id", THOUGHT)
def test_a_case_is_solved_and_its_shortest_proof_is_shown(person: Make, id: str) -> None:
    seed = shipped(id)["medium"][0]
    found = case(id, "medium", seed)
    page = person().open(f"/case/{id}/medium-{seed}")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.locator("[data-asked]").first).to_be_visible()  # what is asked about is ringed on the board
    axe.check(page)
    say = page.get_by_role("button", name="Say it")
    expect(say).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Hint 1 of 3").click()
    hint = found.puzzle.hints[0]
    expect(page.locator(".log .marked")).to_have_count(len(set(hint.events)))
    page.get_by_role("button", name="Hint 2 of 3").click()
    expect(page.get_by_role("button", name="Hint 3 of 3")).to_be_visible()
    fill_in(page, another(found))
    say.click()
    expect(page.get_by_role("alert")).to_have_text("No. 30 seconds more.")
    expect(page.get_by_text("The shortest proof")).to_have_count(0)
    fill_in(page, found.puzzle.answer)
    say.click()
    expect(page.get_by_text("The shortest proof")).to_be_visible()
    steps = page.locator("section.book ol > li")
    expect(steps).to_have_count(len(found.puzzle.proof))
    steps.first.get_by_role("button").click()
    expect(steps.first.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    axe.check(page)
    page.reload()
    expect(page.get_by_text("The shortest proof")).to_be_visible()
    expect(page.get_by_text("2 hints.")).to_be_visible()


def test_a_turn_of_intel_is_played_and_a_turn_in_vain_costs_thirty_seconds(person: Make) -> None:
    seed = next(
        one
        for one in shipped("intel")["easy"]
        if all(action.split()[0] in ("move", "retire") for action in case("intel", "easy", one).puzzle.answer)
    )
    found = case("intel", "easy", seed)
    page = person().open(f"/case/intel/easy-{seed}")
    player = IntelPlayer(page)
    expect(page.get_by_role("button", name="End turn")).to_be_visible()
    axe.check(page)
    page.get_by_role("button", name="End turn").click()
    page.get_by_role("button", name="End it").click()
    expect(page.get_by_role("alert")).to_have_text("No. 30 seconds more.")
    match, chosen = found.puzzle.match.fork(), ""
    for action in found.puzzle.answer:
        verb, agent, *way = action.split()
        here = match.truth()["place"][agent].upper()
        match.play(0, action)
        if agent != chosen:  # who has moved stays chosen
            expect(player.space(here)).to_have_attribute("aria-label", re.compile("Can act"))
            player.choose(here)
        chosen = agent
        if verb == "move":
            there = match.truth()["place"][agent].upper()
            assert way
            player.aim(there)
            player.confirm(f"Move to {there}")
            expect(player.space(there)).to_have_attribute("aria-label", re.compile("your "))
        else:
            player.verb("Retire")
            player.confirm(re.compile("^Retire and score "))
    expect(page.get_by_text("The shortest proof")).to_be_visible()
    expect(page.locator("section.book ol > li")).to_have_count(len(found.puzzle.proof))
    expect(page.locator("[data-mark]")).to_have_count(len(found.puzzle.proof))  # each step has its number on the board
    page.locator("section.book ol > li").first.get_by_role("button").click()
    axe.check(page)
    assert page.get_by_role("timer").inner_text() >= "0:30"
    page.goto("/")
    expect(page.get_by_role("region", name="Case of the day")).to_be_visible()
    expect(page.locator('a[href^="/t/"]')).to_have_count(0)


def test_the_case_of_the_day_is_on_the_home_page_and_shows_its_time_when_it_is_settled(person: Make) -> None:
    id = THOUGHT[0]
    found = case_of_the_day(id, today())
    page = person(phone=True).open()
    tile = page.get_by_role("region", name="Case of the day").locator(f'a[href="/case/{id}"]')
    expect(tile).to_be_visible()
    expect(tile).not_to_contain_text("solved in")
    tile.click()
    fill_in(page, found.puzzle.answer)
    page.get_by_role("button", name="Say it").last.click()
    expect(page.get_by_text("The shortest proof")).to_be_visible()
    axe.check(page)
    page.get_by_role("link", name="Home").last.click()
    expect(tile).to_contain_text("solved in 0:")
    expect(page.get_by_text("Streak: 1 day")).to_be_visible()


def test_whoever_comes_back_finds_what_was_written_and_shown_and_the_time_goes_on(person: Make) -> None:
    seed = shipped("briefcase")["easy"][1]
    page = person().open(f"/case/briefcase/easy-{seed}")
    page.get_by_role("button", name="Hint 1 of 3").click()
    cell = page.locator('[data-cell="3 2"]')
    cell.click()
    expect(cell).to_have_text("×")
    expect(page.get_by_role("button", name="Hint 2 of 3")).to_be_visible()
    fill_in(page, another(case("briefcase", "easy", seed)))
    page.get_by_role("button", name="Say it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    page.go_back()
    expect(page.get_by_role("button", name="Hint 2 of 3")).to_be_visible()
    expect(page.locator('[data-cell="3 2"]')).to_have_text("×")
    assert page.get_by_role("timer").inner_text() >= "0:30"


def test_an_address_without_a_case_says_so(person: Make) -> None:
    someone = person()
    with someone.guard.allowing("status of 404"):
        page = someone.open("/case/briefcase/hard-1")
        expect(page.get_by_text("There is no such case.")).to_be_visible()
