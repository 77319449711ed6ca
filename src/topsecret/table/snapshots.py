"""Snapshots of long matches: parts that are kept beside the log, so that a table opens without playing everything again, and moments at
which looking back can begin. They can all be made again from the log, which decides whether they are believed (`kernel/snapshot.py`)."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import topsecret.kernel
from topsecret.kernel.game import Game
from topsecret.kernel.log import Moment
from topsecret.kernel.match import Match
from topsecret.kernel.snapshot import Part, part_of, restore

from .errors import NotSaved
from .log import SPARE, TableLog

logger = logging.getLogger("topsecret.table")

LINES = 64  # of the match's log in one part; a few more where an action has several


class KeptPart(Struct, frozen=True):
    """A part as it is kept."""

    made_by: str  # the code that made it: other code may tell other things of the same log
    part: Part


_decode = msgspec.msgpack.Decoder(KeptPart).decode
_encode = msgspec.msgpack.Encoder().encode


def key_of(number: int) -> str:
    return f"{SPARE}part:{number}"


def made_by(body: bytes) -> str:
    """The code that made a kept part."""
    try:
        return _decode(body).made_by
    except msgspec.MsgspecError:
        return ""


class Snapshots:
    """The parts of one match."""

    def __init__(self, match: Match) -> None:
        self.moments = [Moment(0, 0, match.entries.begin.packed())]  # the beginning, and the end of each part
        self._unsaved: list[tuple[int, Part]] = []
        self._made_by = code_of(match.game)

    def open(
        self, match: Match, kept: Mapping[str, bytes], log: Sequence[list[Any]], hashes: Sequence[str], ends: set[int]
    ) -> int:
        """Puts a match that has no entries yet together from what was kept: how many lines of its log it has then. `ends`: where parts may
        end, after whole records."""
        for part in self._kept(kept):
            if part.end not in ends or restore(match, [part], log, hashes) != part.end:
                break
            self.moments.append(match.entries.moment())
        return len(match.entries)

    def _kept(self, kept: Mapping[str, bytes]) -> list[Part]:
        """The parts that were kept and made by this code, up to the first that was not."""
        found: list[Part] = []
        while (body := kept.get(key_of(len(found)))) is not None:
            try:
                one = _decode(body)
            except msgspec.MsgspecError:
                break
            if one.made_by != self._made_by:
                break
            found.append(one.part)
        return found

    def grow(self, match: Match) -> None:
        """What the match has come to, after whole records that are on the disk, becomes a part once there is enough of it."""
        first = self.moments[-1].entries
        if len(match.entries) - first >= LINES:
            self._unsaved.append((len(self.moments) - 1, part_of(match, first)))
            self.moments.append(match.entries.moment())

    @property
    def has_unsaved(self) -> bool:
        return bool(self._unsaved)

    def unsaved(self) -> list[tuple[str, bytes]]:
        """Keys and bodies of parts that nobody has asked for before."""
        parts, self._unsaved = self._unsaved, []
        return [(key_of(number), _encode(KeptPart(self._made_by, part))) for number, part in parts]

    def around(self, match: Match, told: int) -> tuple[Moment, Moment | None]:
        """The beginning and the end (None: now) of the part of a match in which that was told."""
        here = [
            moment for moment in self.moments if moment.entries <= len(match.entries)
        ]  # the match may be an earlier one
        after = next((number for number, moment in enumerate(here) if moment.told > told), len(here))
        return here[after - 1], here[after] if after < len(here) else None


async def keep(log: TableLog, code: str, parts: list[tuple[str, bytes]]) -> None:
    """Puts parts beside the log of a table. One that cannot be kept is made again when the table is next read."""
    try:
        for key, body in parts:
            await log.keep(code, key, body)
    except NotSaved as problem:
        logger.warning("a snapshot could not be kept: %s", problem)


@cache
def code_of(game: Game) -> str:
    """A hash of the code that a match of this game runs on."""
    folders = [Path(topsecret.kernel.__file__).parent, *([game.folder] if game.folder is not None else [])]
    found = blake2b(f"{game.id} {game.version}".encode(), digest_size=16)
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()
