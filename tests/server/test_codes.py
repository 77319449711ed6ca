"""Codes of tables: a link nobody guesses, and a short code to say aloud while a table waits."""

from __future__ import annotations

import math
import random
import re

from tests.server.conftest import Open
from tests.server.people import House
from topsecret.table.names import CITIES, HIDDEN_SIGNS, SIGNS, new_code, short_of


def test_what_a_link_holds_beyond_the_short_code_has_forty_bits() -> None:
    assert HIDDEN_SIGNS * math.log2(len(SIGNS)) >= 40
    made = {new_code(random.Random(seed)) for seed in range(500)}
    assert len(made) == 500
    assert all(re.fullmatch(rf"[A-Z]+-\d{{4}}-[{SIGNS}]{{8}}", code) for code in made)
    assert {code.split("-")[0] for code in made} <= set(CITIES)


async def test_the_short_code_leads_to_a_table_that_waits_and_to_no_other(house: House) -> None:
    chief = await house.person().make("spies", seats=3)
    short = short_of(chief.code)
    assert short != chief.code
    assert (await house.person().get(f"/api/tables/{short.lower()}"))["table"]["code"] == chief.code
    friend = await house.person().join(short, "Bea")
    assert friend.code == chief.code
    line = await chief.connect()
    await line.send({"t": "start"})
    await line.settle()
    assert (await house.person().get(f"/api/tables/{short}", 404))["code"] == "no_such_table"
    assert (await house.person().get(f"/api/tables/{chief.code}"))["table"]["state"] == "playing"


async def test_a_short_code_finds_its_table_after_a_restart(open_house: Open) -> None:
    before = await open_house()
    waiting = await before.person().make("spies", seats=3)
    running = await before.person().make("spies", seats=2, bots=["random"], start=True)
    after = await open_house(before.store)
    assert (await after.person().get(f"/api/tables/{short_of(waiting.code)}"))["table"]["code"] == waiting.code
    await after.person().get(f"/api/tables/{short_of(running.code)}", 404)
    assert running.code not in after.server.house.tables  # whoever guesses short codes makes no work


async def test_two_tables_never_share_a_short_code(house: House) -> None:
    class Narrow(random.Random):
        """Knows two numbers only."""

        def randrange(self, *_: object) -> int:  # type: ignore[override]
            return int(self.random() * 2)

        def choice(self, some: object) -> object:  # type: ignore[override]
            assert isinstance(some, tuple | str)
            return some[0] if isinstance(some, tuple) else random.Random.choice(self, some)

    house.server.house.rng = Narrow(1)
    codes = [(await house.person().make("spies")).code for _ in range(2)]
    assert len({short_of(code) for code in codes}) == 2
    assert (await house.person().post("/api/tables", {"game": "spies"}, 400))["code"] == "no_code"
