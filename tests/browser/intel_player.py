"""Somebody who plays intel in a page, by the accessible names on it and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

SPACE = re.compile(r"^([A-H])([1-6]): ")
OVER = re.compile(r"^(You win|.* wins|A draw)$")
WORTH = {"memo": 1, "photo": 2, "blueprint": 3, "credential": 4, "cipher key": 5}
BOTTOM = 7


@dataclass(frozen=True)
class Place:
    """A space as its name tells it."""

    name: str
    row: int
    number: int

    @property
    def space(self) -> str:
        return f"{'ABCDEFGH'[self.row]}{self.number}"

    @property
    def x(self) -> int:
        """As the rules count: rows of five begin at 1, rows of six at 0."""
        return 2 * self.number - 1 - self.row % 2

    @property
    def worth(self) -> int:
        """Of what lies there, or is carried there."""
        return sum(value for tile, value in WORTH.items() if re.search(rf"\b{tile}\b", self.name))

    def has(self, words: str) -> bool:
        return words in self.name


class IntelPlayer:
    """Plays for one person: `play()` does the next thing that is asked, if anything is. Catches what comes near, and brings it home."""

    def __init__(self, page: Page, *, touch: bool = False, keys: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.keys = keys  # the keyboard alone
        self.did: set[str] = set()

    # reading

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid", name="The board")

    def places(self) -> list[Place]:
        names = self.board.get_by_role("button").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('aria-label'))"
        )
        found = [(name, SPACE.match(name)) for name in names]
        return [Place(name, "ABCDEFGH".index(at[1]), int(at[2])) for name, at in found if at]

    def space(self, space: str) -> Locator:
        return self.board.get_by_role("button", name=re.compile(f"^{space}: "))

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """By how its name begins: a line of the log may say the same of what was done."""
        begins = name if isinstance(name, re.Pattern) else re.compile(f"^{re.escape(name)}", re.IGNORECASE)
        return self.page.get_by_role("button", name=begins)

    @property
    def over(self) -> bool:
        return self.page.get_by_role("heading", name=OVER).count() > 0

    @property
    def foretold(self) -> Locator:
        return self.page.get_by_role("region", name="If you confirm now")

    @property
    def refused(self) -> Locator:
        return self.page.get_by_role("region", name="Not possible:")

    # doing

    def press(self, thing: Locator) -> None:
        if self.touch:
            thing.tap()
        else:
            thing.click()

    def undo(self) -> None:
        """Lit when the server has said that it can be undone."""
        button = self.page.get_by_role("button", name="Undo", exact=True)
        expect(button).not_to_have_attribute("aria-disabled", "true")
        self.press(button)

    def tap(self, space: str) -> None:
        """A space, touched, clicked or typed."""
        if self.keys:
            self.page.keyboard.type(space.lower())
        else:
            self.press(self.space(space))

    def choose(self, space: str) -> None:
        """The agent there."""
        self.tap(space)
        expect(self.space(space)).to_have_attribute("aria-label", re.compile("Chosen$"))

    def verb(self, name: str) -> None:
        """Of the card of the agent that is chosen."""
        if self.keys:
            buttons = self.page.locator("[data-card]").get_by_role("button")
            names = buttons.all_text_contents()
            place = next(i for i, one in enumerate(names) if one.strip().startswith(f"{name}, "))
            self.page.keyboard.press(str(place + 1))
        else:
            self.press(self.button(re.compile(f"^{name}, ")))

    def aim(self, space: str) -> None:
        """At a place that is lit: what was done before has come back from the server."""
        expect(self.space(space)).to_have_attribute("aria-label", re.compile("Lit: "))
        self.tap(space)
        expect(self.space(space)).to_have_attribute("aria-label", re.compile("Aimed here"))

    def confirm(self, name: str | re.Pattern[str]) -> None:
        expect(self.button(name)).not_to_have_attribute("aria-disabled", "true")
        if self.keys:
            self.page.keyboard.press("Enter")
        else:
            self.press(self.button(name))
        expect(self.button(name)).to_be_hidden()

    def spawn(self, role: str, space: str) -> None:
        roster = self.page.get_by_role("list", name="Your roster").get_by_role("button")
        if self.keys:
            names = roster.all_text_contents()
            place = next(i for i, one in enumerate(names) if one.strip().startswith(f"{role}: "))
            self.page.keyboard.press("Escape")
            self.page.keyboard.press(str(place + 1))
        else:
            self.press(roster.and_(self.button(re.compile(f"^{role}: "))))
        expect(self.space(space)).to_have_attribute("aria-label", re.compile("Lit: spawn here"))
        self.aim(space)
        self.confirm(f"Spawn the {role} on {space}")
        expect(self.space(space)).to_have_attribute("aria-label", re.compile(f"your {role}"))
        self.did.add("spawn")

    def end_turn(self) -> None:
        """Says yes where it is asked whether the rest shall be wasted."""
        line = re.compile("^Your turn")
        if self.keys:
            self.page.keyboard.press("Escape")
            self.page.locator("body").evaluate("() => document.activeElement?.blur()")
            self.page.keyboard.press("Enter")
        else:
            self.press(self.button("End turn"))
        sure = self.button("End it")
        mine = self.page.get_by_text(line).first
        expect(sure.or_(self.page.locator("body:not(:has([data-confirm]))")).first).to_be_visible()
        if sure.is_visible():
            self.confirm("End it")
        expect(mine).to_be_hidden()
        self.did.add("end")

    # what is asked

    def play(self) -> bool:
        """Does the next thing; False if nothing is asked."""
        if self.over:
            return False
        if self.button(re.compile("^Keep the ")).is_visible():
            self.confirm(re.compile("^Keep the "))
            self.did.add("keep")
            return True
        if not self.button("End turn").is_visible():
            return False
        places = self.places()
        return self.bring(places) or self.go(places) or self.finish()

    def bring(self, places: list[Place]) -> bool:
        """Spawns whoever can come, below where tiles fall."""
        lit = self.page.get_by_role("list", name="Your roster").get_by_role("button", name=re.compile("Can be spawned"))
        if lit.count() == 0:
            return False
        role = lit.first.inner_text().split(":")[0].strip()
        free = [place for place in places if place.row == BOTTOM and place.has(": empty")]
        self.spawn(role, free[len(free) // 2].space)
        return True

    def go(self, places: list[Place]) -> bool:
        for place in places:
            if place.has("your ") and place.has("Can act"):
                self.choose(place.space)
                if self.home(place) or self.catch(place):
                    return True
                self.page.keyboard.press("Escape")
                expect(self.space(place.space)).not_to_have_attribute("aria-label", re.compile("Chosen$"))
        return False

    def home(self, place: Place) -> bool:
        """Retires whoever stands at the bottom with something."""
        if not place.worth or place.row != BOTTOM or not self.button(re.compile("^Retire, scores [1-9]")).is_visible():
            return False
        self.verb("Retire")
        self.confirm(re.compile("^Retire and score "))
        self.did.add("retire")
        return True

    def catch(self, place: Place) -> bool:
        """Onto a tile beside it; else home with what it has, or up to where tiles come from."""
        lit = [one for one in self.places() if one.has("Lit: move here")]
        lit = [
            one for one in lit if not (one.has("Danger") or one.has("honeypot"))
        ]  # the warning may still be on its way
        if not lit:
            return False
        full = place.worth >= 2
        best = max(lit, key=lambda one: (one.row if full else 0, one.worth, -abs(one.row - 5)))
        if full and best.row <= place.row and place.row == BOTTOM:
            return False
        self.aim(best.space)
        self.confirm(f"Move to {best.space}")
        expect(self.space(best.space)).to_have_attribute("aria-label", re.compile("your "))
        self.did.add("move")
        return True

    def finish(self) -> bool:
        self.end_turn()
        return True


def play_together(players: list[IntelPlayer], *, until: Callable[[], bool] = lambda: False, most: int = 400) -> None:
    """Both do what they are asked, until all see the end or `until` says so."""
    for _ in range(most):
        if until() or all(one.over for one in players):
            return
        done = [one.play() for one in players]  # each gets a turn
        if not any(done):
            players[0].page.wait_for_timeout(30)
    raise AssertionError("the match does not end")
