"""`topsecret`, for tests: a second loopback address stands for the network, and the owner's address is written to the file `owner.txt`
of the working folder instead of being opened in a browser."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from topsecret.cli import main
from topsecret.server import door, run

NETWORK = "127.0.0.2"


def write_down(own: str, say: Callable[[str], None]) -> None:
    Path("owner.tmp").write_text(own, encoding="utf-8")
    Path("owner.tmp").rename("owner.txt")


if __name__ == "__main__":
    door.lan_address = lambda: NETWORK
    run.open_browser = write_down
    sys.exit(main([word for word in sys.argv[1:] if word != "--no-open"]))
