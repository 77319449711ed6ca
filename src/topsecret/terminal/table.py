"""The table: deals, lets the bots play, tells the person what happened, asks, and reveals at the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape

from topsecret.bots import Bot, Budget, act
from topsecret.kernel.errors import CannotUndo, IllegalAction, TopSecretError, UnknownAction
from topsecret.kernel.match import CHANCE, Match
from topsecret.kernel.moves import Move

from .face import Face, MenuLike
from .rulebook import Rulebook
from .screen import Gone, Screen

BOT_NAMES = ("Ada", "Boris", "Clara", "Dimitri", "Edith", "Felix", "Greta", "Hugo")
COMMANDS = """\
[typed]?[/] the rule behind this   [typed]? S3.2[/] a rule   [typed]i[/] open or cover your file   [typed]u[/] undo
[typed]l[/] the whole log   [typed]s FILE[/] save   [typed]h[/] help   [typed]q[/] leave   [typed]Enter[/] back"""


class Quit(Exception):
    """The person leaves the table."""


class Again(Exception):
    """Something changed: ask again from the beginning."""


def seat_names(seats: int, me: int, name: str) -> list[str]:
    others = iter(other for other in BOT_NAMES if other.lower() != name.lower())
    return [name if seat == me else next(others) for seat in range(seats)]


class Table:
    def __init__(
        self,
        match: Match,
        me: int,
        bots: dict[int, Bot],
        face: Face,
        names: Sequence[str],
        screen: Screen,
        save: Path | None = None,
    ) -> None:
        self.match = match
        self.me = me
        self.bots = bots
        self.face = face
        self.names = names
        self.screen = screen
        self.save_to = save
        self.book = Rulebook(match.game)
        self.is_open = False
        self.told = 0
        self.next_line: str | None = None  # typed ahead, at a question that it did not answer

    # the match

    def run(self) -> bool:
        """Plays to the end. Whether it was played out; False: the person left."""
        try:
            self._welcome()
            while not self.match.over:
                actors = self.match.actors
                if self.me in actors:  # first, so that no bot's secret answer stands in the way of an undo
                    self._decide()
                else:
                    act(self.match, actors[0], self.bots[actors[0]], Budget())
            self._finish()
            return True
        except (Gone, Quit):
            self.screen.say(f"[quiet]{'You leave the table.' if not self.match.over else ''}[/]")
            return False
        finally:
            if self.save_to is not None:
                self._save(self.save_to)

    def _welcome(self) -> None:
        game, screen = self.match.game, self.screen
        screen.say(f"[title] TOP SECRET [/] [now]{game.title}[/]")
        others = ", ".join(name for seat, name in enumerate(self.names) if seat != self.me)
        screen.say(f"You sit as [mine]{escape(self.names[self.me])}[/] with {others}.")
        if self.match.fair is not None:
            screen.say(
                f"[quiet]The dice are sealed: {self.match.fair.commitment[:16]}… (topsecret verify checks a saved game)[/]"
            )
        secret = self.face.secret(self.match.view(self.me))
        if secret:
            screen.say(f"[secret] YOUR EYES ONLY [/] {secret}")
        screen.say("[quiet]Type[/] [typed]h[/] [quiet]for help at any time.[/]")
        screen.wait("[quiet]Enter to begin[/] ")

    def _decide(self) -> None:
        view, legal = self.match.view(self.me), self.match.legal(self.me)
        if not legal:
            raise TopSecretError("this match can only be looked at")
        menu = self.face.menu(view, legal)
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
        return self.face.news(events)

    def _show(self, view: dict[str, Any], menu: MenuLike) -> None:
        """What happened, the board, and the question."""
        screen = self.screen
        board = self.face.screen(view, screen.width, screen.height, self.is_open)
        asked = self._question(menu)
        news = self._news()
        room = screen.height - screen.rows(board) - screen.rows(asked) - 2
        screen.clear()
        if screen.is_live and screen.rows(news) > max(room, 0):
            screen.lines(news, slowly=True)
            screen.wait("[quiet]Enter: the board[/] ")
            screen.clear()
            while news and screen.rows(news) > room:
                news.pop(0)
            screen.lines(news)
        else:
            screen.lines(news, slowly=True)
        screen.lines(board)
        screen.lines(asked)

    def _question(self, menu: MenuLike) -> list[str]:
        shown = [f"[typed]{entry.keys[0]}[/] {entry.label}".rstrip() for entry in menu.entries]
        lines = [f"[now]■[/] {menu.question}"]
        lines += [f"  {entry}" for entry in shown] if menu.in_lines else self._in_columns(shown)
        return [*lines, f"  [quiet]{menu.hint}[/]"] if menu.hint else lines

    def _in_columns(self, shown: list[str]) -> list[str]:
        lines: list[str] = []
        for entry in shown:
            if lines and self.screen.text(lines[-1] + entry).cell_len + 3 <= self.screen.width:
                lines[-1] += "   " + entry
            else:
                lines.append("  " + entry)
        return lines

    # asking

    def _choose(self, menu: MenuLike, view: dict[str, Any], legal: Sequence[Move], is_first: bool) -> Move | None:
        """An action, or None: one question back. Raises Again after a command that changed something."""
        while True:
            typed = self._typed().strip()
            if not typed:
                if not is_first:
                    return None
                if len(legal) != 1:
                    self.screen.lines(self._question(menu))
                    continue
            found: Any = next(
                (entry.leads_to for entry in menu.entries if typed.lower() in entry.keys or not typed), None
            )
            if found is None:
                if self._command(typed, view):
                    continue
                found = self._read(typed, view, legal)
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

    def _typed(self) -> str:
        if self.next_line is not None:
            typed, self.next_line = self.next_line, None
            return typed
        return self.screen.ask("[now]>[/] ")

    def _confirmed(self, view: dict[str, Any], move: Move) -> bool:
        """Shows what it would do, and waits for Enter; anything else typed is the next attempt."""
        lines = self.face.preview(view, move)
        if not lines:
            return True
        self.screen.lines(f"  {line}" for line in lines)
        typed = self.screen.ask("  [quiet]Enter: do it, or type anew[/] [now]>[/] ").strip()
        if typed.lower() in ("", "y", "yes", "ok"):
            return True
        if typed.lower() not in ("n", "no", "back", "u"):
            self.next_line = typed
        return False

    def _read(self, typed: str, view: dict[str, Any], legal: Sequence[Move]) -> Move | None:
        """A typed action, if it can be played; else says why not."""
        try:
            text = self.face.read(typed, view, legal) or typed
            move = self.match.game.actions.read(text)
            refusal = self.match.why_not(self.me, move)
        except UnknownAction:
            self._refuse(f"I cannot read [typed]{escape(typed[:60])}[/]. [typed]h[/] helps.")
        except ValueError as problem:
            self._refuse(str(problem))
        else:
            if refusal is None:
                return move
            self._refuse(self._why(refusal))
        return None

    def _why(self, refusal: IllegalAction) -> str:
        return f"{escape(refusal.action)}: {escape(refusal.words)} [quiet]([typed]? {refusal.rule}[/])[/]"

    def _refuse(self, words: str) -> None:
        self.screen.say(f"  [no]✗[/] {words}")

    # commands

    def _command(self, typed: str, view: dict[str, Any]) -> bool:
        """Whether it was a command; a command that changes what is asked raises Again."""
        word, _, rest = typed.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word.startswith("?"):
            self._rules(rest or word[1:], view)
        elif word in ("h", "help") and not rest:
            self.screen.lines([*self.face.help(), *COMMANDS.splitlines()])
        elif word in ("l", "log") and not rest:
            self.screen.lines(self.face.news(self.match.events(self.me)))
        elif word in ("s", "save"):
            self._save(Path(rest)) if rest else self._refuse("save where? [typed]s FILE[/]")
        elif word in ("q", "quit", "exit") and not rest:
            raise Quit
        elif word in ("i", "file") and not rest:
            self.is_open = not self.is_open
            raise Again
        elif word in ("u", "undo") and not rest:
            self._undo()
        else:
            return False
        return True

    def _undo(self) -> None:
        try:
            self.match.undo(self.me)
        except CannotUndo as problem:
            self._refuse(escape(str(problem)))
            return
        raise Again

    def _rules(self, number: str, view: dict[str, Any]) -> None:
        numbers = (number.upper(),) if number else self.face.rules(view)
        found = [(rule, self.book.rule(rule)) for rule in numbers]
        if not any(text for _, text in found):
            self._refuse(f"there is no rule [typed]{escape(number)}[/]" if number else "there is no rule page")
        for rule, text in found:
            if text:
                self.screen.rule(rule, text)

    def _save(self, path: Path) -> None:
        try:
            path.write_text(self.match.dumps() + "\n", encoding="utf-8")
        except OSError as problem:
            self._refuse(escape(f"cannot save: {problem}"))
        else:
            self.screen.say(f"  [yes]✓[/] saved to {escape(str(path))}")

    # the end

    def _finish(self) -> None:
        screen, match = self.screen, self.match
        screen.clear()
        screen.lines(self._last_news(), slowly=True)
        view = match.view(self.me)
        screen.lines(self.face.screen(view, screen.width, screen.height, True))
        screen.say("[title] THE FILES ARE OPENED [/]")
        screen.lines(self.face.reveal(view, match.events(self.me)), slowly=True)
        screen.say(verdict(match, self.names, self.me))

    def _last_news(self) -> list[str]:
        """What led to the end; what the reveal says again is left to it."""
        events = self.match.events(self.me, self.told)
        self.told += len(events)
        cut = next((n for n, event in enumerate(events) if event["event"] == "revealed"), len(events))
        return self.face.news(events[:cut])


def verdict(match: Match, names: Sequence[str], me: int | None) -> str:
    """Who has won a finished match, and why it is over."""
    result = match.result or {}
    winners = [names[seat] for seat in result["winners"]]
    words = match.game.words().say(f"ending.{result['reason']['code']}")
    if result["winners"] == [me]:
        said = "You win!"
    elif winners:
        said = f"{escape(' and '.join(winners))} {'win' if len(winners) > 1 else 'wins'}."
    else:
        said = "Nobody wins."
    return f"[now]■ {said}[/] {words} [quiet]({result['reason']['rule']})[/]"


def playable(match: Match) -> str:
    """Why a loaded match cannot be played on here; nothing if it can."""
    if match.over:
        return ""
    if CHANCE in match.actors or match.chance_mode == "manual":
        return "its outcomes are played by hand"
    if not any(match.legal(seat) for seat in match.actors):
        return "it was made with other rules and can only be looked at"
    return ""


__all__ = ["Table", "playable", "seat_names"]
