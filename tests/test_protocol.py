"""The protocol's page and the client's types say what `server/protocol.py` says."""

from __future__ import annotations

from topsecret.server import describe


def test_the_protocol_page_is_written_from_the_types() -> None:
    assert describe.PAGE.read_text(encoding="utf-8") == describe.page(), "python -m topsecret.server.describe --write"


def test_the_types_of_the_browser_client_are_written_from_the_types() -> None:
    assert describe.TYPES.read_text(encoding="utf-8") == describe.types(), "python -m topsecret.server.describe --write"
