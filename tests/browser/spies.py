"""Plays spies through the page, knowing only what the page says: roles, names and states of what is on it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

BUILDINGS = ["the church", *(f"building {number}" for number in range(1, 11)), "the ruins"]
WORTH = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3]
ANY_BUILDING = re.compile("|".join(sorted(map(re.escape, BUILDINGS), key=len, reverse=True)))

# What the line at the top asks of this seat.
LINES = {
    "Your turn": "move",
    "Play a card: you said yes": "must",
    "It is up to you": "pass_by",
    "Play another card": "pass_by",
    "Put the safe": "safe",
    "Write your dossier": "dossier",
    "You hold several agents": "keep",
}
LINE = "() => document.querySelector('header .turn span, header .line span')?.textContent ?? ''"
# Is done when what is asked has changed. What comes next may look the same, and come so soon that nobody sees the moment in between.
WATCH = """() => {
  const question = document.querySelector("[data-no]");
  const line = document.querySelector("header .turn, header .line");
  window.goneOn = new Promise((done) => {
    const watcher = new MutationObserver((all) => {
      if ((question && !question.isConnected) || all.some((one) => line?.contains(one.target))) done();
    });
    watcher.observe(document.body, { childList: true, characterData: true, subtree: true });
    setTimeout(done, 3000);
  });
}"""
CONFIRM = "[data-confirm]"
READY = '[data-confirm][aria-disabled="false"]'


def buildings_in(words: str) -> list[int]:
    """The buildings that are named, in order."""
    return [BUILDINGS.index(name) for name in ANY_BUILDING.findall(words)]


def place_in(label: str) -> int:
    """Where the agent of this label is now: "Jaques (red), 2 from the church, now building 2, …"."""
    return buildings_in(label.split(", now ")[-1])[0]


class Hand:
    """The hand of somebody who plays at this page; with `keys`, by keyboard alone. The bold play cards now and then."""

    def __init__(self, page: Page, keys: bool = False, bold: bool = True) -> None:
        self.page = page
        self.keys = keys
        self.bold = bold
        self.did: dict[str, int] = {}

    # what the page says

    def line(self) -> str:
        """Whose turn it is and what is asked."""
        found: str = self.page.evaluate(LINE)
        return found

    def is_over(self) -> bool:
        return self.page.get_by_role("button", name="Rematch, same seats").count() > 0

    def asked(self) -> str:
        """What is asked of this seat now, or nothing."""
        if self.page.locator("[data-no]").count():
            return "poll"
        line = self.line()
        return next((what for words, what in LINES.items() if line.startswith(words)), "")

    def agents(self) -> list[tuple[str, int]]:
        """Each agent's name, with the building it is in or has walked to."""
        labels: list[str] = self.page.locator("button.agent[data-target]").evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-label'))"
        )
        return [(label.split(",")[0], place_in(label)) for label in labels]

    def safe_now(self) -> int:
        label = self.page.get_by_role("img", name=re.compile("^Safe: ")).first.get_attribute("aria-label")
        return buildings_in(label or "")[0]

    # playing

    def act(self) -> str:
        """Does what is asked now, if anything is; says what it was."""
        what = self.asked()
        if what:
            getattr(self, what)()
            self.did[what] = self.did.get(what, 0) + 1
        return what

    def press(self, what: Locator) -> None:
        """As a screen reader does it, or by focus and Enter: things on the board may stand in front of each other."""
        if self.keys:
            what.focus()
            self.page.keyboard.press("Enter")
        else:
            what.dispatch_event("click")

    def confirm(self) -> None:
        self.page.locator(READY).wait_for()
        self.and_it_goes_on(self.page.locator(CONFIRM))

    def and_it_goes_on(self, what: Locator) -> None:
        """Presses, and waits until something else is asked."""
        self.page.evaluate(WATCH)
        self.press(what)
        self.page.evaluate("() => window.goneOn")

    def move(self) -> None:
        """Somebody to the safe, if that can be; the others share what is left."""
        if self.page.locator(READY).count():
            return self.confirm()
        found = re.search(r"(\d+) points? still", self.page.locator(CONFIRM).inner_text())
        points, safe, agents = int(found[1]) if found else 1, self.safe_now(), self.agents()
        walk: list[str] = []
        for name, place in sorted(agents, key=lambda one: -one[1]):
            if not walk and 1 <= (safe - place) % 12 <= points:
                walk = [name] * ((safe - place) % 12)
        others = [[place, name] for name, place in sorted(agents, key=lambda one: one[1]) if name not in walk]
        number = 0
        while len(walk) < points:
            other = others[number % len(others)]
            walk.append(str(other[1]))
            number += 1
        for name in walk:
            self.step(name)
        self.confirm()

    def step(self, name: str) -> None:
        if self.keys:
            self.page.keyboard.press(name[0].lower())
        else:
            self.press(self.page.locator(f'button.agent[aria-label^="{name},"]').first)

    def poll(self) -> None:
        """Yes now and then, where a card can be played."""
        yes = self.page.locator("[data-yes]:not(.off)")
        willing = self.bold and self.did.get("poll", 0) % 5 == 2 and yes.count() > 0
        self.and_it_goes_on(yes if willing else self.page.locator("[data-no]"))

    def must(self) -> None:
        """Plays the first card that can be played, at the first targets that are lit."""
        lock = self.page.get_by_role("button", name="keep hand open")
        if lock.count() and lock.get_attribute("aria-pressed") == "false":
            self.press(lock)
        hand = self.page.get_by_role("list", name="Your hand")
        self.press(hand.get_by_role("button", name=re.compile("can be played now")).first)
        for _ in range(4):
            if self.page.locator(READY).count():
                break
            lit = self.page.locator(
                '[data-target][aria-pressed="false"]', has_not=self.page.locator(":scope[disabled]")
            )
            self.press(lit.and_(self.page.get_by_role("button", name=re.compile("Lit: "))).first)
        self.confirm()

    def pass_by(self) -> None:
        self.and_it_goes_on(self.page.locator("[data-done], [data-pass]").first)

    def safe(self) -> None:
        """The dearest building that somebody can reach soon."""
        places, now = [place for _, place in self.agents()], self.safe_now()
        best = max(
            (number for number in range(12) if number != now),
            key=lambda number: (any(1 <= (number - place) % 12 <= 4 for place in places), WORTH[number]),
        )
        self.press(self.page.get_by_role("button", name=re.compile(f"^{BUILDINGS[best]}, ")))
        self.confirm()

    def dossier(self) -> None:
        """Nobody is behind anybody: all are free."""
        slots = self.page.get_by_role("button", name=re.compile(r"Choose who it is\.$"))
        if not slots.count():
            way_in = self.page.get_by_role("tab", name="Dossier").or_(
                self.page.get_by_role("button", name="Dossier", exact=True)
            )
            self.press(self.page.locator("[data-open-folder]").or_(way_in).first)
        slots.first.wait_for()
        for number in range(slots.count()):
            self.press(slots.nth(number))
            choices = self.page.get_by_role("group", name=re.compile("^Who is "))
            self.press(choices.get_by_role("button", name="free"))
        hand_in = self.page.get_by_role("button", name="Hand in, for good")
        self.page.locator('.hand-in button[aria-disabled="false"]').wait_for()
        self.press(hand_in)
        hand_in.wait_for(state="detached")
        sheet = self.page.get_by_role("region", name="Dossier")  # on a phone it lies over the lower half
        if sheet.count():
            self.press(sheet.get_by_role("button", name="Close"))

    def keep(self) -> None:
        self.press(self.page.locator("[data-open-keep]"))
        self.press(self.page.locator("[data-keep]:not(.off)").first)
        self.confirm()
