"""The dossier on a phone: its sheet is low, names stick to its upper edge and the lid to its lower one, and nothing hides behind them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FAST_BOTS
from tests.browser.people import Person
from tests.browser.player import Player
from tests.browser.serving import Server
from tests.browser.tables import a_table
from topsecret.kernel import registry


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), *FAST_BOTS, program="tests.browser.posed").start()
    yield running
    running.stop()


def asked_for_the_last_agent() -> dict[str, Any]:
    """Everybody is asked for their dossier, and seat 0 is the agent on its last page."""
    for seed in range(1000):
        match, rng = registry.game("spies").match(4, {"dossier": True}, seed=str(seed)), random.Random(seed)
        while not match.over and match.view()["phase"] != "dossier":
            seat = match.actors[0]
            match.play(seat, rng.choice(match.legal(seat)))
        if not match.over and match.truth()["holds"][0]["gray"]:
            return match.truth()
    raise AssertionError("no such match")


def test_a_slot_at_the_lower_end_of_the_sheet_can_be_tapped_when_the_lid_is_up(
    person: Callable[..., Person], server: Server
) -> None:
    (server.data / "start.json").write_text(json.dumps({"game": "spies", "start": asked_for_the_last_agent()}))
    wish = {"game": "spies", "name": "Ada", "seats": 4, "options": {"dossier": True}, "bots": ["random"] * 3}
    page, _ = a_table(person(phone=True), wish | {"start": True})
    player = Player(page, "ada", touch=True)
    expect(page.get_by_role("button", name="Open dossier")).to_be_visible()
    assert player.write()  # all pages in their order: the lid is up before the last one, which is one's own
    expect(page.get_by_role("region", name="Dossier")).to_be_hidden()
