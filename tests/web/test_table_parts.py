"""Parts of the table's frame that need no page: where a slip is laid, how the log is cut into turns."""

from __future__ import annotations

from typing import Any

from tests.web.node import WEB, call


def boxes_meet(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["left"] < other["left"] + other["width"]
        and other["left"] < one["left"] + one["width"]
        and one["top"] < other["top"] + other["height"]
        and other["top"] < one["top"] + one["height"]
    )


def test_a_slip_is_laid_near_what_was_tapped_and_over_nothing_that_is_lit() -> None:
    phone, size = {"width": 390, "height": 844}, {"width": 280, "height": 110}
    near = {"left": 20, "top": 760, "width": 120, "height": 44}
    confirm = {"left": 150, "top": 760, "width": 220, "height": 44}
    agents = [{"left": 40 + 48 * i, "top": 600, "width": 40, "height": 60} for i in range(7)]
    places: list[Any] = [[size, near, lit, phone] for lit in ([], [confirm], [confirm, *agents])]
    found = call(WEB / "src/table/placing.ts", [["placed", *one] for one in places])
    for (_, _, lit, _), place in zip(places, found, strict=True):
        assert not any(boxes_meet(place, one) for one in [near, *lit])
        assert place["left"] >= 0 and place["left"] + place["width"] <= 390
    assert found[0]["top"] > 600  # where nothing is in the way it is close


def test_turns_are_newest_first_and_each_reads_in_its_own_order() -> None:
    names = ["deal", "turn", "roll", "move", "turn", "roll", "move", "turn", "roll"]
    seats = {2: 0, 5: 1, 8: 0}
    events = [{"n": n, "event": name, "seat": seats.get(n)} for n, name in enumerate(names, 1)]
    web = {"turnBegins": ["turn"]}
    asked: list[list[Any]] = [
        ["grouped", events, web],
        ["lastMoves", events, 0, web],
        ["lastMoves", events, None, web],
        ["lastMoves", events[:3], 0, web],
    ]
    turns, mine, watching, first = call(WEB / "src/table/turns.ts", asked)
    assert [(turn["number"], [entry[0]["n"] for entry in turn["entries"]]) for turn in turns] == [
        (3, [8, 9]),
        (2, [5, 6, 7]),
        (1, [2, 3, 4]),
        (0, [1]),
    ]
    assert mine == 5  # since my own last turn
    assert watching == 5  # the turn before this one
    assert first == 0  # nobody else has moved
