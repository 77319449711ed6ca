"""Where a user's own tables and games are kept on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder(given: str | None = None) -> Path:
    """As asked for, or in the user's own data folder."""
    if given:
        return Path(given)
    if os.environ.get("TOPSECRET_DATA"):
        return Path(os.environ["TOPSECRET_DATA"])
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "topsecret"
