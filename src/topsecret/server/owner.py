"""Whoever runs this server. They are known by a token that is good once, in the address that `topsecret` opens, and then by a cookie;
never by the address that a request comes from, since a tunnel or a proxy makes everybody look like this machine."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from topsecret.table.log import Clock

from .keys import key_of, new_secret

TOKEN_SECONDS = 600
MOST = 16  # tokens that wait, and browsers that hold the key
COOKIE_PATH = "/api/door"


class Owner:
    """Tokens and keys, in memory only and as hashes: a server that starts again has a new owner's address."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._waiting: dict[str, float] = {}
        self._keys: list[str] = []

    def new_token(self) -> str:
        """For one browser, within ten minutes."""
        self._sweep()
        token, key = new_secret()
        self._waiting[key] = self.clock.now() + TOKEN_SECONDS
        return token

    def claim(self, token: str) -> str | None:
        """The secret for a cookie, if this token is waiting; it is used up by that."""
        self._sweep()
        if self._waiting.pop(key_of(token), None) is None:
            return None
        secret, key = new_secret()
        self._keys = [*self._keys, key][-MOST:]
        return secret

    def is_known(self, cookies: Mapping[str, str], name: str) -> bool:
        """Whether these cookies are the owner's. Every key is compared, each in constant time."""
        shown, found = key_of(cookies.get(name, "")), False
        for key in self._keys:
            found |= hmac.compare_digest(shown, key)
        return found

    def _sweep(self) -> None:
        now = self.clock.now()
        alive = [(key, until) for key, until in self._waiting.items() if until > now]
        self._waiting = dict(alive[-MOST:])
