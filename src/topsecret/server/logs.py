"""What a server writes down while it runs: lines for people, or one JSON object each for programs. No secrets: of a table's code only the
part that can be said aloud, and nothing that holds a seat."""

from __future__ import annotations

import json
import logging
import re
import time
from typing import Literal

Form = Literal["text", "json"]
WHOLE_CODE = re.compile(r"\b([A-Z]{3,12}-[0-9]{4})-[0-9A-HJKMNP-TV-Z]{8}\b")
SECRET = re.compile(r"(?<![A-Za-z0-9_/.-])[A-Za-z0-9_-]{40,}(?![A-Za-z0-9_-])")  # keys, tokens and hashes are that long


def without_secrets(text: str) -> str:
    return SECRET.sub("…", WHOLE_CODE.sub(r"\1", text))


class Lines(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """For programs: when, how bad, from where, what; and what a record gives as `about`."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"
        line = {"at": at, "level": record.levelname.lower(), "from": record.name, "what": record.getMessage()}
        line |= getattr(record, "about", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(line, ensure_ascii=False, default=str))


def set_up(form: Form) -> None:
    """From now on the whole process logs so, to stderr; where somebody has set up logging for people already, as they did. Programs hear of
    what goes well, too."""
    root = logging.getLogger()
    if root.handlers and form == "text":
        return
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else Lines("%(levelname)s %(name)s: %(message)s"))
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("topsecret").setLevel(logging.INFO if form == "json" else logging.WARNING)
