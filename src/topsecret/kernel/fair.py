"""Randomness that can be checked afterwards.

At the start the commitment, a hash of a secret, is published. Players may add entropy of their own. Outcome number k of a
family is drawn from HMAC(secret, table, entropy, family, k): keyed by what is drawn and not by the order of calls, so that two
matches with the same secret have the same dice even after they part. At the end the secret is shown, and anybody can
recompute everything.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

SECRET_BYTES = 32
write = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Fair:
    """The source of all outcomes of one match."""

    def __init__(self, secret: bytes, table: str, entropy: tuple[str, ...] = ()) -> None:
        self.secret = secret
        self.table = table
        self.entropy = entropy
        self.drawn: Counter[str] = Counter()
        self.given: Mapping[str, Sequence[int]] = {}  # by family, the outcomes of an exercise that come first
        self._fronts: dict[str, bytes] = {}  # by family, as far as they were asked for

    @classmethod
    def from_seed(cls, seed: str | None, table: str = "local", entropy: tuple[str, ...] = ()) -> Fair:
        """The same seed gives the same outcomes; no seed, a fresh secret."""
        if seed is None:
            return cls(secrets.token_bytes(SECRET_BYTES), table, entropy)
        return cls(hashlib.sha256(b"topsecret seed\0" + as_bytes(seed)).digest(), table, entropy)

    def fork(self) -> Fair:
        """The same source after the same outcomes."""
        fork = Fair(self.secret, self.table, self.entropy)
        fork.drawn = self.drawn.copy()
        fork.given = self.given
        fork._fronts = self._fronts
        return fork

    @property
    def commitment(self) -> str:
        return commitment(self.secret, self.table)

    def number(self, family: str, occurrence: int, total: int) -> int:
        """A number from 0 to total - 1 for the given occurrence of a family; every number equally likely."""
        front = self._fronts.get(family) or self._front(family)
        message = b"%b,%d]" % (front, occurrence)
        digest = hmac.digest(self.secret, message, "sha256")
        return int.from_bytes(digest, "big") * total >> 256

    def _front(self, family: str) -> bytes:
        """The list that an outcome is keyed by, up to which of its family it is."""
        front = self._fronts[family] = as_bytes(write([self.table, list(self.entropy), family])[:-1])
        return front

    def next(self, family: str, total: int) -> int:
        occurrence = self.drawn[family]
        self.drawn[family] += 1
        return self.number(family, occurrence, total)

    def next_given(self, family: str) -> int | None:
        """The next outcome of a family, where it was chosen beforehand."""
        given = self.given.get(family, ())
        return given[self.drawn[family]] if self.drawn[family] < len(given) else None

    def proof(self) -> dict[str, Any]:
        """What a saved match carries, so that everything can be recomputed."""
        return {
            "method": "hmac-sha256",
            "table": self.table,
            "commitment": self.commitment,
            "entropy": list(self.entropy),
            "secret": self.secret.hex(),
        }


def commitment(secret: bytes, table: str) -> str:
    """What is published before the first outcome."""
    return hashlib.sha256(b"topsecret commitment\0" + as_bytes(table) + b"\0" + secret).hexdigest()


def as_bytes(text: str) -> bytes:
    """Any text, also one with half of a surrogate pair, as JSON allows it."""
    return text.encode("utf-8", "surrogatepass")
