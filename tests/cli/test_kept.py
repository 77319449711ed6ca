"""Leaving a game and going on with it: what is kept where, who is asked, and what Ctrl+C does. The data folder is the test's own."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import topsecret
from topsecret import cli
from topsecret.terminal import play
from topsecret.terminal.kept import KeptGames, Seated, Shelf, describe
from topsecret.terminal.screen import Interrupted, Screen

CTRL_C = "^C"


class Person(io.StringIO):
    """Types these lines; CTRL_C is a press of that."""

    def __init__(self, *typed: str) -> None:
        super().__init__()
        self.left = list(typed)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if not self.left:
            return ""
        line = self.left.pop(0)
        if line == CTRL_C:
            raise KeyboardInterrupt
        return line + "\n"


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, KeptGames]]:
    """Plays `topsecret play …` as somebody at a terminal would; gives what was shown."""
    monkeypatch.setenv("COLUMNS", "200")

    def sit(argv: str, *typed: str, is_live: bool = True) -> tuple[str, KeptGames]:
        kept, out = KeptGames(tmp_path / "games"), io.StringIO()
        given = ["play", *argv.split(), "--pace", "0"]
        args = cli.parser(cli.game_of(given)).parse_args(given)
        screen = Screen({}, out=out, typed=Person(*typed), is_live=is_live)
        try:
            assert play.run(args, kept, screen) == 0
        except KeyboardInterrupt:
            out.write("<interrupted>")
        return out.getvalue(), kept

    return sit


def first_move(sit: Any, argv: str = "spies --seats 3 --starter 0 --seed left", *then: str) -> Any:
    match = topsecret.game("spies").match(3, {"starter": 0}, "left")
    return sit(argv, "", str(match.legal(0)[0]), "", *then)


def test_a_game_that_is_left_is_kept_and_it_is_said_where(sit: Any) -> None:
    shown, kept = first_move(sit)
    (path,) = kept.unfinished()
    assert f"Your game is kept in {path}" in shown and "topsecret play --continue" in shown
    match = topsecret.load(path.read_text(encoding="utf-8"))
    assert not match.over and any(seat == 0 for seat, _ in match.log())


def test_who_has_not_played_yet_and_who_only_pipes_leaves_nothing_behind(sit: Any) -> None:
    _, kept = sit("spies --seed left", "", "q")
    assert kept.unfinished() == []
    shown, kept = sit("spies --seats 3 --starter 0 --seed left", "1", "1", "1", "", "q", is_live=False)
    assert kept.unfinished() == [] and "kept in" not in shown


def test_play_offers_to_go_on_and_the_seat_and_the_name_are_as_before(sit: Any) -> None:
    match = topsecret.game("spies").match(3, {"starter": 2}, "left")
    argv = "spies --seats 3 --starter 2 --seat 2 --name Moneypenny --bot random --seed left"
    _, kept = sit(argv, "", str(match.legal(2)[0]), "")
    shown, kept = sit("", "1", "", "q")
    assert "Go on with a game that you left?" in shown and "Top Secret Spies, 3 seats" in shown
    assert "You sit as Moneypenny with Ada, Boris." in shown
    assert len(kept.unfinished()) == 1, "left again, it stays the same game"
    assert kept.seated(kept.unfinished()[0]) == Seated(2, "Moneypenny", "random")


def test_a_new_game_can_be_had_and_then_several_are_offered(sit: Any) -> None:
    first_move(sit)
    shown, _ = sit("spies", "9", "2", "", "q")
    assert "a number from 1 to 2" in shown and "You sit as Chief with Ada, Boris, Clara." in shown
    _, kept = first_move(sit)
    assert len(kept.unfinished()) == 2
    shown, _ = sit("--continue", "2", "", "q")
    assert "a new game" not in shown and "You leave the table." in shown


def test_nobody_is_asked_who_said_what_they_want_or_is_no_person(sit: Any) -> None:
    first_move(sit)
    assert "Go on" not in sit("spies --seats 4", "", "q")[0]
    assert "Go on" not in sit("spies", "q", is_live=False)[0]
    shown, kept = sit("--continue", "q", is_live=False)
    assert "You sit as Chief" in shown and len(kept.unfinished()) == 1


def test_continue_without_a_game_or_with_other_wishes_is_refused(sit: Any) -> None:
    with pytest.raises(topsecret.BadOptions, match="no game to go on with"):
        sit("--continue")
    first_move(sit)
    with pytest.raises(topsecret.BadOptions, match="its own seats"):
        sit("--continue --seats 4")
    with pytest.raises(topsecret.BadOptions, match="got both"):
        sit("--continue --load x")
    with pytest.raises(topsecret.BadOptions, match="no game to go on with"):
        sit("intel --continue")


def test_without_a_game_a_person_chooses_one_and_a_script_is_told(sit: Any) -> None:
    shown, _ = sit("", "q")
    assert "Which game?" in shown and all(game.title in shown for game in topsecret.games())
    with pytest.raises(topsecret.BadOptions, match="which game"):
        sit("", is_live=False)


def test_ctrl_c_leaves_keeps_and_exits_130(sit: Any) -> None:
    shown, kept = first_move(sit, "spies --seats 3 --starter 0 --seed left", "", CTRL_C)
    assert shown.endswith("<interrupted>") and "Your game is kept in" in shown and len(kept.unfinished()) == 1
    assert sit("", CTRL_C)[0].endswith("<interrupted>")


def test_ctrl_c_while_a_bot_thinks_keeps_the_game_as_it_was_last_whole(
    sit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from topsecret.terminal import session

    def interrupted(match: Any, seat: int, *rest: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "act", interrupted)
    shown, kept = first_move(sit)
    assert shown.endswith("<interrupted>")
    topsecret.load(kept.unfinished()[0].read_text(encoding="utf-8"))


def test_a_finished_game_is_kept_no_longer(tmp_path: Path) -> None:
    kept = KeptGames(tmp_path)
    shelf = Shelf(None, kept)
    assert "kept in" in shelf.put("{}", "spies", is_over=False, has_played=True)[0]
    assert len(kept.unfinished()) == 1
    assert shelf.put("{}", "spies", is_over=True, has_played=True) == []
    assert kept.unfinished() == [] and list(tmp_path.iterdir()) == []


def test_what_was_saved_as_asked_for_is_not_kept_too_but_what_could_not_be_is(tmp_path: Path) -> None:
    kept = KeptGames(tmp_path / "games")
    assert "saved to" in Shelf(tmp_path / "x", kept).put("{}", "spies", False, True)[0]
    assert kept.unfinished() == []
    lines = Shelf(tmp_path, kept).put("{}", "spies", False, True)
    assert "cannot save" in lines[0] and "kept in" in lines[1]


def test_a_kept_file_that_is_broken_is_named_and_loses_nothing(sit: Any) -> None:
    _, kept = first_move(sit)
    (path,) = kept.unfinished()
    path.write_text("{", encoding="utf-8")
    path.with_name("spies-1.seated.json").write_text("[" * 5000, encoding="utf-8")
    assert path.name in describe(path) and kept.seated(path) == Seated()
    with pytest.raises(topsecret.BadFile, match=path.name):
        sit("", "1")
    assert path.exists()


def test_verify_says_of_an_unfinished_game_that_it_holds_so_far(sit: Any, capsys: pytest.CaptureFixture[str]) -> None:
    _, kept = first_move(sit)
    path = str(kept.unfinished()[0])
    assert cli.main(["verify", path]) == 0
    assert "everything holds so far" in capsys.readouterr().out
    assert cli.main(["verify", path, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["holds"] and not report["over"]


def test_every_command_exits_130_after_ctrl_c(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "x.topsecret.json"
    path.write_text(topsecret.game("spies").match(seed="x").dumps(), encoding="utf-8")
    from topsecret.kernel import laws
    from topsecret.terminal import commands

    monkeypatch.setattr(laws, "run", interrupted)
    monkeypatch.setattr(commands, "selfplay", interrupted)
    monkeypatch.setattr(topsecret, "verify", interrupted)
    monkeypatch.setattr(commands, "bench_folder", interrupted)
    for argv in (["laws", "spies"], ["selfplay", "spies"], ["verify", str(path)], ["bench", "engine"]):
        assert cli.main(argv) == 130, argv


def test_an_interrupt_at_a_question_is_told_from_the_end_of_input() -> None:
    with pytest.raises(Interrupted):
        Screen({}, out=io.StringIO(), typed=Person(CTRL_C)).ask("> ")


def test_help_can_be_asked_for_where_only_enter_is_waited_for(sit: Any) -> None:
    shown, _ = sit("briefcase --seed help", "h", "q")
    assert "Enter to begin" in shown and "Choose numbers, or type a line" in shown
