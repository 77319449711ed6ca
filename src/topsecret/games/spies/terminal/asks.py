"""What is asked: a question with choices, one choice leading to the next, and the short forms of moves that people type."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from topsecret.kernel import Move

from ..box import Card
from ..state import Guess
from .look import BUILDINGS, COLOURS, Look, find_one


class Entry(NamedTuple):
    """A choice: the keys that take it (the first is shown), what it says, and the action or the next question."""

    keys: tuple[str, ...]
    label: str
    leads_to: Any  # Move or Menu


class Menu(NamedTuple):
    question: str
    entries: list[Entry]
    hint: str = ""
    in_lines: bool = False


class Unclear(ValueError):
    """What was typed can mean several things, or nothing."""


CARDS = {card.name.lower(): card.text for card in Card}
QUESTIONS = {
    "agent": "Which agent?",
    "other": "To whose building?",
    "steps": "How many buildings?",
    "way": "Forward or back?",
    "building": "Which building?",
}
RULES = {
    "move": ("S3.1", "S3.2", "S3.3", "S3.4"),
    "safe": ("S3.5",),
    "poll": ("S5.6", "S5.8"),
    "card_part": ("S5.6", "S5.7", "S5.8", "S5.9"),
    "dossier": ("S7.2", "S7.3"),
    "keep": ("S6.1",),
    "over": ("S4.2", "S4.3"),
}
PIECE = re.compile(r"(?:(?P<name>[a-z]+)\s*[+ ]?\s*(?P<steps>\d+)|(?P<first>\d+)\s*(?P<then>[a-z]+))[\s,;&]*")


class Asks:
    def __init__(self, look: Look, view: dict[str, Any], legal: Sequence[Move]) -> None:
        self.look = look
        self.view = view
        self.legal = legal
        self.phase = self.view["phase"].replace(" ", "_")
        self.known: dict[str, tuple[str, ...]] = {
            colour: (
                look.letters[colour].lower(),
                colour,
                look.person(colour).lower(),
                look.words.strings.get(f"agent.{colour}", colour),
            )
            for colour in COLOURS
        }

    def menu(self) -> Menu:
        ask: dict[str, Callable[[], Menu]] = {
            "move": self._movement,
            "safe": self._safe,
            "poll": self._poll,
            "card_part": self._card_part,
            "dossier": self._dossier,
            "keep": self._keep,
        }
        return ask[self.phase]()

    # S3

    def _movement(self) -> Menu:
        die = self.view["die"]
        points = "1, 2 or 3 points" if die == "1-3" else f"all {die} points"
        question = f"You rolled {'a ' if die != '1-3' else ''}[now]{die}[/]: walk {points}, any agents, clockwise."
        stay = [Entry(("stay",), "move nobody and draw a card", move) for move in self.legal if move.family == "stay"]
        most = 3 if die == "1-3" else int(die)
        one, other = (self.view["in_play"][k] for k in (0, 1))
        spread = f"{one}+{most - 1} {other}+1" if most > 1 else f"{one}+1"
        short = f"{self.look.letters[one].lower()}{most - 1} {self.look.letters[other].lower()}1"
        return Menu(question, stay, f"Type for example [typed]{spread}[/] or short [typed]{short}[/].")

    def _safe(self) -> Menu:
        entries = [self._building(move.params["building"], move) for move in self.legal]
        return Menu(f"{self._phase()} It leaves {self.look.building(self.view['safe'])}.", entries)

    def _building(self, building: str, leads_to: Any) -> Entry:
        keys = {"church": ("0", "church", "c"), "ruins": ("-3", "ruins", "r")}.get(building, (building,))
        return Entry(keys, building if len(keys) > 1 else "", leads_to)

    # S5

    def _poll(self) -> Menu:
        replies = {move.params["reply"]: move for move in self.legal}
        keys = {"yes": ("y", "yes", "1"), "no": ("n", "no", "2")}
        entries = [Entry(keys[reply], reply, replies[reply]) for reply in ("yes", "no") if reply in replies]
        reached = ", ".join(self.look.agent(colour) for colour in self.view["reached"])
        stands = f"{reached} reached the safe: everybody will score." if reached else "As it stands nothing scores."
        question = f"{self._phase()} {stands}"
        return Menu(question, entries, "" if "yes" in replies else "None of your cards can be played now.")

    def _card_part(self) -> Menu:
        families = dict.fromkeys(move.family for move in self.legal if move.family in CARDS)
        entries = []
        for number, family in enumerate(families, 1):
            card = CARDS[family]
            moves = [move for move in self.legal if move.family == family]
            label = f"[card]{self.look.card(card)}[/]  {self.look.effect(card)}"
            entries.append(Entry((str(number), card), label, self._targets(card, moves, {})))
        for move in self.legal:
            if move.family == "pass_by":
                entries.append(Entry(("p", "pass"), "pass", move))
            elif move.family == "done":
                entries.append(Entry(("d", "done"), "done, no more cards", move))
        hand = self.view["hand"][self.view["viewer"]]
        can = [CARDS[family] for family in families]
        stuck = [card for card, copies in hand.items() if copies and card not in can]
        hint = (
            "You hold, but cannot play now: " + ", ".join(self.look.card(card) for card in stuck) + "." if stuck else ""
        )
        reached = ", ".join(self.look.agent(colour) for colour in self.view["reached"])
        stands = f"{reached} reached the safe." if reached else "Nobody has reached the safe."
        must = "You said yes: play a card." if self.view["must_play"] else self._phase()
        return Menu(f"{must} {stands}", entries, hint, in_lines=True)

    def _targets(self, card: str, moves: Sequence[Move], chosen: dict[str, Any]) -> Any:
        """The action, or the question for the next target."""
        params = moves[0].params
        if "agents" in params:
            return self._several(card, [(tuple(move.params["agents"]), move) for move in moves], ())
        name = next((name for name in params if name not in chosen), None)
        if name is None:
            return moves[0]
        values = list(dict.fromkeys(move.params[name] for move in moves))
        entries = []
        for number, value in enumerate(values, 1):
            fit = [move for move in moves if move.params[name] == value]
            entries.append(self._target(name, value, number, self._targets(card, fit, chosen | {name: value})))
        return Menu(f"{self.look.card(card)}: {QUESTIONS[name]}", entries)

    def _target(self, name: str, value: Any, number: int, leads_to: Any) -> Entry:
        if name in ("agent", "other"):
            return self._agent(value, number, leads_to)
        if name == "building":
            return self._building(value, leads_to)
        if name == "steps":
            return Entry((str(value),), "", leads_to)
        return Entry((value[0], value, *(("back",) if value == "backward" else ())), value, leads_to)

    def _several(self, card: str, choices: list[tuple[tuple[str, ...], Move]], taken: tuple[str, ...]) -> Menu:
        """One agent, then the next."""
        more = list(dict.fromkeys(colour for colours, _ in choices for colour in colours if colour not in taken))
        more.sort(key=COLOURS.index)
        entries = []
        for number, colour in enumerate(more, 1):
            fit = [(colours, move) for colours, move in choices if colour in colours]
            whole = [move for colours, move in fit if set(colours) == {*taken, colour}]
            leads_to = whole[0] if whole and len(fit) == 1 else self._several(card, fit, (*taken, colour))
            entries.append(self._agent(colour, number, leads_to))
        enough = [move for colours, move in choices if set(colours) == set(taken)]
        if enough:
            entries.append(Entry(("0", "only"), f"only {self.look.agent(taken[0])}", enough[0]))
        which = "The first agent?" if not taken else f"{self.look.agent(taken[0])} and who else?"
        return Menu(f"{self.look.card(card)}: {which}", entries)

    def _agent(self, colour: str, number: int, leads_to: Any, more: str = "") -> Entry:
        where = more or f"[quiet]({self.view['place'][colour]})[/]"
        return Entry((str(number), *self.known[colour]), f"{self.look.agent(colour)} {where}", leads_to)

    # S6.1, S7

    def _keep(self) -> Menu:
        entries = []
        for number, move in enumerate(self.legal, 1):
            colour = move.params["agent"]
            entries.append(self._agent(colour, number, move, f"on {self.view['marker'][colour]}"))
        return Menu(self._phase(), entries)

    def _dossier(self) -> Menu:
        mine = self.view["guess"][self.view["viewer"]]
        writes: dict[str, list[Move]] = {}
        for move in self.legal:
            if move.family == "write":
                writes.setdefault(move.params["agent"], []).append(move)
        entries = []
        for number, (colour, moves) in enumerate(writes.items(), 1):
            written = "[quiet]…[/]" if mine[colour] == "none" else self.look.guess(mine[colour])
            entries.append(self._agent(colour, number, self._guess(colour, moves, mine), f"is {written}"))
        hand_in = [move for move in self.legal if move.family == "hand_in"]
        number = len(entries) + 1
        if hand_in:
            entries.append(Entry((str(number), "hand in"), "[now]hand in[/]", hand_in[0]))
        hint = (
            "Final once handed in."
            if hand_in
            else "Every agent needs an entry; a name stands once and moves when you write it elsewhere. Then you can hand in."
        )
        return Menu(f"{self._phase()} Each right entry is worth 5.", entries, hint, in_lines=True)

    def _guess(self, colour: str, moves: Sequence[Move], mine: dict[str, str]) -> Menu:
        entries = []
        for move in moves:
            guess = move.params["guess"]
            if guess == Guess.NONE.text:
                entries.append(Entry(("0", "none"), "[quiet]leave it open[/]", move))
            elif guess == Guess.FREE.text:
                entries.append(Entry(("f", "free"), "free", move))
            else:
                seat = int(guess.removeprefix("seat "))
                used = next((other for other, entry in mine.items() if entry == guess and other != colour), None)
                note = f" [quiet](now {self.look.letters[used]})[/]" if used else ""
                entries.append(
                    Entry((str(seat + 1), self.look.names[seat].lower()), f"{self.look.seat(seat)}{note}", move)
                )
        return Menu(f"Who is behind {self.look.full(colour)}?", entries)

    def _phase(self) -> str:
        return self.look.words.say(f"phase.{self.phase}")

    # typed moves

    def read(self, text: str) -> str | None:
        """What was typed as the text of an action: short forms of a movement and of the safe. None: not a short form. Raises Unclear."""
        text = text.strip().lower()
        if self.phase == "safe" and text in BUILDINGS:
            return f"safe {text}"
        if self.phase != "move":
            return None
        letters = {letter.lower(): colour for colour, letter in self.look.letters.items()}
        steps: dict[str, int] = {}
        if len(text) > 1 and set(text) <= set(letters):  # a letter is a step: jjd
            for letter in text:
                steps[letters[letter]] = steps.get(letters[letter], 0) + 1
            return self._spread(steps)
        at = 0
        while at < len(text):
            piece = PIECE.match(text, at)
            if piece is None:
                return None
            at = piece.end()
            colour = self._one_agent(piece["name"] or piece["then"])
            steps[colour] = steps.get(colour, 0) + int((piece["steps"] or piece["first"])[:3])
        return self._spread(steps)

    def _spread(self, steps: dict[str, int]) -> str | None:
        walked = {colour: points for colour, points in steps.items() if points}
        total = sum(walked.values())
        if total > 6:
            raise Unclear(f"that is {total} points; the die gives {self.view['die']}")
        return " ".join(f"{colour}+{points}" for colour, points in walked.items()) or None

    def _one_agent(self, typed: str) -> str:
        found = find_one(typed, self.known)
        if len(found) != 1:
            may = " or ".join(self.look.agent(colour) for colour in found or self.view["in_play"])
            raise Unclear(f"{typed} can be {may}" if found else f"{typed} is no agent here: {may}")
        return found[0]
