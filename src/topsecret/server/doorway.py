"""The owner's door over HTTP: who it is, and letting the network in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from . import protocol_http as h
from .door import CannotOpenDoor, is_local_name
from .guard import Refusal, answer, host_name
from .owner import COOKIE_PATH

if TYPE_CHECKING:
    from .api import Api


class Doorway:
    def __init__(self, api: Api) -> None:
        self.api = api
        self.server = api.server

    def add_to(self, router: web.UrlDispatcher) -> None:
        router.add_get("/api/door", self.look)
        router.add_post("/api/door", self.turn)
        router.add_post("/api/owner", self.claim)

    @property
    def cookie(self) -> str:
        """Cookies know no ports: each server on this machine has a name of its own."""
        return f"owner-{self.server.door.port}"

    def is_owner(self, request: web.Request) -> bool:
        return self.server.owner.is_known(request.cookies, self.cookie)

    def told(self, request: web.Request, is_owner: bool) -> web.Response:
        """The address is told to the owner, and to browsers on this machine: from elsewhere it is nobody's business."""
        door = self.server.door
        may_know = is_owner or is_local_name(host_name(request.headers.get("Host", "")))
        address = door.address if may_know else ""
        return answer(h.Door(door.state, address, is_owner, len(door.guests()) if is_owner else 0))

    async def look(self, request: web.Request) -> web.Response:
        return self.told(request, self.is_owner(request))

    async def claim(self, request: web.Request) -> web.Response:
        wish = await self.api.body(request, h.ClaimServer)
        secret = self.server.owner.claim(wish.token)
        if secret is None:
            self.server.wrong_codes.take(request.remote or "")
            raise Refusal(403, "bad_token", "this address was used already, or it is too old")
        response = self.told(request, True)
        secure = self.server.settings.secure or request.scheme == "https"
        response.set_cookie(self.cookie, secret, path=COOKIE_PATH, httponly=True, samesite="Strict", secure=secure)
        return response

    async def turn(self, request: web.Request) -> web.Response:
        wish = await self.api.body(request, h.TurnDoor)
        if not self.is_owner(request):
            raise Refusal(403, "not_owner", "only the owner of this server may do that")
        if self.server.door.state == "always":
            raise Refusal(409, "door_fixed", "this server was started for the network")
        try:
            await (self.server.door.open() if wish.open else self.server.door.close())
        except CannotOpenDoor as problem:
            raise Refusal(503, "no_network", str(problem)) from None
        return self.told(request, True)
