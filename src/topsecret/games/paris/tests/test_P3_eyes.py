"""P3: you see only what you look at. To the millisecond."""

import json

import pytest

from topsecret import BadOptions

from .builders import GAME, LOOK, WINK, Table, at_table, fresh

AT = 5_000  # some time after all cards were drawn


def seen_by(table: Table, viewer: int, face: int) -> tuple[object, object]:
    view = table.view(viewer)
    return view["gaze"][face], view["wink"][face]


def contact(**options: object) -> Table:
    """Red looks at green since 1 s, and may wink."""
    table = at_table(options=dict(options))
    table.play(0, "look green", 1000)
    return table


# P3.1


def test_P3_1_all_begin_with_their_cards_and_look_where_they_like() -> None:
    table = at_table()
    assert table["gaze"] == ["cards"] * 4
    table.play(2, "look red", 0)
    table.play(3, "look fountain", 0)
    table.play(1, "look blue", 0)
    assert table["gaze"] == ["cards", "blue", "red", "fountain"]
    assert table.refused(0, "look red", 10) == ("yourself", "P3.1")


def test_P3_1_eyes_that_have_moved_rest() -> None:
    table = at_table()
    table.play(0, "look green", 0)
    assert table.refused(0, "look blue", LOOK - 1) == ("eyes_rest", "P3.1")
    table.play(0, "look blue", LOOK)
    assert table["rests"][0] == 2 * LOOK


def test_P3_1_looking_again_at_the_same_thing_changes_and_tells_nothing() -> None:
    table = at_table()
    table.play(1, "look red", 0)
    table.play(0, "look green", 0)
    told = {viewer: table.match.events(viewer) for viewer in (None, 0, 1, 2)}
    truth = table.match.truth()
    assert table.play(0, "look green", 100) == []  # even while the eyes rest
    assert {viewer: table.match.events(viewer) for viewer in (None, 0, 1, 2)} == told
    assert table.match.truth() == truth | {"now": 100}
    table.play(0, "look blue", LOOK)


# P3.2


def test_P3_2_whoever_looks_at_a_player_sees_where_the_eyes_are_and_nobody_else() -> None:
    table = at_table()
    table.play(1, "look red", 0)
    table.play(0, "look blue", 100)
    assert [seen_by(table, viewer, 0)[0] for viewer in (0, 1, 2, 3)] == ["blue", "blue", None, None]
    assert table.view(None)["gaze"] == [None] * 4
    assert table.told(1, "look") == [(0, 1, "red"), (100, 0, "blue")]
    assert table.told(2, "look") == table.told(3, "look") == table.told(None, "look") == []


def test_P3_2_a_look_finds_what_the_face_does() -> None:
    table = at_table()
    table.play(1, "look metro", 0)
    table.play(0, "look green", 100)
    assert table.told(0, "sees") == [(100, 0, "green", "metro", "none", None)]
    assert table.told(1, "sees") == []


def test_P3_2_nobody_is_told_who_looks_at_them_except_by_looking_back() -> None:
    table = at_table()
    table.play(0, "look green", 0)
    assert table.match.events(1) == []
    table.play(1, "look red", 100)
    assert table.told(1, "sees") == [(100, 1, "red", "green", "none", None)]


# P3.3: winks


def test_P3_3_a_wink_is_seen_by_its_target_by_a_third_who_looks_and_by_nobody_else() -> None:
    table = contact()
    table.play(1, "look red", 1000)
    table.play(2, "look red", 1000)
    table.play(0, "wink green", AT)
    assert [seen_by(table, viewer, 0)[1] for viewer in (0, 1, 2, 3)] == ["green", "green", "green", None]
    for viewer in (1, 2):
        assert table.told(viewer, "wink") == [(AT, 0, "green")]
    assert table.told(3, "wink", "wink_over") == table.told(None, "wink", "wink_over") == []


def test_P3_3_a_wink_that_nobody_sees() -> None:
    table = contact()
    table.play(0, "wink green", AT)
    table.until(AT + WINK)
    assert all(table.told(viewer, "wink", "wink_over", "sees") == [] for viewer in (1, 2, 3, None))
    assert table["winked"] == [True, False, False, False]  # it counts all the same (P4.1)


def test_P3_3_it_lasts_from_its_first_millisecond_to_the_one_before_its_end() -> None:
    table = contact()
    table.play(1, "look red", 1000)
    table.play(0, "wink green", AT)
    table.until(AT + WINK - 1)
    assert seen_by(table, 1, 0)[1] == "green"
    table.until(AT + WINK)
    assert seen_by(table, 1, 0)[1] == "none"
    assert table.told(1, "wink_over") == [(AT + WINK, 0)]


def test_P3_3_a_look_at_the_last_millisecond_sees_it_and_one_at_its_end_does_not() -> None:
    table = contact()
    table.play(0, "wink green", AT)
    table.play(1, "look red", AT + WINK - 1)
    table.play(2, "look red", AT + WINK)
    assert table.told(1, "sees") == [(AT + WINK - 1, 1, "red", "green", "green", None)]
    assert table.told(1, "wink_over") == [(AT + WINK, 0)]
    assert table.told(2, "sees") == [(AT + WINK, 2, "red", "green", "none", None)]
    assert table.told(2, "wink_over") == []


def test_P3_3_a_look_away_in_the_middle_of_it_and_back() -> None:
    table = at_table(options={"wink_ms": 2000})
    table.play(0, "look green", 0)
    table.play(1, "look red", 0)
    table.play(0, "wink green", 1000)
    table.play(1, "look blue", 1200)
    assert seen_by(table, 1, 0) == (None, None)
    table.play(1, "look red", 1200 + LOOK)
    assert table.told(1, "sees")[-1] == (1200 + LOOK, 1, "red", "green", "green", None)
    table.play(1, "look blue", 1200 + 2 * LOOK)
    table.until(4000)
    assert table.told(1, "wink_over") == []


def test_P3_3_a_wink_that_begins_before_and_ends_after_a_visit_shows_neither_end() -> None:
    table = contact()
    table.play(0, "wink green", AT)
    table.play(2, "look red", AT + 100)
    table.play(2, "look blue", AT + 100 + LOOK)
    table.until(AT + 2 * WINK)
    assert table.told(2, "wink", "wink_over") == []
    assert table.told(2, "sees")[0][4] == "green"


def test_P3_3_the_winker_may_look_away_and_the_wink_stays_with_its_target() -> None:
    table = contact()
    table.play(1, "look red", 1000)
    table.play(0, "wink green", AT)
    table.play(0, "look purple", AT + 100)
    assert seen_by(table, 1, 0) == ("purple", "green")
    table.until(AT + WINK)
    assert seen_by(table, 1, 0) == ("purple", "none")


def test_P3_3_only_at_the_player_one_looks_at_and_not_while_a_wink_lasts() -> None:
    table = at_table()
    assert table.refused(0, "wink green", 100) == ("not_looking_there", "P3.3")
    table.play(0, "look green", 100)
    table.play(0, "wink green", 100)
    assert table.refused(0, "wink green", 100 + WINK - 1) == ("winking", "P3.3")


def test_P3_3_two_winks_in_a_row_are_two() -> None:
    table = contact()
    table.play(2, "look red", 1000)
    table.play(0, "wink green", AT)
    table.play(0, "wink green", AT + WINK)
    table.until(AT + 2 * WINK)
    assert table.told(2, "wink", "wink_over") == [
        (AT, 0, "green"),
        (AT + WINK, 0),
        (AT + WINK, 0, "green"),
        (AT + 2 * WINK, 0),
    ]


def test_P3_3_it_counts_only_for_the_card_held_when_it_began() -> None:
    table = contact()
    table.play(0, "wink green", AT)
    table.play(2, "call red green", AT + 100, "agent green")
    assert table["wink"][0] == "green"  # it still lasts
    assert table.refused(0, "complete green metro", AT + 200) == ("not_winked", "P4.1")
    table.play(0, "wink green", AT + WINK)
    assert table["winked"][0]


def test_P3_3_what_falls_due_at_a_moment_happens_before_what_is_done_at_it() -> None:
    table = at_table(winked=(0,))
    deadline = table["deadline"]
    assert table.refused(0, "complete green metro", deadline) == ("not_your_case", "P2.4")
    table.play(1, "pass", deadline)  # the case has just come
    assert table.told(None, "time_up", "pass_on") == [(deadline, 0), (deadline, 1)]


# P3.4, P3.5


def test_P3_4_the_honour_code_allows_winks_only_at_the_contact_and_looks_only_at_the_own_location() -> None:
    table = at_table()
    table.play(0, "look blue", 0)
    assert table.refused(0, "wink blue", 10) == ("not_your_contact", "P3.4")
    assert table.refused(0, "look kiosk", LOOK) == ("not_your_place", "P3.4")
    table.play(0, "look cafe", LOOK)
    assert fresh(4).refused(0, "look cafe", 0) == ("not_your_place", "P3.4")  # no card yet


def test_P3_4_without_it_both_are_free() -> None:
    table = at_table(options={"honour_code": False})
    table.play(1, "look red", 0)
    table.play(0, "look blue", 0)
    table.play(0, "wink blue", 10)
    assert seen_by(table, 1, 0) == ("blue", "blue")
    assert not table["winked"][0]  # a wink at somebody else is no contact
    table.play(0, "look kiosk", LOOK)


def test_P3_4_eyes_on_a_location_return_when_its_card_leaves_whatever_is_drawn_next() -> None:
    table = at_table(winked=(0,))
    table.play(1, "look metro", 0)
    table.play(0, "look green", 0)
    table.play(2, "look blue", 0)
    table.play(0, "complete green metro", 2000, "agent blue", "place metro")
    assert table["gaze"][1] == "cards"
    assert table["rests"][1] == 2000 + LOOK  # it waits for no rest and starts one
    assert table.told(0, "eyes_return") == table.told(1, "eyes_return") == [(2000, 1)]
    assert table.told(2, "eyes_return") == table.told(None, "eyes_return") == []


def test_P3_4_eyes_elsewhere_stay_where_they_are_and_without_the_code_all_do() -> None:
    table = at_table()
    table.play(0, "look green", 0)
    table.play(0, "discard cafe", 100, "place cafe")
    assert table["gaze"][0] == "green"
    free = at_table(options={"honour_code": False})
    free.play(0, "look cafe", 0)
    free.play(0, "discard cafe", 100, "place metro")
    assert free["gaze"][0] == "cafe"


def test_P3_5_the_answer_to_a_wink_is_a_look_at_ones_location_seen_by_who_looks() -> None:
    table = contact()
    table.play(1, "look red", 1000)
    table.play(0, "wink green", AT)
    table.play(1, "look metro", AT + 500)
    assert table.told(0, "look")[-1] == (AT + 500, 1, "metro")
    assert table.told(2, "look") == []
    table.play(0, "complete green metro", AT + 1200, "agent purple", "place cafe")
    assert table["points"] == [1, 1, 0, 0]


# P3.6, P3.7, P3.8


def test_P3_6_two_worlds_that_differ_only_in_what_one_did_not_look_at_give_the_same_bytes() -> None:
    said: list[list[str]] = []
    for is_busy in (False, True):
        table = at_table()
        table.play(2, "look blue", 50)
        if is_busy:
            table.play(0, "look green", 100)
            table.play(0, "wink green", 150)
            table.play(1, "look metro", 333)
        table.play(3, "look purple", 340)
        table.until(3000)
        got = [json.dumps([table.view(2), table.match.events(2), list(map(str, table.match.legal(2)))])]
        got.append(json.dumps([table.view(None), table.match.events(None)]))
        got += [
            str(table.match.why_not(2, action))
            for action in ("wink red", "pass", "look blue", "call red green", "look cafe")
        ]
        said.append(got)
    assert said[0] == said[1]


def test_P3_6_the_time_itself_is_nobodys() -> None:
    table = at_table()
    table.until(700)
    assert all(table.view(viewer)["now"] is None for viewer in (None, 0, 1))


def test_P3_7_a_spectator_sees_what_is_public_and_nothing_else() -> None:
    table = contact()
    table.play(0, "wink green", AT)
    shown = table.view(None)
    public = {
        "holder",
        "deadline",
        "points",
        "chips",
        "pile",
        "place_pile",
        "agent_discards",
        "place_discards",
        "agent_held",
        "place_held",
    }
    assert all(shown[name] is not None for name in public)
    hidden = {"card", "place", "gaze", "wink", "wink_ends", "wink_spent", "winked", "rests", "facing"}
    assert {name: set(shown[name]) for name in hidden} == {name: {None} for name in hidden}
    assert table.match.events(None) == []


def test_P3_7_the_view_holds_what_is_visible_now_and_memory_is_the_players() -> None:
    table = contact()
    table.play(2, "look red", 1000)
    table.play(0, "wink green", AT)
    table.play(2, "look cards", AT + 50)
    view = table.view(2)
    assert (view["gaze"][0], view["wink"][0]) == (None, None)
    assert all(cell is None for row in view["shown"] for cell in row)
    assert (AT, 0, "green") in table.told(2, "wink")


def test_P3_8_with_hybrid_eyes_all_players_see_which_player_a_face_looks_at() -> None:
    table = at_table(options={"eyes": "hybrid"})
    table.play(0, "look green", 0)
    assert [table.view(viewer)["facing"] for viewer in (0, 1, 3)] == [["green", "away", "away", "away"]] * 3
    assert table.view(None)["facing"] == [None] * 4
    assert table.told(3, "look") == [(0, 0, "green")]
    assert table.told(None, "look") == []
    assert table.view(3)["gaze"][0] is None


def test_P3_8_a_location_and_the_cards_look_the_same_to_those_who_do_not_look() -> None:
    table = at_table(options={"eyes": "hybrid"})
    table.play(2, "look red", 0)
    table.play(0, "look cafe", 0)
    table.play(0, "look green", LOOK)
    table.play(0, "look cafe", 2 * LOOK)
    table.play(0, "look cards", 3 * LOOK)
    told = [event[2] for event in table.told(3, "look") if event[1] == 0]
    assert told == ["green", None]  # turned to green, turned away; nothing more
    assert [event[2] for event in table.told(2, "look") if event[1] == 0] == ["cafe", "green", "cafe", "cards"]


def test_P3_8_winks_stay_with_those_who_look() -> None:
    table = at_table(options={"eyes": "hybrid"})
    table.play(0, "look green", 0)
    table.play(2, "look red", 0)
    table.play(0, "wink green", 100)
    assert [table.view(viewer)["wink"][0] for viewer in (1, 2, 3)] == [None, "green", None]
    assert table.told(1, "wink") == []


def test_P3_8_hybrid_is_for_three_to_five_players() -> None:
    GAME.match(5, {"eyes": "hybrid"})
    with pytest.raises(BadOptions, match=r"three to five players \(P3.8\)"):
        GAME.match(6, {"eyes": "hybrid"})


def test_P3_8_an_automatic_return_is_noticed_by_all_when_it_leaves_a_face() -> None:
    table = at_table(options={"eyes": "hybrid"}, idle=[1, 0, 0, 0])
    table.play(0, "look green", 0)
    table.until(12_000)
    assert table.told(3, "eyes_return") == [(12_000, 0)]


def test_P3_3_without_the_code_a_wink_before_the_first_draw_counts_for_no_card() -> None:
    table = fresh(3, honour_code=False, wink_ms=3000)
    table.play(2, "look red", 0)
    table.play(0, "look green", 0)
    table.play(0, "wink green", 100)
    table.play(0, "draw", 200, "agent green", "place cafe")
    assert not table["winked"][0]
    assert table["wink_spent"][0]
    assert table.refused(2, "call red green", 1500) == ("not_shown", "P5.5")
