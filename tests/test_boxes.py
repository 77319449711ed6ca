"""What boards know of a box is written from the game's own table."""

import pytest

import topsecret
from topsecret.server import boxes


@pytest.mark.parametrize("game", topsecret.games(), ids=lambda game: game.id)
def test_what_a_board_knows_of_the_box_is_current(game: topsecret.Game) -> None:
    assert boxes.path(game).read_text(encoding="utf-8") == boxes.page(game), "python -m topsecret.server.boxes --write"


def test_types_follow_from_values() -> None:
    assert boxes.typed({"a": [1, 2], "b": [3]}) == "Readonly<Record<string, readonly number[]>>"
    assert boxes.typed([]) == "readonly never[]"
    assert boxes.written({"7": True, "ruins": False}) == '{ "7": true, ruins: false }'
