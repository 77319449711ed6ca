"""What a newcomer may try and cannot do: the refusal names the right rule, in words that help."""

from collections.abc import Callable

import pytest

from topsecret import IllegalAction

from .builders import COLOURS, Table, at_table, card_part


def moving(face: str | int = 3, seats: int = 4, **more: object) -> Table:
    table = at_table(seats, **more)  # type: ignore[arg-type]
    table.roll(face)
    return table


def writing(seats: int = 4) -> Table:
    return at_table(seats, dossier=True, dossiers_due=True, phase="dossier", after="safe", marker={"red": 29})


def handed_in() -> Table:
    """It is seat 0's turn again."""
    table = writing()
    for seat in range(4):
        table.dossier(seat, **{agent: "free" for agent in COLOURS if agent != COLOURS[seat]})
    table.play(0, "safe 1")
    for _ in range(3):
        table.roll_and_move(3, "red+3")
    table.roll(3)
    return table


def asked(hand: str, **more: object) -> Table:
    """The poll: seat 0 holds this card, seat 1 another."""
    table = at_table(cards=True, hands={0: [hand], 1: ["sprint"]}, **more)  # type: ignore[arg-type]
    table.roll_and_move(2, "gray+2")
    return table


def keeping() -> Table:
    return at_table(
        cards=True,
        phase="keep",
        marker={"red": 42, "gray": 9},
        holds={0: ["red", "gray"]},
        kept=["none", "blue", "green", "yellow"],
        kept_chosen=[False, True, True, True],
    )


CASES: list[tuple[str, Callable[[], Table], str, str, str]] = [
    # the position, what is tried, the rule, the words
    ("the move", lambda: moving(3), "red+2", "S3.2", "use all your movement points"),
    ("the move", lambda: moving(3), "red+4", "S3.2", "you do not have that many movement points"),
    ("1-3", lambda: moving("1-3"), "red+4", "S3.2", "you do not have that many movement points"),
    ("two players", lambda: moving(3, 2), "gray+3", "S2.1", "that agent sits this game out"),
    ("the move", lambda: moving(3), "stay", "S5.2", "staying put belongs to the game with cards"),
    ("the move", lambda: moving(3, cards=True), "stay", "S5.2", 'you may stay put only on a "1-3"'),
    ("the move", lambda: moving(3), "safe 4", "S3.5", "the safe is moved only after a scoring"),
    ("the move", lambda: moving(3), "card swap red blue", "S5", "this game is played without cards"),
    ("the move", lambda: moving(3), "yes", "S5", "this game is played without cards"),
    (
        "the move",
        lambda: moving(3, cards=True),
        "card swap red blue",
        "S5.6",
        "cards are played after the movement, once everybody has said yes or no",
    ),
    ("the move", lambda: moving(3), "hand in", "S7", "this game is played without dossiers"),
    (
        "the move",
        lambda: moving(3, dossier=True),
        "hand in",
        "S7.2",
        "dossiers are written as soon as a marker reaches 29",
    ),
    ("the move", lambda: moving(3), "keep red", "S6.1", "you cannot do that now"),
    ("the safe", lambda: at_table(phase="safe"), "safe 7", "S3.5", "the safe must go to a different building"),
    ("the safe", lambda: at_table(phase="safe"), "red+1", "S3.5", "first move the safe to another building"),
    ("the poll", lambda: asked("asylum"), "yes", "S5.6", "you hold no card that can be played now"),
    (
        "the poll",
        lambda: asked("sprint"),
        "pass",
        "S5.6",
        "cards are played after the movement, once everybody has said yes or no",
    ),
    (
        "the poll",
        lambda: asked("sprint"),
        "card sprint red 1",
        "S5.6",
        "cards are played after the movement, once everybody has said yes or no",
    ),
    (
        "said yes",
        lambda: card_part("sprint", must_play=True),
        "pass",
        "S5.6",
        "you said yes, so you have to play a card",
    ),
    (
        "said yes",
        lambda: card_part("sprint", must_play=True),
        "done",
        "S5.6",
        "you said yes, so you have to play a card",
    ),
    ("a card", lambda: card_part("sprint"), "done", "S5.6", 'you have not played a card: say "pass" instead'),
    (
        "a card",
        lambda: card_part("sprint", has_played=True),
        "pass",
        "S5.7",
        'you have played a card: say "done" instead',
    ),
    ("a card", lambda: card_part("sprint"), "card swap red blue", "S5.8", "you do not hold that card"),
    ("a card", lambda: card_part("swap"), "card swap red blue", "S5.8", "that would change nothing"),
    ("a card", lambda: card_part("curfew"), "card curfew", "S5.8", "that would change nothing"),
    ("a card", lambda: card_part("rendezvous"), "card rendezvous red red", "S5.8", "choose two different agents"),
    ("a card", lambda: card_part("decoy"), "card decoy red forward", "S6", "that agent is not in the safe's building"),
    ("a card", lambda: card_part("asylum"), "card asylum red blue", "S6", "that agent is not in the ruins"),
    ("a card", lambda: card_part("relocation", spare=False), "card relocation 7", "S5.8", "that would change nothing"),
    ("a card", lambda: card_part("tip-off"), "card tip-off red", "S6", "choose two markers"),
    (
        "a card",
        lambda: card_part("tip-off", marker={"red": 40}),
        "card tip-off red blue",
        "S6",
        "a marker at 40 or beyond cannot be chosen",
    ),
    (
        "nobody free",
        lambda: card_part("second identity", holds={3: ["yellow", "violet", "orange", "gray"]}),
        "card second identity",
        "S6.1",
        "there is no free agent left",
    ),
    ("dossiers", writing, "dossier blue seat 4", "S7.2", "nobody plays at that seat"),
    ("dossiers", writing, "dossier blue seat 0", "S7.2", 'name an opponent, or say "free"'),
    ("dossiers", writing, "dossier red free", "S7.2", "you hold that agent yourself"),
    ("dossiers", writing, "hand in", "S7.2", "every agent you do not hold needs an entry"),
    ("dossiers", lambda: writing(2), "dossier gray free", "S2.1", "that agent sits this game out"),
    ("dossiers", writing, "safe 3", "S7.2", "first everybody writes a dossier"),
    ("dossiers written", handed_in, "dossier blue free", "S7.2", "your dossier has been handed in for good"),
    ("a card", lambda: card_part("sprint"), "yes", "S5.6", "you cannot do that now"),
    ("the end", keeping, "keep gray", "S6.1", "you must keep the agent that is farther ahead"),
    ("the end", keeping, "keep blue", "S6.1", "you do not hold that agent"),
]


@pytest.mark.parametrize(("position", "table", "tried", "rule", "words"), CASES)
def test_what_is_refused_says_which_rule_and_why(
    position: str, table: Callable[[], Table], tried: str, rule: str, words: str
) -> None:
    with pytest.raises(IllegalAction) as problem:
        table().match.play(0, tried)
    assert (problem.value.rule, problem.value.words) == (rule, words)
