"""The console: what is printed and what is typed, on a real terminal, in a pipe or in a test."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from typing import IO, Any

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text
from rich.theme import Theme

from topsecret.kernel.words import Words

from .speech import ENGLISH, words_in

STYLES = {
    "now": "bold #F6BC45",
    "mine": "bold #F6BC45",
    "seat": "bold",
    "quiet": "#8C9AA0",
    "secret": "#FCEBD2 on #8E241D",
    "card": "bold #E3CF9F",
    "typed": "bold #8FD3E8",
    "yes": "bold #4FDCA4",
    "no": "bold #FF7B66",
    "title": "bold #F3E8CD on #8E241D",
    # rule pages
    "markdown.h1": "bold #F6BC45",
    "markdown.h2": "bold #F6BC45",
    "markdown.code": "#8FD3E8",
    "markdown.item.bullet": "#8C9AA0",
}

# for consoles that cannot show the first
PLAINER = str.maketrans("╭╮╰╯╔╗╚╝─═│║·»►▮▯▒█→✓✗…■▣", "++++++++-=|#.>>#-:#>+x.##")


class Gone(Exception):
    """Nobody types any more: the input has ended."""


class Interrupted(Gone):
    """Ctrl+C at a question."""


class Screen:
    """`is_live`: whether somebody sits there and looks; found out if it is not said, and without colours if it is. `language`:
    what it speaks."""

    def __init__(
        self,
        styles: dict[str, str],
        out: IO[str] | None = None,
        typed: IO[str] | None = None,
        pace: float = 0.0,
        is_live: bool | None = None,
        language: str = ENGLISH,
    ) -> None:
        self.language = language
        self.typed = typed or sys.stdin
        self._said_live = is_live
        said: dict[str, Any] = {} if is_live is None else {"force_terminal": is_live, "color_system": None}
        theme = Theme(STYLES | styles)
        self.console = Console(file=out or sys.stdout, theme=theme, highlight=False, soft_wrap=False, **said)
        self.is_live = self.console.is_terminal and self.typed.isatty() if is_live is None else is_live
        self.pace = pace if self.is_live else 0.0
        try:
            "╭·▮✓→".encode(self.console.encoding)
            self.is_plain = False
        except (UnicodeEncodeError, LookupError):
            self.is_plain = True

    def restyled(self, styles: dict[str, str], pace: float) -> Screen:
        """The same place with the styles of a game."""
        return Screen(styles, self.console.file, self.typed, pace, self._said_live, self.language)

    @property
    def words(self) -> Words:
        """What the terminal says here, in the language of now."""
        return words_in(self.language)

    def t(self, key: str, **params: Any) -> str:
        """A line of the terminal's own words, with style tags."""
        return self.words.say(key, params)

    def tell(self, key: str, **params: Any) -> None:
        self.say(self.t(key, **params))

    @property
    def width(self) -> int:
        return max(40, self.console.width)

    @property
    def height(self) -> int:
        return self.console.height if self.is_live else 40

    def text(self, markup: str) -> Text:
        text = Text.from_markup(markup)
        text.plain = text.plain.translate(PLAINER) if self.is_plain else text.plain
        return text

    def say(self, markup: str = "") -> None:
        self.console.print(self.text(markup), overflow="fold")

    def lines(self, lines: Iterable[str], slowly: bool = False) -> None:
        for line in lines:
            self.say(line)
            if slowly and self.pace:
                time.sleep(self.pace)

    def rows(self, lines: Iterable[str]) -> int:
        """How many rows these lines take."""
        return sum(max(1, -(-self.text(line).cell_len // self.width)) for line in lines)

    def rule(self, number: str, text: str) -> None:
        """A rule under its number."""
        self.say(f"[now]{number}[/]")
        self.page(text)

    def page(self, markdown: str) -> None:
        self.console.print(Padding(Markdown(markdown), (0, 2)))

    def clear(self) -> None:
        if self.is_live:
            self.console.clear()
        else:
            self.console.print()

    def ask(self, prompt: str) -> str:
        """A typed line; raises Gone."""
        self.console.print(self.text(prompt), end="")
        try:
            if self.is_live and self.typed is sys.stdin:
                return input()
            line = self.typed.readline()
        except KeyboardInterrupt:
            self.console.print()
            raise Interrupted from None
        except (EOFError, UnicodeDecodeError):
            self.console.print()
            raise Gone from None
        if not line:
            self.console.print()
            raise Gone
        line = line.rstrip("\r\n")
        self.console.print(line, markup=False)  # what a pipe typed, so that the transcript can be read
        return line

    def wait(self, prompt: str) -> str:
        """Until Enter, where somebody is there to press it; what was typed before it."""
        return self.ask(prompt).strip() if self.is_live else ""
