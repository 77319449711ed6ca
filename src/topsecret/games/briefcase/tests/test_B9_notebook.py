"""B9: deduction. What a spy can be, exactly, against lists of all deals."""

import gc
import random
import sys
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topsecret.games.briefcase.box import ABLE, LINE_FAR, LINE_WAY, LONGEST_LINE, WAYS, Box, Line, Piece
from topsecret.games.briefcase.deals import REMEMBERED, Deals, deals, odds
from topsecret.games.briefcase.notebook import assisted, masks_of, remember
from topsecret.kernel.names import find

from .builders import CHANCE, GAME, RED, SPIES, STANDARD, WHITE, dealt, duel, ordered

CROWNED = {"runner", "skater", "fan", "flank"}


# what one answer leaves


def test_B9_1_a_yes_leaves_the_pieces_that_can_and_the_double_agent() -> None:
    game = duel("e5=rook", "k11=plus")
    game.play("e5 N 2")
    assert game.can_be(WHITE, "e7") == {"rook", "shuttle", "arrow", "runner", "flank", "?"}


def test_B9_1_a_no_leaves_the_pieces_that_cannot_and_the_double_agent() -> None:
    game = duel("e5=bishop", "k11=plus")
    game.play("e5 N 1")
    assert game.can_be(WHITE, "e5") == {"bishop", "trident", "sweeper", "skater", "?"}


def test_B9_1_red_is_judged_in_its_own_frame() -> None:
    game = duel("a1=plus", "e9=runner", turn=RED)
    game.play("e9 S 3")
    assert game.can_be(RED, "e6") == {"shuttle", "runner", "?"}


def test_B9_1_an_answer_of_the_double_agent_rules_out_as_any_other() -> None:
    game = duel("e5=? a1=plus", "k11=plus", order=["yes", "yes"])
    game.play("e5 SE 4")
    assert game.can_be(WHITE, "i1") == {"?"}


def test_B9_1_promotion_and_its_absence_narrow() -> None:
    game = duel("e10=fan g9=rook", "k1=plus", briefcase="a6")
    game.play("e10 NE 1")
    game.play("k1 N 1")
    assert game.can_be(WHITE, "f11") == {"skater", "fan"}
    game.play("g9 N 2")
    assert game.can_be(WHITE, "g11") == {"rook", "shuttle", "arrow", "?"}


def test_B9_1_a_promoted_spy_is_judged_by_its_promoted_side() -> None:
    game = duel("e10=fan", "k1=plus", briefcase="a6")
    game.play("e10 N 1")
    before = game.can_be(WHITE, "e11")
    game.play("k1 N 1")
    assert game.play("e11 S 3") == "no"
    assert game.can_be(WHITE, "e11") == before == CROWNED - {"skater"}


def test_B9_1_spies_off_the_board_still_count() -> None:
    game = duel("e5=rook e6=guard a1=plus", "k11=plus")
    game.play("token reveal e5", "e5 W 1")
    game.play("k11 S 1")
    game.play("purge d5")
    book = assisted(game.match.view(WHITE))
    assert book is not None
    assert book["mine"]["spies"]["1"] == {"rook": 1.0}
    assert all("rook" not in pieces for spy, pieces in book["mine"]["spies"].items() if spy != "1")


# the whole notebook


def test_B9_1_both_halves_are_exact_and_the_same_for_both_seats() -> None:
    game = ordered()
    game.play("b1 N 2")
    white, red = assisted(game.match.view(WHITE)), assisted(game.match.view(RED))
    assert white is not None and red is not None
    assert white["mine"] == red["theirs"] and white["theirs"] == red["mine"]
    assert white["theirs"]["deals"] == 6227020800  # nothing was said of Red's spies: 13!
    assert sum(white["mine"]["spies"]["1"].values()) == pytest.approx(1.0)
    for pieces in white["theirs"]["spies"].values():
        assert pieces == pytest.approx(dict.fromkeys(STANDARD, 1 / 13))


@pytest.mark.parametrize("notebook", ["off", "manual"])
def test_B9_1_the_table_may_choose_no_assistance_and_then_no_view_has_it(notebook: str) -> None:
    game = ordered(notebook=notebook)
    game.play("b1 N 2")
    for viewer in (WHITE, RED, None):
        seen = game.match.view(viewer)
        assert assisted(seen) is None
        assert {cell for row in seen["can_be"] for cell in row.values()} == {None}
    assert masks_of(game.match.view(WHITE), game.match.events(WHITE)) == game.match.state().can_be  # type: ignore[attr-defined]


def test_B9_1_a_spectator_has_no_notebook() -> None:
    assert assisted(ordered().match.view(None)) is None


def test_B9_1_the_seen_log_alone_leads_to_the_same_marks() -> None:
    for seed in range(6):
        match = GAME.match(2, {"box": ("standard", "trio")[seed % 2]}, seed=str(seed))
        rng = random.Random(seed)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, rng.choice(match.legal(seat)))
            state: Any = match.state()
            for viewer in (WHITE, RED):
                if not match.over:
                    assert remember(state.box, match.events(viewer)) == [row[:] for row in state.can_be]


# against lists of all deals


def agreeing(masks: list[int]) -> list[tuple[int, ...]]:
    pieces = range(len(masks))
    return [deal for deal in permutations(pieces) if all(masks[spy] >> piece & 1 for spy, piece in enumerate(deal))]


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.integers(0, 2**n - 1), min_size=n, max_size=n)))
def test_B9_1_counts_and_shares_equal_a_list_of_all_deals(masks: list[int]) -> None:
    listed = agreeing(masks)
    counted = Deals(masks)
    assert counted.count == len(listed)
    for spy, share in enumerate(counted.shares()):
        assert share == dict(Counter(1 << deal[spy] for deal in listed))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 31), min_size=5, max_size=5), st.integers(0, 2**32))
def test_B9_1_drawn_deals_agree_and_each_is_as_likely(masks: list[int], seed: int) -> None:
    listed = agreeing(masks)
    if not listed:
        return
    rng = random.Random(seed)
    counted = Deals(masks)
    times = 60 * len(listed) if len(listed) <= 24 else 24
    drawn = Counter(tuple(bit.bit_length() - 1 for bit in counted.draw(rng)) for _ in range(times))
    assert set(drawn) <= set(listed)
    if len(listed) <= 24:
        expected = times / len(listed)
        assert sum((drawn[deal] - expected) ** 2 / expected for deal in listed) < 5 * len(listed) + 20


def test_B9_1_a_whole_game_of_the_small_box_against_all_deals() -> None:
    """Every deal is tried against every answer, promotion and reveal of the log, by the tables of the box alone."""
    for seed in range(20):
        rng = random.Random(seed)
        match = GAME.match(2, {"box": "trio"}, seed=f"small {seed}")
        while not match.over:
            seat = match.actors[0]
            legal = [move for move in match.legal(seat) if move.family != "purge"]
            match.play(seat, rng.choice(legal))
            if not match.over and rng.random() < 0.3:
                check_against_all_deals(match)


TRIO = (int(Piece.ROOK), int(Piece.RUNNER), int(Piece.DOUBLE_AGENT))


def check_against_all_deals(match: Any) -> None:
    for side in (WHITE, RED):
        listed = [deal for deal in permutations(TRIO) if agrees_with(deal, side, match.events(side))]
        masks = match.state().can_be[side][:3]
        found = odds(tuple(masks))
        for spy in range(3):
            shares = Counter(deal[spy] for deal in listed)
            assert found[spy] == pytest.approx({piece: count / len(listed) for piece, count in shares.items()})


def agrees_with(deal: tuple[int, ...], side: int, events: list[dict[str, Any]]) -> bool:
    promoted = set()
    for event in events:
        if event.get("seat") != side or "spy" not in event:
            continue
        spy = SPIES.index(event["spy"])
        piece = deal[spy]
        if event["event"] == "answered" and piece != Piece.DOUBLE_AGENT:
            line = find(Line, event["line"])
            assert line is not None
            way = (LINE_WAY[line] + 4 * side) % WAYS
            row = (Box.TRIO * 2 + (spy in promoted)) * WAYS + way
            can = ABLE[row * (LONGEST_LINE + 1) + LINE_FAR[line]] >> piece & 1
            if can != (event["reply"] == "yes"):
                return False
        elif event["event"] == "was_promoted":
            promoted.add(spy)
            if piece != Piece.RUNNER:
                return False
        elif (event["event"] == "not_promoted" and piece == Piece.RUNNER) or (
            event["event"] in ("learned", "exposed") and Piece(piece).text != event["piece"]
        ):
            return False
    return True


SETS_OF_PIECES = 2**13


def sets_looked_at(masks: list[int]) -> int:
    """The work of a count: each set of pieces that can be gone is looked at once."""
    return sum(len(set(stage)) for stage in Deals(masks).come()[1])


def test_B9_1_the_worst_case_looks_at_no_set_of_pieces_twice() -> None:
    """Every spy was asked once and denied another piece: nothing is alike, almost everything is possible. (There are 13! deals.)"""
    every = SETS_OF_PIECES - 1
    for masks in (
        [every & ~(1 << spy) for spy in range(13)],
        [every & ~(1 << spy % 12) & ~(1 << (spy * 5 + 1) % 12) for spy in range(13)],
    ):
        stages = Deals(masks).come()[1]
        assert sum(len(stage) for stage in stages) == sets_looked_at(masks) <= SETS_OF_PIECES


def test_B9_1_spies_of_which_nothing_is_known_cost_nothing() -> None:
    every = SETS_OF_PIECES - 1
    assert sets_looked_at([every] * 13) == 1
    assert sets_looked_at([every & ~1] + [every] * 12) == 13


def test_B9_1_what_is_remembered_of_positions_stays_small_however_many_are_asked_about() -> None:
    """In a process in which bots think for months: once it has seen as many as it remembers, it holds no more than a few megabytes."""
    every, rng = SETS_OF_PIECES - 1, random.Random("positions")
    for _ in range(40):
        deals(tuple(every & ~(1 << spy) & ~(1 << rng.randrange(12)) | 1 << 12 for spy in range(13)))
    held = [one for one in gc.get_objects() if isinstance(one, Deals)]
    assert len(held) <= REMEMBERED
    for one in held[-3:]:
        assert sum(map(sys.getsizeof, vars(one).values())) < 100_000
        assert all(not isinstance(value, list) or len(value) <= 13 for value in vars(one).values())


def test_B9_1_imagined_deals_agree_and_have_the_right_frequencies() -> None:
    match = dealt(box="trio").match
    assert match.actors == (WHITE, RED)
    match.play(WHITE, "order no")
    match.play(RED, "order yes")
    match.play(WHITE, "e2 N 1")  # the rook or the runner or the double agent: nothing is ruled out
    match.play(RED, "e10 N 1")
    match.play(WHITE, "f2 N 3")
    rng = random.Random(4)
    drawn: Counter[tuple[int, ...]] = Counter()
    world: Any
    for _ in range(1500):
        world, weight = GAME.imagine(match.view(WHITE), match.events(WHITE), rng)
        assert weight == 1.0
        drawn[tuple(world.piece[WHITE][:3])] += 1
    masks = match.state().can_be[WHITE][:3]  # type: ignore[attr-defined]
    listed = [deal for deal in permutations(TRIO) if all(masks[spy] >> piece & 1 for spy, piece in enumerate(deal))]
    assert set(drawn) == set(listed)
    expected = 1500 / len(listed)
    assert sum((drawn[deal] - expected) ** 2 / expected for deal in listed) < 30


def test_B9_1_a_spectator_imagines_what_a_reveal_showed_to_the_players() -> None:
    game = ordered(box="trio")
    game.play("token reveal e2", "g2 N 8")
    rng = random.Random(1)
    seen = set()
    world: Any
    for _ in range(80):
        world, _ = GAME.imagine(game.match.view(None), game.match.events(None), rng)
        assert world.can_be[WHITE][0] == 1 << world.piece[WHITE][0]
        GAME.require_sound(world)
        seen.add(world.piece[WHITE][0])
    assert seen == set(TRIO)


def test_B9_1_a_match_that_begins_in_the_middle_can_be_imagined_by_anybody() -> None:
    rng = random.Random(2)
    for notebook in ("off", "assisted"):
        crowned = duel("e5=fan", "k11=plus").now["can_be"]
        crowned[0] = crowned[0] | {"1": sorted(CROWNED)}
        game = duel("f5=fan e5=?", "k11=plus", notebook=notebook, promoted=[{"1": True}, {}], can_be=crowned)
        for viewer in (WHITE, RED, None):
            for _ in range(20):
                world, _ = GAME.imagine(game.match.view(viewer), game.match.events(viewer), rng)
                GAME.require_sound(world)


def test_B9_1_before_the_deal_is_over_nothing_is_imagined_that_is_not_dealt() -> None:
    match = GAME.match(2, {"starter": 0}, chance="manual")
    rng = random.Random(3)
    for _ in range(20):
        for viewer in (WHITE, RED, None):
            world, _ = GAME.imagine(match.view(viewer), match.events(viewer), rng)
            GAME.require_sound(world)
        match.play(CHANCE, rng.choice(match.legal(CHANCE)))
