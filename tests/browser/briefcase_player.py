"""Somebody who plays briefcase in a page, by the accessible names on it and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.player import CAN_BE_PRESSED

SQUARE = re.compile(r"^([A-K])(\d+): ")
CHANCE = re.compile(r"chance of a yes (\d+)(?:–(\d+))? percent")
OVER = re.compile(r"^(You win|.* wins|A draw)$")
FILES = "ABCDEFGHIJK"


@dataclass(frozen=True)
class Place:
    """A square as its name tells it."""

    name: str
    file: int
    rank: int

    @property
    def square(self) -> str:
        return f"{FILES[self.file]}{self.rank}"

    @property
    def chance(self) -> float:
        """Of a yes; one half where the table does not say."""
        found = CHANCE.search(self.name)
        return (int(found[1]) + int(found[2] or found[1])) / 200 if found else 0.5

    def has(self, words: str) -> bool:
        return words in self.name


def far(one: Place, other: Place) -> int:
    return max(abs(one.file - other.file), abs(one.rank - other.rank))


class BriefcasePlayer:
    """Plays for one person: `play()` does the next thing that is asked, if anything is. Goes for the briefcase, and home with it."""

    def __init__(self, page: Page, side: int, *, touch: bool = False, keys: bool = False) -> None:
        self.page = page
        self.goal = 11 if side == 0 else 1
        self.touch = touch
        self.keys = keys
        self.tried: set[str] = set()  # lines that got a no
        self.did: set[str] = set()
        self.stops = False  # at the beginning of the next turn, which `stopped` says
        self.stopped = False

    # reading

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid", name="The board")

    def places(self) -> list[Place]:
        names = self.board.get_by_role("button").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('aria-label'))"
        )
        found = [(name, SQUARE.match(name)) for name in names]
        return [Place(name, FILES.index(at[1]), int(at[2])) for name, at in found if at]

    def square(self, square: str) -> Locator:
        return self.board.get_by_role("button", name=re.compile(f"^{square}: "))

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """By how its name begins: a line of the log may say the same of what was done."""
        begins = name if isinstance(name, re.Pattern) else re.compile(f"^{re.escape(name)}", re.IGNORECASE)
        return self.page.get_by_role("button", name=begins)

    def lit(self, name: str | re.Pattern[str]) -> bool:
        """Whether there is such a button, and it does something now."""
        return bool(self.button(name).evaluate_all(CAN_BE_PRESSED))

    @property
    def over(self) -> bool:
        return self.page.get_by_role("heading", name=OVER).count() > 0

    # doing

    def press(self, thing: Locator) -> None:
        if self.touch:
            thing.tap()
        else:
            thing.click()

    def choose(self, *squares: str) -> None:
        """A square after the other: touched, clicked, or typed."""
        for square in squares:
            if self.keys:
                self.page.keyboard.type(square.lower())
                if square[1:] == "1":
                    self.page.keyboard.press("Enter")  # it could have become 10 or 11
            else:
                self.press(self.square(square))

    def confirm(self, name: str | re.Pattern[str]) -> None:
        expect(self.button(name)).not_to_have_attribute("aria-disabled", "true")
        if self.keys:
            self.page.keyboard.press("Enter")
        else:
            self.press(self.button(name))

    def announce(self, start: str, end: str, way: str = "") -> None:
        expect(self.square(start)).to_have_attribute("aria-label", re.compile("Can announce a move$"))
        self.choose(start, end)
        if way:
            if self.keys:
                self.page.keyboard.press({"with it": "w", "without it": "o", "push it": "p"}[way])
            else:
                self.press(self.page.get_by_role("radio", name=way))
            expect(self.page.get_by_role("radio", name=way)).to_be_checked()
        self.confirm(re.compile("^Announce "))

    # what is asked

    def play(self) -> bool:
        """Does the next thing; False if nothing is asked."""
        if self.over:
            return False
        if self.lit("Give this order"):
            self.confirm("Give this order")
            expect(self.button("Give this order")).to_be_hidden()
            return True
        return self.answer() or self.move()

    def answer(self) -> bool:
        """By hand: yes, and where that is refused as untrue, no."""
        question = self.page.get_by_role("region", name="Your answer")
        if not question.is_visible():
            return False
        said = question.inner_text()
        self.reply("Yes")
        refused = self.page.get_by_role("region", name="Not possible:")
        expect(
            refused.or_(question.filter(has_not_text=said))
            .or_(self.page.locator("body:not(:has([data-question]))"))
            .first
        ).to_be_visible()
        if refused.is_visible():
            self.did.add("untrue")
            self.reply("No")
        expect(question.filter(has_text=said)).to_be_hidden()
        self.did.add("answer")
        return True

    def reply(self, answer: str) -> None:
        if self.keys:
            self.page.keyboard.press(answer[0].lower())
        else:
            self.press(self.page.get_by_role("button", name=answer, exact=True))

    def move(self) -> bool:
        places = self.places()
        ready = [place for place in places if place.has("Can announce a move")]
        if not ready or self.stops:
            self.stopped = bool(ready)
            return False
        case = next(place for place in places if place.has("briefcase"))
        carrier = next((place for place in ready if place.has("has the briefcase")), None)
        near = [carrier] if carrier else sorted(ready, key=lambda place: far(place, case))[:3]
        best: tuple[float, str, Place] | None = None
        for start in near:
            self.choose(start.square)
            expect(self.square(start.square)).to_have_attribute("aria-label", re.compile("Chosen$"))
            if "assisted" not in self.did:
                self.did.add("assisted")
                expect(self.button(re.compile("chance of a yes")).first).to_be_visible()
            for end in self.places():
                if end.has("your spy"):
                    continue  # the briefcase could only be pushed there
                if end.has("Lit: announce") and f"{start.square}{end.square}" not in self.tried:
                    worth = self.worth(start, end, case, carrying=carrier is not None)
                    if best is None or worth > best[0]:
                        best = (worth, start.square, end)
        assert best is not None, "no line is left to try"
        _, start_square, end = best
        if self.square(start_square).get_attribute("aria-pressed") != "true":
            self.choose(start_square)
        self.announce_chosen(start_square, end.square, carrier is not None)
        return True

    def worth(self, start: Place, end: Place, case: Place, *, carrying: bool) -> float:
        if carrying:
            return end.chance * (
                100 if end.rank == self.goal else 10 + abs(start.rank - self.goal) - abs(end.rank - self.goal)
            )
        gain = (
            far(start, case) - far(end, case) + (5 if end.square == case.square else 0) + (2 if end.has("spy") else 0)
        )
        return end.chance * (10 + gain)

    def announce_chosen(self, start: str, end: str, carrying: bool) -> None:
        self.choose(end)
        expect(self.square(end)).to_have_attribute("aria-label", re.compile("The arrow points here"))
        if carrying:
            expect(self.page.get_by_role("radio", name="with it")).to_be_checked()
            self.did.add("carry")
        self.confirm(re.compile("^Announce "))
        expect(self.button(re.compile(f"^Announce .*: {start} to {end}"))).to_be_hidden()
        self.tried.add(f"{start}{end}")
        self.did.add("move")


def play_together(
    players: list[BriefcasePlayer], *, until: Callable[[], bool] = lambda: False, most: int = 2000
) -> None:
    """Both do what they are asked, until all see the end or `until` says so."""
    for _ in range(most):
        if until() or all(one.over for one in players):
            return
        played = [one.play() for one in players]
        if not any(played):
            players[0].page.wait_for_timeout(30)
    raise AssertionError("the match does not end")
