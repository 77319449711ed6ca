"""What a game shows of private notes at the end, and what nobody else ever sees (S7.1)."""

from __future__ import annotations

import json

from tests.server.people import House, Line

PAGES = {
    "text": "the milk is bad",
    "note": {"red": "too keen on the safe", "pink": "?", "blue": " "},
    "guess": {"gray": "free"},
}


async def until_the_end(*lines: Line) -> None:
    """Everybody plays anything, and writes "free" everywhere."""
    while not lines[0].view["result"]:
        for line in lines:
            await line.settle()
            if line.sync["seat"] not in line.view["actors"]:
                continue
            if line.view["phase"] == "dossier":
                held = line.view["holds"][line.sync["seat"]]
                for agent in line.view["in_play"]:
                    if not held[agent]:
                        assert (await line.ask("act", action=f"dossier {agent} free"))["t"] == "done"
                assert (await line.ask("act", action="hand in"))["t"] == "done"
            else:
                assert (await line.act_any())["t"] == "done"


async def at_a_table(house: House, **options: bool) -> tuple[Line, Line, Line]:
    host = await house.person().make(seats=2, options=options)
    guest = await house.person().join(host.code, "Ada")
    mine, theirs = await host.connect(), await guest.connect()
    watching = await house.person().connect(code=host.code, seat=None)
    await mine.send({"t": "note", "notes": json.dumps(PAGES)})
    await mine.send({"t": "start"})
    for line in (mine, theirs, watching):
        await line.hear("sync")
    return mine, theirs, watching


async def test_the_pages_on_agents_are_shown_when_the_match_is_over_and_not_before(house: House) -> None:
    mine, theirs, watching = await at_a_table(house, dossier=True)
    await until_the_end(mine, theirs)
    for line in (theirs, watching):
        await line.settle()
        infos = [message["table"] for message in line.heard if message["t"] in ("sync", "table")]
        assert {info["state"] for info in infos} >= {"playing", "over"}
        assert all(info["shown_notes"] == [] for info in infos if info["state"] != "over")
        assert infos[-1]["shown_notes"] == [{"red": "too keen on the safe"}, {}]
        assert "milk" not in json.dumps(line.heard)


async def test_without_dossiers_all_notes_stay_private(house: House) -> None:
    mine, theirs, watching = await at_a_table(house, dossier=False)
    await until_the_end(mine, theirs)
    for line in (theirs, watching):
        await line.settle()
        assert line.last("table")["table"]["state"] == "over"
        assert "keen" not in json.dumps(line.heard)
