"""A game in real time: a person with keys among bots, or bots alone, watched openly. Knows no game: a game's `terminal` module has a
class `LiveDisplay(game, names, me, language)` that answers what `LiveDisplay` below says."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from rich.console import Group, RenderableType
from rich.live import Live as Redrawn
from rich.markdown import Markdown
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from topsecret.bots.live import Live
from topsecret.bots.registry import module_of
from topsecret.kernel.errors import ActionError, BadOptions, IllegalAction, UnknownAction
from topsecret.kernel.game import Game
from topsecret.kernel.glossary import glossary_of
from topsecret.kernel.match import Match

from .kept import Shelf
from .keys import GONE, HeldInterrupts, Keyboard
from .lookup import look_up
from .screen import Screen
from .session import verdict
from .speech import ENGLISH, language_name, languages

FRAME_S = 0.05
FEWEST_NEWS = 3
MOST_NEWS = 8
ENTER = ("\r", "\n", "")
ERASE = ("\x7f", "\b")
LANGUAGE = "t"  # the key for the next language, before it begins
INTERRUPT = "\x03"  # Ctrl+C, where a keyboard gives it as a key


class LiveDisplay(Protocol):
    """`offers`: keys that switch an option on before it begins. `key` turns a key into an action (None: nothing yet, and `waiting` says
    what for); all lines carry style tags."""

    styles: dict[str, str]
    names: Sequence[str]
    goal: str
    offers: dict[str, str]

    @property
    def waiting(self) -> str: ...
    def key(self, key: str, view: dict[str, Any]) -> str | None: ...
    def table(self, view: dict[str, Any], at: int) -> list[str]: ...
    def open_table(self, truth: dict[str, Any], at: int) -> list[str]: ...
    def news(self, told: Sequence[dict[str, Any]]) -> list[str]: ...
    def keys(self) -> list[str]: ...
    def describe_option(self, option: str) -> str: ...


def live_display(game: Game, names: Sequence[str], me: int | None, language: str = ENGLISH) -> LiveDisplay:
    module: Any = module_of(game, "terminal")
    if module is None or not hasattr(module, "LiveDisplay"):
        raise BadOptions(f"{game.id}: expected a game in real time with a display of its own")
    display: LiveDisplay = module.LiveDisplay(game, names, me, language)
    return display


def redrawn(screen: Screen) -> AbstractContextManager[Redrawn | None]:
    """A page that is drawn again in its place, where somebody looks."""
    if not screen.is_live:
        return nullcontext()
    return Redrawn(console=screen.console, auto_refresh=False, screen=True)


# before it begins


def open_live(
    display: LiveDisplay,
    screen: Screen,
    keys: Keyboard,
    options: dict[str, Any] | None,
    in_language: Callable[[str], LiveDisplay] | None = None,
) -> dict[str, Any] | None:
    """Shows the goal and the keys and waits for Enter, where somebody is there to press it. Returns the options that were switched
    (`options` None: they are fixed); None if the person leaves instead. A key changes the screen's language (`in_language`)."""
    chosen: dict[str, Any] = {}
    if not screen.is_live:
        return chosen
    with redrawn(screen) as page, keys:
        while True:
            lines = ["[title] TOP SECRET [/]", "", display.goal, "", *display.keys(), ""]
            for key, option in display.offers.items() if options is not None else ():
                state = screen.t("live.on" if chosen.get(option, (options or {}).get(option)) else "live.off")
                lines.append(f"[typed]{key}[/] {display.describe_option(option)} [quiet]({state})[/]")
            if in_language is not None:
                lines.append(f"[typed]{LANGUAGE}[/] {language_name(following(screen.language))}")
            draw(page, screen, [*lines, screen.t("live.begin")])
            typed = keys.read(FRAME_S)
            if typed in ENTER and typed is not None:
                return chosen
            if typed in ("q", "Q", GONE):
                return None
            if typed == INTERRUPT:
                raise KeyboardInterrupt
            if (typed or "").lower() == LANGUAGE and in_language is not None:
                screen.language = following(screen.language)
                display = in_language(screen.language)
            option = display.offers.get((typed or "").lower(), "") if options is not None else ""
            if option:
                chosen[option] = not chosen.get(option, (options or {}).get(option))


def following(language: str) -> str:
    """The next of the languages that are offered."""
    offered = languages()
    return offered[(offered.index(language) + 1) % len(offered)]


def draw(page: Redrawn | None, screen: Screen, lines: Sequence[str], more: Sequence[RenderableType] = ()) -> None:
    if page is not None:
        page.update(Group(*(screen.text(line) for line in lines), *more), refresh=True)


# playing


class LiveSession:
    """Lets the clock run. `me` None: all bots, and everything is open."""

    def __init__(
        self,
        live: Live,
        display: LiveDisplay,
        screen: Screen,
        keys: Keyboard,
        me: int | None,
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        shelf: Shelf | None = None,
    ) -> None:
        self.live = live
        self.display = display
        self.screen = screen
        self.keys = keys
        self.me = me
        self.speed = speed
        self.clock = clock
        self.shelf = shelf or Shelf()
        self.note = ""
        self.is_leaving = False  # q was pressed once
        self.paused = 0.0  # seconds in which the clock of the game stood still
        self.book = glossary_of(live.match.game, screen.language)

    @property
    def match(self) -> Match:
        return self.live.match

    def run(self) -> bool:
        """To the end, or until the person leaves; whether it came to the end. Ctrl+C leaves, too, and then raises KeyboardInterrupt."""
        begun, first = self.clock(), self.match.now

        def time_now() -> int:
            passed = self.clock() - begun - self.paused
            return max(first + round(passed * 1000 * self.speed), self.match.now)

        with HeldInterrupts() as interrupts, redrawn(self.screen) as page, self.keys:
            while not self.match.over and not interrupts.came:
                at = time_now()
                self.live.advance(at)
                draw(page, self.screen, self.lines(at))
                typed = self.keys.read(FRAME_S)
                if typed is None:
                    continue
                if typed == INTERRUPT:
                    interrupts.came = True
                elif typed.startswith("?") and self.me is not None:
                    self._look_up(typed[1:].strip(), page, interrupts)
                else:
                    at = time_now()
                    self.live.advance(at)
                    if not self._typed(typed, at):
                        break
        self.note = "" if self.match.over else self.note
        self.screen.lines(self.lines(self.match.now))
        self.screen.say(
            verdict(self.match, self.display.names, self.me, self.screen.language)
            if self.match.over
            else self.screen.t("left")
        )
        has_played = any(seat == self.me for seat, _ in self.match.log())
        document, words = self.match.dumps(), self.screen.words
        self.screen.lines(self.shelf.put(document, self.match.game.id, self.match.over, has_played, words))
        if interrupts.came:
            raise KeyboardInterrupt
        return self.match.over

    # what is shown

    def lines(self, at: int) -> list[str]:
        """The table, what was refused or is waited for, as much of the news as there is room for, and the keys."""
        if self.me is None:
            top, keys = self.display.open_table(self.match.truth(), at), [self.screen.t("live.leave")]
            told = [event for seat in range(self.match.seats) for event in self.match.events(seat)[-6:]]
            every = {str([item for item in event.items() if item[0] != "n"]): event for event in told}
            told = sorted(every.values(), key=lambda event: event["at"])
        else:
            top, keys = self.display.table(self.match.view(self.me), at), self.display.keys()
            told = self.match.events(self.me)[-MOST_NEWS:]
        top.append(f"[no]{escape(self.note)}[/]" if self.note else "")
        room = self.screen.height - self.screen.rows(top) - self.screen.rows(keys) - 1
        if room < FEWEST_NEWS:
            keys = [self.screen.t("live.keys")]
            room = self.screen.height - self.screen.rows(top) - 2
        room = max(0, min(MOST_NEWS, room))
        news = self.display.news(told[-room:] if room else [])
        while self.screen.rows(news) > room:
            news.pop(0)
        return [*top, *news, *[""] * (room - self.screen.rows(news)), *keys]

    # what is typed

    def _typed(self, typed: str, at: int) -> bool:
        """Whether to go on after what was typed: a key, or (in a pipe) a whole line."""
        if typed == GONE:
            return self.me is None
        if typed.lower() in ("q", "quit"):
            if self.me is None or self.is_leaving:
                return False
            self.is_leaving, self.note = True, self.screen.t("live.leave?")
            return True
        if self.me is None:
            return True
        self.is_leaving, self.note = False, ""
        action = self.display.key(typed, self.match.view(self.me))
        if action is None:
            self.note = self.display.waiting
            return True
        try:
            self.live.act(self.me, action, at)
        except IllegalAction as problem:
            words = self.match.game.words(self.screen.language).say(f"refusal.{problem.code}")
            self.note = f"{words} ({problem.rule})"
        except UnknownAction:
            self.note = self.screen.t("live.not_understood", typed=typed[:40])
        except ActionError as problem:
            self.note = str(problem)[:120]
        return True

    def _look_up(self, asked: str, page: Redrawn | None, interrupts: HeldInterrupts) -> None:
        """Keys and rules, while the clock of the game stands still. In a pipe the answer is printed, and the clock runs on."""
        if page is None:
            answer = look_up(self.book, asked, words=self.screen.words)
            self.screen.lines([*self.display.keys()] if not asked else [answer.said] if answer.said else [])
            for number, text in answer.rules:
                self.screen.rule(number, text)
            return
        since = self.clock()
        typed, said, rules = "", "", list[tuple[str, str]]()
        while not interrupts.came:
            ask = f"[typed]?[/] {escape(typed)}▁  [quiet]{self.screen.t('live.ask')}[/]"
            head = [
                f"[title] {self.screen.t('live.stands_still')} [/]",
                "",
                *([said] if said else self.display.keys()),
                "",
            ]
            more = [part for number, text in rules for part in (Text(number), Padding(Markdown(text), (0, 2)))]
            draw(page, self.screen, [ask, *head], more)
            key = self.keys.read(FRAME_S)
            if key is None:
                continue
            if key in (GONE, INTERRUPT):
                interrupts.came = True
            elif key in ENTER:
                if not typed:
                    break
                said, rules, _ = look_up(self.book, typed, words=self.screen.words)
                typed = ""
            elif key in ERASE:
                typed = typed[:-1]
            elif key.isprintable():
                typed = (typed + key)[:40]
        self.paused += self.clock() - since


__all__ = ["LiveDisplay", "LiveSession", "live_display", "open_live"]
