"""The house keeps its shape: import arrows, plain kernel, nothing of one machine, nothing of one system."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "topsecret"
KERNEL = PACKAGE / "kernel"

# Written in pieces, so that this file does not find itself.
HOSTS = ["pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "yarn" + "pkg.com"]
SETTINGS = ["index" + "-url", "find" + "-links", "trusted" + "-host", "file:" + "///"]
HOMES = ["work", "root", "home", "Users", "opt/py" + "pi", "opt/" + "wheels"]
REGISTRY = re.compile("|".join(re.escape(word) for word in HOSTS + SETTINGS))
MACHINE_PATH = re.compile(r"(?<![\w.~$})\]*/-])/(?:" + "|".join(HOMES) + r")/\w|\b[A-Z]:\\\\?Users\\")

POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
POSIX_NAMES = {
    "os": {
        *("fork", "forkpty", "getuid", "geteuid", "getgid", "getpgid", "killpg", "mkfifo", "nice", "setsid", "setuid"),
        *("sched_getaffinity", "sched_setaffinity", "uname", "wait", "wait3", "wait4", "WNOHANG"),
    },
    "signal": {"SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGWINCH", "alarm", "setitimer"},
}


def git(*args: str) -> list[str]:
    """The lines git answers, file names separated by NUL."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    done = subprocess.run(["git", *args], cwd=ROOT, capture_output=True, check=True)
    return [name for name in done.stdout.decode().split("\0") if name]


def shared_files() -> list[str]:
    """What is committed, or will be with the next `git add`."""
    names = git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return [name for name in names if (ROOT / name).is_file()]


def python_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def imports(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line, module and name (empty for a whole module) of every absolute import."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, ""
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            for alias in node.names:
                yield node.lineno, node.module, alias.name


def posix_only(path: Path) -> list[str]:
    found = []
    for line, module, name in imports(path):
        if module.split(".")[0] in POSIX_MODULES or name in POSIX_NAMES.get(module, ()):
            found.append(f"{path.name}:{line} {module} {name}".rstrip())
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in POSIX_NAMES.get(node.value.id, ()):
                found.append(f"{path.name}:{node.lineno} {node.value.id}.{node.attr}")
    return found


def not_plain(path: Path) -> list[str]:
    """Imports of a kernel file that are neither the standard library nor the kernel."""
    allowed = {"numba", "numpy", "llvmlite"} if path.parent.name == "compiled" else set()
    found = []
    for line, module, name in imports(path):
        top = module.split(".")[0]
        inside = module.startswith("topsecret.kernel") or (module, name) == ("topsecret", "kernel")
        if not inside and top not in sys.stdlib_module_names and top not in allowed:
            found.append(f"{path.name}:{line} {module} {name}".rstrip())
    return found


def own_privates(path: Path) -> set[str]:
    """The private attributes and methods that the classes of a file have."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


def reaching_into(path: Path, privates: set[str]) -> list[str]:
    """Where a file uses these of an object that is not its own."""
    return [
        f"{path.name}:{node.lineno} {ast.unparse(node)}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in privates and ast.unparse(node.value) != "self"
    ]


def test_nobody_reaches_into_a_match() -> None:
    """Whoever reads a match finds what it needs in the open: `match.entries`, `match.position`, `match.fork()`."""
    homes = [KERNEL / "match.py", KERNEL / "entries.py"]
    privates = set().union(*map(own_privates, homes))
    assert {"_seen_logs", "_watchers", "_all", "_marks"} <= privates
    readers = [path for path in python_files(PACKAGE) if path not in homes and "tests" not in path.parts]
    assert [fault for path in readers for fault in reaching_into(path, privates)] == []


def test_reaching_into_a_match_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text(
        "match._watchers.append(1)\nself._all = []\nroom.table.match.entries._all.pop()\nmatch.entries.told\n"
    )
    assert len(reaching_into(path, {"_watchers", "_all"})) == 2


def test_import_arrows() -> None:
    """The contracts in pyproject.toml hold. `lint-imports` shows the same."""
    lint = pytest.importorskip("importlinter.cli")
    assert lint.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


def test_kernel_is_standard_library_only() -> None:
    assert [fault for path in python_files(KERNEL) for fault in not_plain(path)] == []


def test_kernel_fault_is_found(tmp_path: Path) -> None:
    for name, faults in {"kernel/fields.py": 2, "kernel/compiled/doors.py": 1}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("import json\nimport numpy as np\nfrom topsecret.kernel import view\nfrom rich import print\n")
        assert len(not_plain(path)) == faults


def test_nothing_posix_only() -> None:
    """The package runs on Linux, macOS and Windows."""
    assert [fault for path in python_files(PACKAGE) for fault in posix_only(path)] == []


def test_posix_fault_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text("import fcntl\nfrom os import fork\nimport os, signal\nos.fork(); signal.SIGKILL; os.getpid()\n")
    assert len(posix_only(path)) == 4


def test_no_registry_address_and_no_machine_path() -> None:
    found = []
    for name in shared_files():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            for pattern in (REGISTRY, MACHINE_PATH):
                if hit := pattern.search(line):
                    found.append(f"{name}:{number} {hit.group()}")
    assert found == []


@pytest.mark.parametrize("place", ["/" + "work/main", "see '/" + "root/x'", "C:\\" + "Users\\me", "=/" + "home/me"])
def test_machine_path_is_found(place: str) -> None:
    assert MACHINE_PATH.search(place)


@pytest.mark.parametrize("place", ["games/" + "work/x", "../" + "home/x", "$HOME/" + "work/x", "/" + "working/x"])
def test_other_paths_are_left_alone(place: str) -> None:
    assert not MACHINE_PATH.search(place)


def test_lock_file_is_not_tracked() -> None:
    assert [name for name in git("ls-files", "-z") if Path(name).name == "uv.lock"] == []


def test_constraints_are_plain_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)] == []
    names = [line.split("==")[0] for line in pins]
    assert len(names) == len(set(names))


def test_commands_are_portable() -> None:
    """`play` and `check` can be run, and are read by the plain shell."""
    commands = [ROOT / "play", ROOT / "check"]
    if sys.platform != "win32":
        assert [path.name for path in (*commands, ROOT / ".ci" / "run") if not path.stat().st_mode & 0o111] == []
    for path in commands:
        assert path.read_text(encoding="utf-8").startswith("#!/bin/sh\n")
    shell = shutil.which("dash") or shutil.which("sh")
    if shell is None:
        pytest.skip("no sh")
    for path in (*commands, ROOT / ".ci" / "venv.sh"):
        subprocess.run([shell, "-n", str(path)], check=True)
