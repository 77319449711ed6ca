"""The compiled build: it is asked for, never lies beside the sources, says what it is, and does the same as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.test_build import load
from topsecret import native
from topsecret.server import doctor, run

ROOT = Path(__file__).resolve().parents[1]
SAME = ("tests/table", "tests/kernel", "tests/store", "tests/server")  # what is tried on both builds


@pytest.fixture
def builder() -> Any:
    return load(ROOT / "native" / "build.py", "native_build_under_test")


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    module: Any = load(ROOT / "hatch_build.py", "hatch_build_under_test")
    monkeypatch.setattr(module.PackageHook, "root", str(ROOT), raising=False)
    said: list[str] = []
    monkeypatch.setattr(module.PackageHook, "app", SimpleNamespace(display_warning=said.append), raising=False)
    monkeypatch.setattr(module.PackageHook, "build_client", lambda self: None)
    one = module.PackageHook.__new__(module.PackageHook)
    return SimpleNamespace(one=one, module=module, said=said)


def made(folder: Path, source: str = "x = 1\n") -> Path:
    """A package with one compiled module, as a wheel has it."""
    (folder / "kernel").mkdir()
    (folder / "kernel" / "match.py").write_text(source)
    (folder / "kernel" / f"match{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    hashes = {"kernel/match": sha256(source.encode()).hexdigest()}
    (folder / native.MADE).write_text(json.dumps(hashes))
    return folder


def test_what_is_compiled_is_there_and_nothing_compiled_lies_beside_the_sources(builder: Any) -> None:
    assert [name for name in builder.MODULES if not (ROOT / "src" / "topsecret" / f"{name}.py").exists()] == []
    assert list(builder.MODULES) == sorted(set(builder.MODULES))
    assert builder.extensions(ROOT / "src") == [] and not (ROOT / "src" / builder.MADE).exists()
    assert f"topsecret/{native.MADE}" == builder.MADE


def test_a_compiled_module_whose_source_was_edited_is_found(tmp_path: Path) -> None:
    folder = made(tmp_path)
    assert list(native.compiled(folder)) == ["kernel/match"]
    assert native.edited(folder) == [] and native.missing(folder) == []
    (folder / "kernel" / "match.py").write_text("x = 2\n")
    assert native.edited(folder) == ["kernel/match"]
    (folder / "kernel" / "match.py").unlink()
    assert native.edited(folder) == ["kernel/match"]


def test_a_module_that_was_compiled_for_another_python_is_found(tmp_path: Path) -> None:
    folder = made(tmp_path)
    (folder / "kernel" / f"match{EXTENSION_SUFFIXES[0]}").rename(folder / "kernel" / "match.cpython-30-other.so")
    assert native.missing(folder) == ["kernel/match"]


def test_a_server_does_not_start_where_compiled_code_hides_what_was_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "edited", lambda: ["kernel/match"])
    with pytest.raises(run.CannotServe, match="kernel/match: edited since it was compiled"):
        run.serve(run.Wish(data=str(tmp_path)))


@pytest.mark.parametrize(
    ("compiled", "edited", "missing", "state", "words"),
    [
        ([], [], [], "ok", "plain Python"),
        (["a", "b"], [], [], "ok", "2 modules"),
        (["a", "b"], ["b"], [], "bad", "b: edited since"),
        (["a", "b"], [], ["a"], "note", "another Python: a"),
    ],
)
def test_the_doctor_says_whether_the_compiled_modules_are_in_use(
    compiled: list[str], edited: list[str], missing: list[str], state: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "compiled", lambda: dict.fromkeys(compiled, ""))
    monkeypatch.setattr(native, "edited", lambda: edited)
    monkeypatch.setattr(native, "missing", lambda: missing)
    found = doctor.server()
    assert found.state == state and words in found.words


def test_without_a_compiler_the_words_say_so(builder: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert builder.why_not()
    with pytest.raises(builder.CannotCompile):
        builder.build(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_install_is_plain_unless_it_is_asked_for_and_an_editable_one_always(
    hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook.module, "builder", lambda *_: pytest.fail("something was built"))
    monkeypatch.delenv(hook.module.NATIVE, raising=False)
    build: dict[str, Any] = {"force_include": {}}
    hook.one.initialize("standard", build)
    assert hook.one.native_needs() == [] and build == {"force_include": {}} and hook.said == []
    monkeypatch.setenv(hook.module.NATIVE, "1")
    hook.one.initialize("editable", build)
    assert build == {"force_include": {}} and "stays plain" in hook.said[0]


def test_a_wheel_that_is_asked_for_gets_the_compiled_modules_and_leaves_nothing_behind(
    hook: Any, builder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(hook.module.NATIVE, "1")
    fake = ModuleType("fake")

    def build_fake(folder: Path) -> Path:
        (folder / "src" / "topsecret").mkdir(parents=True)
        return made(folder / "src" / "topsecret").parent

    for name, value in {"build": build_fake, "extensions": builder.extensions, "MADE": builder.MADE}.items():
        setattr(fake, name, value)
    fake.CannotCompile = builder.CannotCompile  # type: ignore[attr-defined]
    monkeypatch.setattr(hook.module, "builder", lambda *_: fake)
    build: dict[str, Any] = {"force_include": {}}
    hook.one.initialize("standard", build)
    assert set(build["force_include"].values()) == {f"topsecret/kernel/match{EXTENSION_SUFFIXES[0]}", builder.MADE}
    assert build["pure_python"] is False and build["infer_tag"] is True
    assert all(Path(path).exists() for path in build["force_include"])
    hook.one.finalize("standard", build, "")
    assert not any(Path(path).exists() for path in build["force_include"])


@pytest.mark.long
def test_the_compiled_build_passes_the_tests_of_what_is_compiled(builder: Any) -> None:
    if problem := builder.why_not():
        pytest.skip(problem)
    sources = builder.built()
    assert len(builder.extensions(sources)) == len(builder.MODULES) + 1  # and what they share
    env = os.environ | {"PYTHONPATH": str(sources)}
    using = "from topsecret import native; print(len(native.compiled()), native.missing(), native.edited())"
    said = subprocess.run([sys.executable, "-c", using], env=env, capture_output=True, text=True, check=True).stdout
    assert said.strip() == f"{len(builder.MODULES)} [] []"
    tests = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "not long and not slow", *SAME]
    done = subprocess.run(tests, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, "\n".join(done.stdout.splitlines()[-40:])
