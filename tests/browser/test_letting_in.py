"""The owner of a server lets the network in from the table: link, QR code and hint change at once."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.owned import NETWORK
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.tables import at_home
from tests.server.test_door import can_stand_for_a_network

People = Callable[..., Person]
pytestmark = pytest.mark.skipif(not can_stand_for_a_network(), reason="this system has one loopback address only")


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("owned"), program="tests.browser.owned").start()
    yield running
    running.stop()


def own_address(server: Server) -> str:
    """What would have been opened in the owner's browser."""
    path = server.data / "owner.txt"
    for _ in range(2400):
        if path.exists():
            return path.read_text(encoding="utf-8")
        time.sleep(0.05)
    raise AssertionError("the owner's address was not opened")


def link(page: Page) -> str:
    return page.get_by_role("textbox", name="Link").input_value()


def test_the_owner_lets_the_network_in_and_shuts_it_out_again(person: People, server: Server) -> None:
    page = person(phone=True).open(own_address(server))
    expect(page).to_have_url(f"{server.origin}/")  # the token has gone from the address
    at_home(page, "Create a table").click()
    expect(page.get_by_text("This link works on this computer only.")).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_have_count(0)
    page.get_by_role("button", name="Let my network in").click()
    expect(page.get_by_text("Devices in your network can open this link.")).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    assert link(page).startswith(f"http://{NETWORK}:{server.port}/t/")
    with urllib.request.urlopen(link(page)) as answer:
        assert answer.status == 200
    page.get_by_role("button", name="Shut the network out").click()
    expect(page.get_by_text("This link works on this computer only.")).to_be_visible()
    assert link(page).startswith(f"{server.origin}/t/")
    with pytest.raises(OSError):
        urllib.request.urlopen(f"http://{NETWORK}:{server.port}/healthz")


def test_somebody_else_on_this_machine_has_no_such_button(person: People) -> None:
    page = person().open("/")
    at_home(page, "Create a table").click()
    expect(page.get_by_text("Whoever runs the server can let the network in")).to_be_visible()
    expect(page.get_by_role("button", name="Let my network in")).to_have_count(0)
