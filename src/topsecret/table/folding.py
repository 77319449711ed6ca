"""A long log without snapshots of today's code, as after an upgrade, takes seconds to fold: that is done aside, in a process of its own,
which gives back snapshots. Those are kept, and the table opens from them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping

import msgspec

from topsecret.kernel import registry
from topsecret.kernel.errors import UnknownGame

from . import records as r
from .errors import SetAside, TableError
from .log import TableLog
from .snapshots import LINES, code_of, keep, key_of, made_by
from .state import TableState

logger = logging.getLogger("topsecret.table")

LONG = 1000  # records without a snapshot; fewer are folded in a moment

Log = list[tuple[str, bytes]]
Aside = Callable[[Callable[[Log], bytes], Log], Awaitable[bytes]]  # works something out in a process of its own

_parts = msgspec.msgpack.Decoder(list[tuple[str, bytes]])


class Folding:
    """Sees to it that long tables have snapshots before they are opened."""

    def __init__(self, log: TableLog, aside: Aside | None = None) -> None:
        self.log = log
        self.aside = aside  # None: there is no such process, and tables are folded where they are opened

    async def prepared(self, code: str, entries: Log, kept: dict[str, bytes]) -> dict[str, bytes]:
        """The kept values of a table, with snapshots if it would take long to open without."""
        if self.aside is None or not takes_long(entries, kept):
            return kept
        try:
            parts = _parts.decode(await self.aside(snapshots_of, entries))
        except (TableError, OSError, RuntimeError) as problem:
            logger.warning("a table could not be folded aside: %s", problem)
            return kept
        if code in await self.log.named(code):  # it was not removed meanwhile
            await keep(self.log, code, parts)
        return kept | dict(parts)

    async def prepare_all(self) -> None:
        """All long tables, one after the other: after an upgrade, before anybody comes to them."""
        if self.aside is None:
            return
        for code in await self.log.tables(longer_than=LONG):
            try:
                await self.prepared(code, *await self.log.read(code))
            except TableError as problem:
                logger.warning("a table cannot be read: %s", problem)


def takes_long(entries: Log, kept: Mapping[str, bytes]) -> bool:
    """Whether many records have no snapshot of this code. Snapshots are kept in order: if the last is right, so are those before it."""
    if len(entries) <= LONG:
        return False
    try:
        first = r.read(*entries[0])
        code = code_of(registry.game(first.game)) if isinstance(first, r.Made) else ""
    except (SetAside, UnknownGame):
        return False  # it cannot be opened, and says so soon
    count = 0
    while key_of(count) in kept:
        count += 1
    covered = count * LINES if count and made_by(kept[key_of(count - 1)]) == code else 0
    return len(entries) - covered > LONG


def snapshots_of(entries: Log) -> bytes:
    """In the other process. A log that does not hold has none: whoever opens it hears why."""
    try:
        snapshots = TableState.of(entries).snapshots
    except SetAside:
        snapshots = None
    return msgspec.msgpack.encode([] if snapshots is None else snapshots.unsaved())
