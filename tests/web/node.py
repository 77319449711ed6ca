"""Parts of the browser client, asked in Node: bundled as they are, given cases as JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"
ASK = """
import { rolldown } from "rolldown";
import { text } from "node:stream/consumers";
const { entry, cases } = JSON.parse(await text(process.stdin));
const given = { name: "given", resolveId: (id) => (id === "entry" ? id : null), load: (id) => (id === "entry" ? entry : null) };
const bundle = await rolldown({ input: "entry", plugins: [given] });
const { output } = await bundle.generate({ format: "esm" });
const { answer } = await import("data:text/javascript," + encodeURIComponent(output[0].code));
console.log(JSON.stringify(cases.map((one) => answer(one) ?? null)));
"""


def ask(entry: str, cases: list[Any]) -> list[Any]:
    """What the exported function `answer` of the entry says to each case. `@` stands for `web/src`."""
    if shutil.which("node") is None or not (WEB / "node_modules" / "rolldown").exists():
        pytest.skip("needs node and the packages of web/")
    given = {"entry": entry.replace('"@/', f'"{(WEB / "src").as_posix()}/'), "cases": cases}
    done = subprocess.run(
        ["node", "--input-type=module", "-e", ASK], cwd=WEB, input=json.dumps(given), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers
