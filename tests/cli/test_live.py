"""The table in real time: keys, the open view, and what bad input gets. The clock is the test's own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from typing import Any

import pytest

import topsecret
from topsecret import cli
from topsecret.bots.live import Limits, Live
from topsecret.kernel.errors import BadOptions
from topsecret.lab.selfplay import selfplay
from topsecret.terminal.keys import GONE, Lines, keyboard
from topsecret.terminal.live import LiveTable, live_face
from topsecret.terminal.screen import Screen

GAME = topsecret.game("paris")


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


def play(script: list[tuple[float, str]], me: int | None = 0, **options: Any) -> tuple[LiveTable, str]:
    match = GAME.match(4, {"starter": 0} | options, "live")
    face = live_face(GAME, ["Ann", "Bob", "Cid", "Dee"], me)
    live = Live(match, {seat: "attentive" for seat in range(4) if seat != me}, "live")
    out = io.StringIO()
    typist = Typist(script)
    table = LiveTable(live, face, Screen(face.styles, out=out, typed=io.StringIO()), typist, me, clock=typist.clock)
    table.run()
    return table, out.getvalue()


def mine(table: LiveTable) -> list[tuple[int, str]]:
    events = table.match.events(0)
    return [
        (event["at"], event["event"])
        for event in events
        if event.get("seat") == 0 and event["event"] in GAME.actions.by_name
    ]


def test_keys_look_draw_and_leave_at_their_times() -> None:
    table, out = play([(0.5, "g"), (1.0, "."), (1.2, "p"), (1.5, "look blue"), (3, "q")])
    assert [what for _, what in mine(table)] == ["look", "draw", "look"]
    assert [at for at, _ in mine(table)] == [500, 1000, 1200]
    assert table.note.endswith("(P3.1)")  # the eyes still rested when blue was asked for
    assert not table.match.over
    assert "PARIS" in out and "Ann" in out


def test_a_refusal_is_shown_with_its_rule() -> None:
    table, _ = play([(0.5, "g"), (0.6, "p"), (0.8, "q")])
    assert table.note == "your eyes have just moved and still rest (P3.1)"
    table, _ = play([(0.5, "dance"), (0.8, "q")])
    assert "cannot read" in table.note
    _, out = play([(0.5, "[/x] y"), (0.8, "q")])
    assert "cannot read '[/x] y'" in out  # as it was typed
    table, _ = play([(0.5, "!"), (0.8, "q")])
    assert table.note == "who winked at whom? two letters"


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
        "    print(keys.read(20), keys.read(20), keys.read(0.01))\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=inner, stdout=subprocess.PIPE, env=os.environ, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    os.write(outer, b"g!")
    assert child.communicate(timeout=30)[0] == "g ! None\n"
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
    begun = time.monotonic()
    code, out, _ = run(
        capsys,
        monkeypatch,
        "selfplay",
        "paris",
        "--watch",
        "--speed",
        "1000",
        "--seats",
        "3",
        "--option",
        "cards_removed=5",
    )
    assert code == 0 and "shows" in out
    assert time.monotonic() - begun < 30


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
        live_face(topsecret.game("spies"), ["a"], None)
    assert Limits().reaction_ms > 400
