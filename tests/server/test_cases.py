"""Cases over HTTP: the same for everybody, without the answer until it is said, and nothing is kept."""

from __future__ import annotations

import json

import pytest

from tests.server.people import House
from topsecret.kernel.cases import case, case_of_the_day, has_cases, read_date, shipped
from topsecret.kernel.registry import ids

GAMES = [id for id in ids() if has_cases(id)]
DAY = "2026-11-18"


async def test_the_cases_of_a_day_are_those_that_everybody_works_out(house: House) -> None:
    told = await house.person().get(f"/api/cases?date={DAY}&language=de")
    assert [one["game"] for one in told["cases"]] == GAMES
    for one in told["cases"]:
        found = case_of_the_day(one["game"], read_date(DAY))
        assert (one["difficulty"], one["seed"]) == (found.difficulty, found.seed)
    german = {one["game"]: one["question"] for one in told["cases"]}
    assert german["briefcase"].startswith("Welche Figur ist Spion")
    english = await house.person().get(f"/api/cases?date={DAY}&language=xx")
    assert english["cases"][GAMES.index("briefcase")]["question"].startswith("Which piece is spy")


@pytest.mark.parametrize("id", GAMES)
async def test_a_case_is_told_without_its_answer_and_shows_it_to_whoever_says_it(house: House, id: str) -> None:
    person, seed = house.person(), shipped(id)["medium"][0]
    puzzle = case(id, "medium", seed).puzzle
    told = await person.get(f"/api/cases/{id}?difficulty=medium&seed={seed}")
    assert (told["hints"], told["replay"]["eyes"], told["replay"]["fairness"]) == (3, str(puzzle.seat), None)
    assert len(told["blanks"]) == len(puzzle.blanks)
    assert "proof" not in json.dumps(told) and "answer" not in told
    wish = {"difficulty": "medium", "seed": seed}
    wrong = await person.post(f"/api/cases/{id}/try", wish | {"answer": ["nothing"] * max(1, len(puzzle.blanks))})
    assert (wrong["right"], wrong["proof"], wrong["replay"]) == (False, [], None)
    right = await person.post(f"/api/cases/{id}/try", wish | {"answer": list(puzzle.answer)})
    assert right["right"] and len(right["proof"]) == len(puzzle.proof)
    assert (right["replay"] is None) == bool(puzzle.blanks)
    hint = await person.get(f"/api/cases/{id}/hint?difficulty=medium&seed={seed}&number=2")
    assert hint["says"]["key"] == puzzle.hints[1].key


async def test_what_is_no_case_is_refused(house: House) -> None:
    person, seed = house.person(), shipped("briefcase")["hard"][0]
    unlisted = next(one for one in range(1000) if one not in shipped("briefcase")["hard"])
    for path, status, code in (
        ("/api/cases?date=today", 404, "no_such_case"),
        ("/api/cases", 404, "no_such_case"),
        ("/api/cases/chess?difficulty=hard&seed=1", 404, "unknown_game"),
        (f"/api/cases/briefcase?difficulty=hard&seed={unlisted}", 404, "no_such_case"),
        (f"/api/cases/briefcase?difficulty=cruel&seed={seed}", 404, "no_such_case"),
        ("/api/cases/briefcase?difficulty=hard&seed=-1", 400, "bad_request"),
        ("/api/cases/briefcase?difficulty=hard&seed=99999999999", 400, "bad_request"),
        ("/api/cases/briefcase?difficulty=hard", 400, "bad_request"),
        (f"/api/cases/briefcase/hint?difficulty=hard&seed={seed}&number=4", 404, "no_such_case"),
        (f"/api/cases/briefcase/hint?difficulty=hard&seed={seed}&number=0", 404, "no_such_case"),
        (f"/api/cases/briefcase/hint?difficulty=hard&seed={seed}", 404, "no_such_case"),
    ):
        assert (await person.get(path, status))["code"] == code, path
    bad = {"difficulty": "hard", "seed": seed, "answer": "rook"}
    assert (await person.post("/api/cases/briefcase/try", bad, 400))["code"] == "bad_request"
    bad = {"difficulty": "hard", "seed": seed, "answer": ["a" * 81]}
    assert (await person.post("/api/cases/briefcase/try", bad, 400))["code"] == "bad_request"
