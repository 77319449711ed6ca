"""What is asked: a question with choices, one choice leading to the next, and the short forms of moves that people type."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from topsecret.kernel import Move
from topsecret.kernel.menu import Choice, Menu, Unclear

from ..box import Card, Way
from ..state import Guess, Reply
from .labels import BUILDINGS, COLOURS, Labels, find_one

CARDS = {card.name.lower(): card.text for card in Card}
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


class Questions:
    def __init__(self, labels: Labels, view: dict[str, Any], legal: Sequence[Move]) -> None:
        self.labels = labels
        self.view = view
        self.legal = legal
        self.phase = self.view["phase"].replace(" ", "_")
        self.known: dict[str, tuple[str, ...]] = {
            colour: (
                labels.letters[colour].lower(),
                colour,
                labels.person(colour).lower(),
                labels.words.strings.get(f"agent.{colour}", colour).lower(),
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
        t = self.labels.t
        question = t("move.question", die=die)
        moves = [move for move in self.legal if move.family == "move"]
        choices = self._walkers(moves, {})
        choices += [Choice(("stay",), t("move.stay"), move) for move in self.legal if move.family == "stay"]
        most = 3 if die == "1-3" else int(die)
        one, other = (self.view["in_play"][k] for k in (0, 1))
        spread = f"{one}+{most - 1} {other}+1" if most > 1 else f"{one}+1"
        short = f"{self.labels.letters[one].lower()}{most - 1} {self.labels.letters[other].lower()}1"
        return Menu(question, choices, t("move.hint", spread=spread, short=short))

    def _walkers(self, moves: Sequence[Move], walked: dict[str, int]) -> list[Choice]:
        """Which agent walks, of those that can still walk with what was chosen so far."""
        more = {colour for move in moves for colour in move.params["points"] if colour not in walked}
        return [
            self._agent(colour, self.view["in_play"].index(colour) + 1, partial(self._steps, colour, moves, walked))
            for colour in sorted(more, key=self.view["in_play"].index)
        ]

    def _steps(self, colour: str, moves: Sequence[Move], walked: dict[str, int]) -> Menu | Move:
        """How far this agent walks; then the action, or who else. Where one way is left it is taken."""
        mine = [move for move in moves if colour in move.params["points"]]
        choices = []
        for steps in sorted({move.params["points"][colour] for move in mine}):
            fit = [move for move in mine if move.params["points"][colour] == steps]
            then = walked | {colour: steps}
            ready = [move for move in fit if len(move.params["points"]) == len(then)]
            leads_to = ready[0] if ready and len(fit) == 1 else partial(self._who_else, fit, then)
            choices.append(Choice((str(steps),), "", leads_to))
        only = choices[0].leads_to
        if len(choices) == 1 and isinstance(only, Move):
            return only
        return Menu(self.labels.t("move.how_far", agent=self.labels.agent(colour)), choices)

    def _who_else(self, moves: Sequence[Move], walked: dict[str, int]) -> Menu:
        said = ", ".join(f"{self.labels.agent(colour)} +{steps}" for colour, steps in walked.items())
        ready = [
            Choice(("0", "enough"), self.labels.t("move.nobody_else"), move)
            for move in moves
            if len(move.params["points"]) == len(walked)
        ]
        return Menu(self.labels.t("move.who_else", said=said), [*self._walkers(moves, walked), *ready])

    def _safe(self) -> Menu:
        choices = [self._building(move.params["building"], move) for move in self.legal]
        leaves = self.labels.t("safe.leaves", building=self.labels.building(self.view["safe"]))
        return Menu(f"{self._phase()} {leaves}", choices)

    def _building(self, building: str, leads_to: Any) -> Choice:
        keys = {"church": ("0", "church", "c"), "ruins": ("-3", "ruins", "r")}.get(building, (building,))
        if len(keys) == 1:
            return Choice(keys, "", leads_to)
        plate = self.labels.plate(building)
        return Choice((*keys, plate.lower()), plate, leads_to)

    # S5

    def _poll(self) -> Menu:
        replies = {move.params["reply"]: move for move in self.legal}
        t, numbers = self.labels.t, {"yes": "1", "no": "2"}
        choices = [
            Choice((*t(f"typed.{reply}").split(), numbers[reply]), self.labels.words.name(Reply, reply), replies[reply])
            for reply in ("yes", "no")
            if reply in replies
        ]
        question = f"{self._phase()} {self._stands('poll')}"
        return Menu(question, choices, "" if "yes" in replies else t("poll.no_card"))

    def _stands(self, part: str) -> str:
        """Who has reached the safe."""
        reached = [self.labels.agent(colour) for colour in self.view["reached"]]
        return self.labels.t(f"{part}.stands", agents=", ".join(reached), count=len(reached))

    def _card_part(self) -> Menu:
        families = dict.fromkeys(move.family for move in self.legal if move.family in CARDS)
        choices = []
        for number, family in enumerate(families, 1):
            card = CARDS[family]
            moves = [move for move in self.legal if move.family == family]
            label = f"[card]{self.labels.card(card)}[/]  {self.labels.effect(card)}"
            choices.append(Choice((str(number), card), label, self._targets(card, moves, {})))
        for move in self.legal:
            if move.family == "pass_by":
                choices.append(Choice(("p", "pass"), self.labels.t("card.pass"), move))
            elif move.family == "done":
                choices.append(Choice(("d", "done"), self.labels.t("card.done"), move))
        hand = self.view["hand"][self.view["viewer"]]
        can = [CARDS[family] for family in families]
        stuck = [card for card, copies in hand.items() if copies and card not in can]
        held = ", ".join(self.labels.card(card) for card in stuck)
        hint = self.labels.t("card.stuck", cards=held) if stuck else ""
        must = self.labels.t("card.must") if self.view["must_play"] else self._phase()
        return Menu(f"{must} {self._stands('card')}", choices, hint, in_lines=True)

    def _targets(self, card: str, moves: Sequence[Move], chosen: dict[str, Any]) -> Any:
        """The action, or the question for the next target."""
        params = moves[0].params
        if "agents" in params:
            return self._several(card, [(tuple(move.params["agents"]), move) for move in moves], ())
        name = next((name for name in params if name not in chosen), None)
        if name is None:
            return moves[0]
        values = list(dict.fromkeys(move.params[name] for move in moves))
        choices = []
        for number, value in enumerate(values, 1):
            fit = [move for move in moves if move.params[name] == value]
            choices.append(self._target(name, value, number, self._targets(card, fit, chosen | {name: value})))
        return Menu(f"{self.labels.card(card)}: {self.labels.t(f'target.{name}')}", choices)

    def _target(self, name: str, value: Any, number: int, leads_to: Any) -> Choice:
        if name in ("agent", "other"):
            return self._agent(value, number, leads_to)
        if name == "building":
            return self._building(value, leads_to)
        if name == "steps":
            return Choice((str(value),), "", leads_to)
        called = self.labels.words.name(Way, value)
        return Choice((value[0], value, called.lower()), called if called != "back" else value, leads_to)

    def _several(self, card: str, moves: list[tuple[tuple[str, ...], Move]], taken: tuple[str, ...]) -> Menu:
        """One agent, then the next."""
        more = list(dict.fromkeys(colour for colours, _ in moves for colour in colours if colour not in taken))
        more.sort(key=COLOURS.index)
        choices = []
        for number, colour in enumerate(more, 1):
            fit = [(colours, move) for colours, move in moves if colour in colours]
            whole = [move for colours, move in fit if set(colours) == {*taken, colour}]
            leads_to = whole[0] if whole and len(fit) == 1 else self._several(card, fit, (*taken, colour))
            choices.append(self._agent(colour, number, leads_to))
        enough = [move for colours, move in moves if set(colours) == set(taken)]
        if enough:
            choices.append(
                Choice(("0", "only"), self.labels.t("target.only", agent=self.labels.agent(taken[0])), enough[0])
            )
        who_else = partial(self.labels.t, "target.who_else")
        which = who_else(agent=self.labels.agent(taken[0])) if taken else self.labels.t("target.first")
        return Menu(f"{self.labels.card(card)}: {which}", choices)

    def _agent(self, colour: str, number: int, leads_to: Any, more: str = "") -> Choice:
        where = more or f"[quiet]({self.labels.plate(self.view['place'][colour])})[/]"
        return Choice((str(number), *self.known[colour]), f"{self.labels.agent(colour)} {where}", leads_to)

    # S6.1, S7

    def _keep(self) -> Menu:
        choices = []
        for number, move in enumerate(self.legal, 1):
            colour = move.params["agent"]
            choices.append(
                self._agent(colour, number, move, self.labels.t("keep.marker", marker=self.view["marker"][colour]))
            )
        return Menu(self._phase(), choices)

    def _dossier(self) -> Menu:
        mine = self.view["guess"][self.view["viewer"]]
        writes: dict[str, list[Move]] = {}
        for move in self.legal:
            if move.family == "write":
                writes.setdefault(move.params["agent"], []).append(move)
        choices = []
        for number, (colour, moves) in enumerate(writes.items(), 1):
            written = "[quiet]…[/]" if mine[colour] == "none" else self.labels.guess(mine[colour])
            said = self.labels.t("dossier.entry", written=written)
            choices.append(self._agent(colour, number, self._guess(colour, moves, mine), said))
        hand_in = [move for move in self.legal if move.family == "hand_in"]
        number = len(choices) + 1
        if hand_in:
            choices.append(Choice((str(number), "hand in"), f"[now]{self.labels.t('dossier.hand_in')}[/]", hand_in[0]))
        t = self.labels.t
        hint = f"{t('dossier.final' if hand_in else 'dossier.open')} {t('dossier.shown')}"
        return Menu(f"{self._phase()} {t('dossier.worth')}", choices, hint)

    def _guess(self, colour: str, moves: Sequence[Move], mine: dict[str, str]) -> Menu:
        by_guess = {move.params["guess"]: move for move in moves}
        choices = []
        for guess in [guess for guess in by_guess if guess.startswith("seat ")]:
            seat = int(guess.removeprefix("seat "))
            used = next((other for other, entry in mine.items() if entry == guess and other != colour), None)
            note = f" [quiet]({self.labels.t('dossier.now', letter=self.labels.letters[used])})[/]" if used else ""
            choices.append(
                Choice((self.labels.names[seat].lower(),), f"{self.labels.seat(seat)}{note}", by_guess[guess])
            )
        for guess, keys, label in (
            (Guess.FREE.text, ("free", "f"), self.labels.t("dossier.free")),
            (Guess.NONE.text, ("0", "none"), f"[quiet]{self.labels.t('dossier.none')}[/]"),
        ):
            if guess in by_guess:
                choices.append(Choice(keys, label, by_guess[guess]))
        return Menu(self.labels.t("dossier.who", agent=self.labels.full(colour)), choices)

    def _phase(self) -> str:
        return self.labels.words.say(f"phase.{self.phase}")

    # typed moves

    def read(self, text: str) -> str | None:
        """What was typed as the text of an action: short forms of a movement and of the safe. None: not a short form. Raises Unclear."""
        text = text.strip().lower()
        if self.phase == "safe" and text in BUILDINGS:
            return f"safe {text}"
        if self.phase != "move":
            return None
        letters = {letter.lower(): colour for colour, letter in self.labels.letters.items()}
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
            raise Unclear(self.labels.t("unclear.points", total=total, die=self.view["die"]))
        return " ".join(f"{colour}+{points}" for colour, points in walked.items()) or None

    def _one_agent(self, typed: str) -> str:
        found = find_one(typed, self.known)
        if len(found) != 1:
            may = ", ".join(self.labels.agent(colour) for colour in found or self.view["in_play"])
            raise Unclear(self.labels.t("unclear.several" if found else "unclear.nobody", typed=typed, agents=may))
        return found[0]
