"""Every screen of people in every language, at the width of a phone, for somebody to look at: `scripts/screenshots FOLDER --languages`.

One picture for each screen: all languages side by side. They belong to no page and are not kept."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import a_table
from topsecret.kernel.cases import case, shipped

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = sorted(path.stem for path in (ROOT / "web" / "src" / "strings").glob("*.json"))
TABLES: dict[str, dict[str, object]] = {
    "spies": {"seats": 4, "options": {"cards": True, "dossier": True, "starter": 0}},
    "briefcase": {"options": {"starter": 0}},
    "intel": {"options": {"starter": 0}},
    "paris": {"seats": 4, "options": {"starter": 0, "slow": True}},
}
STILL = 500  # ms: what moves has arrived
NEARLY_OVER = {  # of spies: whoever brings somebody to the safe ends the match
    "phase": "roll",
    "after": "roll",
    "turn": 0,
    "dealing": 2,
    "in_play": ["red", "blue", "green", "yellow", "orange"],
    "place": {"red": "5", "blue": "2", "green": "10", "yellow": "8", "orange": "9"},
    "marker": {"red": 30, "blue": 22, "green": 41, "yellow": 28, "orange": 35},
    "holds": [{"orange": True}, {"green": True}],
}
Shot = Callable[[Page, str], None]


def take(someone: Person, shot: Shot, pose: Callable[[str], None]) -> None:
    """All screens, as one person sees them."""
    for screens in (shell, boards, learning, ends):
        pose("spies" if screens is ends else "")
        for page, name in screens(someone):
            page.wait_for_timeout(STILL)
            shot(page, name)
            page.close()


def shell(someone: Person) -> Iterator[tuple[Page, str]]:
    page = someone.open()
    page.locator("article").nth(3).wait_for()
    yield page, "home"
    page = someone.open()
    page.locator("article").nth(3).wait_for()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    yield page, "home-below"
    page = someone.open()
    page.locator("header button").first.click()
    yield page, "settings"
    for game in ("spies", "paris"):
        page, _ = a_table(someone, {"game": game, "name": "Ann", **TABLES[game]})
        page.locator("main").wait_for()
        yield page, f"lobby-{game}"
        page, _ = a_table(someone, {"game": game, "name": "Ann", **TABLES[game]})
        page.locator("main").wait_for()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        yield page, f"lobby-{game}-below"
    for path, name in (("/games", "games"), ("/server", "server"), ("/replay", "open-file"), ("/nothing", "lost")):
        page = someone.open(path)
        page.locator("main").wait_for()
        yield page, name


def boards(someone: Person) -> Iterator[tuple[Page, str]]:
    for game, wish in TABLES.items():
        page, _ = a_table(someone, {"game": game, "name": "Ann", "start": True, **wish})
        page.locator("nav").wait_for()
        page.wait_for_timeout(3000)  # the cards are dealt
        yield page, f"board-{game}"
        tabs = 4 if game == "spies" else 3
        for number in range(tabs):
            page, _ = a_table(someone, {"game": game, "name": "Ann", "start": True, **wish})
            page.locator("nav button").nth(number).click()
            page.locator("[role=region].sheet").wait_for()
            yield page, f"board-{game}-sheet-{number + 1}"


def learning(someone: Person) -> Iterator[tuple[Page, str]]:
    for game in TABLES:
        page = someone.open(f"/learn/{game}")
        page.locator("[data-lesson]").wait_for()
        yield page, f"lesson-{game}"
        page = someone.open(f"/learn/{game}")
        page.locator("[data-show]").click()
        page.locator("[data-stamp-done]").wait_for()
        yield page, f"lesson-{game}-done"
        page = someone.open(f"/rules/{game}")
        page.locator("[data-rule]").first.wait_for()
        yield page, f"rules-{game}"
        seed = shipped(game)["easy"][0]
        page = someone.open(f"/case/{game}/easy-{seed}")
        page.locator("main").wait_for()
        page.wait_for_timeout(1000)
        yield page, f"case-{game}"
    seed = shipped("briefcase")["easy"][0]
    page = someone.open(f"/case/briefcase/easy-{seed}")
    answer = case("briefcase", "easy", seed).puzzle.answer[0]
    page.locator(f'label:has(input[value="{answer}"])').click()
    page.locator(".thumb .btn.go").click()
    page.locator("main .solved").wait_for()
    yield page, "case-briefcase-solved"


def ends(someone: Person) -> Iterator[tuple[Page, str]]:
    for game in ("briefcase", "intel"):
        page, code = a_table(someone, {"game": game, "name": "Ann", "start": True, **TABLES[game]})
        page.locator(".give-up button").first.click()
        page.locator("[data-resign]").click()
        page.locator("#reveal-title").wait_for()
        yield page, f"end-{game}"
        page = someone.open(f"/t/{code}/replay")
        page.locator("main").wait_for()
        yield page, f"replay-{game}"
    page, code = a_table(someone, {"game": "spies", "name": "Ann", "seats": 2, "start": True})
    for _ in range(2):  # to the safe
        page.locator('[data-target="red"].lit').press("Enter")
    while not page.locator('[data-confirm="made"]').count():  # the die is a real one: the rest of its points
        page.locator('[data-target="orange"].lit').press("Enter")
    page.locator("[data-confirm]").click()
    page.locator("[data-target].lot.lit").first.press("Enter")
    page.locator('[data-confirm="made"]').click()
    page.locator("#reveal-title, [aria-labelledby=beliefs], .reveal").first.wait_for()
    yield page, "end-spies"
    page = someone.open(f"/t/{code}/replay")
    page.locator("main").wait_for()
    yield page, "replay-spies"
    page = someone.open(f"/t/{code}/stage")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("#app > *").first.wait_for(state="attached")
    yield page, "stage-spies"


def side_by_side(darkroom: Page, pictures: list[bytes]) -> bytes:
    images = "".join(f'<img src="data:image/png;base64,{base64.b64encode(one).decode()}">' for one in pictures)
    darkroom.set_content(f'<body style="margin:0;display:flex;gap:6px;width:max-content;background:#888">{images}')
    return darkroom.locator("body").screenshot()


def all_languages(browser: Browser, server: Server, folder: Path) -> None:
    """`server` is one that poses (tests/browser/posed.py)."""
    shots: dict[str, list[bytes]] = {}

    def pose(game: str) -> None:
        (server.data / "start.json").write_text(json.dumps({"game": game, "start": NEARLY_OVER}), encoding="utf-8")

    def shot(page: Page, name: str) -> None:
        shots.setdefault(name, []).append(page.screenshot())

    folder.mkdir(parents=True, exist_ok=True)
    darkroom = browser.new_page(viewport={"width": 1600, "height": 860})
    for language in LANGUAGES:
        someone = Person(browser, server.origin, folder, phone=True, locale=f"{language}-CH", device_scale_factor=1)
        take(someone, shot, pose)
        someone.leave()
        for name, pictures in shots.items():
            (folder / f"{name}.png").write_bytes(side_by_side(darkroom, pictures))
        print(f"{language}: {len(shots)} screens", flush=True)
