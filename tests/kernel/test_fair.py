"""Fair randomness: committed before, recomputed after, keyed by what is drawn."""

import hashlib
import itertools
import json

import pytest

from tests.kernel import parley
from topsecret import CHANCE, Game, Match
from topsecret.kernel.fair import Fair, commitment
from topsecret.kernel.saved import verify

PARLEY = Game("parley", parley, parley)
SECRET = bytes(range(32))


def finished(seed: str = "s", entropy: tuple[str, ...] = ()) -> Match:
    match = PARLEY.match(seats=2, seed=seed, entropy=entropy)
    while not match.over:
        match.play(match.view()["turn"], "roll")
    return match


def test_the_commitment_is_a_hash_of_the_secret_and_tells_nothing_else() -> None:
    fair = Fair(SECRET, "table 7")
    assert fair.commitment == hashlib.sha256(b"topsecret commitment\0table 7\0" + SECRET).hexdigest()
    assert fair.commitment == commitment(SECRET, "table 7") != commitment(SECRET, "table 8")
    assert Fair(bytes(32), "table 7").commitment != fair.commitment


def test_without_a_seed_every_secret_is_new() -> None:
    assert len({Fair.from_seed(None).secret for _ in range(20)}) == 20
    assert Fair.from_seed("a").secret == Fair.from_seed("a").secret != Fair.from_seed("b").secret


def test_outcomes_are_keyed_by_family_and_occurrence_and_not_by_the_order_of_calls() -> None:
    one, other = Fair(SECRET, "t"), Fair(SECRET, "t")
    dice = [one.next("roll", 6) for _ in range(10)]
    mixed = []
    for _ in range(10):
        other.next("draw", 52)
        mixed.append(other.next("roll", 6))
        other.next("draw", 40)
    assert dice == mixed == [one.number("roll", k, 6) for k in range(10)]
    assert [one.number("roll", k, 10**6) for k in range(5)] != [one.number("draw", k, 10**6) for k in range(5)]


def test_two_matches_with_one_secret_have_the_same_dice_even_after_they_part() -> None:
    dice = []
    for detour in (False, True):
        match = PARLEY.match(seats=2, seed="pair", options={"goal": 40})
        for turn in range(4):
            if detour and turn == 1:
                match.play(0, "add 1")
                match.undo(0)
                match.play(0, "show")
            match.play(0, "roll")
        dice.append([text for who, text in match.log() if who is CHANCE and text.startswith("face")])
    assert dice[0] == dice[1] and len(dice[0]) == 4


@pytest.mark.parametrize("total", [2, 3, 6, 7, 52])
def test_every_number_is_equally_likely(total: int) -> None:
    fair = Fair(SECRET, "t")
    draws = 300 * total
    count = [0] * total
    for k in range(draws):
        count[fair.number("roll", k, total)] += 1
    expected = draws / total
    square = sum((n - expected) ** 2 / expected for n in count)
    assert square < total + 4 * (2 * total) ** 0.5  # four deviations above the mean


def test_neighbours_are_independent() -> None:
    fair = Fair(SECRET, "t")
    rolls = [fair.number("roll", k, 6) for k in range(7201)]
    count = [0] * 36
    for one, other in itertools.pairwise(rolls):
        count[one * 6 + other] += 1
    assert sum((n - 200) ** 2 / 200 for n in count) < 35 + 4 * 70**0.5


def test_weights_become_frequencies() -> None:
    red = sum(PARLEY.match(seats=2, seed=str(n)).truth()["suit"].count("red") for n in range(600))
    assert 800 - 70 < red < 800 + 70  # two thirds of 1200


def test_entropy_of_the_players_changes_the_outcomes() -> None:
    drawn = [
        [Fair(SECRET, "t", entropy).number("roll", k, 10**9) for k in range(3)]
        for entropy in ((), ("a",), ("b",), ("a", "b"), ("ab",), ("b", "a"), ("",))
    ]
    assert len({tuple(numbers) for numbers in drawn}) == len(drawn)


def test_a_finished_match_proves_itself() -> None:
    match = finished(entropy=("one", "zwei ü"))
    assert verify(match.dumps(), PARLEY) == []
    proof = match.save()["fairness"]
    assert proof["commitment"] == commitment(bytes.fromhex(proof["secret"]), proof["table"])
    assert proof["entropy"] == ["one", "zwei ü"]


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("secret", "11" * 32, "does not belong to the commitment"),
        ("commitment", "00" * 32, "does not belong to the commitment"),
        ("table", "another", "does not belong to the commitment"),
        ("entropy", ["other"], r"the fair source gives|expected the position"),
        ("method", "dice", "expected method"),
        ("secret", "11", "expected method"),
    ],
)
def test_a_changed_proof_is_found(key: str, value: object, said: str) -> None:
    for seed in range(20):  # other entropy may give the same outcomes by luck, but not in every match
        document = finished(str(seed)).save()
        document["fairness"][key] = value
        problems = verify(document, PARLEY)
        if problems:
            break
    with pytest.raises(AssertionError, match=said):
        raise AssertionError("; ".join(problems))


def test_a_changed_outcome_is_found() -> None:
    document = json.loads(finished().dumps())
    number = next(n for n, line in enumerate(document["log"]) if line[1].startswith("face"))
    for face in range(1, 7):
        line = ["chance", f"face {face}"]
        if line != document["log"][number]:
            forged = dict(document, log=[*document["log"][:number], line, *document["log"][number + 1 :]])
            assert any(f"log[{number}]: the fair source gives" in problem for problem in verify(forged, PARLEY))


def test_a_match_that_goes_on_holds_so_far() -> None:
    """Its file has the secret, because without it nobody could play on."""
    document = PARLEY.match(seats=2, seed="s").save()
    assert document["outcome"] is None and verify(document, PARLEY) == []
