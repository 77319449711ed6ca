"""Somebody who plays spies in a page, by the accessible names on it and nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Position, expect

BUILDINGS = {"church", *(str(number) for number in range(1, 11)), "ruins"}
ON_AN_AGENT = [(x, y) for y in (0.15, 0.3, 0.5, 0.7, 0.85) for x in (0.5, 0.3, 0.7, 0.15, 0.85)]  # from the hat down
STEP = re.compile(r", one step (more )?to ")
LIT = re.compile(r"\bLit: ")
PLAYABLE = re.compile(r"can be played now$")
ENOUGH = re.compile("^(Pass|Done)")
PLAY = re.compile(r"^Play (?!on )")  # "Play on another device" is another matter


# which buttons can be seen and do something
CAN_BE_PRESSED = """(all) => all.flatMap((one, i) =>
    one.checkVisibility({ visibilityProperty: true }) && one.getAttribute("aria-disabled") !== "true" && !one.disabled ? [i] : [])"""


class Player:
    """Plays for one person: `play()` does the next thing that is asked, if anything is."""

    def __init__(self, page: Page, seed: str, *, touch: bool = False, keys: bool = False) -> None:
        self.page = page
        self.chooser = random.Random(seed)
        self.touch = touch  # taps, on a small board
        self.keys = keys  # the keyboard alone
        self.did: set[str] = set()  # what has happened in this match so far
        self.leaves: set[str] = set()  # what this person does not do for now

    # how things are done

    def press(self, thing: Locator) -> None:
        """Where agents stand close together, a building is pressed on its number and an agent on its hat."""
        if self.keys:
            self.reach(thing)
            # Space presses what has the focus; Enter confirms, and follows a link
            self.page.keyboard.press(thing.evaluate("(thing) => (thing.matches('a') ? 'Enter' : 'Space')"))
            return
        where = None
        target = thing.get_attribute("data-target")
        if target is not None:
            where = self.seen_part(thing, [(0.14, 0.84)] if target in BUILDINGS else ON_AN_AGENT)
        if self.touch:
            thing.tap(position=where)
        else:
            thing.click(position=where)

    def seen_part(self, thing: Locator, places: list[tuple[float, float]]) -> Position:
        """A place on a thing, of these, that no other thing covers: people aim at what they see of it."""
        for _ in range(400):
            found = thing.evaluate(
                """(thing, places) => {
                    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
                    const box = thing.getBoundingClientRect();
                    const seen = ([x, y]) => thing.contains(document.elementFromPoint(box.x + x * box.width, box.y + y * box.height));
                    const place = places.find(seen);
                    return place ? [place[0] * box.width, place[1] * box.height] : null;
                }""",
                places,
            )
            if found is not None:
                return Position(x=found[0], y=found[1])
            self.page.wait_for_timeout(50)  # something may be moving
        raise AssertionError(f"{thing.get_attribute('aria-label')} is covered by something else")

    def reach(self, thing: Locator) -> None:
        """By Tab; on the board, which is one stop, with the arrows."""
        target = thing.get_attribute("data-target")
        for _ in range(200):
            at, there = thing.evaluate(
                "(thing) => [document.activeElement?.dataset?.target ?? null, thing === document.activeElement]"
            )
            if there:
                return
            self.page.keyboard.press("ArrowRight" if target is not None and at is not None else "Tab")
        raise AssertionError(f"the keyboard does not get to {thing}")

    def button(self, name: str | re.Pattern[str], **more: Any) -> Locator:
        return self.page.get_by_role("button", name=name, **more)

    def enabled(self, name: str | re.Pattern[str], **more: Any) -> Locator | None:
        """The first button of that name that does something now."""
        buttons = self.button(name, **more)
        lit = buttons.evaluate_all(CAN_BE_PRESSED)  # one look: a button may be gone a moment later
        return buttons.nth(lit[0]) if lit else None

    def any_of(self, *things: Locator) -> Locator | None:
        """One of the first of these that are there. While a position is drawn again there may be none: then it waits a moment."""
        for some in things:
            if found := some.all():
                return self.chooser.choice(found)
        self.page.wait_for_timeout(50)
        return None

    # what is asked

    @property
    def over(self) -> bool:
        return self.page.get_by_role("heading", name="Who was who").count() > 0

    @property
    def asked(self) -> bool:
        """Whether the page says that it is this person's turn."""
        return self.page.get_by_text("(you)").locator("xpath=ancestor::li").get_by_text("to play").count() > 0

    def play(self) -> bool:
        """Does the next thing; False if nothing is asked."""
        if self.over:
            return False
        steps: list[tuple[str, Callable[[], bool]]] = [
            ("poll", self.answer),
            ("movement", self.move),
            ("safe", self.put_safe),
            ("card", self.card),
            ("dossier", self.write),
            ("keep", self.keep),
        ]
        for name, step in steps:
            if name not in self.leaves and step():
                self.did.add(name)
                return True
        return False

    def answer(self) -> bool:
        no = self.button("No", exact=True)
        if not no.is_visible():
            return False
        yes = self.enabled("Yes, play a card")
        legal = yes is not None and "off" not in (yes.get_attribute("class") or "")
        self.press(yes if yes is not None and legal and self.chooser.random() < 0.6 else no)
        self.taken(no)
        return True

    def move(self) -> bool:
        """Walks agents until all points are placed, then confirms. Somebody goes to the safe, if that can be."""
        if not self.agents(STEP).count():
            return False
        mark = self.page.get_by_role("img", name=re.compile("^Safe: "))
        safe = (mark.get_attribute("aria-label") or "").removeprefix("Safe: ")
        for _ in range(40):
            if self.enabled(re.compile("^Confirm")) is not None:
                break
            to_the_safe = self.agents(re.compile(f", one step (more )?to {safe}$"))
            step = self.any_of(to_the_safe, self.agents(STEP))
            if step is None:
                continue
            if self.keys:
                name = step.get_attribute("aria-label") or ""
                self.page.keyboard.press(name[0].lower())  # the letter of the agent
            else:
                self.press(step)
        if self.enabled(re.compile("^Confirm")) is None:
            return False  # these were the agents of the movement before, which was still on its way
        self.confirm("^Confirm")
        return True

    def fan(self, name: re.Pattern[str]) -> Locator:
        """On a small board the agents of one building are shown large, in a group of their own."""
        return self.page.get_by_role("group").get_by_role("button", name=name)

    def agents(self, name: re.Pattern[str]) -> Locator:
        fan = self.fan(name)
        if self.touch and fan.count():
            return fan
        return self.page.get_by_role("list", name="The agents").get_by_role("button", name=name)

    def lit(self) -> Locator:
        fan = self.fan(LIT)
        return fan if self.touch and fan.count() else self.button(LIT)

    def put_safe(self) -> bool:
        if not self.button(re.compile("^Confirm")).count():
            return False
        place = self.any_of(self.button(re.compile("Lit: the safe can go here")))
        if place is None:
            return False
        self.press(place)
        self.confirm("^Move the safe to")
        return True

    def card(self) -> bool:
        """Chooses a card that is lit, aims at what is lit, plays it; or says that this is enough."""
        enough = self.enabled(ENOUGH)
        if enough is None and not self.page.get_by_text("You said yes: play a card").first.is_visible():
            return False
        if enough is not None and self.chooser.random() < 0.5:
            return self.end_cards(enough)
        keep_open = self.enabled("keep hand open")
        if keep_open is not None:
            self.press(keep_open)
        card = self.any_of(self.button(PLAYABLE))
        if card is None:
            return self.end_cards(enough) if enough is not None else False  # what can be played is lit in a moment
        self.press(card)
        for _ in range(200):
            if (play := self.enabled(PLAY)) is not None:
                self.press(play)
                expect(self.button("Cancel")).to_be_hidden()
                return True
            if (target := self.any_of(self.lit())) is not None:
                self.press(target)
        raise AssertionError("the card could not be aimed")

    def end_cards(self, enough: Locator) -> bool:
        said = enough.inner_text()
        self.press(enough)
        self.taken(self.button(said, exact=True))
        return True

    def taken(self, question: Locator) -> None:
        """Waits until a question has gone. Where the others are bots or have empty hands the same one may come back at
        once, too soon to see that it was away: then this waits a moment and goes on."""
        for _ in range(20):
            if not question.is_visible():
                return
            refused = self.page.get_by_role("region", name="Not possible:")
            assert not refused.is_visible(), refused.inner_text()
            self.page.wait_for_timeout(50)

    def confirm(self, name: str) -> None:
        found = self.enabled(re.compile(name))
        assert found is not None, f"nothing to confirm: {name}"
        said = found.inner_text()
        self.press(found)
        expect(self.page.get_by_role("button", name=said, exact=True, disabled=False)).to_have_count(0)

    def write(self) -> bool:
        """Fills the dossier: a name for each agent that has none, and hands it in."""
        opened = self.enabled("Open dossier")
        if opened is None:
            return False
        self.press(opened)
        expect(self.page.locator("[data-open-folder].go")).to_have_count(0)  # it is open: what is written counts now
        empty = self.button(re.compile("no guess yet. Choose who it is"))
        while empty.count():
            slot = empty.first
            name = slot.get_attribute("aria-label")
            self.press(slot)
            group = self.page.get_by_role("group", name=re.compile("^Who is "))
            self.press(group.get_by_role("button", name="free", exact=True))
            expect(self.page.get_by_role("button", name=name or "", exact=True)).to_be_hidden()
        expect(self.page.get_by_text("Your notes on the agents are shown to everyone")).to_be_visible()
        expect(
            self.page.get_by_text(re.compile(r"^You name \d as free, but"))
        ).to_be_visible()  # it may be, and is said
        hand_in = self.button("Submit for good")
        expect(hand_in).to_be_enabled()
        self.press(hand_in)
        if self.touch:
            expect(self.page.get_by_role("region", name="Dossier")).to_be_hidden()  # it makes room for the board
        else:
            expect(self.page.get_by_text("Your dossier is submitted", exact=False).first).to_be_visible()
        return True

    def keep(self) -> bool:
        cover = self.enabled("Reveal my agents and choose")
        if cover is None:
            return False
        self.press(cover)
        group = self.page.get_by_role("group", name="Which agent will you keep?")
        for one in group.get_by_role("button").all():
            self.press(one)
            if (sure := self.enabled("Keep this agent")) is not None:
                self.press(sure)
                return True
        raise AssertionError("no agent can be kept")


def play_together(hands: list[Player], *, until: Callable[[], bool] = lambda: False, most: int = 4000) -> None:
    """Everybody does what they are asked, until all see the end or `until` says so."""
    for _ in range(most):
        if until() or all(one.over for one in hands):
            return
        done = [one.play() for one in hands]  # each gets a turn
        if not any(done):
            hands[0].page.wait_for_timeout(40)
    raise AssertionError("the match does not end")


def play_until_the_move_of(one: Player, hands: list[Player]) -> Locator:
    """Everybody plays until this one is to move, who does not move yet; the agents that can walk."""
    walk = one.page.get_by_role("button", name=re.compile(", one step to "))
    one.leaves.add("movement")
    play_together(hands, until=lambda: walk.count() > 0)
    one.leaves.remove("movement")
    expect(walk.first).to_be_visible()
    return walk
