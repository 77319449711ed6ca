"""The protocol's page and the client's types say what `server/protocol.py` says."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from topsecret.server import describe, wire
from topsecret.server import protocol as p
from topsecret.server.codes import ByeCode, ErrorCode, ProgramErrorCode, declared
from topsecret.server.outgoing import framed, unframed

SOURCE = describe.ROOT / "src" / "topsecret"
CLIENT = describe.ROOT / "web" / "src"
RAISING = {"TableError", "Refusal", "Problem", "failure", "fail"}  # called with a code
MADE_BY_THE_CLIENT = {"unknown", "offline", "over"}  # and words around them


def test_the_protocol_page_is_written_from_the_types() -> None:
    assert describe.PAGE.read_text(encoding="utf-8") == describe.page(), "python -m topsecret.server.describe --write"


def test_the_types_of_the_browser_client_are_written_from_the_types() -> None:
    assert describe.TYPES.read_text(encoding="utf-8") == describe.types(), "python -m topsecret.server.describe --write"


def called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def codes_in(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """What is called with a code or is a class with one, and the code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if texts and called(node) in (*RAISING, "bye"):
                yield called(node), texts[0]
        if isinstance(node, ast.ClassDef):
            of_table = {getattr(base, "id", "") for base in node.bases} & {"TableError"}
            for inner in ast.walk(node):
                is_code = isinstance(inner, ast.Assign) and getattr(inner.targets[0], "id", "") == "code"
                if isinstance(inner, ast.Assign) and is_code and isinstance(inner.value, ast.Constant):
                    yield node.name, str(inner.value.value)
                if of_table and isinstance(inner, ast.Call) and called(inner) == "__init__":
                    if isinstance(inner.args[0], ast.Constant):
                        yield node.name, str(inner.args[0].value)


def test_the_codes_that_are_raised_are_those_that_are_declared() -> None:
    rooms = [SOURCE / "kernel" / "errors.py", *(SOURCE / "table").glob("*.py"), *(SOURCE / "server").glob("*.py")]
    found = [pair for path in rooms for pair in codes_in(ast.parse(path.read_text(encoding="utf-8")))]
    farewells = {code for by, code in found if by == "bye"}
    errors = {code for by, code in found if by != "bye"}
    in_answers = {"wrong_method", "not_found"}  # given to what the HTTP library refuses
    assert {"not_host", "not_saved", "set_aside", "cannot_undo", "bad_message"} <= errors, "codes are no longer found"
    assert sorted(errors | in_answers) == sorted({*get_args(ErrorCode), *get_args(ProgramErrorCode)})
    assert farewells == set(get_args(ByeCode))


def test_a_code_that_nobody_declared_does_not_go_out() -> None:
    assert declared("not_host") == "not_host" and declared("hello_again") == "hello_again"
    assert declared("whatever") == "refused"


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_the_client_has_words_for_every_code_and_no_more(language: str) -> None:
    strings = json.loads((CLIENT / "strings" / f"{language}.json").read_text(encoding="utf-8"))
    said = {key.split(".")[1] for key in strings if key.startswith(("failure.", "refusal."))} - {"title", "rule"}
    known = {*get_args(ErrorCode), *get_args(ByeCode)}
    assert sorted(set(get_args(ErrorCode)) - said) == []
    assert sorted(said - known - MADE_BY_THE_CLIENT) == []


def test_codes_after_which_the_client_does_not_come_back_are_sent_over_the_socket() -> None:
    text = (CLIENT / "lib" / "connection.ts").read_text(encoding="utf-8")
    [final] = re.findall(r"FINAL[^=]*= new Set<[^>]*>\(\[([^]]*)", text)
    over_the_socket = {code for by, code in codes_in(ast.parse(read("connection.py"))) if by in ("fail", "bye")}
    over_the_socket |= {code for by, code in codes_in(ast.parse(read("broadcast.py"))) if by == "bye"}
    assert set(re.findall(r"\w+", final)) <= over_the_socket


def read(name: str) -> str:
    return (SOURCE / "server" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("can_undo", [True, False])
def test_a_step_that_is_put_into_bytes_once_reads_as_the_message_that_is_declared(can_undo: bool) -> None:
    steps: list[dict[str, Any]] = [
        {"events": [{"event": "move", "seat": 1, "text": 'ü "%d"'}], "changes": {"phase": "move"}},
        {"events": [], "changes": {}},
    ]
    for step in steps:
        plain = wire.encode(p.Steps(7, can_undo, [p.Step(step["events"], step["changes"])]))
        assert wire.one_step(7, can_undo, wire.put(step)) == plain
        assert json.loads(plain) == {"t": "steps", "n": 7, "can_undo": can_undo, "steps": [step]}


@pytest.mark.parametrize("lengths", [[0], [125, 126], [65_535, 3, 65_536], [1, 200, 70_000]])
def test_what_was_framed_for_several_is_the_same_messages_for_one_who_has_to_wait(lengths: list[int]) -> None:
    messages = [bytes([number]) * length for number, length in enumerate(lengths)]
    assert list(unframed(b"".join(map(framed, messages)))) == messages


def test_a_confirmation_reads_as_the_message_that_is_declared() -> None:
    assert wire.done(2**53) == wire.encode(p.Done(2**53))


def test_nothing_beside_the_codec_writes_messages_by_hand() -> None:
    tags = [struct.__struct_config__.tag for struct in describe.structs() if struct.__struct_config__.tag]
    for path in Path(SOURCE / "server").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        by_hand = [tag for tag in tags if re.search(rf"""["']t\\?["']\s*:\s*\\?["']{tag}""", text)]
        if path.name == "wire.py":  # the codec: what it writes by hand is compared above with what is declared
            assert by_hand == ["steps", "done"]
        elif path.name != "protocol.py":
            assert not by_hand, f"{path.name} writes {by_hand} by hand"
