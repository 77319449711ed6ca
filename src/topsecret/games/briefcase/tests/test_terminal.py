"""briefcase in the terminal: the board, the notebook, the reasons, and whole games by typing."""

import io
import random
from typing import Any

import pytest

from tests.cli.typist import Typist, all_actions, plays_on
from topsecret import bots
from topsecret.kernel.menu import numbered
from topsecret.terminal.display import display_of
from topsecret.terminal.screen import Screen
from topsecret.terminal.session import Session, seat_names

from .builders import GAME, RED, WHITE, Duel, dealt, duel, ordered


def display(game: Duel, me: int = WHITE) -> Any:
    return display_of(GAME, ["Ann", "Bob"], me)


def screen(game: Duel, me: int = WHITE, is_open: bool = False, width: int = 80, height: int = 40) -> list[str]:
    return display(game, me).screen(game.match.view(me), width, height, is_open)


@pytest.mark.parametrize(
    "options", [{}, {"answers": "manual"}, {"box": "trio", "safe_extraction": True}, {"notebook": "off"}], ids=str
)
@pytest.mark.parametrize("me", [WHITE, RED])
def test_a_whole_game_is_typed_with_garbage_in_between(options: dict[str, Any], me: int) -> None:
    typist = Typist(plays_on(f"{options} {me}", 0.3))
    match = GAME.match(2, options, seed=f"typed {me}")
    names = seat_names(2, me, "Chief")
    look = display_of(GAME, names, me)
    paper = Screen(look.styles, out=typist.out, typed=typist)  # type: ignore[arg-type]
    typist.table = Session(match, me, {1 - me: bots.make("random", GAME, "x")}, look, names, paper)
    assert typist.table.run(), typist.out.getvalue()[-2000:]
    assert "THE FILES ARE OPENED" in typist.out.getvalue()
    assert "[quiet]" not in typist.out.getvalue()


def test_own_spies_are_numbers_and_theirs_are_pieces() -> None:
    text = "\n".join(screen(duel("e5=rook", "g10=? k11=plus")))
    assert "[side.0] 1 [/]" in text and "[side.1]??[/]".replace("[/]", " [/]") in text
    assert "ro" not in text.split("my spies")[0]


def test_on_a_console_with_few_letters_the_briefcase_does_not_look_like_a_question_mark() -> None:
    paper = Screen(display(ordered()).styles, out=io.TextIOWrapper(io.BytesIO(), encoding="ascii"), typed=io.StringIO())
    rank_six = screen(ordered())[6]
    assert "▣" in rank_six and "#" in paper.text(rank_six).plain
    for line in [*screen(ordered(), is_open=True), *display(ordered()).help(ordered().match.view(WHITE))]:
        assert paper.text(line).plain.isascii()


def test_red_looks_from_the_other_side() -> None:
    game = ordered()
    white, red = screen(game, WHITE), screen(game, RED)
    assert white[1].startswith("[quiet] 11[/]") and red[1].startswith("[quiet]  1[/]")
    assert white[0].split()[0] == "a" and red[0].split()[0] == "k"


def test_the_notebook_stands_beside_the_board_and_below_it_where_there_is_no_room() -> None:
    game = ordered()
    assert "my spies: 6,227,020,800 deals" in screen(game)[0]
    assert "my spies" in screen(game, width=60)[12]
    assert any("they know: 6,227,020,800 deals" in line for line in screen(game, is_open=True))
    assert len(screen(game, is_open=True, height=18)) <= 18


def test_a_spy_that_is_known_is_named() -> None:
    game = duel("e5=rook a1=plus", "k11=plus")
    game.play("token reveal e5")
    assert any("[sure]rook[/]" in line for line in screen(game))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("e5ne2", "e5 NE 2"),
        ("E5 n2 w", "e5 N 2 with"),
        ("e5 push n 1", "e5 push N 1"),
        ("e5 p n 1", "e5 push N 1"),
        ("swap c2 d2", "token swap c2 d2"),
        ("reveal e5", "token reveal e5"),
        ("two", "token move"),
        ("pretend rook", "order pretend rook"),
        ("purge e2", None),
        ("what", None),
    ],
)
def test_short_forms(typed: str, read: str | None) -> None:
    game = duel()
    assert display(game).read(typed, game.match.view(WHITE), game.match.legal(WHITE)) == read


def test_an_announcement_says_what_it_promises_before_it_is_made() -> None:
    game = duel("f9=rook a1=plus", "f10=guard k11=plus", briefcase="f9")
    look, view = display(game), game.match.view(WHITE)

    def promise(text: str) -> str:
        return " ".join(look.preview(view, GAME.actions.read(text)))

    assert (
        promise("f9 N 1") == "62% of all deals say yes, 8% have the double agent there; a yes captures the spy on f10"
    )
    assert "brings the briefcase home" in " ".join(
        look.preview(duel("f10=rook", briefcase="f10").match.view(WHITE), GAME.actions.read("f10 NE 1 with"))
    )
    assert promise("token move") == ""


def test_what_is_asked_fits_the_phase() -> None:
    first = dealt()
    assert "double agent" in display(first).menu(first.match.view(WHITE), first.match.legal(WHITE)).question
    waiting = duel("e5=rook", "e9=guard", answers="manual")
    waiting.play("e5 N 2")
    asked = display(waiting, RED).menu(waiting.match.view(RED), waiting.match.legal(RED))
    assert asked.question.startswith("White announces e5 N 2. It is the rook.") and "N E S W" in asked.question
    second = duel("e5=rook a1=plus", "k11=plus")
    second.play("token move", "e5 N 1")
    assert "another spy" in display(second).menu(second.match.view(WHITE), second.match.legal(WHITE)).question


def test_B4_5_a_turn_says_that_the_order_can_be_changed_where_there_are_orders() -> None:
    for game, has_orders in ((duel(), True), (duel(answers="manual"), False)):
        menu = display(game).menu(game.match.view(WHITE), game.match.legal(WHITE))
        assert any("order" in choice.keys for choice in menu.choices) == has_orders
    alone = duel("e5=rook", "k11=plus")
    alone.play("token move", "e5 N 1")
    assert display(alone).menu(alone.match.view(WHITE), alone.match.legal(WHITE)).hint == "Nothing is left to announce."


def test_numbers_lead_to_every_legal_action() -> None:
    for game in (duel("e5=rook a1=plus c2=fan", "k11=plus g10=?", briefcase="e5"), dealt()):
        view, legal = game.match.view(WHITE), game.match.legal(WHITE)
        assert all_actions(display(game).menu(view, legal)) == {str(move) for move in legal if move.family != "resign"}


def test_the_first_question_says_whose_spy_it_is_about_and_what_can_be_ordered() -> None:
    game = dealt()
    view = game.match.view(WHITE)
    menu = display(game).menu(view, game.match.legal(WHITE))
    place = next(view["place"][RED][spy] for spy, piece in view["piece"][RED].items() if piece == "?")
    assert f"The spy on {place} (??) is Red's double agent" in menu.question and "? order" in menu.hint
    labels = [choice.label for choice in menu.choices]
    assert "(proposed)" in labels[0] and "always yes" in labels and "always no" in labels and "pretend" in labels[-1]


@pytest.mark.parametrize("piece", ["rook", "bishop", "?"])
def test_B4_5_both_answers_are_offered_for_every_piece_and_an_untrue_one_is_refused(piece: str) -> None:
    waiting = duel(f"e5={piece}", "e9=guard", answers="manual")
    waiting.play("e5 N 2")
    look, view, legal = display(waiting, RED), waiting.match.view(RED), waiting.match.legal(RED)
    menu = look.menu(view, legal)
    assert [(number, choice.leads_to) for number, choice in numbered(menu)] == [("1", "yes"), ("2", "no")]
    read = {typed: look.read(typed, view, legal) for typed in ("y", "n")}
    assert read == {"y": "yes", "n": "no"}
    allowed = [reply for reply in read.values() if waiting.match.why_not(RED, reply) is None]
    assert allowed == {"rook": ["yes"], "bishop": ["no"], "?": ["yes", "no"]}[piece]


def test_news_put_an_announcement_and_its_answer_into_one_line() -> None:
    game = duel("e5=rook", "e7=guard k11=plus")
    game.play("e5 N 2")
    (line,) = display(game).news(game.match.events(WHITE))
    assert "announces e5 N 2. [now]yes.[/]" in line and "is captured on e7" in line


def test_rules_and_help_are_there_for_every_phase() -> None:
    from topsecret.kernel.pages import rule_numbers

    for game in (dealt(), ordered(), duel(answers="manual")):
        for rule in display(game).rules(game.match.view(WHITE)):
            assert rule in rule_numbers(GAME)
    assert len(display(duel()).help(duel().match.view(WHITE))) == 3
    assert "obeys you" in display(ordered()).secret(ordered().match.view(RED))


def test_where_a_saved_game_goes_on_the_double_agent_may_be_off_the_board() -> None:
    game = duel("e5=rook a1=plus", "k11=plus g10=?")
    assert (
        display(game).secret(game.match.view(WHITE)).endswith("The double agent of Red stands on g10, and obeys you.")
    )
    game.play("expose g10")
    assert display(game).secret(game.match.view(WHITE)).endswith("The double agent of Red is off the board.")


def test_the_reveal_names_all_pieces() -> None:
    game = ordered()
    rng = random.Random(1)
    while not game.match.over:
        seat = game.match.actors[0]
        game.match.play(seat, rng.choice(game.match.legal(seat)))
    lines = display(game).reveal(game.match.view(WHITE), game.match.events(WHITE))
    assert sum(line.count("[quiet]=[/]") for line in lines) == 26
