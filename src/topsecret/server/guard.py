"""Who may speak to this server, and what every answer carries."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from topsecret.kernel.errors import TopSecretError
from topsecret.table.errors import NotSaved, SetAside, TableError

from . import protocol_http as h
from .codes import ErrorCode, ProgramErrorCode, declared
from .proxy import Proxies

log = logging.getLogger("topsecret.server")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Server": "topsecret",
}
STATUS = {
    "no_such_table": 404,
    "unknown_game": 404,
    "not_found": 404,
    "seat_taken": 409,
    "full": 409,
    "started": 409,
    "duel": 409,
    "not_running": 409,
    "no_rematch": 409,
    "no_exercise": 409,
    "unknown_exercise": 404,
    "not_over": 409,
    "not_yours": 403,
    "bad_token": 403,
    "table_closed": 403,
    "draining": 503,
    "too_many": 429,
    "too_large": 413,
    "too_slow": 422,
    "stopping": 503,
}
HTTP_CODES: dict[int, ErrorCode | ProgramErrorCode] = {404: "not_found", 405: "wrong_method", 413: "too_large"}


class Refusal(TableError):
    """A request that is turned away."""

    def __init__(self, status: int, code: ErrorCode | ProgramErrorCode, message: str) -> None:
        self.status = status
        self.refused = code
        super().__init__(code, message)

    def __reduce__(self) -> tuple[Any, ...]:
        """It may come from another process."""
        return type(self), (self.status, self.refused, str(self))


class Failed(web.Response):
    """An answer that is no good news, by its code."""

    why = ""


def failure(status: int, code: ErrorCode | ProgramErrorCode, message: str) -> web.Response:
    body = msgspec.json.encode(h.Failure(code, message))
    response = Failed(body=body, status=status, content_type="application/json", headers={"Cache-Control": "no-store"})
    response.why = code
    return response


def answer(thing: object, status: int = 200) -> web.Response:
    response = web.Response(body=msgspec.json.encode(thing), status=status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


def readable_requests_only(record: logging.LogRecord) -> bool:
    """Keeps out of the logs what is not even HTTP: it is answered with 400, and could quote a cookie."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def host_name(host: str) -> str:
    """The name in a Host header, without the port; empty if it is none."""
    if not host or any(sign in "@/?#\\" or sign.isspace() for sign in host):
        return ""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def check_host(request: web.Request, names: Callable[[], Collection[str]]) -> None:
    """A page of somebody else can make its own name point here; so the name must be one of ours."""
    hosts = request.headers.getall("Host", [])
    if len(hosts) != 1 or host_name(hosts[0]) not in names():
        raise Refusal(421, "wrong_host", "this server is not called that; start it with --allow-host NAME if it is")


def check_origin(request: web.Request) -> None:
    """Browsers say which page asks, with every POST and every WebSocket: only our own may. Programs that are no browser say nothing;
    then no other header of a browser may be there."""
    origins = request.headers.getall("Origin", [])
    site = request.headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin") or (site is not None and not origins):
        raise Refusal(403, "wrong_origin", "another page may not do that")
    if not origins:
        return
    try:
        origin = urlsplit(origins[0])
        same = origin.scheme in ("http", "https") and origin.netloc.lower() == request.headers["Host"].lower()
    except (ValueError, KeyError):
        same = False
    if len(origins) != 1 or not same:
        raise Refusal(403, "wrong_origin", "another page may not do that")


def middleware(
    names: Callable[[], Collection[str]],
    may_ask: Callable[[web.Request], bool],
    proxies: Proxies,
    refused: Callable[[str], None],
) -> Callable[..., Awaitable[web.StreamResponse]]:
    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turns away what may not come in; every error has a code and tells nothing of the inside."""
        response = await within(proxies.seen_through(request), handler)
        if isinstance(response, Failed):
            refused(response.why)
        return response

    async def within(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            check_host(request, names)
            if request.method not in ("GET", "HEAD") or "upgrade" in request.headers.get("Connection", "").lower():
                check_origin(request)
            if not may_ask(request):
                raise Refusal(429, "too_many", "too many requests; wait a moment")
            return await handler(request)
        except Refusal as refusal:
            return failure(refusal.status, refusal.refused, str(refusal))
        except NotSaved as problem:
            return failure(503, "not_saved", str(problem))
        except SetAside as problem:
            log.error("a table is set aside: %s", problem)
            return failure(500, "set_aside", "this table is damaged and was set aside")
        except TableError as problem:
            return failure(STATUS.get(problem.code, 400), declared(problem.code), str(problem))
        except TopSecretError as problem:
            return failure(400, "refused", str(problem))
        except web.HTTPException as problem:
            if problem.status < 400:
                raise
            return failure(problem.status, HTTP_CODES.get(problem.status, "bad_request"), problem.reason)
        except ConnectionError:  # whoever asked has gone: nobody hears this answer, and nothing of ours has failed
            return failure(400, "bad_request", "the connection broke off")
        except Exception:
            log.exception("a request failed")
            return failure(500, "internal", "something went wrong here")

    return guard
