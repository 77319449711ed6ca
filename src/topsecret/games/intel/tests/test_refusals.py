"""What a newcomer may try and cannot do: the refusal names the right rule, in words that help."""

from collections.abc import Callable
from typing import Any

import pytest

from topsecret import IllegalAction
from topsecret.games.intel.state import Refusal

from .builders import GAME, Table, at_table

TRAVELLER: dict[str, Any] = {"x1": "smuggler d3 memo", "x2": "hacker h2"}
SPENT = {"actions_left": 0, "spawning": False}


def paid(**table: object) -> Table:
    """x1 has laid out a memo."""
    made = at_table(**table)  # type: ignore[arg-type]
    made.play("pay x1 memo")
    return made


def extra() -> Table:
    return at_table(phase="keep", x1="hacker h1", more={"extra": "photo", "spawning": False})


CASES: list[tuple[Callable[[], Table], str, str, Refusal]] = [
    # the position, what is tried, the rule, the reason
    (lambda: at_table(x1="hacker h1"), "spawn analyst h1", "I2.5", Refusal.NOT_EMPTY),
    (lambda: at_table(loose={"h2": "memo"}), "spawn analyst h2", "I2.5", Refusal.NOT_EMPTY),
    (lambda: at_table(more=SPENT), "spawn analyst h2", "I2.5", Refusal.SPAWNING_OVER),
    (lambda: at_table(roster=("hacker", None)), "spawn analyst h2", "I1.5", Refusal.NONE_LEFT),
    (
        lambda: at_table(x1="hacker h1", x2="hacker h2", x3="analyst h3"),
        "spawn analyst h5",
        "I2.5",
        Refusal.ENOUGH_AGENTS,
    ),
    (lambda: at_table(x1="hacker h1", more=SPENT), "move x1 NE", "I2.6", Refusal.NO_ACTIONS),
    (lambda: at_table(x1="hacker h1"), "move y1 NE", "I1.5", Refusal.NOT_YOURS),
    (lambda: at_table(x1="hacker h1"), "move x2 NE", "I1.5", Refusal.NOT_ON_BOARD),
    (lambda: at_table(x1="hacker d3"), "move x1 NE", "I3.1", Refusal.OUTSIDE_FIELD),
    (lambda: at_table(x1="hacker h1", x2="analyst h2"), "move x1 E", "I3.1", Refusal.OCCUPIED),
    (lambda: at_table(x1="hacker h1", blockade={"h2": "y"}), "move x1 E", "I3.1", Refusal.BARRED),
    (lambda: at_table(x1="hacker h1", pinned="x1"), "move x1 E", "I4.1", Refusal.PINNED),
    (lambda: at_table(x1="hacker h1", pinned="x1"), "retire x1", "I4.1", Refusal.PINNED),
    (lambda: at_table(x1="hacker h1", fresh="x1"), "retire x1", "I3.3", Refusal.JUST_SPAWNED),
    (lambda: at_table(x1="hacker g1"), "retire x1", "I3.3", Refusal.NOT_AT_THE_BOTTOM),
    (lambda: at_table(x1="hacker h1", x2="analyst h2"), "give x1 memo x2", "I3.2", Refusal.NOT_CARRIED),
    (lambda: at_table(x1="hacker h1 memo", x2="analyst h4"), "give x1 memo x2", "I3.2", Refusal.NOT_BESIDE),
    (lambda: at_table(x1="hacker h1 memo"), "give x1 memo x1", "I3.2", Refusal.SAME_AGENT),
    (lambda: at_table(x1="hacker h1 memo", y1="analyst h2"), "give x1 memo y1", "I4.5", Refusal.ONLY_DOUBLE_AGENTS),
    (lambda: at_table(x1="comms_specialist e3"), "pay x1 memo", "I3.4", Refusal.NOT_CARRIED),
    (lambda: at_table(x1="analyst e3 memo"), "pay x1 memo", "I3.4", Refusal.NOTHING_TO_PAY_FOR),
    (lambda: at_table(x1="hacker e3 memo"), "pay x1 memo", "I3.4", Refusal.NO_TARGET),
    (lambda: paid(x1="engineer e3 memo photo"), "pay x1 photo", "I3.4", Refusal.FINISH_FIRST),
    (lambda: paid(x1="engineer e3 memo"), "end turn", "I3.4", Refusal.FINISH_FIRST),
    (lambda: at_table(x1="engineer e3 memo"), "back", "I3.4", Refusal.NOTHING_LAID_OUT),
    (lambda: at_table(x1="comms_specialist e3 memo"), "lower photo g5 SW", "I3.4", Refusal.PAY_FIRST),
    (lambda: at_table(x1="hacker e3 memo"), "lower photo g5 SW", "I4.6", Refusal.NO_COMMS),
    (lambda: at_table(x1="hacker e3 memo"), "raise photo g5 NE", "I4.6", Refusal.NO_COMMS),
    (lambda: paid(sideways=True, **TRAVELLER), "lower photo g5 SW", "I4.8", Refusal.PAID_FOR_A_JOURNEY),
    (
        lambda: paid(x1="engineer e3 memo", x2="comms_specialist h1"),
        "lower photo g5 SW",
        "I4.6",
        Refusal.PAID_FOR_ANOTHER,
    ),
    (lambda: paid(x1="engineer e3 memo", x2="hacker h1"), "steal y1 memo", "I4.9", Refusal.PAID_FOR_ANOTHER),
    (lambda: paid(sideways=True, **TRAVELLER), "journey h2", "I4.8", Refusal.NO_LANDING),
    (lambda: at_table(sideways=True, **TRAVELLER), "journey h5", "I3.4", Refusal.PAY_FIRST),
    (lambda: at_table(**TRAVELLER), "journey h5", "I4.8", Refusal.NO_SMUGGLER),
    (lambda: at_table(**TRAVELLER), "shift photo g1 E", "I4.8", Refusal.NO_SMUGGLER),
    (lambda: at_table(x1="comms_specialist e3"), "raise photo g5 NE", "I4.2", Refusal.NO_SUCH_TILE),
    (
        lambda: at_table(x1="comms_specialist e3", loose={"a1": "photo"}),
        "raise photo a1 NE",
        "I4.2",
        Refusal.OFF_THE_BOARD,
    ),
    (
        lambda: at_table(x1="comms_specialist e3", loose={"b2": "photo"}, blockade={"a2": "y"}),
        "raise photo b2 NE",
        "I4.2",
        Refusal.BLOCKADED,
    ),
    (lambda: at_table(x1="hacker h1", y1="analyst h4"), "pin x1 y1", "I4.9", Refusal.NOT_BESIDE),
    (lambda: at_table(x1="hacker h1", x2="analyst h2"), "pin x1 x2", "I4.9", Refusal.NOT_AN_ENEMY),
    (lambda: at_table(x1="hacker h1", y1="analyst h2", pinned="y1"), "pin x1 y1", "I4.1", Refusal.PINNED_ALREADY),
    (lambda: at_table(x1="analyst h1", y1="analyst h2"), "pin x1 y1", "I4.9", Refusal.NO_HACKER),
    (
        lambda: at_table(x1="hacker h1", y1="analyst h2", more={"hacked": {"x1": True}}),
        "pin x1 y1",
        "I4.9",
        Refusal.USED_THIS_TURN,
    ),
    (lambda: at_table(x1="hacker h1", x2="analyst h2"), "unpin x1 x2", "I4.9", Refusal.NOT_PINNED),
    (lambda: at_table(x1="hacker h1", y1="analyst h2"), "steal y1 memo", "I3.4", Refusal.PAY_FIRST),
    (lambda: at_table(x1="analyst h1", y1="analyst h2"), "steal y1 memo", "I4.9", Refusal.NO_HACKER),
    (lambda: at_table(x1="engineer e3"), "block h1", "I4.10", Refusal.NOT_BESIDE_AN_ENGINEER),
    (lambda: at_table(x1="engineer e3", y1="hacker e4"), "block e4", "I4.10", Refusal.NOT_FREE),
    (lambda: at_table(x1="hacker e3"), "block e4", "I4.10", Refusal.NO_ENGINEER),
    (extra, "end turn", "I4.7", Refusal.EXTRA_WAITS),
    (extra, "move x1 E", "I4.7", Refusal.EXTRA_WAITS),
    (lambda: at_table(x1="hacker h1"), "keep", "I4.7", Refusal.NO_EXTRA),
    (lambda: at_table(x1="hacker h1"), "put back", "I4.7", Refusal.NO_EXTRA),
]
HELPS = {  # words that tell what to do instead
    Refusal.NO_LANDING: "completely empty",
    Refusal.PAY_FIRST: '"pay x1 memo"',
    Refusal.PAID_FOR_A_JOURNEY: '"journey h3", or "back"',
    Refusal.PAID_FOR_ANOTHER: '"back"',
    Refusal.FINISH_FIRST: '"back"',
    Refusal.EXTRA_WAITS: '"keep" it, or "put back"',
    Refusal.NOT_BESIDE_AN_ENGINEER: '"pay x1 memo"',
}


@pytest.mark.parametrize(("table", "tried", "rule", "why"), CASES)
def test_what_is_refused_says_which_rule_and_why(
    table: Callable[[], Table], tried: str, rule: str, why: Refusal
) -> None:
    with pytest.raises(IllegalAction) as problem:
        table().match.play(0, tried)
    assert (problem.value.code, problem.value.rule) == (why.name.lower(), rule)
    assert HELPS.get(why, "") in problem.value.words


def test_counts_that_follow_from_the_rest_may_be_left_out_of_a_start_position() -> None:
    start = {
        "phase": "turn",
        "turns": 3,
        "actions_left": 3,
        "spawning": True,
        "rolled": 6,
        "dice": dict.fromkeys(["memo", "photo", "blueprint", "credential", "cipher key", "honeypot"], 1),
        "role": {"x1": "hacker"},
        "place": {"x1": "h1"},
        "carries": {"x1": {"memo": 2}},
        "loose": {"b2": {"photo": 3, "honeypot": 1}},
        "scored": [{"cipher key": 1, "memo": 1}, {}],
        "gone": [{"hacker": 1}, {}],
    }
    now = GAME.match(2, start=start, chance="manual").truth()
    assert now["points"] == [6, 0]
    assert now["bag"] == {"memo": 14, "photo": 7, "blueprint": 7, "credential": 4, "cipher key": 2, "honeypot": 5}
    assert (now["lying"]["b2"], sum(now["lying"].values())) == (4, 4)
    assert (now["roster"][0]["hacker"], now["roster"][0]["analyst"], now["roster"][1]["hacker"]) == (0, 2, 2)
