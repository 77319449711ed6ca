"""What holds a seat: a secret in a cookie, of which only the hash is kept; and one-time tokens that carry a seat to another device."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

from topsecret.table.log import Clock
from topsecret.table.state import TableState

SECRET_BYTES = 32
TRANSFER_SECONDS = 600
MOST_TRANSFERS = 10_000


def new_secret() -> tuple[str, str]:
    """A secret and its hash."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    return secret, key_of(secret)


def key_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def cookie_name(seat: int) -> str:
    return f"seat-{seat}"


def cookie_path(code: str) -> str:
    return f"/api/tables/{code}"


def holds(table: TableState, seat: int, cookies: Mapping[str, str]) -> bool:
    """Whether these cookies hold this seat."""
    return is_key(table, seat, shown(seat, cookies))


def shown(seat: int, cookies: Mapping[str, str]) -> str:
    """What these cookies show for a seat: the hash of its secret."""
    return key_of(cookies.get(cookie_name(seat), ""))


def is_key(table: TableState, seat: int, shown: str) -> bool:
    """Whether that holds the seat. Every key is compared, each in constant time."""
    if not 0 <= seat < len(table.seats):
        return False
    found = False
    for key in table.seats[seat].keys:
        found |= hmac.compare_digest(shown, key)
    return found


def shows_any(cookies: Mapping[str, str]) -> bool:
    """Whether these cookies claim to hold a seat somewhere."""
    return any(name.startswith("seat-") for name in cookies)


class Transfers:
    """Tokens for other devices: good once, for ten minutes, kept in memory only, as hashes."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.waiting: dict[str, tuple[str, int, str, float]] = {}

    def new(self, code: str, seat: int, holder: str) -> str:
        """A token for a seat. `holder` is one of its keys: whoever sits there later is not whom this token was made for."""
        self.sweep()
        if len(self.waiting) >= MOST_TRANSFERS:
            self.waiting.pop(next(iter(self.waiting)))
        token, key = new_secret()
        self.waiting[key] = (code, seat, holder, self.clock.now() + TRANSFER_SECONDS)
        return token

    def claim(self, code: str, token: str) -> tuple[int, str] | None:
        """The seat and the holder that a token was made for; it is used up by that."""
        self.sweep()
        key = key_of(token)
        found = self.waiting.get(key)
        if found is None or found[0] != code:
            return None
        del self.waiting[key]
        return found[1], found[2]

    def sweep(self) -> None:
        now = self.clock.now()
        for key in [key for key, (*_, until) in self.waiting.items() if until <= now]:
            del self.waiting[key]
