"""S5.6-S5.8: the question for cards, and the card part that goes round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topsecret import ActionError, NotYourTurn
from topsecret.games.spies.box import COPIES, Building

from .builders import CARDS, COLOURS, Table, at_table, card_part, many

BUILDINGS = [building.text for building in Building]
ONE_EACH = {0: ["sprint"], 1: ["sprint"], 2: ["side step"], 3: ["side step"]}


def asked_for_cards(hands: dict[int, list[str]] | None = None, turn: int = 0, **table: object) -> Table:
    """After a movement that does not score: everybody is asked."""
    opened = at_table(cards=True, hands=ONE_EACH if hands is None else hands, turn=turn, **table)  # type: ignore[arg-type]
    opened.roll_and_move(2, "gray+2")
    return opened


def test_S5_6_everybody_with_a_card_is_asked_at_the_same_time() -> None:
    table = asked_for_cards({0: ["sprint"], 2: ["sprint"], 3: ["swap"]})
    assert table.phase == "poll"
    assert table.match.actors == (0, 2, 3)
    assert table.legal(2) == ["no", "yes"]


def test_S5_6_answers_may_come_in_any_order() -> None:
    table = asked_for_cards()
    for seat in (3, 1, 0, 2):
        table.play(seat, "no")
    assert (table.phase, table.turn) == ("roll", 1)


def test_S5_6_nobody_answers_twice() -> None:
    table = asked_for_cards()
    table.play(1, "yes")
    with pytest.raises(NotYourTurn):
        table.play(1, "no")


def secrets_of(table: Table, viewer: int | None) -> list[object]:
    """Everything that a viewer can get, errors too, apart from who has answered."""
    got: list[object] = [table.match.events(viewer)]
    view = table.match.view(viewer)
    got.append({key: value for key, value in view.items() if key not in ("actors", "answer_given")})
    if viewer is not None:
        got.append(table.legal(viewer))
        for action in ("yes", "no", "pass", "done", "red+2", "safe 3", "card sprint red 1", "card swap red blue"):
            try:
                problem = table.match.why_not(viewer, action)
            except ActionError as error:
                problem = error  # type: ignore[assignment]
            got.append(str(problem))
    return got


def test_S5_6_nobody_notices_an_answer_while_the_question_is_open() -> None:
    table = asked_for_cards()
    viewers = (None, 0, 2, 3)
    before = [secrets_of(table, viewer) for viewer in viewers]
    table.play(1, "yes")
    assert [secrets_of(table, viewer) for viewer in viewers] == before


@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_S5_6_yes_and_no_look_alike_to_the_others(viewer: int | None) -> None:
    one, other = asked_for_cards(), asked_for_cards()
    one.play(1, "yes")
    other.play(1, "no")
    assert secrets_of(one, viewer) == secrets_of(other, viewer)
    assert one.match.view(viewer) == other.match.view(viewer)
    for table in (one, other):
        with pytest.raises(NotYourTurn) as caught:
            table.play(1, "no")
        assert str(caught.value) == "seat 1 cannot act now: the match is waiting for seat 0, seat 2, seat 3"


def test_S5_6_the_answers_are_shown_together() -> None:
    table = asked_for_cards()
    for seat in (3, 1, 0):
        table.play(seat, "yes" if seat == 3 else "no")
        assert "answered" not in table.told()
        assert table.match.view(2)["answer"] == [None, None, "none", None]
    table.play(2, "yes")
    answers = [(event["seat"], event["reply"]) for event in table.match.events() if event["event"] == "answered"]
    assert answers == [(0, "no"), (1, "no"), (2, "yes"), (3, "yes")]
    assert table.match.view()["answer"] == ["no", "no", "yes", "yes"]


def test_S5_6_if_nobody_wants_to_the_card_part_is_over() -> None:
    table = asked_for_cards()
    table.poll()
    assert (table.phase, table.turn) == ("roll", 1)
    assert "nobody_plays" in table.told()


def test_S5_6_if_nobody_wants_to_the_turn_goes_on_with_scoring() -> None:
    table = at_table(cards=True, place={"red": 6}, hands=ONE_EACH)
    table.roll_and_move("1-3", "red+1")
    assert table.marker("red") == 0
    table.poll()
    assert table.marker("red") == 7 and table.phase == "safe"


def test_S5_6_with_empty_hands_only_nobody_is_asked() -> None:
    table = asked_for_cards({})
    assert (table.phase, table.turn) == ("roll", 1)
    assert "nobody_plays" in table.told()


@pytest.mark.parametrize(
    ("turn", "yes", "first"), [(0, (1, 3), 1), (2, (1, 3), 3), (0, (0, 3), 0), (3, (1, 2), 1), (1, (0,), 0)]
)
def test_S5_6_the_first_clockwise_who_said_yes_begins(turn: int, yes: tuple[int, ...], first: int) -> None:
    table = asked_for_cards(turn=turn)
    table.poll(yes)
    assert (table.phase, table.asked) == ("card part", first)
    assert table.match.actors == (first,)


def test_S5_6_whoever_begins_must_play_a_card() -> None:
    table = asked_for_cards()
    table.poll(yes=(1,))
    assert table.refused(1, "pass") == ("must_play", "S5.6")
    assert table.refused(1, "done") == ("must_play", "S5.6")
    table.card(1, "sprint gray 1")
    assert table.asked == 2
    table.play(2, "pass")


def test_S5_6_after_that_everybody_plays_or_passes_whatever_they_answered() -> None:
    table = asked_for_cards()
    table.poll(yes=(1, 3))
    table.card(1, "sprint gray 1")
    table.card(2, "side step gray forward")  # said no
    table.passes(3)  # said yes
    assert table.asked == 0


def test_S5_6_the_card_part_ends_when_all_have_passed_one_after_the_other() -> None:
    table = asked_for_cards({0: ["sprint"], 1: ["sprint", "swap"], 2: ["side step"], 3: ["side step"]})
    table.poll(yes=(1,))
    table.card(1, "sprint gray 1")
    table.passes(2, 3, 0)
    assert (table.phase, table.asked) == ("card part", 1)  # the last to play is asked again
    table.passes(1)
    assert (table.phase, table.turn) == ("roll", 1)
    assert "card_part_over" in table.told()


def test_S5_6_a_card_in_between_starts_the_count_of_passes_again() -> None:
    table = asked_for_cards({0: ["sprint", "swap"], 1: ["sprint", "curfew"], 2: ["side step"], 3: ["side step"]})
    table.poll(yes=(1,))
    table.card(1, "sprint gray 1")
    table.passes(2, 3)
    table.card(0, "sprint gray 1")
    table.passes(1, 2, 3)
    assert (table.phase, table.asked) == ("card part", 0)
    table.passes(0)
    assert (table.phase, table.turn) == ("roll", 1)


def test_S5_6_an_empty_hand_is_passed_over_and_that_counts_as_a_pass() -> None:
    table = asked_for_cards({1: ["sprint", "swap"], 3: ["side step"]})
    table.poll(yes=(1,))
    table.card(1, "sprint gray 1")
    assert table.asked == 3
    assert table.last("passed_over") == {"seat": 2}
    table.passes(3)
    assert table.asked == 1  # seats 2, 3 and 0 have passed
    table.passes(1)
    assert table.turn == 1 and table.phase == "roll"


def test_S5_6_the_last_to_play_is_passed_over_if_the_hand_is_empty() -> None:
    table = asked_for_cards({1: ["sprint"], 3: ["side step"]})
    table.poll(yes=(1,))
    table.card(1, "sprint gray 1")
    table.passes(3)
    assert table.turn == 1 and table.phase == "roll"
    assert [event["seat"] for event in table.match.events() if event["event"] == "passed_over"] == [2, 0, 1]


def test_S5_6_an_empty_hand_is_a_no() -> None:
    table = asked_for_cards({1: ["sprint"]})
    assert table.match.actors == (1,)
    table.play(1, "no")
    assert table.turn == 1


def test_S5_6_whoever_holds_a_card_is_asked_even_if_none_can_be_played() -> None:
    table = asked_for_cards({1: ["sprint"], 2: ["decoy", "asylum"]})
    assert table.match.actors == (1, 2)
    assert table.legal(2) == ["no"]
    assert table.refused(2, "yes") == ("nothing_to_play", "S5.6")
    table.poll(yes=(1,))
    table.card(1, "sprint gray 1")
    assert table.asked == 2
    assert table.legal(2) == ["pass"]
    table.passes(2)
    assert table.turn == 1 and table.phase == "roll"


def test_S5_6_only_a_player_with_a_card_that_can_be_played_may_say_yes() -> None:
    table = asked_for_cards({2: ["asylum"]}, place={"red": "ruins"})
    table.play(2, "yes")
    assert table.legal(2) == ["card asylum red"]


@many
@given(
    place=st.lists(st.sampled_from(["church", "1", "7", "10", "ruins"]), min_size=7, max_size=7),
    marker=st.lists(st.sampled_from([0, 37, 38, 39, 40, 41]), min_size=7, max_size=7),
    safe=st.sampled_from(["church", "7", "ruins"]),
    hand=st.lists(st.sampled_from(CARDS), min_size=1, max_size=4),
    others=st.integers(0, 2),
)
def test_S5_6_yes_is_legal_exactly_if_some_card_can_be_played(
    place: list[str], marker: list[int], safe: str, hand: list[str], others: int
) -> None:
    hand = [card for i, card in enumerate(hand) if hand[:i].count(card) < COPIES[CARDS.index(card)]]
    holds = {0: ["red", "gray", "orange"][: others + 1]}
    seats = 5 if others else 6
    position = {"place": dict(zip(COLOURS, place)), "marker": dict(zip(COLOURS, marker)), "safe": safe, "holds": holds}
    if seats == 6:
        position["holds"] = {5: ["orange", "gray"]}  # nobody is free
    poll = at_table(seats, cards=True, phase="poll", hands={0: hand}, answer_given=[False] + [True] * (seats - 1),
                    answer=["none"] + ["no"] * (seats - 1), **position)  # type: ignore[arg-type]  # fmt: skip
    part = at_table(seats, cards=True, phase="card part", asked=0, hands={0: hand}, **position)  # type: ignore[arg-type]
    assert ("yes" in poll.legal(0)) == any(action.startswith("card ") for action in part.legal(0))


def test_S5_7_a_player_may_play_several_cards_and_then_says_done() -> None:
    table = asked_for_cards({1: ["sprint", "side step", "swap"], 2: ["sprint"]})
    table.poll(yes=(1,))
    table.play(1, "card side step gray backward", "card sprint gray 3")
    assert (table.asked, table.place("gray")) == (1, "4")
    assert table.refused(1, "pass") == ("say_done", "S5.7")
    table.play(1, "done")
    assert table.asked == 2


def test_S5_7_done_is_for_those_who_played() -> None:
    table = asked_for_cards()
    table.poll(yes=(1,))
    table.card(1, "sprint gray 1")
    assert table.refused(2, "done") == ("say_pass", "S5.6")


def test_S5_7_an_empty_hand_says_done_by_itself() -> None:
    table = asked_for_cards()
    table.poll(yes=(1,))
    table.play(1, "card sprint gray 1")
    assert table.asked == 2
    assert "done" not in table.told()


def test_S5_7_playing_is_no_pass() -> None:
    table = asked_for_cards({0: ["sprint"], 1: ["sprint", "swap"], 2: ["side step"], 3: ["side step"]})
    table.poll(yes=(1,))
    table.card(1, "sprint gray 1")
    assert table.now["passes"] == 0
    table.passes(2, 3, 0)
    assert table.now["passes"] == 3


def test_S5_8_only_a_card_in_hand_can_be_played() -> None:
    table = card_part("swap", place={"red": 4})
    assert table.refused(0, "card curfew") == ("card_not_held", "S5.8")


def test_S5_8_cards_are_played_in_the_card_part_only() -> None:
    table = at_table(cards=True, hands={0: ["sprint"]})
    table.roll(2)
    assert table.refused(0, "card sprint red 1") == ("cards_later", "S5.6")


@pytest.mark.parametrize(
    ("card", "action", "place"),
    [
        ("to the ruins", "card to the ruins red", {"red": "ruins"}),
        ("curfew", "card curfew", {}),
        ("safe cracker", "card safe cracker red", {"red": 7}),
        ("swap", "card swap red blue", {"red": 3, "blue": 3, "green": 5}),
        ("rendezvous", "card rendezvous red blue", {"red": 3, "blue": 3}),
    ],
)
def test_S5_8_a_card_must_change_something(card: str, action: str, place: dict[str, str]) -> None:
    table = card_part(card, place=place)
    assert table.refused(0, action) == ("changes_nothing", "S5.8")


def test_S5_8_two_agents_are_two_different_ones() -> None:
    table = card_part("rendezvous", place={"red": 3})
    assert table.refused(0, "card rendezvous red red") == ("same_agent", "S5.8")


@pytest.mark.parametrize("card", ["both back red", "both back red red", "swap red", "tip-off red blue green", "asylum"])
def test_S5_8_too_few_or_too_many_agents_cannot_even_be_said(card: str) -> None:
    table = card_part("swap")
    with pytest.raises(ActionError) as caught:
        table.play(0, f"card {card}")
    assert caught.value.code == "unknown_action"


@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("step back", "step back gray 1"),
        ("to the ruins", "to the ruins gray"),
        ("tip-off", "tip-off gray red"),
        ("side step", "side step gray forward"),
        ("safe cracker", "safe cracker gray"),
        ("both back", "both back red gray"),
        ("swap", "swap red gray"),
        ("both forward", "both forward red gray"),
        ("rendezvous", "rendezvous red gray"),
        ("decoy", "decoy gray forward"),
        ("asylum", "asylum gray"),
        ("sprint", "sprint gray 1"),
    ],
)
def test_S5_8_no_card_moves_an_agent_that_sits_out(card: str, action: str) -> None:
    table = card_part(card, seats=3, place={"red": 4})
    assert table.refused(0, f"card {action}") == ("not_in_play", "S2.1")


# What can be taken back


def test_S5_6_a_movement_can_be_taken_back_until_somebody_answers() -> None:
    table = asked_for_cards()
    table.match.undo(0)
    table.move("gray+1 red+1")
    table.play(2, "no")
    assert not table.match.can_undo(0)


def test_S5_6_an_answer_can_be_taken_back_while_it_is_the_last_thing_that_happened() -> None:
    table = asked_for_cards()
    table.play(2, "no")
    table.match.undo(2)
    assert table.match.actors == (0, 1, 2, 3)
    table.play(2, "yes")
    table.play(3, "no")
    assert not table.match.can_undo(2)


def test_S5_6_the_answer_that_shows_all_others_stays() -> None:
    table = asked_for_cards({1: ["sprint"], 2: ["sprint"]})
    table.play(1, "yes")
    table.play(2, "no")
    assert not table.match.can_undo(2)


def test_S5_7_a_card_played_from_the_hand_stays_played() -> None:
    table = asked_for_cards({1: ["sprint", "swap"], 2: ["sprint"]})
    table.poll(yes=(1,))
    table.play(1, "card sprint gray 1")
    assert not table.match.can_undo(1)
    table.play(1, "done")
    assert table.match.can_undo(1)  # "done" shows nothing
    table.passes(2)
    assert not table.match.can_undo(1)
