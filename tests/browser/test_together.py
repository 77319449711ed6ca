"""Ways to sit together, in the browser: open tables at home, ready-made words, muting, a word when it is my turn, and one's own data."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.conftest import FAST_BOTS
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import a_table

People = Callable[..., Person]
ALONE = {"game": "spies", "name": "Ada", "seats": 2, "start": False}


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("together"), *FAST_BOTS).start()
    yield running
    running.stop()


def test_a_listed_table_is_joined_from_home_and_people_speak_in_ready_made_words(person: People) -> None:
    page, _ = a_table(person(), ALONE)
    phone = person(phone=True, locale="de-DE")
    his = phone.open("/")
    expect(his.get_by_role("heading", name="Meine Partien")).to_be_visible()
    expect(his.get_by_role("region", name="Offene Tische")).to_have_count(0)
    page.get_by_role("checkbox", name="List this table on the home page").check()
    expect(page.get_by_role("checkbox", name="List this table on the home page")).to_be_checked()
    his.reload()
    his.get_by_role("region", name="Offene Tische").get_by_role("link", name="Mitspielen").click()
    his.get_by_label("Spitzname").fill("Ben")
    his.get_by_role("button", name="Platz nehmen").click()
    expect(page.get_by_role("button", name="Remove Ben")).to_be_visible()
    his.get_by_role("button", name="Schnelle Worte").click()
    his.get_by_role("button", name="Gut gespielt!").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Well played!")  # in each one's own language
    page.get_by_text("Mute someone").click()
    page.get_by_role("checkbox", name="Mute Ben").check()
    expect(page.get_by_role("log", name="Chat")).not_to_contain_text("Well played!")
    axe.check(page)
    page.reload()
    expect(page.get_by_role("log", name="Chat")).not_to_contain_text("Well played!")


ELSEWHERE = """
Object.defineProperty(document, "hidden", { get: () => window.elsewhere === true });
window.told = [];
window.Notification = class {
  static permission = (location.origin !== "null" && localStorage.getItem("allowed")) || "default";
  static async requestPermission() {
    localStorage.setItem("allowed", "granted");
    return (Notification.permission = "granted");
  }
  constructor(title, { body }) { window.told.push(`${title}: ${body}`); }
  close() {}
};
"""
BOT_FIRST = ALONE | {"bots": ["random"], "options": {"cards": False, "starter": 1}}


def test_a_word_comes_when_it_is_my_turn_elsewhere_and_is_asked_for_when_one_was_missed(person: People) -> None:
    someone = person()
    someone.context.add_init_script(ELSEWHERE)
    for number in (1, 2):
        page, _ = a_table(someone, BOT_FIRST)
        asks = page.get_by_role("region", name="Tell me when it's my turn")
        expect(asks).to_have_count(0)
        page.evaluate("window.elsewhere = true")
        page.get_by_role("button", name="Start").click()
        expect(page).to_have_title("● Your turn · Top Secret Spies")
        if number == 1:
            assert page.evaluate("window.told") == []
            page.evaluate("window.elsewhere = false")
            asks.get_by_role("button", name="Yes, tell me").click()
            expect(asks).to_have_count(0)
        else:
            expect(asks).to_have_count(0)
            assert page.evaluate("window.told") == ["Top Secret Spies: Your turn"]


def test_my_games_are_listed_taken_along_and_taken_away(person: People, tmp_path: Path) -> None:
    page, _ = a_table(person(phone=True), ALONE | {"name": "Mata", "bots": ["random"], "start": True})
    expect(page.get_by_text("(you)").first).to_be_attached()
    page.goto("/")
    page.get_by_role("link", name="All my games").click()
    games = page.get_by_role("region", name="My games")
    expect(games.get_by_role("link", name="Open")).to_be_visible()
    axe.check(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export all my matches").click()
    saved.value.save_as(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.testzip() is None and len(archive.namelist()) == 1
        assert b"topsecret-replay" in archive.read(archive.namelist()[0])
    page.get_by_role("button", name="Take all my data away").click()
    page.get_by_role("button", name="Yes, erase").click()
    expect(page.get_by_text("Erased.")).to_be_visible()
    games.get_by_role("link", name="Open").click()
    expect(page.get_by_text("(you)").first).to_be_attached()
    expect(page.get_by_text("Mata")).to_have_count(0)


def test_a_page_says_in_plain_words_what_the_server_keeps(person: People) -> None:
    page = person().open("/")
    page.get_by_role("link", name="What this server keeps").click()
    expect(page.get_by_text("No e-mail address, no password, no account.")).to_be_visible()
    axe.check(page)
    page.get_by_role("link", name="Top Secret").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
