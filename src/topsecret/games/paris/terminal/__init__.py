"""paris in a terminal, in real time: keys for looking, winking, the case and calls; and an open view of a table of bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topsecret.kernel import Game
from topsecret.kernel.words import Words, tell

from ..box import QUIET_ROUNDS
from ..senses import COLOURS, PLACES

LETTERS = {
    "r": "red",
    "g": "green",
    "p": "purple",
    "b": "blue",
    "y": "yellow",
    "o": "orange",
    "k": "black",
    "w": "white",
}
SPOTS = {"1": "cafe", "2": "metro", "3": "kiosk", "4": "fountain"}
LETTER_OF = {colour: letter.upper() for letter, colour in LETTERS.items()}
STYLES = {
    "red": "bold #C01A26",
    "green": "bold #0FC48C",
    "purple": "bold #C08FE0",
    "blue": "bold #2C68E0",
    "yellow": "bold #FFE12E",
    "orange": "bold #E67A0A",
    "black": "bold #7A818A",
    "white": "bold #FBF6E8",
}


class LiveDisplay:
    """The table in words. `key` turns a key into an action; a prefix (`m`, `x`, `!`) waits for more."""

    styles = STYLES
    offers = {"s": "slow"}

    def __init__(self, game: Game, names: Sequence[str], me: int | None, language: str = "en") -> None:
        self.game = game
        self.language = language
        self.words = game.words(language)
        self.own = Words.beside(Path(__file__).parent, language)
        self.goal = self.t("goal")
        self.names = names
        self.me = me
        self.prefix = ""

    def t(self, key: str, **params: Any) -> str:
        """What the terminal says for this key."""
        return self.own.say(key, params)

    # what is typed

    @property
    def waiting(self) -> str:
        asks = {"m": "waiting.mission", "x": "waiting.discard"}
        return self.t(asks.get(self.prefix, "waiting.call")) if self.prefix else ""

    def key(self, key: str, view: dict[str, Any]) -> str | None:
        """The action that this key means; None: nothing yet."""
        if len(key) > 1:
            return key  # a whole line
        key = key.lower()
        prefix, self.prefix = self.prefix, ""
        if prefix:
            return self._more(prefix, key, view)
        if key in ("m", "x", "!"):
            self.prefix = key
            return None
        me = view["viewer"]
        if key in LETTERS:
            return f"look {LETTERS[key]}"
        if key in SPOTS:
            return f"look {SPOTS[key]}"
        if key == "0":
            return "look cards"
        if key in (" ", "\r", "\n"):
            gaze = view["gaze"][me]
            return f"wink {gaze}" if gaze in COLOURS else None
        if key == ".":
            return {"first": "draw", "play": "pass", "ready": "ready"}.get(view["phase"])
        return None

    def _more(self, prefix: str, key: str, view: dict[str, Any]) -> str | None:
        me = view["viewer"]
        if prefix == "m":
            return f"complete {view['card'][me]} {SPOTS[key]}" if key in SPOTS and view["agent_held"][me] else None
        if prefix == "x":
            named = {"a": [view["card"][me]], "l": [view["place"][me]], "b": [view["card"][me], view["place"][me]]}.get(
                key, ["none"]
            )
            return None if "none" in named else f"discard {' '.join(named)}"
        if key not in LETTERS:
            return None
        if len(prefix) == 1:
            self.prefix = prefix + key
            return None
        return f"call {LETTERS[prefix[1]]} {LETTERS[key]}"

    # what is shown

    def table(self, view: dict[str, Any], at: int) -> list[str]:
        me = view["viewer"]
        lines = [self._head(view, at)]
        for seat in range(view["seats"]):
            lines.append(
                self._row(view, seat) + (f"[quiet]{self.t('you')}[/]" if seat == me else self._face(view, seat))
            )
        hand = self.t(
            "hand", contact=self._colour(view["card"][me]), place=f"[card]{self._place(view['place'][me])}[/]"
        )
        winked = f" [yes]{self.t('winked')}[/]" if view["winked"][me] else ""
        warning = self._warning(view)
        lines += [f"[now]{warning}[/]"] if warning else []
        return [*lines, f"{self.t('looking', sight=self._sight(view['gaze'][me]))} {hand}{winked}"]

    def open_table(self, truth: dict[str, Any], at: int) -> list[str]:
        """All faces, all cards: for tables of bots only."""
        lines = [self._head(truth, at)]
        for seat in range(truth["seats"]):
            cards = f"{self._called(truth['card'][seat])}/{self._called(truth['place'][seat])}"
            winked = f" {self.t('open.winked')}" if truth["winked"][seat] else ""
            lines.append(f"{self._row(truth, seat)}{self._face(truth, seat)}  [quiet]{cards}{winked}[/]")
        return lines

    def keys(self) -> list[str]:
        return [self.t(f"keys.{row}") for row in range(1, 5)]

    def describe_option(self, option: str) -> str:
        """What the game's strings say of an option."""
        strings = self.words.strings
        return f"{strings[f'option.{option}']}: {strings[f'option.{option}.help']}"

    def news(self, told: Sequence[dict[str, Any]]) -> list[str]:
        return [
            f"[quiet]{event['at'] / 1000:7.1f}[/] {tell(self.game, event, lambda seat: self.names[seat], self.language)}"
            for event in told
        ]

    def _head(self, view: dict[str, Any], at: int) -> str:
        left = max(0, view["deadline"] - at) / 1000
        piles = self.t("head.piles", agents=view["pile"], places=view["place_pile"])
        case = self.t("head.case", name=f"[now]{self.names[view['holder']]}[/]")
        return f"[title] PARIS [/] {at / 1000:6.1f} s   {case} {left:4.1f} s   [quiet]{piles}[/]"

    def _warning(self, view: dict[str, Any]) -> str:
        """P6.2: in the last round of passes, how many more end the deal."""
        left = QUIET_ROUNDS * view["seats"] - view["quiet"]
        return self.t("quiet", count=left) if view["phase"] == "play" and left <= view["seats"] else ""

    def _row(self, view: dict[str, Any], seat: int) -> str:
        colour = COLOURS[seat]
        case = "[now]▮[/]" if view["holder"] == seat else " "
        points = view["points"][seat] + view["earlier"][seat]
        who = f"{case} [{colour}]{LETTER_OF[colour]}[/] {self.names[seat]:<10.10}"
        return f"{who} {points:>2} {self.t('points')} {'•' * view['chips'][seat]:<3} "

    def _face(self, view: dict[str, Any], seat: int) -> str:
        """(o o) is a face that is seen, (- o) winks, (. .) is not looked at."""
        gaze, wink = view["gaze"][seat], view["wink"][seat]
        if gaze is None:
            turned = view["facing"][seat]
            return "[quiet](. .)[/]" + (
                f" {self.t('face.turned', to=self._called(turned))}" if turned not in (None, "away") else ""
            )
        if wink not in (None, "none"):
            winks = self.t("face.winks", contact=self._colour(wink), sight=self._sight(gaze))
            return f"[now](- o)[/] {winks}"
        return f"(o o) {self.t('face.looks', sight=self._sight(gaze))}"

    def _sight(self, sight: str) -> str:
        if sight in COLOURS:
            return self._colour(sight)
        return f"[{'card' if sight in PLACES else 'now'}]{self._called(sight)}[/]"

    def _called(self, thing: str) -> str:
        """A colour, a place or the cards in a word."""
        return self.t(f"called.{thing}")

    def _place(self, place: str) -> str:
        """With the key that looks there."""
        key = next((key for key, spot in SPOTS.items() if spot == place), "")
        return f"{self._called(place)} ({key})" if key else self._called(place)

    def _colour(self, colour: str) -> str:
        return f"[{colour}]{self._called(colour)}[/]" if colour in COLOURS else self._called(colour)
