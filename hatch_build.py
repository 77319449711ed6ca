"""When the package is built or installed, the browser client is built into it (web/build.py does the work). With TOPSECRET_NATIVE=1 a
wheel also gets the modules that every action goes through as compiled ones (native/build.py); all other installs are plain Python."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NATIVE = "TOPSECRET_NATIVE"


def builder(root: str, part: str = "web") -> ModuleType:
    """What builds a part: `web` or `native`."""
    spec = importlib.util.spec_from_file_location(f"topsecret_{part}_build", Path(root, part, "build.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class PackageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"
    compiled_in = ""  # a folder, while a wheel is made

    def dependencies(self) -> list[str]:
        """What is needed to build it."""
        return [*self.client_needs(), *self.native_needs()]

    def client_needs(self) -> list[str]:
        """Node as a package, where the system has none that will do and something is to be built."""
        web = builder(self.root)
        if os.environ.get(web.SKIP) or web.is_current(web.fingerprint()) or web.system_node()[0]:
            return []
        return [web.PACKAGED_NODE]

    def native_needs(self) -> list[str]:
        """mypyc, and all that the package imports: it reads the types."""
        if not os.environ.get(NATIVE):
            return []
        return [*builder(self.root, "native").NEEDS, *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.build_client()
        if os.environ.get(NATIVE):
            self.build_native(version, build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.compiled_in, ignore_errors=True)

    def build_native(self, version: str, build_data: dict[str, Any]) -> None:
        """A wheel gets the compiled modules beside their sources. An editable install never does: they would hide what is edited."""
        if version == "editable":
            self.app.display_warning(f"{NATIVE} is set, but an editable install stays plain Python")
            return
        native = builder(self.root, "native")
        self.compiled_in = tempfile.mkdtemp(prefix="topsecret-native-")
        try:
            sources = native.build(Path(self.compiled_in))
        except native.CannotCompile as problem:
            self.app.abort(f"topsecret: {problem}")
        for path in [*native.extensions(sources), Path(native.MADE)]:
            build_data["force_include"][str(sources / path)] = str(path)
        build_data["pure_python"], build_data["infer_tag"] = False, True

    def build_client(self) -> None:
        web = builder(self.root)
        if os.environ.get(web.SKIP):
            self.app.display_warning(f"{web.SKIP} is set: the browser client is not built")
            return
        try:
            web.build()
        except web.CannotBuild as problem:
            self.app.abort(f"topsecret: {problem}")
