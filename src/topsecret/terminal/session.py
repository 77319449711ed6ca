"""One person's game against bots: lets the bots play, tells what happened, asks, and reveals at the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape

from topsecret.bots import Bot, Budget, act
from topsecret.bots.why import as_event, explained
from topsecret.kernel.errors import CannotUndo, IllegalAction, TopSecretError, UnknownAction
from topsecret.kernel.glossary import glossary_of
from topsecret.kernel.match import CHANCE, Match
from topsecret.kernel.menu import Menu, numbered
from topsecret.kernel.moves import Move

from .display import Display, display_of
from .kept import Shelf, write
from .lookup import look_up
from .screen import Gone, Interrupted, Screen
from .speech import ENGLISH, find_language, language_name, languages, listed, words_in
from .thoughts import Thought

BOT_NAMES = ("Ada", "Boris", "Clara", "Dimitri", "Edith", "Felix", "Greta", "Hugo")


LEAVING = ("q", "quit", "exit")


class Quit(Exception):
    """The person leaves."""


class Again(Exception):
    """Something changed: ask again from the beginning."""


def seat_names(seats: int, me: int, name: str) -> list[str]:
    others = iter(other for other in BOT_NAMES if other.lower() != name.lower())
    return [name if seat == me else next(others) for seat in range(seats)]


class Session:
    def __init__(
        self,
        match: Match,
        me: int,
        bots: dict[int, Bot],
        display: Display,
        names: Sequence[str],
        screen: Screen,
        shelf: Shelf | None = None,
    ) -> None:
        self.match = match
        self.me = me
        self.bots = bots
        self.display = display
        self.names = names
        self.screen = screen
        self.shelf = shelf or Shelf()
        self.whole = match.dumps()  # the match when the person was last asked: whole, whatever is interrupted
        self.book = glossary_of(match.game, screen.language)
        self.is_open = False
        self.told = 0
        self.thoughts: list[Thought] = []
        self.next_line: str | None = None  # typed ahead, at a question that it did not answer

    # the match

    def run(self) -> bool:
        """Plays to the end. Whether it was played out; False: the person left. Ctrl+C leaves, too, and then raises KeyboardInterrupt."""
        try:
            self._welcome()
            while not self.match.over:
                actors = self.match.actors
                if self.me in actors:  # first, so that no bot's secret answer stands in the way of an undo
                    self._decide()
                else:
                    self._let_play(actors[0])
            self._finish()
        except (Gone, Quit, KeyboardInterrupt) as left:
            was_asked = not isinstance(left, KeyboardInterrupt)
            if not self.match.over:
                self.screen.tell("left")
            self._put_away(self.match.dumps() if was_asked else self.whole)
            if isinstance(left, Interrupted) or not was_asked:
                raise KeyboardInterrupt from None
            return False
        self._put_away(self.match.dumps())
        return True

    def _let_play(self, seat: int) -> None:
        """A bot acts; what it thought is kept for after the end."""
        move = act(self.match, seat, self.bots[seat], Budget())
        self.thoughts.append(Thought(seat, as_event(seat, move), explained(self.bots[seat])))

    def _put_away(self, document: str) -> None:
        has_played = any(seat == self.me for seat, _ in self.match.log())
        self.screen.lines(self.shelf.put(document, self.match.game.id, self.match.over, has_played, self.screen.words))

    def _wait(self, prompt: str) -> None:
        """For Enter; what is typed before it (`h` for help) is what the next question gets."""
        typed = self.screen.wait(prompt)
        if typed.lower() in LEAVING:
            raise Quit
        if typed:
            self.next_line = typed

    def _welcome(self) -> None:
        game, screen = self.match.game, self.screen
        screen.say(f"[title] TOP SECRET [/] [now]{game.title}[/]")
        others = ", ".join(name for seat, name in enumerate(self.names) if seat != self.me)
        screen.tell("welcome.seat", name=escape(self.names[self.me]), others=others)
        if self.match.fair is not None:
            screen.tell("welcome.sealed", seal=self.match.fair.commitment[:16])
        if self.display.goal:
            screen.say(self.display.goal)
        secret = self.display.secret(self.match.view(self.me))
        if secret:
            screen.say(f"[secret] {screen.t('welcome.secret')} [/] {secret}")
        screen.tell("welcome.help")
        self._wait(f"[quiet]{screen.t('welcome.begin')}[/] ")

    def _decide(self) -> None:
        self.whole = self.match.dumps()
        view, legal = self.match.view(self.me), self.match.legal(self.me)
        if not legal:
            raise TopSecretError("this match can only be looked at")
        menu = self.display.menu(view, legal)
        self._show(view, menu)
        try:
            move = self._choose(menu, view, legal, is_first=True)
        except Again:
            return
        if move is not None:
            self.match.play(self.me, move)

    def _news(self) -> list[str]:
        events = self.match.events(self.me, self.told)
        self.told += len(events)
        return self.display.news(events)

    def _show(self, view: dict[str, Any], menu: Menu) -> None:
        """What happened, the board, and the question."""
        screen = self.screen
        asked = self._question(menu)
        left = screen.height - screen.rows(asked) - 1  # the last row is for what is typed
        board = self.display.screen(view, screen.width, left, self.is_open)
        news = self._news()
        room = left - screen.rows(board)
        screen.clear()
        if screen.is_live and screen.rows(news) > max(room, 0):
            screen.lines(news, slowly=True)
            self._wait(f"[quiet]{screen.t('enter.board')}[/] ")
            screen.clear()
            while news and screen.rows(news) > room:
                news.pop(0)
            screen.lines(news)
        else:
            screen.lines(news, slowly=True)
        screen.lines(board)
        screen.lines(asked)

    def _question(self, menu: Menu) -> list[str]:
        shown = []
        for number, choice in numbered(menu):
            word = next((key for key in choice.keys if key != number), "")
            shown.append(f"[typed]{number}[/] {choice.label or word}".rstrip())
        lines = [f"[now]■[/] {menu.question}"]
        lines += [f"  {choice}" for choice in shown] if menu.in_lines else self._in_columns(shown)
        return [*lines, f"  [quiet]{menu.hint}[/]"] if menu.hint else lines

    def _in_columns(self, shown: list[str]) -> list[str]:
        lines: list[str] = []
        for choice in shown:
            if lines and self.screen.text(lines[-1] + choice).cell_len + 3 <= self.screen.width:
                lines[-1] += "   " + choice
            else:
                lines.append("  " + choice)
        return lines

    # asking

    def _choose(self, menu: Menu, view: dict[str, Any], legal: Sequence[Move], is_first: bool) -> Move | None:
        """An action, or None: one question back. Raises Again after a command that changed something."""
        while True:
            typed = self._typed().strip()
            if not typed:
                if not is_first:
                    return None
                if len(legal) != 1:
                    self.screen.lines(self._question(menu))
                    continue
            found: Any = legal[0] if not typed else self._chosen(menu, typed.lower())
            if found is None:
                if self._command(typed, view):
                    continue
                found = self._read(typed, view, legal)
            elif isinstance(found, str):
                found = self._read(found, view, legal)
            if found is None:
                continue
            if not isinstance(found, Move):
                self.screen.lines(self._question(found))
                found = self._choose(found, view, legal, is_first=False)
                if found is None:
                    self.screen.lines(self._question(menu))
                    continue
                return found if isinstance(found, Move) else None
            if self._confirmed(view, found):
                return found

    def _chosen(self, menu: Menu, typed: str) -> Any:
        """What the choice of that number or word leads to; None: there is none."""
        found = next(
            (choice.leads_to for number, choice in numbered(menu) if typed == number or typed in choice.keys), None
        )
        return found() if callable(found) else found

    def _typed(self) -> str:
        if self.next_line is not None:
            typed, self.next_line = self.next_line, None
            return typed
        return self.screen.ask("[now]>[/] ")

    def _confirmed(self, view: dict[str, Any], move: Move) -> bool:
        """Shows what it would do, and waits for Enter; anything else typed is the next attempt."""
        lines = self.display.preview(view, move)
        if not lines:
            return True
        self.screen.lines(f"  {line}" for line in lines)
        typed = self.screen.ask(f"  [quiet]{self.screen.t('enter.confirm')}[/] [now]>[/] ").strip()
        if typed.lower() in ("", "ok", *self.screen.t("typed.yes").split()):
            return True
        if typed.lower() not in ("back", "u", *self.screen.t("typed.no").split()):
            self.next_line = typed
        return False

    def _read(self, typed: str, view: dict[str, Any], legal: Sequence[Move]) -> Move | None:
        """A typed action, if it can be played; else says why not."""
        try:
            text = self.display.read(typed, view, legal) or typed
            move = self.match.game.actions.read(text)
            refusal = self.match.why_not(self.me, move)
        except UnknownAction:
            self._refuse(self.screen.t("not_understood", typed=escape(typed[:60])))
        except ValueError as problem:
            self._refuse(str(problem))
        else:
            if refusal is None:
                return move
            self._refuse(self._why(refusal))
        return None

    def _why(self, refusal: IllegalAction) -> str:
        words = self.match.game.words(self.screen.language).say(f"refusal.{refusal.code}")
        return f"{escape(refusal.action)}: {escape(words)} [quiet]([typed]? {refusal.rule}[/])[/]"

    def _refuse(self, words: str) -> None:
        self.screen.say(f"  [no]✗[/] {words}")

    # commands

    def _command(self, typed: str, view: dict[str, Any]) -> bool:
        """Whether it was a command; a command that changes what is asked raises Again."""
        word, _, rest = typed.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word.startswith("?"):
            self._explain(typed[1:].strip(), view)
        elif word in ("h", "help") and not rest:
            self.screen.lines([self.display.goal, *self.display.help(view), *self._commands(view)])
        elif word in ("l", "log") and not rest:
            self.screen.lines(self.display.news(self.match.events(self.me)))
        elif word in ("s", "save"):
            self._save(rest)
        elif word == "lang":
            self._speak(rest)
        elif word in LEAVING and not rest:
            raise Quit
        elif word in ("i", "file") and not rest and self.display.opens:
            self.is_open = not self.is_open
            raise Again
        elif word in ("u", "undo") and not rest:
            self._undo()
        else:
            return False
        return True

    def _save(self, path: str) -> None:
        if path:
            self.screen.say(write(Path(path), self.match.dumps(), self.screen.words)[1])
        else:
            self._refuse(self.screen.t("save_where"))

    def _speak(self, asked: str) -> None:
        """Another language, from now on."""
        found = find_language(asked) if asked else None
        if found is None:
            offered = ", ".join(f"[typed]lang {one}[/] {language_name(one)}" for one in languages())
            self._refuse(self.screen.t("lang.which", offered=offered))
            return
        self.screen.language = found
        self.display = display_of(self.match.game, self.names, self.me, found)
        self.book = glossary_of(self.match.game, found)
        raise Again

    def _commands(self, view: dict[str, Any]) -> list[str]:
        """What can be typed at any time."""
        t = self.screen.t
        known = {"?": t("command.rules")}
        known |= {f"? {rule}": t("command.rule") for rule in self.display.rules(view)[:1]}
        known |= {f"? {thing}": t("command.thing") for thing in self.book.names()[:1]}
        known |= {"l": t("command.log")} | ({"i": self.display.opens} if self.display.opens else {})
        known |= {"u": t("command.undo"), f"s {t('command.file')}": t("command.save"), "lang": t("command.lang")}
        known |= {"q": t("command.leave"), t("command.enter"): t("command.back")}
        return self._in_columns([f"[typed]{key}[/] [quiet]{about}[/]" for key, about in known.items()])

    def _undo(self) -> None:
        try:
            self.match.undo(self.me)
        except CannotUndo as problem:
            self._refuse(self.screen.t(f"undo.{problem.why}") if problem.why else escape(str(problem)))
            return
        raise Again

    def _explain(self, asked: str, view: dict[str, Any]) -> None:
        answer = look_up(self.book, asked, self.display.rules(view), self.screen.words)
        if not answer.found:
            self._refuse(answer.said)
        elif answer.said:
            self.screen.say(answer.said)
        for number, text in answer.rules:
            self.screen.rule(number, text)

    # the end

    def _finish(self) -> None:
        screen, match = self.screen, self.match
        screen.clear()
        screen.lines(self._last_news(), slowly=True)
        view = match.view(self.me)
        screen.lines(self.display.screen(view, screen.width, screen.height, True))
        has_secrets = bool(self.display.opens)
        self._wait(f"[quiet]{screen.t('enter.files' if has_secrets else 'enter.result')}[/] ")
        screen.say(f"[title] {screen.t('end.files' if has_secrets else 'end.result')} [/]")
        screen.lines(self.display.reveal(view, match.events(self.me)), slowly=True)
        screen.say(verdict(match, self.names, self.me, screen.language))

    def _last_news(self) -> list[str]:
        """What led to the end; what the reveal says again is left to it."""
        events = self.match.events(self.me, self.told)
        self.told += len(events)
        cut = next((n for n, event in enumerate(events) if event["event"] == "revealed"), len(events))
        return self.display.news(events[:cut])


def verdict(match: Match, names: Sequence[str], me: int | None, language: str = ENGLISH) -> str:
    """Who has won a finished match, and why it is over."""
    result = match.result or {}
    words, winners = words_in(language), [escape(names[seat]) for seat in result["winners"]]
    why = match.game.words(language).say(f"ending.{result['reason']['code']}")
    if result["winners"] == [me]:
        said = words.say("end.you_win")
    else:
        said = words.say("end.win", {"names": listed(words, winners), "count": len(winners)})
    return f"[now]■ {said}[/] {why} [quiet]({result['reason']['rule']})[/]"


def playable(match: Match) -> str:
    """Why a loaded match cannot be played on here; nothing if it can."""
    if match.over:
        return ""
    if CHANCE in match.actors or match.chance_mode == "manual":
        return "its outcomes are played by hand"
    if not any(match.legal(seat) for seat in match.actors):
        return "it was made with other rules and can only be looked at"
    return ""


__all__ = ["Session", "playable", "seat_names"]
