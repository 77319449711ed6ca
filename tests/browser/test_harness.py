"""The guard, axe and the line notice what they are there to notice. The pages here are small and mostly bad."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.serving import Line

GOOD = "<!doctype html><html lang=en><title>Good</title><link rel=icon href=data:,><main><h1>Good</h1></main>"
ASK = "fetch('good.html', { cache: 'no-store' }).then(() => p.append('+'), () => p.append('-'))"
PAGES = {
    "good.html": GOOD,
    "errors.html": GOOD
    + "<script>console.error('trouble'); console.log('fine'); setTimeout(() => { throw Error('boom') })</script>",
    "missing.html": GOOD + "<script src=nowhere.js></script>",
    "outside.html": GOOD + "<script>fetch('http://example.invalid/x').catch(() => {})</script>",
    "pale.html": GOOD.replace("<h1>", "<h1 style='color:#ccc;background:#fff'>") + "<img src=data:,>",
    "asks.html": GOOD + f"<p id=p></p><script>const ask = () => {ASK}</script>",
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Shelf:
    """Stands where the real server stands, with the pages above."""

    def __init__(self, folder: Path) -> None:
        for name, body in PAGES.items():
            (folder / name).write_text(body, encoding="utf-8")
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.port = self.http.server_address[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.thread = Thread(target=self.http.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path_factory.mktemp("shelf"))
    yield shelf
    shelf.close()


def open_until(person: Person, path: str, noticed: int) -> None:
    """Waits until the guard has noticed so much, and a moment longer: it could be more."""
    page = person.open(path)
    for _ in range(600):
        page.wait_for_timeout(100)
        if len(person.guard.faults) >= noticed:
            return


def faults(person: Person, path: str, noticed: int = 1) -> list[str]:
    """What the guard noticed on that page; it is forgiven."""
    open_until(person, path, noticed)
    found = list(person.guard.faults)
    person.guard.faults.clear()
    return found


def test_a_good_page_is_let_pass(person: Callable[..., Person]) -> None:
    someone = person()
    axe.check(someone.open("/good.html"))
    assert someone.guard.faults == []


def test_console_errors_and_uncaught_errors_are_noticed(person: Callable[..., Person]) -> None:
    found = faults(person(), "/errors.html", 2)
    assert len(found) == 2
    assert any("trouble" in fault for fault in found) and any("boom" in fault for fault in found)


def test_a_missing_file_is_noticed_unless_allowed(person: Callable[..., Person]) -> None:
    someone = person()
    assert "404" in faults(someone, "/missing.html")[0]
    with someone.guard.allowing("status of 404"):
        assert faults(someone, "/missing.html", 0) == []


def test_a_request_that_leaves_the_origin_is_noticed(person: Callable[..., Person]) -> None:
    assert any("left the origin: http://example.invalid/x" in fault for fault in faults(person(), "/outside.html"))


def test_axe_names_what_is_wrong_and_where(person: Callable[..., Person]) -> None:
    told = "\n".join(axe.violations(person(phone=True).open("/pale.html")))
    assert "color-contrast" in told and "image-alt" in told and "h1" in told


def test_a_cut_line_drops_everything_and_a_mended_one_carries_again(person: Callable[..., Person]) -> None:
    someone = person(line=True)
    page = someone.open("/asks.html")
    page.evaluate("ask()")
    someone.cut()
    page.evaluate("ask()")
    page.evaluate("ask()")
    someone.mend()
    page.evaluate("ask()")
    someone.settled()
    assert page.locator("#p").inner_text() == "+--+"
    assert someone.guard.faults == []


def test_a_person_with_faults_leaves_pictures_and_a_trace(browser: Browser, server: Any, tmp_path: Path) -> None:
    someone = Person(browser, server.origin, tmp_path / "out", line=Line(server))
    try:
        open_until(someone, "/errors.html", 2)
        someone.keep()
    finally:
        someone.leave()
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"page-0.png", "trace.zip", "faults.txt"}
