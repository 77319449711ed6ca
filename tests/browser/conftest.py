"""What browser tests are given: a server, a Chromium, people. At most one Chromium of this checkout runs at a time."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import chromium
from tests.browser.people import PATIENCE_MS, Person
from tests.browser.serving import Line, Server

OUT = Path(__file__).resolve().parent / "out"
FAST_BOTS = ("--bot-pace", "0.05")
expect.set_options(timeout=PATIENCE_MS)  # as long as actions wait; how quick things are is measured in bench/
reports = pytest.StashKey[dict[str, pytest.TestReport]]()

if os.environ.get("TOPSECRET_SKIP_WEB"):
    collect_ignore_glob = ["test_*.py"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    item.stash.setdefault(reports, {})[report.when] = report
    return report


@pytest.fixture(scope="session")
def client() -> Path:
    """The built client, made from the sources as they are now."""
    build = chromium.web_build()
    build.build()
    folder: Path = build.CLIENT
    return folder


@pytest.fixture(scope="module")
def browser(client: Path) -> Iterator[Browser]:
    """A Chromium for the tests of one file. Other processes with browser tests wait for it."""
    try:
        path = chromium.find()
    except chromium.NoChromium as problem:
        pytest.fail(f"{problem} (TOPSECRET_SKIP_WEB=1 leaves the browser tests out)", pytrace=False)
    with chromium.only_one(chromium.web_build().WORK), sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of one file, with quick bots."""
    running = Server(tmp_path_factory.mktemp("server"), *FAST_BOTS).start()
    yield running
    running.stop()


@pytest.fixture
def person(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Makes people: `person()`, `person(phone=True)`, `person(line=True)` for one whose connection can be cut, and any setting of a
    Playwright context: `person(locale="de-DE", color_scheme="light")`. Whatever a page did wrong fails the test at its end."""
    name = re.sub(r"\W+", "-", request.node.name).strip("-")
    made: list[Person] = []

    def make(*, line: bool = False, **wishes: Any) -> Person:
        own = Line(server) if line else None
        made.append(Person(browser, server.origin, OUT / name / str(len(made)), line=own, **wishes))
        return made[-1]

    yield make
    report = request.node.stash.get(reports, {}).get("call")
    faults = [f"person {number}: {fault}" for number, one in enumerate(made) for fault in one.guard.faults]
    for one in made:
        if faults or (report is not None and report.failed):
            one.keep()
        one.leave()
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)
