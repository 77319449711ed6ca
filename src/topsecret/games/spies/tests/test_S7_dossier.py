"""S7 and S8: secret dossiers, notes and talk."""

import json

import pytest

from topsecret import CannotUndo, Match, NotYourTurn
from topsecret.kernel.audience import owner

from .builders import GAME, Table, at_table

TRUE = {
    0: {"blue": "seat_1", "green": "seat_2", "yellow": "seat_3"},
    1: {"red": "seat_0", "green": "seat_2", "yellow": "seat_3"},
    2: {"red": "seat_0", "blue": "seat_1", "yellow": "seat_3"},
    3: {"red": "seat_0", "blue": "seat_1", "green": "seat_2"},
}
FREE = {"violet": "free", "orange": "free", "gray": "free"}


def due(seats: int = 4, **more: object) -> Table:
    """Red comes to 29 by scoring: everybody writes."""
    settings = {"dossier": True, "place": {"red": 6}, "marker": {"red": 22}} | more
    table = at_table(seats, **settings)  # type: ignore[arg-type]
    table.roll_and_move("1-3", "red+1")
    return table


def all_free(table: Table, *seats: int) -> None:
    """These seats write "free" everywhere."""
    for seat in seats or table.match.actors:
        others = [agent for agent in table.now["in_play"] if agent not in table.holds(seat)]
        table.dossier(seat, **dict.fromkeys(others, "free"))


def test_S7_1_notes_are_no_part_of_the_match() -> None:
    """They belong to the table; the match only has the dossier, which is its writer's own until the end."""
    write = GAME.actions.by_name["write"]
    assert write.draft and write.to is owner
    assert not any("note" in name for name in GAME.State.fields)


def test_S7_1_at_the_end_the_pages_on_agents_are_shown_and_free_notes_stay_private() -> None:
    notes = json.dumps({"text": "mine alone", "note": {"red": "Ann?", "blue": "  ", "moon": "x", "gray": "y" * 500}})
    assert GAME.shown_notes({"dossier": True}, notes) == {"red": "Ann?", "gray": "y" * 120}
    assert GAME.shown_notes({"dossier": False}, notes) == {}


@pytest.mark.parametrize(
    "notes",
    ["", "red is Ann", "[]", "3", "null", '{"note": 5}', '{"note": ["red"]}', '{"note": {"red": 7}}', "[" * 10**5],
)
def test_S7_1_what_is_no_page_is_not_shown(notes: str) -> None:
    assert GAME.shown_notes({"dossier": True}, notes) == {}


def test_S7_2_at_29_everybody_writes_before_the_safe_is_moved() -> None:
    table = due()
    assert (table.phase, table.match.actors) == ("dossier", (0, 1, 2, 3))
    assert table.marker("red") == 29
    assert "write_dossiers" in table.told()
    all_free(table)
    assert (table.phase, table.match.actors) == ("safe", (0,))


def test_S7_2_28_is_not_enough() -> None:
    table = due(marker={"red": 21})
    assert table.phase == "safe"


def test_S7_2_a_free_agents_marker_counts_too() -> None:
    table = due(place={"red": 6, "gray": 10}, marker={"gray": 20})
    assert table.phase == "dossier"


def test_S7_2_without_the_variant_nobody_writes() -> None:
    table = due(dossier=False)
    assert table.phase == "safe"


def test_S7_2_dossiers_are_written_once() -> None:
    table = due()
    all_free(table)
    table.play(0, "safe 9")
    table.roll_and_move(2, "red+2")
    assert table.marker("red") == 38
    assert table.phase == "safe"


def test_S7_2_by_a_card_dossiers_come_before_anything_else() -> None:
    table = at_table(
        cards=True, dossier=True, marker={"red": 26}, hands={1: ["tip-off", "sprint"], 2: ["sprint"]}
    )  # fmt: skip
    table.roll_and_move(2, "gray+2")
    table.poll(yes=(1,))
    table.play(1, "card tip-off red blue")
    assert table.phase == "dossier"
    all_free(table)
    assert (table.phase, table.match.actors) == ("card part", (1,))  # it is still up to seat 1
    table.play(1, "card sprint gray 1")
    assert table.asked == 2


def test_S7_2_after_the_last_card_of_a_hand_the_card_part_goes_on() -> None:
    table = at_table(cards=True, dossier=True, marker={"red": 26}, hands={1: ["tip-off"], 2: ["sprint"]})
    table.roll_and_move(2, "gray+2")
    table.poll(yes=(1,))
    table.play(1, "card tip-off red blue")
    all_free(table)
    assert (table.phase, table.asked) == ("card part", 2)


def test_S7_2_the_game_may_end_in_the_same_turn() -> None:
    """Two tip-offs bring red to 34, and the scoring to 44."""
    hands = {0: ["tip-off", "tip-off", "sprint"]}
    table = at_table(cards=True, dossier=True, place={"red": 9}, safe=10, marker={"red": 28}, hands=hands)
    table.roll_and_move("1-3", "red+1")
    table.poll(yes=(0,))
    table.play(0, "card tip-off red blue")
    assert table.phase == "dossier"
    all_free(table)
    table.card(0, "tip-off red blue")
    table.passes(0)
    assert table.marker("red") == 44
    table.play(0, "safe 1")
    assert table.match.over


def test_S7_2_an_entry_for_each_agent_that_one_does_not_hold() -> None:
    table = due()
    assert table.refused(0, "dossier red free") == ("own_agent", "S7.2")
    assert table.refused(0, "hand in") == ("entry_missing", "S7.2")
    table.play(0, *(f"dossier {agent} free" for agent in ("blue", "green", "yellow", "violet", "orange")))
    assert table.refused(0, "hand in") == ("entry_missing", "S7.2")
    table.play(0, "dossier gray free", "hand in")


def test_S7_2_an_entry_can_be_changed_until_the_dossier_is_handed_in() -> None:
    table = due()
    table.play(1, "dossier red free", "dossier red seat 0", "dossier red none")
    assert table.now["guess"][1]["red"] == "none"
    table.play(1, "dossier red seat 2")
    assert table.now["guess"][1]["red"] == "seat 2"


def test_S7_2_a_name_stands_at_most_once_and_free_as_often_as_one_likes() -> None:
    table = due()
    table.play(0, *(f"dossier {agent} free" for agent in ("green", "violet", "orange", "gray")))
    table.play(0, "dossier blue seat 1", "dossier yellow seat 1")
    assert table.now["guess"][0]["blue"] == "none"  # the name was taken from there
    assert table.refused(0, "hand in") == ("entry_missing", "S7.2")
    table.play(0, "dossier blue free", "hand in")


def test_S7_2_only_opponents_are_named() -> None:
    table = due(3)
    assert table.refused(0, "dossier blue seat 0") == ("own_seat", "S7.2")
    assert table.refused(0, "dossier blue seat 3") == ("no_such_seat", "S7.2")


def test_S7_2_agents_that_sit_out_have_no_entry() -> None:
    table = due(2)
    assert table.refused(0, "dossier gray free") == ("not_in_play", "S2.1")
    table.dossier(0, blue="free", green="free", yellow="seat_1", violet="free")


def test_S7_2_a_dossier_is_final() -> None:
    table = due()
    all_free(table, 0)
    with pytest.raises(NotYourTurn):
        table.play(0, "dossier blue seat 1")
    with pytest.raises(CannotUndo, match="it is final"):
        table.match.undo(0)


def test_S7_2_whoever_holds_two_agents_writes_about_neither() -> None:
    table = at_table(cards=True, dossier=True, place={"red": 6}, marker={"red": 22}, holds={0: ["red", "gray"]})
    table.roll_and_move("1-3", "red+1")
    assert table.refused(0, "dossier gray free") == ("own_agent", "S7.2")
    table.dossier(0, blue="free", green="free", yellow="free", violet="free", orange="free")


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_S7_2_nobody_sees_what_another_writes(viewer: int | None) -> None:
    table = due()
    view, events = table.match.view(viewer), table.match.events(viewer)
    table.play(0, "dossier blue seat 1", "dossier green free")
    assert (table.match.view(viewer), table.match.events(viewer)) == (view, events)
    all_free(table, 0)
    after = table.match.view(viewer)
    assert after["handed_in"] == [True, False, False, False]  # S5.11: who has written is public
    assert table.last("hand_in", viewer) == {"seat": 0}
    changed = {key for key in view if view[key] != after[key]}
    assert changed == {"handed_in", "actors"}


def test_S7_2_a_draft_of_another_does_not_stand_in_the_way_of_taking_back() -> None:
    table = due()
    table.play(0, "dossier blue seat 1")
    table.play(2, "dossier blue free")
    table.match.undo(0)
    assert table.now["guess"][0]["blue"] == "none"
    assert table.now["guess"][2]["blue"] == "free"


def test_S7_2_a_draft_goes_when_the_movement_that_asked_for_it_is_taken_back() -> None:
    table = due()
    before = table.match.view(0)
    table.play(1, "dossier red seat 0")
    assert table.match.view(0) == before
    table.match.undo(0)
    assert (table.phase, table.now["guess"][1]["red"]) == ("move", "none")
    assert GAME.match(4, {"dossier": True}, start=table.now, chance="manual").truth() == table.now
    for seat in (0, 1, None):  # the draft is struck as well, for the seat that wrote it
        told = table.told(seat)
        struck = [told[number - 1] for number in table.last("undone", seat)["events"]]
        assert struck[0] == "move" and ("write" in struck) == (seat == 1)
    assert Match.load(table.match.dumps()).truth() == table.now


def finish(table: Table) -> dict[int, int]:
    """Plays on to the end of the game: what each dossier was worth."""
    table.play(table.turn, "safe 1")
    assert table.match.over
    return {e["seat"]: e["points"] for e in table.match.events() if e["event"] == "dossier_opened"}


def last_turn_with_dossiers(marker: dict[str, int] | None = None, **more: object) -> Table:
    """Red has come to 42; everybody writes, the safe is moved, and then the game is over."""
    dossiers = {"dossier": True, "dossiers_due": True, "phase": "dossier", "after": "safe"}
    return at_table(**dossiers, place={"red": 7}, marker={"red": 42} | (marker or {}), **more)  # type: ignore[arg-type]


def test_S7_3_each_right_entry_is_worth_5_to_the_writers_agent() -> None:
    table = last_turn_with_dossiers({"blue": 10})
    table.dossier(0, **TRUE[0], **FREE)
    table.dossier(1, red="seat_0", green="free", yellow="free", violet="free", orange="free", gray="seat_2")
    all_free(table, 2, 3)
    assert finish(table) == {0: 30, 1: 15, 2: 15, 3: 15}
    assert table.match.result is not None
    assert table.match.result["scores"] == [72, 25, 15, 15]


def test_S7_3_a_dossier_can_decide_the_game() -> None:
    table = last_turn_with_dossiers({"blue": 30})
    all_free(table, 0, 2, 3)
    table.dossier(1, **TRUE[1], **FREE)
    finish(table)
    assert table.match.result is not None
    assert table.match.result["scores"][:2] == [42 + 15, 30 + 30]
    assert table.match.result["winners"] == [1]


def test_S7_3_all_entries_are_shown_at_the_end() -> None:
    table = last_turn_with_dossiers()
    table.dossier(0, blue="seat_1", green="free", yellow="free", **FREE)
    all_free(table, 1, 2, 3)
    finish(table)
    shown = [e for e in table.match.events() if e["event"] == "guessed" and e["seat"] == 0]
    assert [(e["agent"], e["guess"], e["right"]) for e in shown] == [
        ("blue", "seat 1", 1),
        ("green", "free", 0),
        ("yellow", "free", 0),
        ("violet", "free", 1),
        ("orange", "free", 1),
        ("gray", "free", 1),
    ]
    assert table.match.view(None)["guess"][0]["blue"] == "seat 1"


def test_S7_3_a_free_agent_can_still_be_farthest() -> None:
    table = last_turn_with_dossiers({"gray": 70})
    all_free(table)
    finish(table)
    assert table.match.result is not None
    assert (table.match.result["winners"], table.match.result["reason"]["rule"]) == ([], "S4.3")


def test_S7_3_entries_about_an_agent_taken_after_the_dossier_do_not_count() -> None:
    table = at_table(
        cards=True,
        dossier=True,
        place={"red": 6},
        marker={"red": 22},
        hands={0: ["second identity", "sprint"], 1: ["sprint"]},
    )
    table.roll_and_move("1-3", "red+1")
    table.poll()
    all_free(table)
    table.play(0, "safe 8")
    table.roll_and_move(2, "green+2")
    table.poll(yes=(0,))
    table.play(0, "card second identity")
    table.take("gray")
    table.card(0, "sprint red 1")  # red to 8: the safe
    table.passes(1)
    table.play(1, "safe 10")
    assert table.marker("red") == 37
    table.roll_and_move(2, "red+2")
    table.poll()
    table.play(2, "safe 1")
    assert table.phase == "keep"
    table.play(0, "keep red")
    worth = {e["seat"]: e["points"] for e in table.match.events() if e["event"] == "dossier_opened"}
    gray = {e["seat"]: e["right"] for e in table.match.events() if e["event"] == "guessed" and e["agent"] == "gray"}
    assert gray == {0: 0, 1: 1, 2: 1, 3: 1}  # given back: free for all but the one who held it
    assert worth == {0: 10, 1: 15, 2: 15, 3: 15}


def test_S7_3_the_points_go_to_the_agent_that_is_kept() -> None:
    table = last_turn_with_dossiers({"gray": 42}, cards=True, holds={0: ["red", "gray"]})
    table.dossier(0, blue="seat_1", green="seat_2", yellow="seat_3", violet="free", orange="free")
    table.dossier(1, red="free", gray="seat_0", green="free", yellow="free", violet="free", orange="free")
    all_free(table, 2, 3)
    table.play(0, "safe 1")
    assert table.legal(0) == ["keep red", "keep gray"]  # both on 42
    table.play(0, "keep gray")
    assert (table.marker("red"), table.marker("gray")) == (42, 67)
    right = {e["agent"]: e["right"] for e in table.match.events() if e["event"] == "guessed" and e["seat"] == 1}
    assert (right["red"], right["gray"]) == (1, 1)  # red was given back: free; gray is seat 0's


def test_S7_3_identities_are_kept_before_dossiers_are_opened() -> None:
    table = last_turn_with_dossiers({"gray": 20}, cards=True, holds={0: ["red", "gray"]})
    all_free(table)
    table.play(0, "safe 1")
    assert table.phase == "keep" and "dossier_opened" not in table.told()
    table.play(0, "keep red")
    told = table.told()
    assert told.index("given_back") < told.index("guessed")


def test_S8_1_talk_is_no_part_of_the_match_and_no_action_shows_a_card() -> None:
    """Every action is one of a closed set; only playing a card, and only at the end, shows what was secret."""
    assert GAME.actions.size == len(list(GAME.actions))
    assert not {"say", "chat", "show", "whisper"} & set(GAME.actions.by_name)
