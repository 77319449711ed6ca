"""intel at the terminal table: the board, the menus, short words, and whole games typed."""

import io
import random
import re

import pytest

from tests.cli.typist import all_actions
from topsecret.bots import Budget, make
from topsecret.games.intel.box import Intel, Role
from topsecret.games.intel.terminal import Display
from topsecret.games.intel.terminal.labels import Labels
from topsecret.games.intel.terminal.questions import in_full
from topsecret.kernel.menu import numbered
from topsecret.terminal.display import display_of
from topsecret.terminal.screen import Screen
from topsecret.terminal.session import Session

from .builders import GAME, Table, at_table

NAMES = ["Chief", "Ada"]
LABELS = Labels(GAME, NAMES, 0)


def shown(table: Table, width: int = 80, height: int = 40) -> list[str]:
    lines = Display(GAME, NAMES, 0).screen(table.match.view(0), width, height, True)
    return [re.sub(r"\[/?[a-z_.]*\]", "", line).rstrip() for line in lines]


def test_the_board_is_staggered_and_shows_tiles_agents_blockades_and_dice() -> None:
    table = at_table(
        x1="hacker h3 photo photo",
        y1="analyst d4",
        loose={"a1": "memo", "b2": "honeypot cipher_key"},
        blockade={"c3": "y"},
        pinned="x1",
    )
    lines = shown(table)
    assert lines[0].index("a1") > lines[2].index("b1")
    assert lines[1].split()[:2] == ["a", "M"]
    assert "KH" in lines[3] and "▒▒" in lines[5] and "y1" in lines[7] and "x1!" in lines[15]
    assert any("dice M1 P1 B1 C1 K1 H1" in line for line in lines)
    assert any("x1 hacker h3 PP pinned" in line for line in lines)
    assert any("Chief 0/20" in line for line in lines)


def test_a_blockade_has_the_colour_of_the_side_that_made_it() -> None:
    """I4.10: that decides when it ends."""
    table = at_table(blockade={"a1": "x", "a2": "y"})
    line = Display(GAME, NAMES, 0).screen(table.match.view(0), 80, 40, True)[1]
    assert line.index("[side.x]▒[/][side.x]▒[/]") < line.index("[side.y]▒[/][side.y]▒[/]")


def test_many_tiles_on_a_space_are_counted() -> None:
    table = at_table(
        loose={"b1": "memo memo memo memo memo photo", "b3": "memo memo photo photo cipher_key cipher_key honeypot"},
        blockade={"b3": "y"},
    )
    assert shown(table)[3].split()[:4] == ["b", "M5P", "·", "▒MPKH"]  # with its numbers the last would be too long


@pytest.mark.parametrize(("width", "height"), [(40, 10), (60, 24), (80, 24), (80, 40), (200, 60)])
def test_it_fits_the_width(width: int, height: int) -> None:
    table = at_table(
        x1="comms_specialist h3 photo photo", x2="comms_specialist h2", x3="engineer h1", y1="analyst d4", bag="memo"
    )
    assert max(map(len, shown(table, max(width, 46), height))) <= max(width, 46)


def test_the_menu_leads_to_every_legal_action() -> None:
    table = at_table(x1="engineer e3 memo", x2="hacker h2 photo", y1="analyst e4", loose={"d3": "honeypot"})
    display = Display(GAME, NAMES, 0)
    assert all_actions(display.menu(table.match.view(0), table.match.legal(0))) == set(table.legal())
    table.play("pay x1 memo")
    question = display.menu(table.match.view(0), table.match.legal(0)).question
    assert "lays out a memo" in question


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("end", "end turn"),
        ("spawn comms h3", "spawn comms specialist h3"),
        ("spawn comms specialist h3", "spawn comms specialist h3"),
        ("spawn dou h1", "spawn double agent h1"),
        ("steal y1 key", "steal y1 cipher key"),
        ("steal y1 cipher key", "steal y1 cipher key"),
        ("spawn comms spec h3", "spawn comms specialist h3"),
        ("spawn dou agent h1", "spawn double agent h1"),
        ("steal y1 cip key", "steal y1 cipher key"),
        ("raise hon d3 ne", "raise honeypot d3 ne"),
        ("put back", "put back"),
        ("move x1 NE", "move x1 ne"),
    ],
)
def test_words_may_be_cut_short(typed: str, full: str) -> None:
    assert in_full(typed, LABELS) == full


def test_the_help_tells_the_truth_about_short_words() -> None:
    """Names of agents and tiles may be cut to three letters, other words may not."""
    for name in (member.text for names in (Role, Intel) for member in names):
        assert in_full(f"pay x1 {name[:3]}", LABELS) == f"pay x1 {name}", name
        assert in_full(f"pay x1 {name[:2]}", LABELS) == f"pay x1 {name[:2]}"
    table = at_table(x1="hacker e3", y1="analyst e4")
    for verb in ("spawn", "move", "retire", "give", "block"):
        assert in_full(f"{verb[:3]} x1", LABELS) == f"{verb[:3]} x1"
    words = " ".join(Display(GAME, NAMES, 0).help(table.match.view(0)))
    assert "may be cut to three letters" in words and "other words may not" in words


def test_e_at_the_question_for_a_way_does_not_end_the_turn() -> None:
    """Nor does it where there is no way east: the end of a turn cannot be taken back."""
    table = at_table(x1="hacker e3", y1="analyst e4")
    typed, out, display = io.StringIO("\n2\nx1\ne\n"), io.StringIO(), display_of(GAME, NAMES, 0)
    menu = display.menu(table.match.view(0), table.match.legal(0))
    assert [choice.label for number, choice in numbered(menu) if number == "2"] == ["move"]
    screen = Screen(display.styles, out=out, typed=typed)
    assert not Session(table.match, 0, {1: make("random", GAME, "ada")}, display, NAMES, screen).run()
    assert (table.turn, table.phase) == (0, "turn")
    assert "do not understand" in out.getvalue()


def test_rules_help_and_the_end() -> None:
    table = at_table(x1="hacker h3 memo", scored=("cipher_key cipher_key cipher_key credential", ""))
    display = Display(GAME, NAMES, 0)
    assert "I3.1" in display.rules(table.match.view(0))
    assert any("oneypot" in line for line in display.help(table.match.view(0)))
    assert in_full("", LABELS) is None
    table.play("retire x1")
    assert display.rules(table.match.view(0)) == ("I5.1", "I5.2")
    assert "20" in display.reveal(table.match.view(0), [])[-1]
    assert any("20 points reached" in line for line in display.news(table.match.events(0)))


def test_one_tile_and_several_are_told_in_their_own_words() -> None:
    table = at_table(x1="hacker e3", loose={"e4": "memo memo photo"})
    table.play("move x1 E")
    assert [re.sub(r"\[/?[a-z_.]*\]", "", line) for line in Display(GAME, NAMES, 0).news(table.match.events(0))] == [
        "· x1 goes from e3 to e4. x1 takes 2 × memo. x1 takes a photo."
    ]


class Hand(io.StringIO):
    """Types a legal action each time, sometimes nonsense."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.table: Session | None = None

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert self.table is not None
        if self.rng.random() < 0.2:
            return (
                self.rng.choice(
                    ["", "xyzzy", "move", "?", "? I4.9", "h", "l", "u", "[/]", "steal y1 c", "1", "2", "b", "e"]
                )
                + "\n"
            )
        match = self.table.match
        bot = make("greedy", GAME, str(self.rng.random()))
        return f"{bot.choose(match.view(0), [], match.legal(0), Budget())}\n"


def test_a_whole_game_is_typed() -> None:
    typed, out = Hand("typed"), io.StringIO()
    display = display_of(GAME, NAMES, 0)
    assert isinstance(display, Display)
    match = GAME.match(2, {"smuggler": "sideways"}, "typed")
    table = Session(
        match, 0, {1: make("random", GAME, "ada")}, display, NAMES, Screen(display.styles, out=out, typed=typed)
    )
    typed.table = table
    assert table.run()
    assert match.over
    assert "Turn 1:" in out.getvalue()
