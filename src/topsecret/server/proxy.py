"""A proxy that stands before the server: what it says of whoever asks is believed if it comes from an address that was named."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from aiohttp import web
from multidict import CIMultiDict

from topsecret.kernel.errors import TopSecretError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
SAID = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded")


class BadProxy(TopSecretError):
    """Not an address."""


class Proxies:
    """The addresses of proxies that are trusted; without any, nothing that is forwarded is believed."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        self.networks: list[Network] = []
        for text in addresses:
            try:
                self.networks.append(ipaddress.ip_network(text, strict=False))
            except ValueError:
                raise BadProxy(
                    f"--behind-proxy: expected an address or a network such as 10.0.0.0/8, got {text[:60]!r}"
                ) from None

    def trusts(self, address: str | None) -> bool:
        try:
            found = ipaddress.ip_address(address or "")
        except ValueError:
            return False
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return any(found in network for network in self.networks)

    def seen_through(self, request: web.Request) -> web.Request:
        """The request as the proxy got it: from whom, under which name, over which scheme. As it came, if no trusted proxy sent it."""
        if not self.networks or not self.trusts(request.remote):
            return request
        headers = CIMultiDict(request.headers)
        scheme = request.scheme
        if (proto := last(headers.getall("X-Forwarded-Proto", []))) in ("http", "https"):
            scheme = str(proto)
        if host := last(headers.getall("X-Forwarded-Host", [])):
            headers["Host"] = host
        remote = self._behind(headers.getall("X-Forwarded-For", [])) or request.remote
        for name in SAID:
            headers.popall(name, None)
        return request.clone(headers=headers, remote=remote or "", scheme=scheme)

    def _behind(self, said: list[str]) -> str | None:
        """Each proxy adds at the right whom it heard: the first from the right that is none of ours is who asks. What stands further left
        anybody can have written."""
        found: str | None = None
        for part in reversed([one.strip() for line in said for one in line.split(",")]):
            try:
                found = str(ipaddress.ip_address(part.strip("[]")))
            except ValueError:
                return found
            if not self.trusts(found):
                return found
        return found


def last(values: list[str]) -> str | None:
    """What the nearest proxy said."""
    parts = [part.strip() for value in values for part in value.split(",")]
    return parts[-1] if parts and parts[-1] else None
