"""What can go wrong at a table, by code."""

from __future__ import annotations

from topsecret.kernel.errors import TopSecretError


class TableError(TopSecretError):
    """Something that a table does not allow now. `code` is for programs, the words are for logs and bot writers."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class NotSaved(TableError):
    """The log could not be written. Nothing has happened."""

    def __init__(self, message: str) -> None:
        super().__init__("not_saved", message)


class Overtaken(NotSaved):
    """Somebody else has written to this log meanwhile: whoever wants to go on must read it again."""


class SetAside(TableError):
    """The log of this table is damaged, or today's rules do not reproduce it. The other tables play on."""

    def __init__(self, message: str) -> None:
        super().__init__("set_aside", message)
