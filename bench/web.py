"""How the browser client feels on a slow phone: `topsecret bench web [--json] [--check]`, or `python bench/web.py`.

A real server, a real Chromium with the screen of a phone, its processor slowed down four times. Everything is read from the browser's own
traces (`pages/traces.py`): how long until a page can be used, how long a tap waits for its frame, what runs while something moves, and
what a page costs on which nothing happens. The positions are the largest of each game (`pages/stages.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(path) for path in (ROOT, ROOT / "src") if str(path) not in sys.path]

from bench.figures import Figure, NotMeasured, tell  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from bench.pages.stages import Stage
    from bench.pages.traces import Trace
    from tests.browser.serving import Server

SLOWER = 4  # times
HOME, TABLE = 3.0, 3.5  # s until it can be used, from a cold cache
TAP = 100.0  # ms
TASK = 200.0  # ms
REST, IDLE = 2.0, 5.0  # percent of a core; where faces move a little all the time
HIDDEN = 0.1  # percent of a core: nothing but the news that the server sends
GAMES = ("spies", "briefcase", "intel", "paris")

MARK = "(name) => void performance.mark(name)"
# Marks the frame after the one in which what is waited for is there.
WATCH = """(() => {
  const look = () => {
    if (!document.querySelector(%s)) return false;
    requestAnimationFrame(() => setTimeout(() => performance.mark(%s)));
    return true;
  };
  if (!look()) {
    const watch = new MutationObserver(() => look() && watch.disconnect());
    watch.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  }
})()"""
IS_MARKED = "(name) => performance.getEntriesByName(name).length > 0"
HIDE = """() => {
  Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
  Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running')"


@dataclass
class Sizes:
    """How much is measured; the tests make everything small."""

    rounds: int = 5
    rest_seconds: float = 8.0
    games: tuple[str, ...] = GAMES
    slower: int = SLOWER
    settle_ms: int = 3000  # then what began has come to rest
    between_taps_ms: int = 700


def progress(words: str) -> None:
    print(f"  … {words}", file=sys.stderr, flush=True)


class Phone:
    """A browser of its own with nothing in its cache, on a slow phone."""

    def __init__(self, browser: Browser, origin: str, slower: int) -> None:
        from tests.browser.people import PHONE

        self.browser, self.origin = browser, origin
        self.context: BrowserContext = browser.new_context(
            base_url=origin, locale="en-GB", color_scheme="dark", reduced_motion="no-preference", **PHONE
        )
        self.context.set_default_timeout(60_000)
        self.page: Page = self.context.new_page()
        self.line = self.context.new_cdp_session(self.page)
        self.line.send("Emulation.setCPUThrottlingRate", {"rate": slower})

    @contextmanager
    def traced(self) -> Iterator[list[Trace]]:
        """What is done inside is traced; the trace is in the list afterwards."""
        from bench.pages.traces import BEGIN, CATEGORIES, END, Trace

        found: list[Trace] = []
        self.browser.start_tracing(page=self.page, categories=CATEGORIES)
        self.page.evaluate(MARK, BEGIN)
        try:
            yield found
            self.page.evaluate(MARK, END)
        finally:
            raw = self.browser.stop_tracing()
        found.append(Trace(raw))

    def open(self, path: str, there: str) -> float:
        """Seconds until this page can be used."""
        from bench.pages.traces import THERE

        self.context.add_init_script(WATCH % (json.dumps(there), json.dumps(THERE)))
        with self.traced() as traces:
            self.page.goto(path)
            self.page.wait_for_function(IS_MARKED, arg=THERE)
            self.page.wait_for_timeout(1200)
        return traces[0].interactive(f"{self.origin}{path}")

    def tap(self, where: str) -> None:
        box = self.page.locator(where).first.bounding_box()
        if box is None:
            raise NotMeasured(f"there is no {where} to tap")
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def leave(self) -> None:
        self.context.close()


class Bench:
    """One browser and one server for everything."""

    def __init__(self, browser: Browser, server: Server, sizes: Sizes) -> None:
        self.browser, self.server, self.sizes = browser, server, sizes

    def rounds(self, words: str, run: Callable[[], float]) -> list[float]:
        found = []
        for number in range(self.sizes.rounds):
            progress(f"{words}, round {number + 1} of {self.sizes.rounds}")
            found.append(run())
        return found

    @contextmanager
    def phone(self) -> Iterator[Phone]:
        phone = Phone(self.browser, self.server.origin, self.sizes.slower)
        try:
            yield phone
        finally:
            phone.leave()

    @contextmanager
    def at_table(self, stage: Stage) -> Iterator[tuple[Phone, float]]:
        """A phone at a table of this game; and how long that took."""
        pose = self.server.data / "start.json"
        pose.write_text(
            json.dumps({"game": stage.game, "start": stage.position()} if stage.position else {"game": ""}),
            encoding="utf-8",
        )
        with self.phone() as phone:
            wish = {"game": stage.game, "name": "Ada", **stage.wish}
            code = phone.context.request.post("/api/tables", data=wish).json()["code"]
            for number in range(stage.people):
                guest = self.browser.new_context(base_url=self.server.origin)
                guest.request.post(f"/api/tables/{code}/join", data={"name": f"Guest {number + 1}"})
                guest.close()
            if stage.people:
                self.start(phone, code)
            yield phone, phone.open(f"/t/{code}", stage.there)

    def start(self, phone: Phone, code: str) -> None:
        """By somebody else's hands: the phone has seen nothing yet."""
        from tests.browser.people import DESKTOP

        host = self.browser.new_context(
            base_url=self.server.origin, storage_state=phone.context.storage_state(), locale="en-GB", **DESKTOP
        )
        page = host.new_page()
        page.goto(f"/t/{code}")
        page.get_by_role("button", name=re.compile("^Start")).click()
        page.locator("[data-sight]").first.wait_for()
        host.close()

    # what is measured

    def home(self) -> list[Figure]:
        def run() -> float:
            with self.phone() as phone:
                return phone.open("/", "article button")

        found = self.rounds("home", run)
        figure = Figure("home", "home can be used, from a cold cache", "s", statistics.median(found), HOME)
        figure.more = {"slowest": max(found)}
        return [figure]

    def table(self, stage: Stage) -> list[Figure]:
        opened: list[float] = []
        waits: list[list[float]] = []
        tasks: list[float] = []
        for number in range(self.sizes.rounds):
            progress(f"a table of {stage.game}, round {number + 1} of {self.sizes.rounds}")
            with self.at_table(stage) as (phone, seconds):
                opened.append(seconds)
                phone.page.wait_for_timeout(self.sizes.settle_ms)
                waits.append(self.taps(phone, stage))
                with phone.traced() as traces:
                    stage.move(phone.page)
                    phone.page.wait_for_timeout(self.sizes.settle_ms)
                tasks.append(traces[0].longest() * 1e3)
        each = [statistics.median(column) * 1e3 for column in zip(*waits)]
        return [
            Figure(
                f"table_{stage.game}",
                f"a table of {stage.game} can be used, from a cold cache",
                "s",
                statistics.median(opened),
                TABLE,
                more={"slowest": max(opened)},
            ),
            Figure(
                f"tap_{stage.game}",
                f"the slowest kind of tap at {stage.game}, to its painted frame",
                "ms",
                max(each),
                TAP,
                least=False,
                more={
                    "each_kind_of_tap": ", ".join(f"{one:.0f}" for one in each),
                    "slowest_of_all": max(one for row in waits for one in row) * 1e3,
                },
            ),
            Figure(
                f"task_{stage.game}",
                f"the longest task while {stage.game} is animated",
                "ms",
                statistics.median(tasks),
                TASK,
                least=False,
                more={"longest_of_all": max(tasks)},
            ),
        ]

    def taps(self, phone: Phone, stage: Stage) -> list[float]:
        with phone.traced() as traces:
            for where in stage.taps:
                phone.tap(where)
                phone.page.wait_for_timeout(self.sizes.between_taps_ms)
        found = traces[0].taps()
        if len(found) != len(stage.taps):
            raise NotMeasured(f"the browser told of {len(found)} taps; {len(stage.taps)} were made")
        return found

    def rest(self, stage: Stage) -> list[Figure]:
        """A table on which nobody does anything, and the same in a tab that is hidden."""
        shares = {}
        with self.at_table(stage) as (phone, _):
            phone.page.wait_for_timeout(self.sizes.settle_ms)
            if not stage.idles:
                phone.page.wait_for_function(AT_REST)
            for when in ("rest", "hidden"):
                progress(f"a table of {stage.game}: {when}")
                if when == "hidden":
                    phone.page.evaluate(HIDE)
                    phone.page.wait_for_timeout(1000)
                with phone.traced() as traces:
                    phone.page.wait_for_timeout(self.sizes.rest_seconds * 1000)
                shares[when] = (traces[0].busy() if when == "rest" else traces[0].worked()) * 100
        return [
            Figure(
                f"rest_{stage.game}",
                f"a table of {stage.game} at rest",
                "% of a core",
                shares["rest"],
                IDLE if stage.idles else REST,
                least=False,
            ),
            Figure(
                f"hidden_{stage.game}",
                f"a table of {stage.game} in a hidden tab",
                "% of a core",
                shares["hidden"],
                HIDDEN,
                least=False,
            ),
        ]


def names(game: str) -> list[str]:
    return [f"{what}_{game}" for what in ("table", "tap", "task", "rest", "hidden")]


FIGURES = ["home", *(name for game in GAMES for name in names(game))]


def measure(sizes: Sizes, only: list[str] | None = None) -> list[Figure]:
    wanted = [name for name in FIGURES if not only or name in only]
    try:
        with opened(sizes) as bench:
            return [figure for figure in measured(bench, wanted) if figure.name in wanted]
    except NotMeasured as problem:
        return [Figure(name, name.replace("_", " "), "", reason=str(problem)) for name in wanted]


def measured(bench: Bench, wanted: list[str]) -> Iterator[Figure]:
    from playwright.sync_api import Error

    from bench.pages.stages import STAGES

    stages = {stage.game: stage for stage in STAGES if stage.game in bench.sizes.games}
    jobs: list[tuple[list[str], Callable[[], list[Figure]]]] = [(["home"], bench.home)]
    for game, stage in stages.items():
        jobs.append((names(game)[:3], partial(bench.table, stage)))
        jobs.append((names(game)[3:], partial(bench.rest, stage)))
    for titles, run in jobs:
        if not any(title in wanted for title in titles):
            continue
        try:
            yield from run()
        except (NotMeasured, Error) as problem:
            reason = " ".join(str(problem).split())[:300]
            yield from (Figure(title, title.replace("_", " "), "", reason=reason, is_needed=True) for title in titles)


@contextmanager
def opened(sizes: Sizes) -> Iterator[Bench]:
    """Chromium and a server, as the browser tests have them."""
    try:
        from playwright.sync_api import sync_playwright

        from tests.browser import chromium
        from tests.browser.serving import Server
    except ImportError as problem:
        raise NotMeasured(f"the browser is driven by Playwright, and {problem}: pip install -e .[dev]") from None
    try:
        chromium.web_build().build()
        path = chromium.find()
    except (chromium.NoChromium, chromium.web_build().CannotBuild, OSError) as problem:
        raise NotMeasured(" ".join(str(problem).split())[:300]) from None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        server = Server(Path(folder), "--bot-pace", "0.5", "--no-limits", program="tests.browser.posed").start()
        browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        try:
            yield Bench(browser, server, sizes)
        finally:
            browser.close()
            server.stop()


def machine() -> dict[str, Any]:
    return {
        "cpus": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "processor": f"slowed down {SLOWER} times, screen of a phone",
    }


def main(argv: list[str] | None = None, sizes: Sizes | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="topsecret bench web",
        description="Measures the browser client on a slow phone; takes about six minutes. Wants a quiet machine.",
        epilog="example: topsecret bench web --check",
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--check", action="store_true", help="exit 1 and name what falls short of its target")
    parser.add_argument(
        "--only", action="append", metavar="FIGURE", choices=FIGURES, help="one figure (may be repeated)"
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of each (default: 5)")
    args = parser.parse_args(argv)
    sizes = sizes or Sizes()
    if args.rounds:
        sizes.rounds = args.rounds
    return tell(measure(sizes, args.only), machine(), args.json, args.check)


if __name__ == "__main__":
    sys.exit(main())
