"""What the screens of paris work out for themselves: who sits where on a big screen, and when passing is about to end the deal."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.web.node import WEB, ask, call
from topsecret.games.paris.tests.builders import at_table

GAME = WEB.parent / "src/topsecret/games/paris/web"
BIG = (1920, 1080)
Box = tuple[float, float, float, float]  # left, top, right, bottom, in shares of the screen
WORDS: Box = (0, 0, 0.298, 0.255)  # title, goal, who has the case, what happened last
PILES: Box = (0, 0.79, 0.18, 1)
WAY_IN: Box = (0.865, 0.745, 1, 1)  # the QR code
IN_THE_LAMP: Box = (0.34, 0.05, 0.66, 0.5)
PLATE = 0.125  # how wide, of the screen's width; and how far below the face, of its height
BELOW = 0.04


def meet(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.fixture(scope="module")
def seatings() -> dict[int, Any]:
    counts = range(3, 9)
    return dict(
        zip(counts, call(GAME / "seating.ts", [["underTheLamp", *BIG, count] for count in counts]), strict=True)
    )


def faces(seating: Any) -> list[Box]:
    """Each with its plate."""
    found: list[Box] = []
    for face in seating["faces"]:
        x, y, radius = face["x"] / BIG[0], face["y"] / BIG[1], seating["radius"]
        half = max(radius / BIG[0], PLATE / 2)
        found.append((x - half, y - radius / BIG[1], x + half, y + radius / BIG[1] + BELOW))
    return found


def test_on_a_big_screen_nobody_sits_on_the_words_the_piles_the_way_in_or_each_other(seatings: dict[int, Any]) -> None:
    for seats, seating in seatings.items():
        boxes = faces(seating)
        assert len(boxes) == seats
        for box in boxes:
            assert min(box) >= 0 and max(box) <= 1, (seats, box)
            for other in (WORDS, PILES, WAY_IN, IN_THE_LAMP):
                assert not meet(box, other), (seats, box, other)
        for one, two in itertools.combinations(boxes, 2):
            assert not meet(one, two), (seats, one, two)


def test_the_places_lie_between_the_lamp_and_the_faces(seatings: dict[int, Any]) -> None:
    for seating in seatings.values():
        half, high = seating["place"] / 2, seating["place"] * 0.45
        for spot in seating["places"]:
            place = (
                (spot["x"] - half) / BIG[0],
                (spot["y"] - high) / BIG[1],
                (spot["x"] + half) / BIG[0],
                (spot["y"] + high) / BIG[1],
            )
            assert not meet(place, IN_THE_LAMP)
            assert not any(meet(place, face) for face in faces(seating))


ENTRY = f"""
import {{ passesLeft, warning }} from "{(GAME / "goal.ts").as_posix()}";
const t = (key, params = {{}}) => `${{key}} ${{params.count ?? ""}}`.trim();
export const answer = (view) => {{
  const table = {{ view, seats: view.points, t }};
  return [passesLeft(table), warning(table)];
}};
"""


def test_P6_2_in_the_last_round_of_passes_a_screen_says_how_many_more_end_the_deal() -> None:
    """Counted by the rules: the number falls to one, and the next pass ends it. A discard takes the warning away."""
    table = at_table()
    views = []
    for number in range(12):
        views.append(table.view(None))
        table.play(number % 4, "pass", 10 * number)
    assert table.match.over
    after = at_table(quiet=11)
    views.append(after.view(None))
    after.play(0, "discard cafe", 10, "place metro")
    views.append(after.view(None))
    views.append(at_table(left=[]).view(None))  # P6.1
    said = ask(ENTRY, views)
    assert [left for left, _ in said] == [None] * 8 + [4, 3, 2, 1] + [1, None, None]
    assert [words for _, words in said[7:]] == [
        "",
        "board.quiet.round",
        "board.quiet 3",
        "board.quiet 2",
        "board.quiet 1",
        "board.quiet 1",
        "",
        "board.last_card",
    ]
