"""How spies looks in a terminal: colours, letters and names. Everything is text with style tags such as `[red]…[/]`; what a style is
stands here, what paints it is not this game's business."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.words import Words, spell_out

from ..box import Agent, Building, Card
from ..state import Actions, Chance, Guess, Told

STYLES = {
    "agent.red": "bold #FFFFFF on #C01A26",
    "agent.blue": "bold #FFFFFF on #2C68E0",
    "agent.green": "bold #261D14 on #0FC48C",
    "agent.yellow": "bold #261D14 on #FFE12E",
    "agent.violet": "bold #261D14 on #C08FE0",
    "agent.orange": "bold #261D14 on #E67A0A",
    "agent.gray": "bold #FFFFFF on #66646E",
    "bar.red": "#C01A26",
    "bar.blue": "#2C68E0",
    "bar.green": "#0FC48C",
    "bar.yellow": "#FFE12E",
    "bar.violet": "#C08FE0",
    "bar.orange": "#E67A0A",
    "bar.gray": "#66646E",
    "wall": "#4B7A88",
    "plate": "bold",
    "ruin": "#FF7B66",
}

COLOURS = tuple(agent.text for agent in Agent)
BUILDINGS = tuple(building.text for building in Building)
FAMILIES = {family.name: family for book in (Actions, Chance, Told) for family in book.families}


class Labels:
    """Names of seats and agents as a viewer reads them."""

    def __init__(self, words: Words, names: Sequence[str], me: int | None, own: Words) -> None:
        self.words = words
        self.own = own
        self.names = names
        self.me = me
        self.letters = {colour: self.person(colour)[0] for colour in COLOURS}

    def t(self, key: str, **params: Any) -> str:
        """What the terminal says for this key."""
        return self.own.say(key, params)

    def listed(self, things: Sequence[str]) -> str:
        """J red, D blue and M green"""
        if len(things) < 2:
            return "".join(things)
        return self.t("and", first=", ".join(things[:-1]), last=things[-1])

    # agents

    def person(self, colour: str) -> str:
        """Jaques"""
        return self.words.name(Agent, colour, "name") or colour.capitalize()

    def letter(self, colour: str) -> str:
        """J in its colour"""
        return f"[agent.{colour}]{self.letters[colour]}[/]"

    def agent(self, colour: str) -> str:
        """J red"""
        return f"{self.letter(colour)} {self.words.name(Agent, colour)}"

    def full(self, colour: str) -> str:
        """J Jaques (red)"""
        return f"{self.letter(colour)} {self.person(colour)} ({self.words.name(Agent, colour)})"

    def letters_of(self, colours: Sequence[str], room: int) -> str:
        """Agents in a row, apart if there is room."""
        gap = " " if 2 * len(colours) - 1 <= room else ""
        return gap.join(self.letter(colour) for colour in colours) + " " * (
            room - len(colours) - len(gap) * max(0, len(colours) - 1)
        )

    # other things

    def building(self, text: str) -> str:
        return self.words.name(Building, text)

    def plate(self, text: str) -> str:
        """What stands on a building: its number, or its name in a word."""
        return text if text.isdecimal() else self.t(f"plate.{text}")

    def card(self, text: str) -> str:
        return self.words.name(Card, text)

    def effect(self, text: str) -> str:
        return self.words.name(Card, text, "effect")

    def seat(self, seat: int) -> str:
        return f"[mine]{self.names[seat]}[/]" if seat == self.me else f"[seat]{self.names[seat]}[/]"

    def guess(self, text: str) -> str:
        return self.seat(int(text.removeprefix("seat "))) if text.startswith("seat ") else self.words.name(Guess, text)

    def value(self, family: str, part: str, value: Any) -> str:
        """A parameter of an event in words."""
        if value is None:
            return "?"
        if part in ("seat", "first"):
            return self.seat(value)
        if part == "guess":
            return self.guess(value)
        if part in ("agent", "other"):
            return self.agent(value)
        if part == "agents":
            return self.listed([self.agent(one) for one in value])
        if part == "points" and isinstance(value, dict):
            return ", ".join(f"{self.agent(one)} +{points}" for one, points in value.items())
        found = next((thing for thing in FAMILIES[family].parts if thing.name == part), None)
        return spell_out(self.words, found, value) if found else str(value)

    def tell(self, event: dict[str, Any]) -> str:
        """An event as a sentence."""
        family = event["event"]
        params = {key: value for key, value in event.items() if key not in ("event", "n")}
        if family == "undone":
            params = {"seat": event["seat"]}
        return self.words.say(f"event.{family}", params, lambda part, value: self.value(family, part, value))


def find_one(typed: str, known: dict[str, tuple[str, ...]]) -> list[str]:
    """Which of these names a person may mean: a name in full, else the names that begin so."""
    typed = typed.lower()
    for exact in known:
        if typed in known[exact]:
            return [exact]
    return [name for name, spellings in known.items() if any(spelling.startswith(typed) for spelling in spellings)]
