"""What a seat has written down for itself: notes, and a half-made action. Of each only the latest counts."""

from __future__ import annotations

from .log import TableLog

NOTHING = b"null"  # no draft


class Papers:
    """The papers of all seats of one table. What is changed here is on the disk first; raises NotSaved, and then nothing has changed."""

    def __init__(self, code: str, kept: dict[str, bytes], log: TableLog) -> None:
        self.code = code
        self.log = log
        self.notes: dict[int, str] = {}
        self.drafts: dict[int, bytes] = {}
        for key, body in kept.items():
            what, _, seat = key.partition(":")
            if what == "note" and body:
                self.notes[int(seat)] = body.decode()
            elif what == "draft" and body != NOTHING:
                self.drafts[int(seat)] = body

    async def note(self, seat: int, notes: str) -> None:
        await self.log.keep(self.code, f"note:{seat}", notes.encode())
        self.notes[seat] = notes

    async def draft(self, seat: int, draft: bytes) -> None:
        await self.log.keep(self.code, f"draft:{seat}", draft)
        self.drafts[seat] = draft
        if draft == NOTHING:
            del self.drafts[seat]

    async def burn(self, seat: int) -> None:
        """Before a person goes: whoever sits there next finds nothing."""
        if seat in self.notes:
            await self.note(seat, "")
        if seat in self.drafts:
            await self.draft(seat, NOTHING)
