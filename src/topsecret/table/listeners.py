"""Whom a table tells what happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from topsecret.kernel.feed import Update

from .state import ChatLine, Happening


class Listeners(Protocol):
    """Whoever is connected to a table. None of these may wait."""

    def steps(self, news: Sequence[Update], can_undo: Callable[[int | None], bool]) -> None:
        """What each viewer hears, and whether it could take something back now."""

    def table_changed(self) -> None: ...
    def said(self, line: ChatLine) -> None: ...
    def happened(self, happening: Happening) -> None: ...
    def begins(self) -> None:
        """The match has started, or was read again: everybody needs the whole picture."""

    def drafted(self, seat: int, draft: bytes, by: object) -> None: ...
    def noted(self, seat: int, notes: str, by: object) -> None: ...
    def gone(self, seat: int, why: Literal["removed", "left"]) -> None:
        """The person on this seat was sent away or has said goodbye: their connections are closed."""

    def rest(self) -> None:
        """The table leaves memory, or the server stops: nothing changes by itself any more."""


class NoListeners:
    """The listeners of a table that nobody can connect to."""

    def steps(self, news: Sequence[Update], can_undo: Callable[[int | None], bool]) -> None:
        pass

    def table_changed(self) -> None:
        pass

    def said(self, line: ChatLine) -> None:
        pass

    def happened(self, happening: Happening) -> None:
        pass

    def begins(self) -> None:
        pass

    def drafted(self, seat: int, draft: bytes, by: object) -> None:
        pass

    def noted(self, seat: int, notes: str, by: object) -> None:
        pass

    def gone(self, seat: int, why: Literal["removed", "left"]) -> None:
        pass

    def rest(self) -> None:
        pass
