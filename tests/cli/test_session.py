"""Whole games at the terminal table: typed lines in, a transcript out."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import topsecret
from tests.cli.typist import Typist, all_actions, plays_on, sit_down
from topsecret.kernel.glossary import glossary_of
from topsecret.terminal.display import PlainDisplay
from topsecret.terminal.play import Told, wants_more
from topsecret.terminal.screen import Screen
from topsecret.terminal.session import playable, seat_names

VARIANTS: list[dict[str, Any]] = [{}, {"cards": True}, {"dossier": True}, {"cards": True, "dossier": True}]


def lines(*typed: str) -> Callable[[Typist], str | None]:
    left = iter(typed)
    return lambda typist: next(left, None)


def transcript(*typed: str, **options: Any) -> str:
    typist = Typist(lines(*typed))
    sit_down(typist, **({"seats": 3, "starter": 0} | options)).run()
    return typist.out.getvalue()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("garbage", [0.0, 0.5], ids=["clean", "garbage"])
def test_a_whole_game(options: dict[str, Any], garbage: float) -> None:
    for seats, seed in ((2, "one"), (4, "two"), (7, "three")):
        typist = Typist(plays_on(seed, garbage))
        table = sit_down(typist, seats=seats, seed=seed, me=seats - 1, **options)
        assert table.run(), typist.out.getvalue()[-2000:]
        shown = typist.out.getvalue()
        assert "THE FILES ARE OPENED" in shown
        assert shown.count(" was ") >= seats
        assert "Traceback" not in shown and "[/]" not in shown.replace("> [/]", "").replace("understand [/]", "")


@pytest.mark.parametrize("after", [0, 1, 3, 8])
def test_the_end_of_input_ends_politely(after: int) -> None:
    play = plays_on("eof")
    count = iter(range(after))
    typist = Typist(lambda it: play(it) if next(count, None) is not None else None)
    assert not sit_down(typist, cards=True).run()
    assert typist.out.getvalue().rstrip().endswith("You leave the table.")


def test_the_file_is_covered_until_opened() -> None:
    shown = transcript("i", "q")
    welcome, board = shown.split("h for help")
    assert "YOUR EYES ONLY" in welcome
    covered, opened = board.split("> i")
    mine = next(
        name for name in ("Jaques", "Doyle", "Mirkov", "Perry", "Larsson", "Bucci", "Schulz") if name in welcome
    )
    assert "▒▒▒ file (i)" in covered and f"{mine} (" not in covered
    assert f"{mine} (" in opened


def typed_move(text: str, die: str = "5") -> str | None:
    typist = Typist(lines())
    table = sit_down(typist, starter=0)
    view = table.match.view(0) | {"die": die}
    return table.display.read(text, view, table.match.legal(0))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("red+2 blue+3", "red+2 blue+3"),
        ("RED+2  Blue+3", "red+2 blue+3"),
        ("j2 d3", "red+2 blue+3"),
        ("r2 d3", "red+2 blue+3"),
        ("2 red, 3 blue", "red+2 blue+3"),
        ("jaques 2 doyle 3", "red+2 blue+3"),
        ("jjd", "red+2 blue+1"),
        ("b5", "orange+5"),  # the letter on the board is Bucci's
        ("bl5", "blue+5"),
        ("gre2 gra3", "green+2 gray+3"),
        ("s1 l4", "gray+1 violet+4"),
        ("j1 j1", "red+2"),
        ("hello", None),
        ("", None),
        ("red", None),
    ],
)
def test_short_forms(typed: str, read: str | None) -> None:
    assert typed_move(typed) == read


@pytest.mark.parametrize(
    ("typed", "words"), [("g5", "can be"), ("x5", "no agent"), ("j99", "99 points"), ("gr1 j1", "can be")]
)
def test_unclear_short_forms(typed: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        typed_move(typed)


def test_a_refusal_names_its_rule_and_loses_nothing() -> None:
    shown = transcript("j1", "? S3.2", "q", seed="refuse 1")
    assert "You rolled a " in shown
    assert "use all your movement points" in shown and "S3.2" in shown
    assert "Spend all your points" in shown


def test_numbers_lead_to_every_movement_and_to_staying() -> None:
    for seed in ("one", "two", "three"):
        table = sit_down(Typist(lines()), seats=2, seed=seed, starter=0, cards=True)
        legal = table.match.legal(0)
        assert all_actions(table.display.menu(table.match.view(0), legal)) == {str(move) for move in legal}


def test_a_movement_is_shown_before_it_is_done() -> None:
    typist = Typist(lines("j1", "n", "q"))
    table = sit_down(typist, seats=3, starter=0)
    legal = next(move for move in table.match.legal(0) if len(move.params["points"]) == 1)
    typist.say = lines(str(legal), "n", "q")
    table.run()
    shown = typist.out.getvalue()
    assert "church →" in shown and "scoring" in shown.lower()
    assert table.match.view()["phase"] == "move", "n takes it back"


def test_something_else_typed_at_the_preview_is_the_next_move() -> None:
    typist = Typist(lines())
    table = sit_down(typist, seats=3, starter=0)
    one, other = table.match.legal(0)[:2]
    typist.say = lines(str(one), str(other), "", "q")
    table.run()
    assert [text for seat, text in table.match.log() if seat == 0] == [str(other)]


def test_undo_takes_the_movement_back_before_the_safe_moves() -> None:
    start = {"phase": "move", "die": "2", "turn": 0, "place": {"red": "5"}}
    start |= {"holds": [{"red": True}, {"blue": True}, {"green": True}], "agents_held": [1, 1, 1]}
    start |= {"in_play": ["red", "blue", "green", "yellow", "violet", "orange"]}
    typist = Typist(lines("j2", "", "u", "u", "q"))
    table = sit_down(typist, seats=3)
    options = {"starter": 0, "sits_out": ["gray"]}
    table.match = topsecret.game("spies").match(seats=3, options=options, start=start, seed="undo")
    table.run()
    shown = typist.out.getvalue()
    assert "Where does the safe go?" in shown and "takes the last action back" in shown
    assert "✗ nothing to undo" in shown
    assert table.match.view()["place"]["red"] == "5"


def test_undo_takes_the_movement_back_when_everybody_is_asked_for_cards() -> None:
    typist = Typist(lines())
    table = sit_down(typist, seats=3, starter=0, cards=True)
    begun = table.match.view(0)
    typist.say = lines(str(table.match.legal(0)[0]), "", "u", "q")
    table.run()
    shown = typist.out.getvalue()
    assert "Do you want to play a card?" in shown and "takes the last action back" in shown
    assert table.match.view(0) == begun


def test_a_card_is_guided_target_by_target() -> None:
    hand = {"both forward": 1, "relocation": 1}
    start = {
        "phase": "card part",
        "turn": 0,
        "asked": 0,
        "must_play": True,
        "answer": ["yes", "no", "no"],
        "answer_given": [True] * 3,
    }
    start |= {"holds": [{"red": True}, {"blue": True}, {"green": True}], "agents_held": [1, 1, 1]}
    start |= {"in_play": ["red", "blue", "green", "yellow", "violet", "orange"]}
    start |= {"hand": [hand, {}, {}], "hand_size": [2, 0, 0], "drawn_since": [0, 0, 0]}
    game = topsecret.game("spies")
    options = {"cards": True, "starter": 0, "sits_out": ["gray"]}
    supply = dict(game.match(seats=3, options=options, chance="manual").truth()["supply"])
    for card in hand:
        supply[card] -= 1
    start |= {"supply": supply, "supply_size": sum(supply.values())}
    typist = Typist(lines("pass", "1", "", "1", "j", "m", "", "relocation", "church", "", "q"))
    table = sit_down(typist, seats=3)
    table.match = game.match(seats=3, options=options, start=start, seed="card")
    table.run()
    shown = typist.out.getvalue()
    assert "you said yes, so you have to play a card" in shown
    assert "Both forward: The first agent?" in shown and "J red and who else?" in shown
    assert [text for seat, text in table.match.log() if seat == 0][:2] == [
        "card both forward red green",
        "card relocation church",
    ]


def test_S7_1_while_a_dossier_is_written_it_is_said_that_everybody_will_see_it() -> None:
    table = sit_down(Typist(lines()), seats=3, dossier=True)
    view = table.match.view(0) | {"phase": "dossier"}
    writes = [table.match.game.actions.read(text) for text in ("dossier red free", "dossier red seat 1")]
    assert "At the end everybody sees what you wrote here (S7.1)" in table.display.menu(view, writes).hint


def test_when_only_a_free_agent_is_in_front_the_table_says_that_nobody_wins() -> None:
    start = {"phase": "safe", "turn": 0, "marker": {"violet": 43, "red": 40}}
    start |= {"holds": [{"red": True}, {"blue": True}, {"green": True}], "agents_held": [1, 1, 1]}
    start |= {"in_play": ["red", "blue", "green", "yellow", "violet", "orange"]}
    typist = Typist(lines("", "3"))
    table = sit_down(typist, seats=3)
    table.match = topsecret.game("spies").match(seats=3, options={"sits_out": ["gray"]}, start=start, seed="free")
    assert table.run()
    assert "Nobody wins. Only free agents are in front, no player's. (S4.3)" in typist.out.getvalue()


def test_save_load_and_the_whole_log(tmp_path: Path) -> None:
    path = tmp_path / "evening.topsecret.json"
    shown = transcript("l", f"s {path}", f"s {tmp_path}", "q", seed="save")
    assert "saved to" in shown.replace("\n", " ") and "cannot save" in shown
    match = topsecret.load(path.read_text(encoding="utf-8"))
    assert match.seats == 3 and playable(match) == ""
    manual = topsecret.game("spies").match(seats=3, chance="manual")
    assert "by hand" in playable(manual)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    typist = Typist(plays_on("wide"))
    sit_down(typist, seats=7, cards=True, dossier=True).run()
    assert max(len(line) for line in typist.out.getvalue().splitlines()) <= max(width, 45)


@pytest.mark.parametrize("height", [24, 40])
def test_board_in_one_piece(height: int) -> None:
    """At 80 columns every line of the board fits, so that the ring stays a ring."""
    typist = Typist(lines("q"))
    table = sit_down(typist, seats=7, cards=True, dossier=True)
    view = table.match.view(0) | {"agents_held": [3] * 7, "phase": "dossier", "handed_in": [True] * 7}
    shown = table.display.screen(view, 80, height, is_open=True)
    ring = 9 if height == 24 else 12
    assert all(table.screen.text(line).cell_len <= 80 for line in shown[:ring])


def test_a_console_without_box_characters() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    screen = Screen({}, out=out, typed=io.StringIO(""))
    screen.say("╭─ church ─╮ → ✓")
    out.flush()
    assert out.buffer.getvalue().decode().strip() == "+- church -+ > +"  # type: ignore[attr-defined]


def test_names() -> None:
    assert seat_names(4, 2, "Ada") == ["Boris", "Clara", "Ada", "Dimitri"]


def test_every_rule_behind_a_question_has_its_paragraph() -> None:
    from topsecret.games.spies.terminal.questions import RULES

    game = topsecret.game("spies")
    book = glossary_of(game)
    declared = {family.rule for codebook in (game.actions, game.chance, game.told) for family in codebook.families}
    declared |= {refusal.rule for refusal in game.Refusal} | {rule for rules in RULES.values() for rule in rules}
    assert [rule for rule in sorted(declared) if rule and not book.rule(rule)] == []
    assert book.rule("s3.2").startswith("Spend all your points") and "\n" not in book.rule("S3.2")
    assert book.rule("S3").startswith("A turn") and "**S3.2** Spend all" in book.rule("S3")


def test_a_game_without_a_face_is_played_plainly() -> None:
    game = topsecret.game("spies")
    typist = Typist(plays_on("plain"))
    table = sit_down(typist, seats=3)
    table.display = PlainDisplay(game, table.names, 0)
    assert table.run()
    assert "actions; for example" in typist.out.getvalue()


def test_nothing_hidden_is_on_the_screen() -> None:
    """Two matches that differ only in what the person cannot see print the same."""
    game = topsecret.game("spies")
    base: dict[str, Any] = {"phase": "move", "die": "3", "turn": 0, "agents_held": [1, 1, 1]}
    base |= {"in_play": ["red", "blue", "green", "yellow", "violet", "orange"]}
    worlds = [("blue", "green"), ("green", "blue"), ("yellow", "violet")]
    shown = []
    for one, other in worlds:
        start = base | {"holds": [{"red": True}, {one: True}, {other: True}]}
        typist = Typist(lines("i", "l", "?", "j1", "j3", "n", "q"))
        table = sit_down(typist, seats=3)
        table.match = game.match(seats=3, options={"starter": 0, "sits_out": ["gray"]}, start=start, seed="same")
        table.run()
        shown.append(typist.out.getvalue())
    assert shown[0] == shown[1] == shown[2]
    json.dumps(shown)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_after_the_end_whoever_asks_hears_what_the_bots_thought(language: str) -> None:
    """Every decision of theirs, or those of one; then the question stands again. Nobody is told before."""
    typist = Typist(plays_on("thoughts"))
    session = sit_down(typist, seats=3, seed="thoughts")
    assert session.run()
    assert {one.seat for one in session.thoughts} == {1, 2} and "thought:" not in typist.out.getvalue()
    boris = session.names[1]
    out = io.StringIO()
    screen = Screen({}, out=out, typed=io.StringIO(f"w\nw {boris}\nn\n"), is_live=False, language=language)
    after = Told(session.match.game, session.thoughts, session.names)
    assert not wants_more(screen, after)
    every, one = after.lines(screen), after.lines(screen, boris)
    assert 0 < len(one) < len(every) and all("why." not in line and "{" not in line for line in every)
    shown = out.getvalue()
    assert shown.count(screen.t("another").replace("[typed]", "").replace("[/]", "")) == 3
    assert shown.count(screen.t("thoughts.of", name=boris)) == len(one)


def test_where_nobody_thought_nothing_is_offered() -> None:
    out = io.StringIO()
    screen = Screen({}, out=out, typed=io.StringIO("w\n"), is_live=False)
    assert not wants_more(screen, Told(topsecret.game("spies"), [], []))
    assert "thought" not in out.getvalue()
