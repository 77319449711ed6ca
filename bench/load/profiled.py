"""`topsecret` with a profiler: `python -m bench.load.profiled FILE serve …` writes at its end where the time went, from its first
action on."""

from __future__ import annotations

import cProfile
import io
import pstats
import sys
from pathlib import Path
from typing import Any

from topsecret.cli import main
from topsecret.table.live import LiveTable

LINES = 45

if __name__ == "__main__":
    file, rest = Path(sys.argv[1]), sys.argv[2:]
    profile, take_in = cProfile.Profile(), LiveTable.take_in

    def first(table: LiveTable, *args: Any) -> Any:
        LiveTable.take_in = take_in  # type: ignore[method-assign]
        profile.enable()
        return take_in(table, *args)

    LiveTable.take_in = first  # type: ignore[method-assign, assignment]
    try:
        code = main(rest)
    finally:
        profile.disable()
        told = io.StringIO()
        pstats.Stats(profile, stream=told).strip_dirs().sort_stats("tottime").print_stats(LINES)
        file.write_text(told.getvalue())
    sys.exit(code)
