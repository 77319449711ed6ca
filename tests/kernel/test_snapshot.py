"""A match that was put together from parts is the match that was played; a part that is wrong is not believed."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from tests.kernel import parley
from topsecret import CHANCE, ActionError, Game, Match, game, games
from topsecret.kernel.fair import Fair
from topsecret.kernel.repeat import repeat
from topsecret.kernel.replay import page, replay
from topsecret.kernel.snapshot import Part, part_of, restore

PARLEY = Game("parley", parley, parley)
ALL = [PARLEY, *games()]
RICH: dict[str, dict[str, Any]] = {"spies": {"cards": True, "dossier": True}, "briefcase": {"answers": "manual"}}


def begun(of: Game, seed: str) -> Match:
    """A match before its first outcome."""
    begin = of.begin(of.seats[-1], RICH.get(of.id, {}))
    return Match(of, begin, "fair", Fair.from_seed(seed), None)


def act_at_random(match: Match, rng: random.Random) -> tuple[Any, ...] | None:
    """Something that a seat does, or takes back; what it was, so that it can be done again to another match."""
    backs = [seat for seat in range(match.seats) if match.can_undo(seat)]
    if backs and rng.random() < 0.3:
        return ("undo", rng.choice(backs))
    asked = [seat for seat in match.actors if seat is not CHANCE and match.legal(seat)]
    if not asked:
        return None
    seat = rng.choice(asked)
    at = match.now + rng.choice((0, 5, 400)) if match.game.State.timed else None
    return ("act", seat, str(rng.choice(match.legal(seat))), at)


def do(match: Match, what: tuple[Any, ...]) -> None:
    match.undo(what[1]) if what[0] == "undo" else match.act(*what[1:])


def played(of: Game, seed: str, actions: int) -> tuple[Match, list[Part]]:
    """A match of so many actions, and its parts up to some moment before its end."""
    rng = random.Random(seed)
    match = begun(of, seed)
    parts: list[Part] = []
    match.settle()
    for _ in range(actions):
        what = act_at_random(match, rng)
        if what is None:
            break
        try:
            do(match, what)
        except ActionError:  # in a game with time something falls due first
            assert of.State.timed
        first = parts[-1].end if parts else 0
        if rng.random() < 0.15 and len(match.save()["log"]) > first:
            parts.append(part_of(match, first))
    return match, parts


def opened(match: Match, seed: str, parts: list[Part]) -> tuple[Match, int]:
    """The same match from its log, with the help of parts; and how many lines were not played again."""
    again = begun(match.game, seed)
    lines, hashes = match.recorded(0)
    believed = restore(again, parts, lines, hashes)
    for number in range(believed, len(lines)):
        assert repeat(again, lines[number], hashes[number], number) is None
    return again, believed


def picture(match: Match) -> dict[str, Any]:
    """All that anybody could ask of a match."""
    viewers = (None, *range(match.seats))
    return {
        "log": match.recorded(0),
        "truth": match.truth(),
        "actors": match.actors,
        "result": match.result,
        "views": [match.view(viewer) for viewer in viewers],
        "events": [match.events(viewer) for viewer in viewers],
        "legal": [[move.code for move in match.legal(seat)] for seat in range(match.seats)],
        "can undo": [match.can_undo(seat) for seat in range(match.seats)],
        "stands": list(match.log()),
        "drawn": match.fair and match.fair.drawn,
    }


@pytest.mark.parametrize("seed", ["one", "two", "three"])
@pytest.mark.parametrize("of", ALL, ids=lambda one: one.id)
def test_a_match_from_parts_and_the_rest_of_its_log_is_the_match_that_was_played(of: Game, seed: str) -> None:
    match, parts = played(of, seed, 60)
    again, believed = opened(match, seed, parts)
    assert parts and believed == parts[-1].end
    assert picture(again) == picture(match)
    rng = random.Random(f"{seed} goes on")
    for _ in range(12):  # and it goes on alike; what was done before can be taken back
        what = act_at_random(match, rng)
        if what is None:
            break
        failed = []
        for one in (match, again):
            try:
                do(one, what)
            except ActionError as problem:
                failed.append(str(problem))
        assert len(failed) in (0, 2)
        assert picture(again) == picture(match)
    assert again.save() == match.save()


def test_actions_before_a_part_are_taken_back_after_it() -> None:
    """The undo stands in the log behind the part that holds what it takes back."""
    match = begun(PARLEY, "s")
    match.settle()
    match.act(match.actors[0], "add 2")
    parts = [part_of(match, 0)]
    match.undo(match.actors[0])
    parts.append(part_of(match, parts[0].end))
    for some in (parts[:1], parts):
        again, believed = opened(match, "s", some)
        assert believed == some[-1].end
        assert picture(again) == picture(match)


@pytest.mark.parametrize("of", ALL, ids=lambda one: one.id)
def test_pages_between_moments_are_the_replay_in_pieces(of: Game) -> None:
    rng = random.Random("pages")
    match = begun(of, "one")
    moments = [match.entries.moment()]
    match.settle()
    for _ in range(60):
        what = act_at_random(match, rng)
        if what is None:
            break
        with suppress(ActionError):  # in a game with time something may fall due first
            do(match, what)
        if rng.random() < 0.2:
            moments.append(match.entries.moment())
    for viewer in (None, *range(match.seats)):
        whole, told = replay(match, viewer), 0
        view, steps = whole.first, []
        for begin, end in zip(moments, [*moments[1:], None]):
            found = page(match, viewer, begin, end)()
            assert (found.told, found.first) == (told, view)
            for step in found.steps:
                view, told = view | step["changes"], told + len(step["events"])
            steps += found.steps
        assert steps == whole.steps
        assert [match.seen_log(match.viewer(viewer)).place(n) for n in (0, told + 1)] == [0, len(match.entries.told)]


def wrong(part: Part) -> list[Part]:
    """The same part, with something wrong in it."""
    first = part.told[0]
    return [
        part._replace(first=part.first + 1),
        part._replace(sorts=part.sorts[:-1]),
        part._replace(sorts="x" + part.sorts[1:]),
        part._replace(sorts="", seats=[], codes=[], times=[]),
        part._replace(seats=[seat + 1 for seat in part.seats]),
        part._replace(codes=[code + 1 for code in part.codes]),
        part._replace(codes=[10**6 for _ in part.codes]),
        part._replace(packed=bytes(len(part.packed))),
        part._replace(packed=part.packed[:-4]),
        part._replace(packed=b""),
        part._replace(struck=[*part.struck, [0]]),
        part._replace(drawn=part.drawn | {"more": 1}),
        part._replace(told=[first._replace(family=999), *part.told[1:]]),
        part._replace(told=[first._replace(number=10**6), *part.told[1:]]),
        part._replace(told=[first._replace(number=part.first - 1), *part.told[1:]]),
        part._replace(told=[first._replace(values=(*first.values, 0)), *part.told[1:]]),
    ]


@pytest.mark.parametrize("of", ALL, ids=lambda one: one.id)
def test_a_part_that_does_not_fit_the_log_is_not_believed_nor_is_any_after_it(of: Game) -> None:
    match, parts = played(of, "one", 60)
    expected = picture(match)
    for number in (0, len(parts) - 1):
        for other in wrong(parts[number]):
            again, believed = opened(match, "one", [*parts[:number], other, *parts[number + 1 :]])
            assert believed == parts[number].first
            assert picture(again) == expected


def test_an_undo_that_takes_back_what_it_cannot_is_not_believed() -> None:
    match, parts = played(PARLEY, "two", 60)
    number = next(n for n, part in enumerate(parts) if part.struck)
    for struck in ([], [10**6], [-1], [0]):  # the first entry is an outcome
        other = parts[number]._replace(struck=[struck, *parts[number].struck[1:]])
        again, believed = opened(match, "two", [*parts[:number], other])
        assert believed == parts[number].first
        assert picture(again) == picture(match)


def test_the_parts_of_one_match_are_not_believed_by_another() -> None:
    _, parts = played(game("intel"), "one", 40)
    match, _ = played(game("intel"), "two", 40)
    again, believed = opened(match, "two", parts)
    assert believed == 0
    assert picture(again) == picture(match)
