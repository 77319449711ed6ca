"""Parts of the browser client, asked in Node: bundled as they are, given cases as JSON."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import web_build

WEB = Path(__file__).resolve().parents[2] / "web"
ASK = """
import { rolldown } from "rolldown";
import { text } from "node:stream/consumers";
const { entry, calls } = JSON.parse(await text(process.stdin));
const sources = `${process.cwd()}/src`;
const lib = (id) => {
  if (id.startsWith("$lib/")) return `${sources}/lib/${id.slice(5)}.ts`;
  return id.startsWith("$art/") ? `${sources}/art/${id.slice(5)}` : null;
};
const given = { name: "given", resolveId: (id) => (id === "entry" ? id : lib(id)), load: (id) => (id === "entry" ? entry : null) };
const bundle = await rolldown({ input: "entry", plugins: [given] });
const { output } = await bundle.generate({ format: "esm" });
const file = await import("data:text/javascript," + encodeURIComponent(output[0].code));
console.log(JSON.stringify(calls.map(([name, ...cases]) => file[name](...cases) ?? null)));
"""


def run(entry: str, calls: list[list[Any]]) -> list[Any]:
    """What functions that the entry exports answer; each call is a name and what is given to it. The Node is that of the build."""
    if os.environ.get("TOPSECRET_SKIP_WEB"):
        pytest.skip("the browser client is left out")
    build = web_build()
    node = build.find_node()
    with build.one_at_a_time():
        build.install_packages(node)
    done = subprocess.run(
        [node.node, "--input-type=module", "-e", ASK],
        cwd=WEB,
        input=json.dumps({"entry": entry, "calls": calls}),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def ask(entry: str, cases: list[Any]) -> list[Any]:
    """What the exported function `answer` of the entry says to each case. `@` stands for `web/src`."""
    return run(entry.replace('"@/', f'"{(WEB / "src").as_posix()}/'), [["answer", one] for one in cases])


def call(file: Path, calls: list[list[Any]]) -> list[Any]:
    """What the functions of a file answer."""
    return run(f'export * from "{file.as_posix()}";', calls)
