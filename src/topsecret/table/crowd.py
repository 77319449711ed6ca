"""Whom a room tells what happens."""

from __future__ import annotations

from typing import Protocol

from topsecret.kernel.lens import News

from .table import Words


class Crowd(Protocol):
    """Whoever is connected to a table. None of these may wait."""

    def steps(self, news: News, can_undo: bool) -> None: ...
    def table_changed(self) -> None: ...
    def said(self, words: Words) -> None: ...
    def begins(self) -> None:
        """The match has started, or was read anew: everybody needs the whole picture."""

    def drafted(self, seat: int, draft: bytes, by: object) -> None: ...
    def noted(self, seat: int, notes: str, by: object) -> None: ...
    def gone(self, seat: int) -> None:
        """The person on this seat has no seat any more."""


class Nobody:
    """The crowd of a table that nobody can connect to."""

    def steps(self, news: News, can_undo: bool) -> None:
        pass

    def table_changed(self) -> None:
        pass

    def said(self, words: Words) -> None:
        pass

    def begins(self) -> None:
        pass

    def drafted(self, seat: int, draft: bytes, by: object) -> None:
        pass

    def noted(self, seat: int, notes: str, by: object) -> None:
        pass

    def gone(self, seat: int) -> None:
        pass
