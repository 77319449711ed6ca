"""Runs functions of the browser's files in Node: those that need nothing of a page."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).resolve().parents[5] / "web"
PARTS = Path(__file__).resolve().parents[1] / "web"

# Bundles one file and calls its functions: each call is a name and its arguments.
CALL = """
import { rolldown } from "rolldown";
import { text } from "node:stream/consumers";
const bundle = await rolldown({ input: process.argv[1] });
const { output } = await bundle.generate({ format: "esm" });
const file = await import("data:text/javascript," + encodeURIComponent(output[0].code));
const calls = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(calls.map(([name, ...given]) => file[name](...given))));
"""


def call(file: str, calls: list[list[Any]]) -> list[Any]:
    """What the functions of a file answer."""
    if shutil.which("node") is None or not (WEB / "node_modules" / "rolldown").exists():
        pytest.skip("needs node and the packages of web/")
    node = ["node", "--input-type=module", "-e", CALL, (PARTS / file).as_posix()]
    done = subprocess.run(node, cwd=WEB, input=json.dumps(calls), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers
