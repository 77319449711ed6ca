"""A person at a browser, under guard: what a page must never do is noticed and fails the test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.browser.serving import Line

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PATIENCE_MS = 60_000  # until a test that waits for ever is given up
OWN_SCHEMES = ("data:", "blob:", "about:")


class Guard:
    """Collects what must not happen in any page of a context: messages of trouble in the console, uncaught errors, requests that
    fail, requests to anywhere else than the origin."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.faults: list[str] = []
        self.allowed: list[re.Pattern[str]] = []
        self.cut = False  # while the line is cut, requests fail and the browser says so

    def watch(self, context: BrowserContext) -> None:
        context.on("request", self.on_request)
        context.on("requestfailed", self.on_failed)
        context.on("console", self.on_console)
        context.on("weberror", lambda error: self.fault(f"uncaught error: {error.error}"))
        context.on("page", lambda page: page.on("websocket", lambda ws: self.on_address(ws.url, "a socket")))

    def fault(self, words: str) -> None:
        if not any(pattern.search(words) for pattern in self.allowed):
            self.faults.append(words)

    def on_request(self, request: Request) -> None:
        self.on_address(request.url, "a request")

    def on_address(self, url: str, what: str) -> None:
        web = re.sub(r"^ws", "http", url)
        if not web.startswith(OWN_SCHEMES) and not (web + "/").startswith(self.origin + "/"):
            self.faults.append(f"{what} left the origin: {url}")

    def on_failed(self, request: Request) -> None:
        # A page that goes away takes its requests with it: that is no failure.
        if not self.cut and request.failure != "net::ERR_ABORTED":
            self.fault(f"request failed: {request.method} {request.url}: {request.failure}")

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            lost = "net::ERR_" in message.text or "WebSocket" in message.text
            if not (self.cut and lost):
                self.fault(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    @contextmanager
    def allowing(self, pattern: str) -> Iterator[None]:
        """For a while these words are no fault: `with guard.allowing("status of 404")`."""
        self.allowed.append(re.compile(pattern))
        try:
            yield
        finally:
            self.allowed.pop()


class Person:
    """Somebody with a browser of their own: own cookies, own storage, own screen."""

    def __init__(
        self, browser: Browser, origin: str, out: Path, *, phone: bool = False, line: Line | None = None, **wishes: Any
    ) -> None:
        settings = {
            "locale": "en-GB",
            "color_scheme": "dark",
            "reduced_motion": "reduce",
            **(PHONE if phone else DESKTOP),
        }
        self.origin = line.origin if line else origin
        self.out = out
        self.line = line
        self.context = browser.new_context(base_url=self.origin, **(settings | wishes))
        self.context.set_default_timeout(PATIENCE_MS)
        self.guard = Guard(self.origin)
        self.guard.watch(self.context)
        self.context.tracing.start(screenshots=False, snapshots=True)

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.goto(path)
        return page

    def cut(self) -> None:
        """The connection is lost. Needs a line of one's own: `person(line=True)`."""
        assert self.line is not None, "this person has no line of their own to cut"
        self.guard.cut = True
        self.line.cut()
        self.context.set_offline(True)

    def mend(self) -> None:
        """The network is back; what was lost in between is no fault until `settled`."""
        assert self.line is not None
        self.line.mend()
        self.context.set_offline(False)

    def settled(self) -> None:
        """The page has found back: from here on failures count again."""
        self.guard.cut = False

    def keep(self) -> None:
        """Leaves pictures, a trace and what went wrong for whoever mends it."""
        self.out.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(self.context.pages):
            if not page.is_closed():
                page.screenshot(path=self.out / f"page-{number}.png")
        self.context.tracing.stop(path=self.out / "trace.zip")
        if self.guard.faults:
            (self.out / "faults.txt").write_text("\n".join(self.guard.faults) + "\n", encoding="utf-8")

    def leave(self) -> None:
        self.context.close()
        if self.line is not None:
            self.line.close()
