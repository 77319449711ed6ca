"""A server for each test; `house` is the usual one."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from tests.server.people import House

Open = Callable[..., Awaitable[House]]


@pytest.fixture(autouse=True)
def loggers_that_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tools that tests run (import-linter) silence all loggers that they find."""
    for name in ("topsecret.table", "topsecret.server", "aiohttp.server"):
        monkeypatch.setattr(logging.getLogger(name), "disabled", False)


@pytest.fixture
async def open_house() -> AsyncIterator[Open]:
    houses: list[House] = []

    async def open_house(*args: Any, **more: Any) -> House:
        houses.append(await House(*args, **more).open())
        return houses[-1]

    yield open_house
    for house in houses:
        await house.close()


@pytest.fixture
async def house(open_house: Open) -> House:
    return await open_house()
