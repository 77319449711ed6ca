"""What changed for each viewer since the last look, by comparing whole views."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.match import Match


class Lens:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.viewers: list[int | None] = [None, *range(match.seats)]
        self.seen = {viewer: (match.view(viewer), len(match.events(viewer))) for viewer in self.viewers}

    def take(self, viewer: int | None) -> list[dict[str, Any]]:
        before, told = self.seen[viewer]
        now, events = self.match.view(viewer), self.match.events(viewer, told)
        self.seen[viewer] = (now, told + len(events))
        changes = {key: value for key, value in now.items() if before[key] != value}
        return [{"events": events, "changes": changes}] if events or changes else []
