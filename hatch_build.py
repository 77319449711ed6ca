"""When the package is built or installed, the browser client is built into it (web/build.py does the work)."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def builder(root: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("topsecret_web_build", Path(root, "web", "build.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class ClientHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node as a package, where the system has none that will do and something is to be built."""
        web = builder(self.root)
        if os.environ.get(web.SKIP) or web.is_current(web.fingerprint()) or web.system_node()[0]:
            return []
        return [web.PACKAGED_NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web = builder(self.root)
        if os.environ.get(web.SKIP):
            self.app.display_warning(f"{web.SKIP} is set: the browser client is not built")
            return
        try:
            web.build()
        except web.CannotBuild as problem:
            self.app.abort(f"topsecret: {problem}")
