"""Changing a table beside its match: seats, people, what they agree to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence

from . import records as r
from .faces import Face
from .listeners import Listeners
from .lock import TableLock
from .presence import Presence
from .reading import Readable
from .standstill import Standstill


class Changeable(Readable):
    """What can be done at a table besides acting."""

    listeners: Listeners
    presence: Presence
    standstill: Standstill
    moved: Callable[[], None]
    _happened_told: int
    _face_told: Face | None

    @property
    @abstractmethod
    def lock(self) -> TableLock: ...

    @abstractmethod
    async def commit(self, *records: r.Record) -> None: ...

    @abstractmethod
    def _reached(self, seats: Collection[int] | None) -> None: ...

    async def change(self, records: Callable[[], Sequence[r.Record]], shows: bool = True) -> None:
        """Writes the records that a wish leads to; everybody sees the table as it is then, if it looks different."""
        async with self.lock:
            if found := records():
                await self.commit(*found)
                if shows:
                    self.listeners.table_changed()

    async def vacate(self, record: Callable[[], r.Left]) -> None:
        """A person goes or is sent away."""
        async with self.lock:
            left = record()
            await self.papers.burn(left.seat)
            await self.commit(left)
            self.listeners.gone(left.seat, "removed")
            self.presence.forget(left.seat)
            self.listeners.table_changed()

    async def change_players(self, record: Callable[[], r.Record | None]) -> None:
        """Somebody else plays a seat from now on, or everybody has agreed to something."""
        async with self.lock:
            if (found := record()) is not None:
                await self.tell_change(found)

    async def tell_change(self, record: r.Record) -> None:
        """Everybody is told, and whose turn it is may be a bot's by that. With the lock."""
        await self.commit(record)
        if isinstance(record, r.Resumed) and self.state.game.State.timed:
            self.standstill.count_down()
        if self.state.match is not None:
            self._reached(None)
        self.listeners.table_changed()
        self.tell_happened()
        self.moved()

    def tell_happened(self) -> None:
        """What people did and what clocks decided, once everything before it was told."""
        news, self._happened_told = self.state.happened[self._happened_told :], len(self.state.happened)
        self._face_told = self.state.face
        for happening in news if self.state.match is not None else ():
            self.listeners.happened(happening)

    async def succeed(self, code: str) -> None:
        """Names the rematch; with the lock."""
        await self.commit(r.Succeeded(code))
        self.listeners.table_changed()
