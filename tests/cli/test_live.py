"""The table in real time: keys, the open view, and what bad input gets. The clock is the test's own."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from functools import partial
from typing import Any

import pytest

import topsecret
from topsecret import cli
from topsecret.bots.live import Live
from topsecret.bots.players import Limits
from topsecret.games.paris.tests.builders import at_table
from topsecret.kernel.errors import BadOptions
from topsecret.lab.selfplay import selfplay
from topsecret.terminal.kept import KeptGames, Shelf
from topsecret.terminal.keys import GONE, HeldInterrupts, Lines, keyboard
from topsecret.terminal.live import LiveSession, live_display, open_live
from topsecret.terminal.screen import Screen

GAME = topsecret.game("paris")
SLOW = GAME.words().strings["option.slow"]


class Typist:
    """Types at given times; every look at the keyboard takes 50 ms."""

    def __init__(self, script: list[tuple[float, str]]) -> None:
        self.script = list(script)
        self.looked = 0

    def __enter__(self) -> Typist:
        return self

    def __exit__(self, *problem: Any) -> None:
        pass

    def clock(self) -> float:
        return self.looked / 20

    def read(self, seconds: float) -> str | None:
        self.looked += 1
        if self.script and self.script[0][0] <= self.clock():
            return self.script.pop(0)[1]
        return None


def play(
    script: list[tuple[float, str]],
    me: int | None = 0,
    is_live: bool = False,
    shelf: Shelf | None = None,
    **options: Any,
) -> tuple[LiveSession, str]:
    match = GAME.match(4, {"starter": 0} | options, "live")
    display = live_display(GAME, ["Ann", "Bob", "Cid", "Dee"], me)
    live = Live(match, {seat: "attentive" for seat in range(4) if seat != me}, "live")
    out = io.StringIO()
    typist = Typist(script)
    screen = Screen(display.styles, out=out, typed=io.StringIO(), is_live=is_live)
    table = LiveSession(live, display, screen, typist, me, clock=typist.clock, shelf=shelf)
    table.run()
    return table, out.getvalue()


def mine(table: LiveSession) -> list[tuple[int, str]]:
    events = table.match.events(0)
    return [
        (event["at"], event["event"])
        for event in events
        if event.get("seat") == 0 and event["event"] in GAME.actions.by_name
    ]


def test_keys_look_draw_and_leave_at_their_times() -> None:
    table, out = play([(0.5, "g"), (1.0, "."), (1.2, "p"), (1.5, "look blue"), (2.9, "q"), (3, "q")])
    assert [what for _, what in mine(table)] == ["look", "draw", "look"]
    assert [at for at, _ in mine(table)] == [500, 1000, 1200]
    assert not table.match.over
    assert "PARIS" in out and "Ann" in out


def test_P6_2_in_the_last_round_of_passes_it_is_said_how_many_more_end_the_deal() -> None:
    display = live_display(GAME, ["Ann", "Bob", "Cid", "Dee"], 0)
    for quiet, words in ((7, ""), (8, "4 more passes end the deal"), (11, "The next pass ends the deal")):
        lines = [line for line in display.table(at_table(quiet=quiet).view(0), 0) if "the deal" in line]
        assert [words in line for line in lines] == [True] * bool(words)


def test_a_refusal_is_shown_with_its_rule() -> None:
    _, out = play([(0.5, "g"), (0.6, "p"), (0.8, GONE)])
    assert "your eyes have just moved: give them a moment (P3.1)" in out
    table, _ = play([(0.5, "dance"), (0.8, GONE)])
    assert "cannot read" in table.note
    _, out = play([(0.5, "[/x] y"), (0.8, GONE)])
    assert "cannot read '[/x] y'" in out  # as it was typed
    table, _ = play([(0.5, "!"), (0.8, GONE)])
    assert table.note == "who winked at whom? two letters"


def test_leaving_takes_two_keys_and_any_other_goes_on() -> None:
    table, out = play([(0.5, "q"), (0.7, "g"), (1.0, "q"), (1.2, "q")])
    assert [what for _, what in mine(table)] == ["look"] and table.match.now == 1200
    assert "You leave the table." in out
    table, _ = play([(0.5, "q"), (0.8, GONE)])
    assert table.note == "Leave? Press q again; any other key goes on."


def test_a_question_mark_explains_while_the_clock_stands_still() -> None:
    keys = [
        (0.5, "?"),
        (0.6, "k"),
        (0.7, "x"),
        (0.8, "\x7f"),
        *((0.9, key) for key in "iosk"),
        (1.5, "\r"),
        (2.5, "\r"),
    ]
    table, out = play([*keys, (3.0, "g"), (3.1, GONE)], is_live=True)
    assert "THE CLOCK STANDS STILL" in out and "The kiosk" in out and "P3.5" in out
    ((at, what),) = mine(table)
    assert what == "look" and at < 1100, "what was read took none of the time of the game"
    _, out = play([(0.5, "? kiosk"), (0.6, GONE)])
    assert "The kiosk" in out and "P3.5" in out


def opened(
    *keys: str, options: dict[str, Any] | None = None, is_live: bool = True
) -> tuple[dict[str, Any] | None, str]:
    display, out = live_display(GAME, ["Ann", "Bob", "Cid", "Dee"], 0), io.StringIO()
    screen = Screen(display.styles, out=out, typed=io.StringIO(), is_live=is_live)
    return open_live(display, screen, Typist([(0, key) for key in keys]), options), out.getvalue()


def test_it_waits_for_enter_with_the_goal_and_the_keys_on_the_screen() -> None:
    chosen, out = opened("x", "\r", options={"slow": False})
    assert chosen == {} and "the contact to reach" in out and "space" in out and SLOW in out
    assert opened("q", options={})[0] is None and opened(GONE)[0] is None
    assert opened(is_live=False) == ({}, ""), "a script is not kept waiting"


def test_slow_mode_is_offered_for_a_new_game() -> None:
    assert opened("s", "\r", options={"slow": False})[0] == {"slow": True}
    assert opened("s", "S", "\r", options={"slow": False})[0] == {"slow": False}
    chosen, out = opened("s", "\r", options=None)
    assert chosen == {} and SLOW not in out


def test_ctrl_c_keeps_the_game_and_is_told_on(tmp_path: Any) -> None:
    kept = KeptGames(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        play([(0.5, "g"), (1.0, "\x03")], shelf=Shelf(None, kept))
    (path,) = kept.unfinished()
    assert not topsecret.load(path.read_text(encoding="utf-8")).over


def test_a_signal_is_held_until_the_game_is_whole() -> None:
    before = signal.getsignal(signal.SIGINT)
    with HeldInterrupts() as held:
        signal.raise_signal(signal.SIGINT)
        assert held.came
    assert signal.getsignal(signal.SIGINT) is before


def test_an_open_table_of_bots_shows_all_faces_and_cards_to_the_end() -> None:
    table, out = play([], me=None, cards_removed=5)
    assert table.match.over
    assert out.count("(o o)") == 4
    assert "winked" in out or "/" in out
    assert table.match.result is not None
    winners = " and ".join(("Ann", "Bob", "Cid", "Dee")[seat] for seat in table.match.result["winners"])
    assert f"■ {winners} win" in out


def test_whoever_leaves_an_open_table_leaves_it() -> None:
    table, _ = play([(1.0, "q")], me=None)
    assert not table.match.over


def test_lines_are_read_in_the_background() -> None:
    with Lines(io.StringIO("look green\n\nq\n")) as lines:
        assert [lines.read(1) for _ in range(4)] == ["look green", "", "q", GONE]
        assert lines.read(0.01) is None


def test_where_no_keyboard_is_there_lines_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert isinstance(keyboard(), Lines)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminal")
def test_single_keys_are_read_from_a_terminal_which_is_left_as_it_was() -> None:
    import pty
    import termios

    outer, inner = pty.openpty()
    before = termios.tcgetattr(inner)
    program = (
        "from topsecret.terminal.keys import keyboard\n"
        "with keyboard() as keys:\n"
        "    print('ready', flush=True)\n"
        "    print(keys.read(300), keys.read(300), keys.read(0.01))\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=inner, stdout=subprocess.PIPE, env=os.environ, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    os.write(outer, b"g!")
    assert child.communicate(timeout=300)[0] == "g ! None\n"
    assert termios.tcgetattr(inner) == before
    os.close(outer)
    os.close(inner)


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *argv: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code = cli.main(argv)
    out, err = capsys.readouterr()
    return code, out, err


def test_selfplay_reports_length_missions_calls_and_winks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run(
        capsys, monkeypatch, "selfplay", "paris", "--games", "2", "--seats", "3", "--bot", "attentive", "--json"
    )
    report = json.loads(out)
    assert code == 0
    wanted = {
        "minutes",
        "missions_completed",
        "missions_failed",
        "calls_right",
        "calls_wrong",
        "winks_seen_by_target",
        "winks_seen_by_others",
    }
    assert wanted <= set(report["figures"])
    code, out, _ = run(capsys, monkeypatch, "selfplay", "paris", "--games", "1", "--bot", "random")
    assert code == 0 and "missions completed:" in out


def test_selfplay_is_the_same_for_the_same_seed() -> None:
    one, other = (selfplay(GAME, 1, 4, "twice", {"cards_removed": 4}, ["attentive"]) for _ in range(2))
    assert one["by_seat"] == other["by_seat"] and one["figures"] == other["figures"]


def test_watching_runs_quicker_when_asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On the clock of the test, on which a look at the keyboard takes 50 ms."""
    typist, tables = Typist([]), []

    sit = partial(LiveSession, clock=typist.clock)

    def sit_down(*args: Any) -> LiveSession:
        tables.append(sit(*args))
        return tables[-1]

    monkeypatch.setattr("topsecret.terminal.commands.keyboard", lambda: typist)
    monkeypatch.setattr("topsecret.terminal.commands.LiveSession", sit_down)
    for speed in (1000, 10):
        typist.looked = 0
        watch = ("--watch", "--speed", str(speed), "--seats", "3", "--option", "cards_removed=5")
        code, out, _ = run(capsys, monkeypatch, "selfplay", "paris", *watch)
        assert code == 0 and "shows" in out
        frame = 50 * speed
        assert (typist.looked - 2) * frame < tables[-1].match.now <= typist.looked * frame


def test_play_in_a_pipe_ends_when_nobody_types_any_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    saved = tmp_path / "paris.topsecret.json"
    code, out, _ = run(capsys, monkeypatch, "play", "paris", "--seed", "x", "--save", str(saved))
    assert code == 0 and "PARIS" in out
    assert json.loads(saved.read_text(encoding="utf-8"))["game"] == "paris"


@pytest.mark.parametrize(
    "argv",
    [
        ("selfplay", "spies", "--watch"),
        ("selfplay", "paris", "--watch", "--speed", "0"),
        ("selfplay", "paris", "--bot", "nobody", "--games", "1"),
        ("play", "paris", "--seat", "9"),
        ("play", "paris", "--bot", "nobody"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...]
) -> None:
    code, _, err = run(capsys, monkeypatch, *argv)
    assert code == 2 and err.count("\n") == 1


def test_a_game_without_time_has_no_live_table() -> None:
    with pytest.raises(BadOptions):
        Live(topsecret.game("spies").match(4, seed="x"), {}, "x")
    with pytest.raises(BadOptions):
        live_display(topsecret.game("spies"), ["a"], None)
    assert Limits().reaction_ms > 400
