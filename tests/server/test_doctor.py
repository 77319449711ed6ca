"""What the doctor finds where something is missing, and what administration says from the command line."""

from __future__ import annotations

import argparse
import http.server
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from topsecret.server import administer, doctor
from topsecret.server.admin import PORT_FILE, TOKEN_FILE
from topsecret.server.administer import CannotAdminister
from topsecret.server.door import listening


def test_an_old_python_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_PYTHON", (99, 0))
    assert doctor.python().state == "bad"


def test_without_numba_people_play_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert doctor.numba().state == "note" and "people play as ever" in str(doctor.numba())


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("#!/bin/sh\necho v18.1.0\n", "too old"),
        ("#!/bin/sh\necho v99.0.0\n", "v99.0.0"),
        ("#!/bin/sh\n", "not found"),
        ("no program", "not found"),
        (None, "not found"),
    ],
)
def test_node_is_found_too_old_or_missing(
    program: str | None, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if program is not None:
        (tmp_path / "node").write_text(program)
        (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert words in str(doctor.node())


def test_a_client_that_is_not_built_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "CLIENT", tmp_path)
    assert doctor.client().state == "bad"


def test_a_folder_that_cannot_be_written_to_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    assert doctor.writes_to(tmp_path / "file" / "data").state == "bad"
    assert doctor.writes_to(tmp_path).state == "ok"

    def fails(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    found = doctor.disk(tmp_path)
    assert found.state == "bad" and "Input/output error" in str(found)


@pytest.mark.parametrize(
    ("usual", "slow", "words"),
    [(1, 2, "nobody notices"), (1, 60, "hundreds of tables"), (40, 60, "hundreds of tables"), (90, 99, "another disk")],
)
def test_a_slow_disk_is_told_in_words(usual: float, slow: float, words: str) -> None:
    assert words in doctor.what_it_means(usual, slow)[1]


def test_a_port_that_is_taken_is_noted() -> None:
    with listening("127.0.0.1", [0]) as taken:
        assert "is taken" in str(doctor.port_of(taken.getsockname()[1]))


def test_a_folder_without_tables_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.look_at_tables(tmp_path, False) == 0
    assert "there are no tables" in capsys.readouterr().out


# administration


class Answers(http.server.BaseHTTPRequestHandler):
    """A server's own port: what it says is in `said`, by path."""

    said: dict[str, tuple[int, Any]] = {}

    def do_GET(self) -> None:
        status, body = self.said[self.path]
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode() if body is not None else b"")

    do_POST = do_GET

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        (tmp_path / PORT_FILE).write_text(str(running.server_port))
        (tmp_path / TOKEN_FILE).write_text("token")
        yield tmp_path
        running.shutdown()
        thread.join()


def admin(folder: Path, what: str, **more: Any) -> int:
    wish = {"code": "", "yes": False, "off": False, "json": False} | more
    return administer.run_admin(argparse.Namespace(data=str(folder), what=what, **wish))


def test_tables_are_listed_for_people_and_for_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    playing = {"code": "PRAG-1743", "state": "playing", "game": "spies", "people": 2, "bots": 1, "here": 2}
    said = {"draining": True, "tables": [playing, {"code": "ROMA-2000", "state": "asleep"}]}
    Answers.said = {"/tables": (200, said)}
    assert admin(folder, "list") == 0
    shown = capsys.readouterr().out
    assert "2 tables, draining" in shown and "people 2, bots 1, here 2" in shown and "asleep" in shown
    assert admin(folder, "list", json=True) == 0
    assert json.loads(capsys.readouterr().out) == said


def test_the_owner_s_way_in_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Answers.said = {"/owner": (200, {"address": "http://127.0.0.1:1/#owner=x"})}
    assert admin(folder, "owner") == 0 and "#owner=x" in capsys.readouterr().out
    assert admin(folder, "owner", json=True) == 0 and json.loads(capsys.readouterr().out)


def test_what_cannot_be_administered_says_why(folder: Path) -> None:
    Answers.said = {"/tables": (401, {"message": "expected the token"}), "/drain": (500, None)}
    with pytest.raises(CannotAdminister, match="expected the token"):
        admin(folder, "list")
    with pytest.raises(CannotAdminister, match="answers 500"):
        admin(folder, "drain")
    with pytest.raises(CannotAdminister, match="the code of a table"):
        admin(folder, "close")
    with pytest.raises(CannotAdminister, match="--yes"):
        admin(folder, "remove", code="PRAG-1743")
    with listening("127.0.0.1", [0]) as unused:
        (folder / PORT_FILE).write_text(str(unused.getsockname()[1]))
    with pytest.raises(CannotAdminister, match="does not answer"):
        admin(folder, "list")
    (folder / PORT_FILE).unlink()
    with pytest.raises(CannotAdminister, match="no server"):
        admin(folder, "list")
